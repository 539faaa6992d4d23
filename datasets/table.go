package datasets

import (
	"io"
	"strconv"
	"strings"

	"larui/model"
)

// A format is a row of the table of what can be read.
type format struct {
	// name is what people call it.
	name string
	// sniff tells it by the first bytes of the content, after decompression; whole
	// says that start is all there is.
	sniff func(start []byte, whole bool) bool
	// open returns what the file holds: one table, or as many as it has names for.
	// What the columns mean is none of its business.
	open func(in *input) ([]*table, error)
	// siblings are endings of the names of files of samples, and of those with their
	// labels, which lie beside them.
	siblings [][2]string
}

// formats are told by their content, not by their names; the first that fits is
// it. A format is added as a row, and a file that holds its functions.
func formats() []format {
	return []format{
		{"NPY", isNPY, openNPY, [][2]string{{"_X.npy", "_y.npy"}}},
		{"NPZ", isNPZ, openNPZ, nil},
		{"MAT up to -v7", isMAT, openMAT, nil},
		{"IDX", isIDX, openIDX, [][2]string{{"images-idx3-ubyte", "labels-idx1-ubyte"}, {"images.idx3-ubyte", "labels.idx1-ubyte"}}},
		{"LIBSVM", isLIBSVM, openLIBSVM, nil},
		{"CSV and other tables of text", isText, openText, nil},
	}
}

// sniffed is how much of a file is looked at to tell its format.
const sniffed = inputBuffer

// openTables opens the file at path, of whatever format it is. The input is to be
// closed by the caller.
func openTables(report *reporter, path string) (*input, []*table, error) {
	in, err := openInput(report, path)
	if err != nil {
		return nil, nil, err
	}
	tables, err := in.tables()
	if err != nil {
		in.Close()
		return nil, nil, err
	}
	return in, tables, nil
}

// tables returns what the file holds.
func (in *input) tables() ([]*table, error) {
	start, err := in.Peek(sniffed)
	// What came before an error may be all that is wanted: it comes again, where
	// it matters, when the rows are read.
	if len(start) == 0 && err != nil && err != io.EOF {
		return nil, err
	}
	var names []string
	for _, f := range formats() {
		if f.sniff(start, err == io.EOF) {
			tables, err := f.open(in)
			for _, t := range tables {
				t.format = f
			}
			return tables, err
		}
		names = append(names, f.name)
	}
	return nil, in.fault(ErrSyntax, "holds binary data of an unknown format: %s can be read", strings.Join(names, ", "))
}

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
	// needed tells that no feature may be left out.
	needed bool
	// dropped counts the rows left out as they have no label.
	dropped int
	// notes say what was done to the table on the way in, guesses what of it was guessed.
	notes, guesses []string

	// text reads a table of text, and refine, where it is not nil, is called for each of
	// its batches once that is converted, on any goroutine.
	text   *textRows
	refine func(*batch) error
	// What follows is for an array of numbers.
	array
}

// An array says what else a reader knows of a table of numbers.
type array struct {
	// describe reads the header of an array that may not be wanted; nil where it
	// has been read.
	describe func(t *table) error
	// words reads an array that is none of numbers as labels, or says why it can't be;
	// nil for one of numbers, or before describe. aside tells that it is hardly labels, unless named so.
	words func(t *table) ([]string, error)
	aside bool
	// scan visits the rows, each of which lasts until the next one. The first comes
	// when the file is known to hold them all, so that memory can be reserved for them.
	scan func(visit rowFunc) error
	// columnwise tells that the numbers are stored column after column; where turnable
	// is set, rows and columns may be exchanged, so as to fit.
	columnwise, turnable bool
	// sparse tells that only values other than 0 are stored, as many as is claimed.
	sparse bool
	stored int
	// lacking says why the file cannot be a source unless a label column is named;
	// empty where its last column may be the label.
	lacking string
	// featuresOnly tells that no column of a target can be the label.
	featuresOnly bool
	// svm is set for LIBSVM text, whose width depends on the other files.
	svm *svmRows
	// shape is set where each sample is a picture.
	shape Shape
}

type rowFunc func(row []float64) error

// labelsApart are labels that stand apart from the features, as they are written.
type labelsApart struct {
	part
	about string // where they are: "those of bert_en_y.npy"
	texts []string
	array string // the name of their array, empty where the file holds but one
}

// A batch is a run of rows on its way from a reader to a domain.
type batch struct {
	// x holds the rows in the columns of the pair, labels their labels as they are
	// written, and lines the line, or the number of the sample, that each begins in.
	x      []float64
	labels []string
	lines  []int
	// refined are the rows in the encoding of the task and to scale, where refine made them.
	refined model.Domain
	// all is how many rows there are, 0 where that is not known yet; whole tells that
	// these are all of them, and x nobody else's.
	all   int
	whole bool

	// What follows is for text: its fields, row by row; how much of the file had
	// been read with them; and what is wrong with the row behind them.
	fields []string
	done   int64
	err    error
	// dropped counts the rows that were left out, as they have no label.
	dropped int
	// ready receives a value when the batch is converted.
	ready chan struct{}
}

