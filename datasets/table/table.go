package table

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"larui/datasets/moments"
	"larui/datasets/wording"
)

const (
	// maxValues bounds the numbers of a domain to 8 GiB of float64.
	maxValues = 1 << 30
	// maxColumns bounds the features of an array, because columns are listed before the numbers are
	// known to exist.
	maxColumns = 1 << 20
)

// A Table is a file or an array in a file: N rows of Cols columns and their raw labels. The caller
// decides what the columns mean.
type Table struct {
	Part // the file, or the array in it
	In   *Input
	// Array is the name of the array in the file; empty if the file has only one.
	Array string
	// Form describes the table for people, for example "no header" or "NPY of float64".
	Form string
	// Columns are the names of the columns, nil if the file has none. Header is the number of the line
	// with the names.
	Columns []string
	Header  int
	// Labels are labels that are not in a column, but in another array or file; nil if there are none. The
	// column index Cols stands for Labels.
	Labels *Labels
	// N is the number of samples; for text it is known after reading.
	N, Cols int
	Rows    RowSource
	// Sums are the sums of all N rows if Rows is only a sample of them; nil for a table of rows.
	Sums *moments.Sums
	// Picture is the size of each sample in rows and columns of pixels, if samples are pictures.
	Picture [2]int
	// MissingLabelText is an error text for a source that needs Options.Label, because the file has no
	// array of labels. It is empty if the last column may be the label.
	MissingLabelText string
	// FeaturesOnly is true if no column of a target can be the label. NeedsAllFeatures is true if no feature
	// may be left out.
	FeaturesOnly, NeedsAllFeatures bool
	// Dropped counts the rows that were left out because they have no label.
	Dropped int
	// DroppedMark is a mark of a missing value that was the label of a dropped row; empty if the
	// labels of all dropped rows were empty.
	DroppedMark string
	// Notes are sentences about how the table was read. Guesses are the notes about what was assumed
	// or left out.
	Notes, Guesses []string
	// Refine, if not nil, is called for each batch of text after its fields are numbers, on any
	// goroutine.
	Refine func(*Batch) error

	format string // the name of the format
	names  nameIndex
	// sparse is true if the file stores only nonzero values. stored is the number of values that the
	// file claims to store.
	sparse bool
	stored int
}

// A RowSource reads the rows of a table in one of the formats.
type RowSource interface {
	// prepare makes t ready for reading. It returns an error if the rows can't be features. column is the
	// user's name for the labels of this file, or "".
	prepare(t *Table, column string) error
}

// A batchReader is a RowSource that makes batches itself. Every other RowSource is a numberRows.
type batchReader interface {
	each(t *Table, r Pick, visit func(*Batch) error) error
}

// numberRows are a RowSource of numbers. scan visits the rows. A row is valid until the next visit.
type numberRows interface {
	scan(t *Table, visit sampleFunc) error
}

// A sampleFunc visits a row. line is the number of the line or of the sample. label is the row's label,
// "" if it is in a column.
type sampleFunc func(row []float64, label string, line int) error

// Labels are labels, as written, that are not in a column of a Table.
type Labels struct {
	Part
	About string // where they are, for example "those of bert_en_y.npy"
	Texts []string
	array string // the name of their array; empty if the file has only one
}

// A Pick says which columns of a table to read as features, label and texts.
type Pick struct {
	// Features are the positions of the feature columns, in the order of the pair's features.
	Features []int
	// Label is the position of the label column, or −1.
	Label int
	// Bias appends a column of ones.
	Bias bool
	// DropUnlabelled leaves out rows without a label.
	DropUnlabelled bool
	// Converters has a converter for each of Features; nil if all fields are plain numbers.
	Converters []FieldConverter
	// Carried are the columns whose fields are in Batch.Carried as written, for example ids.
	Carried []int
}

// A FieldConverter computes features from the fields of a column, for each field the same number of
// features. Several goroutines may use it at once.
type FieldConverter interface {
	// Width returns the number of features.
	Width() int
	// Append appends the features of a text field to x; parse parses a number in the field. AppendNumber
	// appends the features of a number; NaN means a gap.
	Append(x []float64, field string, parse func(string) (float64, error)) ([]float64, error)
	AppendNumber(x []float64, value float64) ([]float64, error)
}

// Width returns the number of columns of X.
func (r Pick) Width() int {
	width := 0
	if r.Converters == nil {
		width = len(r.Features)
	}
	for _, m := range r.Converters {
		width += m.Width()
	}
	if r.Bias {
		width++
	}
	return width
}

