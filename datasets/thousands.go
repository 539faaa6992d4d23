package datasets

import (
	"context"
	"math"
	"slices"
	"strings"

	"larui/datasets/recipe"
	"larui/datasets/table"
	"larui/datasets/wording"
)

// A thousandsSearch finds the columns of a text whose decimal marks may separate thousands.
type thousandsSearch struct {
	width   int // of a row of x
	columns []*thousandsColumn
}

// A thousandsColumn is a column of numbers.
type thousandsColumn struct {
	// column is the column's index in the text, and feature its index among the features.
	column, feature int
	// fill is the number that replaces gaps.
	fill float64
	// hasFractions is true if a number so far has a fraction.
	hasFractions bool
}

func newThousandsSearch(t *table.Table, r table.Pick) *thousandsSearch {
	s := &thousandsSearch{width: r.Width()}
	at := 0
	for i, column := range r.Features {
		isNumber, step, fill := t.IsText(), 1, 0.0
		if r.Converters != nil {
			m := r.Converters[i].(*recipe.Converter)
			isNumber, step, fill = isNumber && m.Kind() == recipe.Number, m.Width(), m.Fill
		}
		if isNumber {
			s.columns = append(s.columns, &thousandsColumn{column: column, feature: at, fill: fill})
		}
		at += step
	}
	return s
}

// add drops a column with a fraction that can't be thousands: one with more than three decimals, or with a
// magnitude that is not from 1 to 1000. x has the features of further rows.
func (s *thousandsSearch) add(x []float64) {
	s.columns = slices.DeleteFunc(s.columns, func(c *thousandsColumn) bool { return !c.mayBeThousands(x, s.width) })
}

// noteThousands reads the remaining columns of t again, and notes the columns with three digits after every
// decimal mark.
func (s *thousandsSearch) noteThousands(ctx context.Context, t *table.Table) error {
	isDecimal := func(field string) bool { return !t.MayMarkThousands(field) && strings.ContainsAny(field, ".,") }
	look := table.Pick{Label: -1}
	for _, c := range s.columns {
		if c.hasFractions && !slices.ContainsFunc(t.FirstFields(c.column), isDecimal) {
			look.Carried = append(look.Carried, c.column)
		}
	}
	if look.Carried == nil {
		return nil
	}
	if t.Info() == nil {
		t.Guess(": every fraction in column %s has three decimals: if the marks separate thousands, save the rows to a file and use --thousands", wording.JoinFirst(quoteColumnNames(t, look.Carried), 5))
		return nil
	}
	again, err := t.Reopen(ctx)
	if err != nil {
		return err
	}
	defer again.In.Close()
	first, clear := make([]string, len(look.Carried)), make([]bool, len(look.Carried))
	err = again.Each(look, func(b *table.Batch) error {
		for i, field := range b.Carried {
			switch at := i % len(look.Carried); {
			case t.MayMarkThousands(field):
				if first[at] == "" {
					first[at] = strings.Clone(strings.TrimSpace(field))
				}
			case isDecimal(field):
				clear[at] = true
			}
		}
		return nil
	})
	var columns []int
	example := ""
	for i, field := range first {
		if field != "" && !clear[i] {
			columns = append(columns, look.Carried[i])
			if example == "" {
				example = field
			}
		}
	}
	if columns != nil {
		mark := table.ThousandsMark(example)
		t.Guess(": three digits follow every %q in column %s, first in %s, which is read as a fraction: --thousands %s reads thousands", mark, wording.JoinFirst(quoteColumnNames(t, columns), 5), example, wording.ShellQuote(mark))
	}
	return err
}

func quoteColumnNames(t *table.Table, columns []int) (names []string) {
	for _, c := range columns {
		names = append(names, t.QuotedName(c))
	}
	return names
}

// mayBeThousands ignores values equal to c.fill, which may be filled gaps.
func (c *thousandsColumn) mayBeThousands(x []float64, width int) bool {
	for i := c.feature; i < len(x); i += width {
		v := math.Abs(x[i])
		if !isFraction(v) || x[i] == c.fill {
			continue
		}
		if v < 1 || v >= 1000 || math.Abs(v*1000-math.Round(v*1000)) > 1e-8 {
			return false
		}
		c.hasFractions = true
	}
	return true
}
