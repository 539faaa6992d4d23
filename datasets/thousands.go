package datasets

import (
	"context"
	"math"
	"strings"

	"larui/datasets/recipe"
	"larui/datasets/table"
	"larui/datasets/wording"
)

// warnThousands adds a guess about the columns of t in which three digits follow every decimal mark,
// because the mark may separate thousands. x has rows of t, read with the pick r. If x suggests such
// columns, warnThousands reads these columns again.
func warnThousands(ctx context.Context, t *table.Table, r table.Pick, x []float64) error {
	if !t.IsText() {
		return nil
	}
	look := table.Pick{Label: -1}
	at, width := 0, r.Width()
	for i, column := range r.Features {
		isNumber, step, fill := true, 1, 0.0
		if r.Converters != nil {
			m := r.Converters[i].(*recipe.Converter)
			isNumber, step, fill = m.Kind() == recipe.Number, m.Width(), m.Fill
		}
		if isNumber && mayBeThousands(x, at, width, fill) {
			look.Carried = append(look.Carried, column)
		}
		at += step
	}
	if look.Carried == nil {
		return nil
	}
	if t.Info() == nil {
		t.Guess(": every fraction in column %s has three decimals: if the marks separate thousands, save the rows to a file and use --thousands", wording.JoinFirst(columnNames(t, look.Carried), 5))
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
			case t.MarksThousands(field):
				if first[at] == "" {
					first[at] = strings.Clone(strings.TrimSpace(field))
				}
			case strings.ContainsAny(field, ".,"):
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
		mark := table.GroupMark(example)
		t.Guess(": three digits follow every %q in column %s, first in %s, which is read as a fraction: --thousands %s reads thousands", mark, wording.JoinFirst(columnNames(t, columns), 5), example, wording.ShellQuote(mark))
	}
	return err
}

func columnNames(t *table.Table, columns []int) (names []string) {
	for _, c := range columns {
		names = append(names, t.QuotedName(c))
	}
	return names
}

// mayBeThousands reports whether the given column of x, which has rows of width numbers, has
// fractions other than fill, and all of them have at most three decimals and a magnitude from 1 to
// 1000.
func mayBeThousands(x []float64, column, width int, fill float64) bool {
	fractions := false
	for i := column; i < len(x); i += width {
		v := math.Abs(x[i])
		if !isFraction(v) || x[i] == fill {
			continue
		}
		if v < 1 || v >= 1000 || math.Abs(v*1000-math.Round(v*1000)) > 1e-8 {
			return false
		}
		fractions = true
	}
	return fractions
}