// each reads the columns that mean something to r, and hands the rows on in batches,
// in order and on the calling goroutine. What a batch holds lasts until the next one,
// unless it is whole.
func (t *table) each(r roles, visit func(*batch) error) error {
	switch {
	case t.text != nil:
		return t.eachText(r, visit)
	case t.svm != nil:
		return t.eachSVM(r, visit)
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

// fieldFault returns a *FormatError about a field.
func (t *table) fieldFault(line, column int, r roles, err error) error {
	if column == r.label {
		return t.labelFault(r, line, err)
	}
	return t.featureFault(line, column, err)
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
func (t *table) transpose() { t.rows, t.cols, t.columnwise = t.cols, t.rows, !t.columnwise }

// fill reads an array of numbers at once.
func (t *table) fill(r roles) (*batch, error) {
	if err := t.checkSize(r.width()); err != nil {
		return nil, err
	}
	b := &batch{whole: true}
	sample := 0
	err := t.scan(func(row []float64) error {
		if b.x == nil {
			b.x = make([]float64, 0, t.rows*r.width())
		}
		sample++
		label := ""
		switch {
		case t.apart != nil:
			label = t.apart.texts[sample-1]
		case r.label >= 0:
			label = numberText(row[r.label])
		}
		if r.drop && r.label >= 0 && isUnlabelled(label) {
			t.dropped++
			return nil
		}
		b.lines = append(b.lines, sample)
		for _, from := range r.features {
			v := row[from]
			if v-v != 0 { // only NaN and infinities
				return t.featureFault(sample, from, newFault(ErrNotFinite, "%v is not a finite number", v))
			}
			b.x = append(b.x, v)
		}
		if r.bias {
			b.x = append(b.x, 1)
		}
		if r.label >= 0 {
			b.labels = append(b.labels, label)
		}
		return nil
	})
	t.rows -= t.dropped
	return b, err
}

// numberText writes a number so that it is read back the same.
func numberText(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }

// vector returns the labels that are words, or the numbers of an array that has one row
// or one column, as texts.
func (t *table) vector() (texts []string, err error) {
	if t.words == nil && t.describe != nil {
		if err := t.describe(t); err != nil {
			return nil, err
		}
	}
	if t.words != nil {
		return t.words(t)
	}
	if t.rows != 1 && t.cols != 1 {
		return nil, t.fault(ErrSyntax, "is of size %d×%d, but labels are one number per row", t.rows, t.cols)
	}
	if err := t.checkSize(t.cols); err != nil {
		return nil, err
	}
	err = t.scan(func(row []float64) error {
		for _, v := range row {
			texts = append(texts, numberText(v))
		}
		return nil
	})
	return texts, err
}

// numbers makes t an array whose numbers, each an e, begin what open returns and are all
// of it. The size of that in bytes is claimed, −1 where nothing is, and as much is there
// unless it is packed.
func (t *table) numbers(e element, claimed int64, packed bool, open func() (io.ReadCloser, error)) error {
	if err := t.checkSize(t.cols); err != nil {
		return err
	}
	switch size := int64(t.rows) * int64(t.cols) * int64(e.size); {
	case claimed < 0:
	case claimed < size:
		return t.fault(ErrTruncated, "promises %d bytes of data, but holds %d", size, claimed)
	case claimed > size:
		return t.fault(ErrSyntax, "holds more data than its header says: %d bytes, not %d", claimed, size)
	}
	t.scan = func(visit rowFunc) error {
		r, err := open()
		if err != nil {
			return t.readError(err)
		}
		defer r.Close()
		return t.scanNumbers(r, e, claimed >= 0 && !packed, visit)
	}
	return nil
}

// scanNumbers visits the rows of an array whose numbers r holds, and nothing else. Where
// it is not known to hold them all they are kept until it does: the header may lie.
func (t *table) scanNumbers(r io.Reader, e element, held bool, visit rowFunc) error {
	content := r
	if !held {
		spooled, err := spool(r, int64(t.rows)*int64(t.cols)*int64(e.size))
		if err != nil {
			return t.readError(err)
		}
		if err := t.atEnd(r); err != nil {
			return err
		}
		content = spooled
	}
	if t.columnwise {
		raw := make([]byte, t.rows*t.cols*e.size)
		if _, err := io.ReadFull(content, raw); err != nil {
			return t.readError(err)
		}
		if err := t.atEnd(r); err != nil {
			return err
		}
		return t.scanColumns(raw, e, visit)
	}
	row, raw := make([]float64, t.cols), make([]byte, t.cols*e.size)
	for range t.rows {
		if _, err := io.ReadFull(content, raw); err != nil {
			return t.readError(err)
		}
		e.read(row, raw)
		if err := visit(row); err != nil {
			return err
		}
	}
	return t.atEnd(r)
}

// scanColumns visits the rows of an array whose columns follow each other in raw, a few
// rows of all of them at a time.
func (t *table) scanColumns(raw []byte, e element, visit rowFunc) error {
	const most = 256
	column, rows := make([]float64, most), make([]float64, min(most, t.rows)*t.cols)
	for i := 0; i < t.rows; i += most {
		part := column[:min(most, t.rows-i)]
		for j := range t.cols {
			e.read(part, raw[(j*t.rows+i)*e.size:][:len(part)*e.size])
			for k, v := range part {
				rows[k*t.cols+j] = v
			}
		}
		for k := range part {
			if err := visit(rows[k*t.cols : (k+1)*t.cols]); err != nil {
				return err
			}
		}
	}
	return nil
}
