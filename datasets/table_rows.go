package datasets

import (
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// A labelSink takes the labels of a table, row by row, as text. Its errors say
// what is wrong with a label; where it stands is added to them.
type labelSink interface {
	add(text string, line int) error
}

// readRows reads the rows of t that are left into a matrix with one column for
// each feature of s and, with bias, a last one of ones. Labels go to labels.
func readRows(t *table, s schema, bias bool, labels labelSink) (*mat.Dense, error) {
	if t.array != nil {
		return readArray(t, s, bias, labels)
	}
	width := len(s.features)
	if bias {
		width++
	}
	var x []float64
	rows := 0
	for {
		r, err := t.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if len(x)+width > cap(x) {
			x = t.grow(x, rows, width)
		}
		for _, column := range s.features {
			value, err := parseNumber(r.fields[column])
			if err != nil {
				return nil, t.faultAt(r.line, column+1, t.explain(err, column))
			}
			x = append(x, value)
		}
		if bias {
			x = append(x, 1)
		}
		if s.label >= 0 {
			if err := labels.add(r.fields[s.label], r.line); err != nil {
				return nil, t.faultAt(r.line, s.label+1, err)
			}
		}
		rows++
	}
	if rows == 0 {
		return nil, t.faultAt(0, 0, newFault(ErrEmpty, "has a header, but no rows"))
	}
	return mat.NewDense(rows, width, x), nil
}

// grow returns x with room for more rows: as many as the file will have if the
// rest of it is like what has been read, so that x is rarely copied and seldom
// much larger than needed. A file that is unlike its beginning cannot make
// it grow more than 64-fold at once.
func (t *table) grow(x []float64, rows, width int) []float64 {
	const estimable = 500 // rows that say enough about the others
	want := max(64, rows+rows/4+1)
	if rows >= estimable && !t.compressed && t.size > 0 && t.done > 0 {
		expected := float64(rows) * float64(t.size) / float64(t.done) * 1.02
		want = max(want, min(int(expected), 64*rows))
	}
	grown := make([]float64, len(x), want*width)
	copy(grown, x)
	return grown
}

// parseNumber reads a finite number.
func parseNumber(field string) (float64, error) {
	field = strings.TrimSpace(field)
	value, err := strconv.ParseFloat(field, 64)
	switch {
	case math.IsNaN(value) || math.IsInf(value, 0):
		return 0, newFault(ErrNotFinite, "%s is not a finite number", excerpt(field))
	case err == nil:
		return value, nil
	case field == "":
		return 0, newFault(ErrNotNumber, "the field is empty, a number belongs here")
	}
	if _, err := strconv.ParseFloat(strings.Replace(field, ",", ".", 1), 64); err == nil {
		return 0, newFault(ErrNotNumber, "%s is not a number: write decimals with a point", excerpt(field))
	}
	return 0, newFault(ErrNotNumber, "%s is not a number", excerpt(field))
}

// explain adds the name of a feature column, and what can be done about text
// in it.
func (t *table) explain(err error, column int) error {
	hint := "leave it out with --drop " + t.columnFlag(column)
	if t.names != nil {
		hint = "column " + t.columnFlag(column) + "; " + hint
	}
	return &fault{text: err.Error() + " (" + hint + ")", kinds: []error{err}}
}
