package datasets

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"larui/datasets/table"
	"larui/datasets/wording"
	"larui/model"
)

// Columns of a table of answers, which is text with a header: the row, the ids and the features as
// in the target's file, the label, and the time. isAnswers recognizes the table by its first column
// and its last two.
const (
	AnswerRowColumn   = "row"
	AnswerLabelColumn = "label"
	AnswerWhenColumn  = "when"
)

// UnsureLabel is the label of a row whose label cannot be decided.
const UnsureLabel = "?"

// An Answer is the label written for a row of the target.
type Answer struct {
	// Row counts the rows of the target from 1. Line is the line of the answer in its file.
	Row, Line int
	// Label and When are the fields as written, empty if there is no answer. Value is the label in
	// the encoding of the task, if Known is true.
	Label, When string
	Known       bool
	Value       float64
}

// isAnswers reports whether t is a table of answers.
func isAnswers(t *table.Table) bool {
	last := len(t.Columns) - 1
	return last >= 2 && t.Columns[0] == AnswerRowColumn && t.Columns[last-1] == AnswerLabelColumn && t.Columns[last] == AnswerWhenColumn
}

// matchAnswers returns the pick of a table of answers, given the pick of the source. The features
// come in the source's order, just before the label.
func matchAnswers(source *table.Table, from table.Pick, t *table.Table) (table.Pick, error) {
	r := table.Pick{Label: t.Cols - 2, Bias: from.Bias, Make: from.Make}
	first := r.Label - len(from.Features)
	if first < 1 {
		return r, t.In.Fault(ErrWidth, "has %d columns before the label, fewer than the row and %s of %s: it was made for others",
			r.Label, wording.Plural(len(from.Features), "feature"), filepath.Base(source.Path))
	}
	for i, f := range from.Features {
		if source.Columns != nil && t.Columns[first+i] != source.PlainName(f) {
			return r, t.HeaderFault(first+i, ErrWidth, "column %s is %s in %s: it was made for other features",
				t.ColumnName(first+i), source.ColumnName(f), filepath.Base(source.Path))
		}
		r.Features = append(r.Features, first+i)
	}
	t.Guess(": two models differ on all of its rows: they compare the two models, but a score on them is no score of the target")
	return r, nil
}

// answerColumns returns the columns row, label and when: by their places in a table of answers,
// otherwise by their names.
func answerColumns(t *table.Table) (columns []int, err error) {
	if last := len(t.Columns) - 1; isAnswers(t) {
		return []int{0, last - 1, last}, nil
	}
	for _, name := range []string{AnswerRowColumn, AnswerLabelColumn, AnswerWhenColumn} {
		at := slices.Index(t.Columns, name)
		if at < 0 || slices.Contains(t.Columns[at+1:], name) {
			return nil, t.In.Fault(ErrNoColumn, "holds no answers: it needs the columns %s, %s and %s, each of them once, as larui label --export writes them",
				AnswerRowColumn, AnswerLabelColumn, AnswerWhenColumn)
		}
		columns = append(columns, at)
	}
	return columns, nil
}

// ReadAnswers reads the answers at path about rows of the target of p. Each row may occur only
// once, with a class of the source or, for regression, a number. columns, if given, are the columns
// between row and label; any other column is an error, because rewriting the file would lose it.
func ReadAnswers(ctx context.Context, path string, p *Pair, columns ...string) ([]Answer, error) {
	t, err := table.Open(table.NewReporter(ctx, nil), path, table.Options{})
	if err != nil {
		return nil, err
	}
	defer t.In.Close()
	carry, err := answerColumns(t)
	if err != nil {
		return nil, err
	}
	if known := append([]string{AnswerRowColumn, AnswerLabelColumn, AnswerWhenColumn}, columns...); columns != nil {
		if i := slices.IndexFunc(t.Columns, func(name string) bool { return !slices.Contains(known, name) }); i >= 0 {
			return nil, t.In.Fault(ErrNoColumn, "has a column %s that would be lost: name another file for the answers", t.ColumnName(i))
		}
	}
	code := codeOf(p)
	var answers []Answer
	lines := map[int]int{}
	err = t.Each(table.Pick{Label: -1, Carry: carry}, func(b *table.Batch) error {
		for i, line := range b.Lines {
			row, err := strconv.Atoi(strings.TrimSpace(b.Carried[3*i]))
			if err != nil || row < 1 {
				return t.In.FaultAt(line, carry[0]+1, table.NewFault(ErrNotNumber, "%s is no row of the target", wording.Excerpt(b.Carried[3*i])))
			}
			if before, twice := lines[row]; twice {
				return t.In.FaultAt(line, carry[0]+1, table.NewFault(ErrSyntax, "row %d is also in line %d", row, before))
			}
			lines[row] = line
			a := Answer{Row: row, Line: line, Label: strings.Clone(strings.TrimSpace(b.Carried[3*i+1])), When: strings.Clone(b.Carried[3*i+2])}
			value, err := code.parse(a.Label)
			switch {
			case a.Label == UnsureLabel:
			case err == nil:
				a.Value, a.Known = value, true
			case table.IsMissing(a.Label):
				a.Label = ""
			default:
				return t.In.FaultAt(line, carry[1]+1, err)
			}
			answers = append(answers, a)
		}
		return nil
	})
	return answers, err
}

// ParseLabel parses a label as written in the files of p. The result is in the encoding of the
// task.
func ParseLabel(p *Pair, label string) (float64, error) { return codeOf(p).parse(label) }

// codeOf returns the label code that the source of p has fixed.
func codeOf(p *Pair) labelCode {
	c := labelCode{task: p.Task, classes: p.ClassNames, source: "the source"}
	for _, class := range p.ClassNames {
		value, err := table.ParseFloat(class)
		if err != nil || p.Task == model.Regression {
			c.numbers = nil
			return c
		}
		c.numbers = append(c.numbers, value)
	}
	return c
}
