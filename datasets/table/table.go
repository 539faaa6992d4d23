package table

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"larui/datasets/moments"
	"larui/datasets/phrase"
)

const (
	// maxValues bounds the numbers of one domain: 8 GiB of float64.
	maxValues = 1 << 30
	// maxColumns bounds the features of an array, since columns are listed
	// before the numbers are known to be there.
	maxColumns = 1 << 20
)

// A Table is what a file holds, or an array in it: N rows of Cols columns and their raw
// labels. What the columns mean is settled by whoever reads it.
type Table struct {
	Part // the file, or the array in it
	In   *Input
	// Array is the name of the array in the file, empty where that holds but one.
	Array string
	// Form says for people what it is: "no header", "NPY of float64".
	Form string
	// Columns are their names, nil where the file has none, and Header is the line that
	// these are in.
	Columns []string
	Header  int
	// Labels are those that do not stand in a column, nil where there are none; then
	// column Cols means them.
	Labels *Labels
	// N counts the samples, those of text once they have been read.
	N, Cols int
	Rows    Rows
	// Sums are those of all N rows, where these are elsewhere and Rows but a sample of them;
	// nil for a table of rows.
	Sums *moments.Sums
	// Picture is the size of each sample that is one, in rows and columns of pixels.
	Picture [2]int
	// Lacking says why the file cannot be a source unless a label column is named;
	// empty where its last column may be the label.
	Lacking string
	// FeaturesOnly tells that no column of a target can be the label, and Needed that no
	// feature may be left out.
	FeaturesOnly, Needed bool
	// Dropped counts the rows left out as they have no label.
	Dropped int
	// DroppedMark is a mark of a missing value that stood for the label of such a row; empty where all were empty.
	DroppedMark string
	// Notes say what was done to the table on the way in, Guesses what of it was guessed.
	Notes, Guesses []string
	// Refine, where it is not nil, is called for each batch of text once that is
	// converted, on any goroutine.
	Refine func(*Batch) error

	format string // what people call it
	names  nameIndex
	// sparse tells that only values other than 0 are stored, as many as is claimed.
	sparse bool
	stored int
}

// Rows are the samples of a table: of text, of an array, of LIBSVM text, of Parquet columns or of sums.
type Rows interface {
	// settle tells whether they can be those of features, and makes t ready for them. column
	// is what the user calls the labels of this file, empty where that is left to it.
	settle(t *Table, column string) error
	// each hands the rows on as Table.Each says.
	each(t *Table, r Pick, visit func(*Batch) error) error
	// describe says of them what is to be known of other files.
	describe(d *Description)
}

// Labels stand apart from the features, as they are written.
type Labels struct {
	Part
	About string // where they are: "those of bert_en_y.npy"
	Texts []string
	array string // the name of their array, empty where the file holds but one
}

// A Pick says which columns of a table are wanted, and as what.
type Pick struct {
	// Features are the positions of the feature columns, in the order of the
	// pair's features.
	Features []int
	// Label is the position of the label column, −1 where there is none.
	Label int
	// Bias appends a column of ones.
	Bias bool
	// Drop leaves out rows without a label.
	Drop bool
	// Make makes the numbers of each feature; nil where all fields are numbers as they are.
	Make []Maker
	// Carry are the columns whose fields are handed on as they are written.
	Carry []int
}

// A Maker makes numbers of the fields of a column, as many for each. It may be used on
// several goroutines.
type Maker interface {
	// Width is how many.
	Width() int
	// Append appends the numbers of a field of text, where parse reads a number, and
	// AppendNumber those of a number, NaN for a gap.
	Append(x []float64, field string, parse func(string) (float64, error)) ([]float64, error)
	AppendNumber(x []float64, value float64) ([]float64, error)
}

// Width is the number of columns of X.
func (r Pick) Width() int {
	width := len(r.Features)
	for i, m := range r.Make {
		if i == 0 {
			width = 0
		}
		width += m.Width()
	}
	if r.Bias {
		width++
	}
	return width
}

// appendRow appends the features of a row of numbers to x. It returns the column of one that
// can be none.
func (r Pick) appendRow(x, row []float64) (_ []float64, column int, err error) {
	for i, from := range r.Features {
		switch v := row[from]; {
		case r.Make != nil:
			x, err = r.Make[i].AppendNumber(x, v)
			if err != nil {
				return x, from, err
			}
		case v-v != 0: // only NaN and infinities
			return x, from, NewFault(ErrNotFinite, "%v is not a finite number", v)
		default:
			x = append(x, v)
		}
	}
	if r.Bias {
		x = append(x, 1)
	}
	return x, 0, nil
}