// appendRow appends the features of a row of numbers to x. If a number is faulty, it returns the
// error and the column of that number.
func (r Pick) appendRow(x, row []float64) (_ []float64, column int, err error) {
	for i, from := range r.Features {
		switch v := row[from]; {
		case r.Converters != nil:
			x, err = r.Converters[i].AppendNumber(x, v)
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

func (t *Table) countDroppedRows(rows int, mark string) {
	t.Dropped += rows
	t.DroppedMark = cmp.Or(t.DroppedMark, mark)
}

// MayBeRounded reports whether a carried field may differ from the number in the file, because arrays
// are read as float64.
func (t *Table) MayBeRounded(field string) bool {
	if _, numbers := t.Rows.(*array); !numbers {
		return false
	}
	value, err := strconv.ParseFloat(field, 64)
	return err == nil && math.Abs(value) >= 1<<53
}

// A Batch has successive rows of a Table, as Table.Each passes them to a visitor.
type Batch struct {
	// X has the features of the rows, row by row.
	X []float64
	// Labels has the label of each row as written.
	Labels []string
	// Lines has the line or the sample number of each row.
	Lines []int
	// Y is for labels that Table.Refine parses.
	Y []float64
	// Carried are the fields in the columns of Pick.Carried, row by row.
	Carried []string
	// RowTotal is the number of all rows, 0 if unknown.
	RowTotal int
	// HasAllRows is true if the batch has all rows. The visitor may then keep X.
	HasAllRows bool
	// Done is the number of bytes of the file read so far.
	Done int64

	// parts has a batch of text, and columns a batch of a Parquet file. err is the error of the row
	// after the batch.
	parts   []textPart
	columns []columnValues
	err     error
	// dropped counts the rows left out because they have no label. droppedMark is the first label of
	// these rows that is not empty, or "".
	dropped     int
	droppedMark string
	// ready is closed once the batch is converted.
	ready chan struct{}
}

// Each reads the columns that r picks and passes batches of rows to visit, in order and on the calling
// goroutine. A batch is valid until the next one, unless it has all rows.
func (t *Table) Each(r Pick, visit func(*Batch) error) error {
	if rows, ok := t.Rows.(numberRows); ok {
		return t.visitNumbers(rows, r, visit)
	}
	return t.Rows.(batchReader).each(t, r, visit)
}

// Scan visits all rows of a table of numbers. Each row is valid until the next one.
func (t *Table) Scan(visit func(row []float64) error) error {
	rows, ok := t.Rows.(numberRows)
	if !ok {
		return t.Fault(ErrSyntax, "is text, but an array of numbers is wanted")
	}
	return rows.scan(t, func(row []float64, _ string, _ int) error { return visit(row) })
}

type rowFunc func(row []float64) error

func (t *Table) checkSize(width int) error {
	if width > 0 && t.N > maxValues/width {
		return t.Fault(ErrTooLarge, "is of size %d×%d: at most %d numbers (%d GiB) can be opened", t.N, width, maxValues, maxValues>>27)
	}
	// A sparse file may claim a huge matrix with few values; memory must be in proportion to the
	// values.
	const small, perStored = 1 << 22, 1 << 12
	if t.sparse && t.N*width > small+perStored*t.stored {
		return t.Fault(ErrTooLarge, "is too sparse to be opened: of its %d×%d numbers, only %d are stored", t.N, width, t.stored)
	}
	return nil
}

func (t *Table) checkTextCount(count int) error {
	const header = 16 // bytes of a string beside its text
	return cmp.Or(t.checkSize(t.Cols), t.In.checkMemory(t.Part, header*int64(count)))
}

func (t *Table) checkDimensions() error {
	if t.Cols > maxColumns {
		return t.Fault(ErrTooLarge, "has %d columns: at most %d can be opened", t.Cols, maxColumns)
	}
	return t.checkSize(t.Cols)
}

// LabelFault returns a *FormatError about the label of a row. label is the index of the label column.
func (t *Table) LabelFault(label, line int, err error) error {
	if t.Labels != nil {
		return t.Labels.FaultAt(line, 0, err)
	}
	return t.In.FaultAt(line, label+1, err)
}

// Guess adds a sentence to Notes and Guesses, unless it is there already. The sentence is the name of
// the file followed by the formatted text.
func (t *Table) Guess(format string, args ...any) {
	note := t.note(format, args)
	guess := wording.OneLine(note)
	if !slices.Contains(t.Guesses, guess) {
		t.Notes, t.Guesses = append(t.Notes, note), append(t.Guesses, guess)
	}
}

// Note adds a sentence about what was done to the table. The sentence is the name of the file
// followed by the formatted text.
func (t *Table) Note(format string, args ...any) { t.Notes = append(t.Notes, t.note(format, args)) }

func (t *Table) note(format string, args []any) string {
	return filepath.Base(t.Path) + fmt.Sprintf(format, args...)
}
