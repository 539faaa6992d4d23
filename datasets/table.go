package datasets

import (
	"io"
	"strconv"
)

const (
	// maxValues bounds the numbers of one domain: 8 GiB of float64.
	maxValues = 1 << 30
	// maxColumns bounds the features of an array, since columns are listed
	// before the numbers are known to be there.
	maxColumns = 1 << 20
)

// A table is what a reader found in a file: names, rows and raw labels. It has one
// row per sample, of text (rows non-nil) or of numbers (scan non-nil).
type table struct {
	part   // the file, or the array in it
	in     *input
	format format
	// called is the name of the array in the file, empty where that holds but one.
	called string
	// form says for people what it is: "no header", "NPY of float64".
	form string
	// columns are the names of the columns, nil where the file has no header, and
	// header is the line they are in.
	columns []string
	header  int
	// rows counts the samples, those of text once they have been read, and cols the
	// columns of each.
	rows, cols int
	// apart are labels that do not stand in a column, nil where there are none; then
	// column cols means them.
	apart *labelsApart
	// notes say what was done to the table on the way in.
	notes []string

	// text reads a table of text.
	text *text
	// What follows is for an array of numbers.
	array
}

// An array says what else a reader knows of a table of numbers.
type array struct {
	// packed tells that its size is claimed, and known once it is unpacked.
	packed bool
	// describe reads the header of an array that may not be wanted; nil where it
	// has been read.
	describe func(t *table) error
	// scan gives the matrix piece by piece, in the order of the file. The first one
	// comes when the file is known to hold them all, so that memory can be reserved
	// for them.
	scan func(piece pieceFunc) error
	// columnwise tells that pieces run down the columns.
	columnwise bool
	// sparse tells that values which scan does not give are 0; stored counts
	// those that it gives, as claimed until scan gives the first piece.
	sparse bool
	stored int
	// lacking says why the file cannot be a source unless a label column is named;
	// empty where its last column may be the label.
	lacking string
	// featuresOnly tells that no column of a target can be the label.
	featuresOnly bool
	// turnable tells that rows and columns may be exchanged, so as to fit.
	turnable bool
	// svm is set for LIBSVM text, whose width depends on the other files.
	svm *svmRows
	// shape is set where each sample is a picture.
	shape Shape
}

// A pieceFunc takes values that run from row i and column j along the row or down
// the column, and last until the next ones.
type pieceFunc func(i, j int, values []float64) error

// labelsApart are labels that stand apart from the features, as they are written.
type labelsApart struct {
	part
	about string // where they are: "those of bert_en_y.npy"
	texts []string
}

// A batch is a run of rows on its way from a reader to a domain.
type batch struct {
	// x holds the rows in the columns of the pair, labels their labels as they are
	// written, and lines the line, or the number of the sample, that each begins in.
	x      []float64
	labels []string
	lines  []int
	// y are the labels in the encoding of the task, where these are known.
	y []float64
	// whole tells that these are all rows, and x nobody else's.
	whole bool

	// What follows is for text: its fields, row by row; how much of the file had
	// been read with them; and what is wrong with the row behind them.
	fields []string
	done   int64
	err    error
	// ready receives a value when the batch is converted.
	ready chan struct{}
}

// each reads the columns that mean something to r, and hands the rows on in batches,
// in order and on the calling goroutine. What a batch holds lasts until the next one,
// unless it is whole.
func (t *table) each(r roles, visit func(*batch) error) error {
	if t.text != nil {
		return t.eachText(r, nil, visit)
	}
	b, err := t.fill(r)
	if err != nil {
		return err
	}
	return visit(b)
}

// labelFault returns a *FormatError about the label of a row.
func (t *table) labelFault(r roles, line int, err error) error {
	if t.apart != nil {
		return t.apart.faultAt(line, 0, err)
	}
	return t.in.faultAt(line, r.label+1, err)
}

// checkSize tells whether the matrix can be held with width numbers per row.
func (t *table) checkSize(width int) error {
	if width > 0 && t.rows > maxValues/width {
		return t.fault(ErrTooLarge, "is of size %d×%d: at most %d numbers (%d GiB) can be opened", t.rows, width, maxValues, maxValues>>27)
	}
	// A sparse matrix says little and claims much; memory is for what it holds.
	const small, perStored = 1 << 22, 1 << 12
	if t.sparse && t.rows*width > small+perStored*t.stored {
		return t.fault(ErrTooLarge, "is too sparse to be opened: of its %d×%d numbers, only %d are stored", t.rows, width, t.stored)
	}
	return nil
}

// checkColumns tells whether the matrix can be held, and its columns listed.
func (t *table) checkColumns() error {
	if t.cols > maxColumns {
		return t.fault(ErrTooLarge, "has %d columns: at most %d can be opened", t.cols, maxColumns)
	}
	return t.checkSize(t.cols)
}

// transpose exchanges rows and columns.
func (t *table) transpose() {
	scan := t.scan
	t.rows, t.cols, t.columnwise = t.cols, t.rows, !t.columnwise
	t.scan = func(piece pieceFunc) error {
		return scan(func(i, j int, values []float64) error { return piece(j, i, values) })
	}
}