// appendCarried appends the fields to carry of a row of numbers.
func (r Pick) appendCarried(carried []string, row []float64) []string {
	for _, from := range r.Carry {
		carried = append(carried, phrase.Field(row[from]))
	}
	return carried
}

// leaveOut counts rows without a label that were left out, one of them with the label mark.
func (t *Table) leaveOut(rows int, mark string) {
	t.Dropped += rows
	t.DroppedMark = cmp.Or(t.DroppedMark, mark)
}

// IsRounded tells whether a field that was carried may be a neighbour of the number in the file:
// those of arrays are read as float64.
func (t *Table) IsRounded(field string) bool {
	if _, numbers := t.Rows.(*array); !numbers {
		return false
	}
	value, err := strconv.ParseFloat(field, 64)
	return err == nil && math.Abs(value) >= 1<<53
}

// A Batch is a run of rows on its way from a reader to a domain.
type Batch struct {
	// X holds the rows in the columns of the pair, Labels their labels as they are
	// written, and Lines the line, or the number of the sample, that each begins in. Y is
	// for what Refine makes of Labels.
	X      []float64
	Labels []string
	Lines  []int
	Y      []float64
	// Carried are the fields of Pick.Carry, row by row.
	Carried []string
	// All is how many rows there are, 0 where that is not known yet; Whole tells that
	// these are all of them, and X nobody else's. Done is how much of the file had been
	// read with them.
	All   int
	Whole bool
	Done  int64

	// What follows is for text: its parts, and of those that are split their fields and lines.
	// For Parquet: its columns. For both, what is wrong with the row behind them.
	parts   []textPart
	fields  []string
	lines   []int
	columns []chunk
	err     error
	// dropped counts the rows left out as they have no label, droppedMark is as in Table.
	dropped     int
	droppedMark string
	// ready receives a value when the batch is converted.
	ready chan struct{}
}

// Each reads the columns that r picks, and hands the rows on in batches, in order and on
// the calling goroutine. What a batch holds lasts until the next one, unless it is whole.
func (t *Table) Each(r Pick, visit func(*Batch) error) error { return t.Rows.each(t, r, visit) }

// Scan visits all rows of a table that is none of text. Each row lasts until the next one.
func (t *Table) Scan(visit func(row []float64) error) error {
	rows, ok := t.Rows.(interface {
		scan(t *Table, visit rowFunc) error
	})
	if !ok {
		return t.Fault(ErrSyntax, "is text, but an array of numbers is wanted")
	}
	return rows.scan(t, visit)
}

type rowFunc func(row []float64) error

// checkSize tells whether the matrix can be held with width numbers per row.
func (t *Table) checkSize(width int) error {
	if width > 0 && t.N > maxValues/width {
		return t.Fault(ErrTooLarge, "is of size %d×%d: at most %d numbers (%d GiB) can be opened", t.N, width, maxValues, maxValues>>27)
	}
	// A sparse matrix says little and claims much; memory is for what it holds.
	const small, perStored = 1 << 22, 1 << 12
	if t.sparse && t.N*width > small+perStored*t.stored {
		return t.Fault(ErrTooLarge, "is too sparse to be opened: of its %d×%d numbers, only %d are stored", t.N, width, t.stored)
	}
	return nil
}

// checkTexts tells whether so many texts can be held.
func (t *Table) checkTexts(count int) error {
	const header = 16 // bytes of a string beside its text
	return cmp.Or(t.checkSize(t.Cols), t.In.fits(t.Part, header*int64(count)))
}

// checkColumns tells whether the matrix can be held, and its columns listed.
func (t *Table) checkColumns() error {
	if t.Cols > maxColumns {
		return t.Fault(ErrTooLarge, "has %d columns: at most %d can be opened", t.Cols, maxColumns)
	}
	return t.checkSize(t.Cols)
}

// noFeatures says that the rows of t are none of numbers.
func (t *Table) noFeatures() error {
	return t.Fault(ErrSyntax, "holds text, but features are numbers: save them with .astype(float)")
}

// LabelFault returns a *FormatError about the label of a row, which stands in column label.
func (t *Table) LabelFault(label, line int, err error) error {
	if t.Labels != nil {
		return t.Labels.FaultAt(line, 0, err)
	}
	return t.In.FaultAt(line, label+1, err)
}

// Guess adds a note about what was guessed or left out.
func (t *Table) Guess(format string, args ...any) {
	t.Note(format, args...)
	t.Guesses = append(t.Guesses, phrase.OneLine(t.Notes[len(t.Notes)-1]))
}

// Note adds a sentence about what was done to the table.
func (t *Table) Note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}
