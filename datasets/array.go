package datasets

import (
	"io"
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

const (
	// maxValues bounds the numbers of one domain: 8 GiB of float64.
	maxValues = 1 << 30
	// maxColumns bounds the features of an array, since columns are listed
	// before the numbers are known to be there.
	maxColumns = 1 << 20
)

// An array is what a file in another format than a table of text holds: a
// matrix of numbers with one row per sample, and perhaps labels beside it.
type array struct {
	// part is the file, or the array in it, that errors are about.
	part part
	// format says for people what it is: "NPY of float64".
	format string
	// rows are the samples and cols the numbers of each.
	rows, cols int
	// scan gives the matrix piece by piece: values run from row i and column j
	// along the row or, where columnwise, down the column. Pieces come in the
	// order of the file and last until the next one. The first one comes when the
	// file is known to hold them all, so that memory can be reserved for them.
	scan       func(piece func(i, j int, values []float64) error) error
	columnwise bool
	// sparse tells that values which scan does not give are 0; stored counts
	// those that it gives, as claimed until scan gives the first piece.
	sparse bool
	stored int
	// labels are those that do not stand in a column, nil where there are none.
	labels *arrayLabels
	// lacking, where labels are nil, says why the file cannot be a source unless
	// a label column is named; empty where its last column may be the label.
	lacking string
	// featuresOnly tells that no column of a target can be the label.
	featuresOnly bool
	// turnable tells that rows and columns may be exchanged to fit the source.
	turnable bool
	// svm is set for LIBSVM text, whose width depends on the other files.
	svm *svmRows
	// shape is set where each sample is a picture.
	shape Shape
	// notes say what was done to the array on the way in.
	notes []string
}

// arrayLabels are the labels of an array's samples that stand apart from it.
type arrayLabels struct {
	part   part
	about  string // where they are: "those of bert_en_y.npy"
	values []float64
}

// table makes the array a table without header, whose last column is the label
// where labels stand apart.
func (a *array) table(in *input) (*table, error) {
	if a.rows == 0 || a.cols == 0 {
		return nil, a.part.fault(ErrEmpty, "is empty: its size is %d×%d", a.rows, a.cols)
	}
	if err := a.checkColumns(); err != nil {
		return nil, err
	}
	if a.labels != nil && len(a.labels.values) != a.rows {
		return nil, a.labels.part.fault(ErrSyntax, "holds %s for %s", plural(len(a.labels.values), "label"), plural(a.rows, "row"))
	}
	t := &table{input: in, array: a}
	t.setWidth()
	return t, nil
}

func (t *table) setWidth() {
	t.width = t.array.cols
	if t.labelsApart() {
		t.width++
	}
}

// labelsApart tells that the label column of t is none of the file's, but the
// labels that stand apart, as last column.
func (t *table) labelsApart() bool { return t.array != nil && t.array.labels != nil }

// checkSize tells whether the matrix can be held with width numbers per row.
func (a *array) checkSize(width int) error {
	if width > 0 && a.rows > maxValues/width {
		return a.part.fault(ErrTooLarge, "is of size %d×%d: at most %d numbers (%d GiB) can be opened", a.rows, width, maxValues, maxValues>>27)
	}
	// A sparse matrix says little and claims much; memory is for what it holds.
	const small, perStored = 1 << 22, 1 << 12
	if a.sparse && a.rows*width > small+perStored*a.stored {
		return a.part.fault(ErrTooLarge, "is too sparse to be opened: of its %d×%d numbers, only %d are stored", a.rows, width, a.stored)
	}
	return nil
}

// checkColumns tells whether the matrix can be held, and its columns listed.
func (a *array) checkColumns() error {
	if a.cols > maxColumns {
		return a.part.fault(ErrTooLarge, "has %d columns: at most %d can be opened", a.cols, maxColumns)
	}
	return a.checkSize(a.cols)
}

// transpose exchanges rows and columns.
func (a *array) transpose() {
	scan := a.scan
	a.rows, a.cols, a.columnwise = a.cols, a.rows, !a.columnwise
	a.scan = func(piece func(i, j int, values []float64) error) error {
		return scan(func(i, j int, values []float64) error { return piece(j, i, values) })
	}
}

// readArray reads the array of t as readRows reads a table of text.
func readArray(t *table, s schema, bias bool, labels labelSink) (*mat.Dense, error) {
	a := t.array
	width := len(s.features)
	if bias {
		width++
	}
	if err := a.checkSize(width); err != nil {
		return nil, err
	}
	f := &arrayFiller{table: t, width: width, place: make([]int, a.cols), label: -1}
	for j := range f.place {
		f.place[j] = -1
	}
	for to, from := range s.features {
		f.place[from] = to
	}
	if s.label >= 0 && a.labels == nil {
		f.label = s.label
	}
	if err := a.scan(f.add); err != nil {
		return nil, err
	}
	if f.x == nil { // sparse, and all is 0
		if err := a.checkSize(width); err != nil {
			return nil, err
		}
		f.reserve()
	}
	if bias {
		for i := width - 1; i < len(f.x); i += width {
			f.x[i] = 1
		}
	}
	t.rows = a.rows
	values, place := f.y, func(i int, err error) error { return t.faultAt(i+1, s.label+1, err) }
	if a.labels != nil {
		values, place = a.labels.values, func(i int, err error) error { return a.labels.part.faultAt(i+1, 0, err) }
	}
	for i, value := range values {
		if err := labels.add(strconv.FormatFloat(value, 'g', -1, 64), i+1); err != nil {
			return nil, place(i, err)
		}
	}
	return mat.NewDense(a.rows, width, f.x), nil
}

// An arrayFiller puts the pieces of an array where they belong.
type arrayFiller struct {
	*table
	// x has width numbers per row; place tells which of them a column of the
	// array is, −1 for none.
	x     []float64
	width int
	place []int
	// y are the values of the column label, −1 for none.
	y     []float64
	label int
}

func (f *arrayFiller) reserve() {
	f.x = make([]float64, f.array.rows*f.width)
	if f.label >= 0 {
		f.y = make([]float64, f.array.rows)
	}
}

func (f *arrayFiller) add(i, j int, values []float64) error {
	if f.x == nil {
		f.reserve()
	}
	di, dj := 0, 1
	if f.array.columnwise {
		di, dj = 1, 0
	}
	for _, v := range values {
		switch to := f.place[j]; {
		case to >= 0:
			if v-v != 0 { // only NaN and infinities
				err := newFault(ErrNotFinite, "%v is not a finite number", v)
				return f.faultAt(i+1, j+1, f.explain(err, j))
			}
			f.x[i*f.width+to] = v
		case j == f.label:
			f.y[i] = v
		}
		i, j = i+di, j+dj
	}
	return nil
}

// vector returns the numbers of an array that has one row or one column.
func (a *array) vector() ([]float64, error) {
	if a.rows != 1 && a.cols != 1 {
		return nil, a.part.fault(ErrSyntax, "is of size %d×%d, but labels are one number per row", a.rows, a.cols)
	}
	if err := a.checkSize(a.cols); err != nil {
		return nil, err
	}
	var values []float64
	err := a.scan(func(i, j int, piece []float64) error {
		if a.sparse {
			values = append(values, make([]float64, i+j-len(values))...)
		}
		values = append(values, piece...)
		return nil
	})
	if err == nil && a.sparse {
		values = append(values, make([]float64, a.rows*a.cols-len(values))...)
	}
	return values, err
}

// scan gives rows×cols numbers of r, which is at the first of them and ends with
// the last, as array.scan does. Where the file is not known to hold them they are
// kept until they are: the header may lie.
func (p part) scan(r io.Reader, e element, rows, cols int, columnwise, held bool, piece func(i, j int, values []float64) error) error {
	content := r
	if !held {
		spooled, err := readSpool(r, claimed(rows, cols, e))
		if err != nil {
			return p.readError(err)
		}
		if err := p.atEnd(r); err != nil {
			return err
		}
		content = spooled
	}
	if err := scanElements(content, e, rows, cols, columnwise, piece); err != nil {
		return p.readError(err)
	}
	return p.atEnd(r)
}

// scanElements gives the numbers that r holds piece by piece, as array.scan
// does: rows×cols of them, one row after the other or, if columnwise, one column
// after the other.
func scanElements(r io.Reader, e element, rows, cols int, columnwise bool, piece func(i, j int, values []float64) error) error {
	const most = 1 << 13
	lines, length := rows, cols
	if columnwise {
		lines, length = cols, rows
	}
	values := make([]float64, min(length, most))
	raw := make([]byte, len(values)*e.size)
	for line := range lines {
		for from := 0; from < length; from += most {
			n := min(length-from, most)
			if _, err := io.ReadFull(r, raw[:n*e.size]); err != nil {
				return err
			}
			e.decode(values[:n], raw)
			i, j := line, from
			if columnwise {
				i, j = from, line
			}
			if err := piece(i, j, values[:n]); err != nil {
				return err
			}
		}
	}
	return nil
}

// claimed is the size of rows×cols numbers in bytes, math.MaxInt64 where it is
// beyond what can be opened.
func claimed(rows, cols int, e element) int64 {
	if rows > 0 && cols > maxValues/rows {
		return math.MaxInt64
	}
	return int64(rows) * int64(cols) * int64(e.size)
}