// fill reads an array of numbers at once.
func (t *table) fill(r roles) (*batch, error) {
	width := r.width()
	if err := t.checkSize(width); err != nil {
		return nil, err
	}
	b := &batch{whole: true}
	place := make([]int, t.cols) // in a row of x; −1 for none
	for j := range place {
		place[j] = -1
	}
	for to, from := range r.features {
		place[from] = to
	}
	var column []float64 // the labels, where they are one
	reserve := func() {
		b.x = make([]float64, t.rows*width)
		if r.label >= 0 && t.apart == nil {
			column = make([]float64, t.rows)
		}
	}
	di, dj := 0, 1
	if t.columnwise {
		di, dj = 1, 0
	}
	err := t.scan(func(i, j int, values []float64) error {
		if b.x == nil {
			reserve()
		}
		for _, v := range values {
			switch to := place[j]; {
			case to >= 0:
				if v-v != 0 { // only NaN and infinities
					return t.featureFault(i+1, j, newFault(ErrNotFinite, "%v is not a finite number", v))
				}
				b.x[i*width+to] = v
			case j == r.label:
				column[i] = v
			}
			i, j = i+di, j+dj
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if b.x == nil { // sparse, and all is 0
		if err := t.checkSize(width); err != nil {
			return nil, err
		}
		reserve()
	}
	for i := range t.rows {
		if r.bias {
			b.x[(i+1)*width-1] = 1
		}
		b.lines = append(b.lines, i+1)
	}
	if b.labels = texts(column); t.apart != nil {
		b.labels = t.apart.texts
	}
	return b, nil
}

// eachRow gives the rows of an array that is stored row by row. They last until the
// next one.
func (t *table) eachRow(visit func(i int, row []float64)) error {
	row, at := make([]float64, t.cols), 0
	upTo := func(next int) {
		for ; at < next; at++ {
			visit(at, row)
			clear(row)
		}
	}
	err := t.scan(func(i, j int, values []float64) error {
		if upTo(i); len(values) == t.cols {
			visit(i, values)
			at++
			return nil
		}
		copy(row[j:], values)
		return nil
	})
	if err == nil {
		upTo(t.rows)
	}
	return err
}

// texts writes numbers so that they are read back the same.
func texts(values []float64) []string {
	var list []string
	for _, v := range values {
		list = append(list, strconv.FormatFloat(v, 'g', -1, 64))
	}
	return list
}

// vector returns the numbers of an array that has one row or one column, as texts.
func (t *table) vector() ([]string, error) {
	if t.rows != 1 && t.cols != 1 {
		return nil, t.fault(ErrSyntax, "is of size %d×%d, but labels are one number per row", t.rows, t.cols)
	}
	if err := t.checkSize(t.cols); err != nil {
		return nil, err
	}
	var values []float64
	err := t.scan(func(i, j int, piece []float64) error {
		if values == nil {
			values = make([]float64, t.rows*t.cols)
		}
		copy(values[i+j:], piece)
		return nil
	})
	if values == nil { // sparse, and all is 0
		values = make([]float64, t.rows*t.cols)
	}
	return texts(values), err
}

// numbers makes t an array whose numbers, each an e, begin what open returns and are all
// of it. The size of that in bytes is held, −1 where it is not known.
func (t *table) numbers(e element, held int64, open func() (io.ReadCloser, error)) error {
	if err := t.checkSize(t.cols); err != nil {
		return err
	}
	switch claimed := int64(t.rows) * int64(t.cols) * int64(e.size); {
	case held < 0:
	case held < claimed:
		return t.fault(ErrTruncated, "promises %d bytes of data, but holds %d", claimed, held)
	case held > claimed:
		return t.fault(ErrSyntax, "holds more data than its header says: %d bytes, not %d", held, claimed)
	}
	rows, cols, columnwise := t.rows, t.cols, t.columnwise // as stored
	t.scan = func(piece pieceFunc) error {
		r, err := open()
		if err != nil {
			return t.readError(err)
		}
		defer r.Close()
		return t.scanNumbers(r, e, rows, cols, columnwise, held >= 0 && !t.packed, piece)
	}
	return nil
}

// scanNumbers gives rows×cols numbers of r, which is at the first of them and ends with
// the last, as array.scan does: one row after the other or, if columnwise, one column
// after the other. Where the file is not known to hold them they are kept until they
// are: the header may lie.
func (p part) scanNumbers(r io.Reader, e element, rows, cols int, columnwise, held bool, piece pieceFunc) error {
	const most = 1 << 13
	content := r
	if !held {
		spooled, err := spool(r, int64(rows)*int64(cols)*int64(e.size))
		if err != nil {
			return p.readError(err)
		}
		if err := p.atEnd(r); err != nil {
			return err
		}
		content = spooled
	}
	lines, length := rows, cols
	if columnwise {
		lines, length = cols, rows
	}
	values := make([]float64, min(length, most))
	raw := make([]byte, len(values)*e.size)
	for line := range lines {
		for from := 0; from < length; from += most {
			n := min(length-from, most)
			if _, err := io.ReadFull(content, raw[:n*e.size]); err != nil {
				return p.readError(err)
			}
			e.read(values[:n], raw[:n*e.size])
			i, j := line, from
			if columnwise {
				i, j = from, line
			}
			if err := piece(i, j, values[:n]); err != nil {
				return err
			}
		}
	}
	return p.atEnd(r)
}
