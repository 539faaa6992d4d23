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

// Columns of a file of answers. A line has, in this order, the number of a row of the target, the ids and
// features of the row, the label written by hand, and the time of labelling.
const (
	AnswerRowColumn   = "row"
	AnswerLabelColumn = "label"
	AnswerWhenColumn  = "when"
	// AnswerSettingColumn is an optional column, the second one. It has the flags of the LAR setting that
	// the person compared with no adaptation.
	AnswerSettingColumn = "lar-setting"
)

// UnsureLabel is the answer of a person who cannot decide the label of a row.
const UnsureLabel = "?"

// An Answer is the label that a person gave to a row of the target.
type Answer struct {
	// Row is the number of the target's row, from 1. Line is the answer's line in the file of answers.
	Row, Line int
	// Label and When are as written in the file. Label is empty if the answer is missing.
	Label, When string
	// Known is false if Label is empty or UnsureLabel.
	Known bool
	// Value is the label in the encoding of the task, if Known is true.
	Value float64
	// Setting has the field of AnswerSettingColumn, empty without this column.
	Setting string
}

func isAnswerTable(t *table.Table) bool {
	last := len(t.Columns) - 1
	return last >= 2 && t.Columns[0] == AnswerRowColumn && t.Columns[last-1] == AnswerLabelColumn && t.Columns[last] == AnswerWhenColumn
}

// matchAnswers picks the label and the features of t, a file of answers. The features are the columns just
// before the label, in the order of the source.
func matchAnswers(source *table.Table, sourcePick table.Pick, t *table.Table) (table.Pick, error) {
	r := table.Pick{Label: t.Cols - 2, Bias: sourcePick.Bias, Converters: sourcePick.Converters}
	first := r.Label - len(sourcePick.Features)
	if first < 1 {
		return r, t.In.Fault(ErrWidth, "has only %d columns before the label, too few for the row number and the %s of %s: it was written for another source",
			r.Label, wording.Plural(len(sourcePick.Features), "feature"), filepath.Base(source.Path))
	}
	for i, f := range sourcePick.Features {
		if source.Columns != nil && t.Columns[first+i] != source.PlainName(f) {
			return r, t.HeaderFault(first+i, ErrWidth, "column %s should be column %s, as in %s: the answers were written for a source with other features",
				t.QuotedName(first+i), source.QuotedName(f), filepath.Base(source.Path))
		}
		r.Features = append(r.Features, first+i)
	}
	t.Guess(": it has only rows on which two models differ: these rows compare the two models, but a score on them is not a score on the whole target")
	return r, nil
}

// findAnswerColumns returns the indices of the columns row, label and when. In a file of answers it finds
// them by position, in any other table by name.
func findAnswerColumns(t *table.Table) (columns []int, err error) {
	if last := len(t.Columns) - 1; isAnswerTable(t) {
		return []int{0, last - 1, last}, nil
	}
	for _, name := range []string{AnswerRowColumn, AnswerLabelColumn, AnswerWhenColumn} {
		at := slices.Index(t.Columns, name)
		if at < 0 || slices.Contains(t.Columns[at+1:], name) {
			return nil, t.In.Fault(ErrNoColumn, "is not a file of answers: it needs the columns %s, %s and %s, each once, as larui label --export writes them",
				AnswerRowColumn, AnswerLabelColumn, AnswerWhenColumn)
		}
		columns = append(columns, at)
	}
	return columns, nil
}

// ReadAnswers reads a file of answers for the target of p. It fails if a row occurs twice, or if a label is
// not a class of the source (in a regression: a number), UnsureLabel or missing. If columns is not nil, it
// must list all columns of ids and features, because rewriting the file would lose others.
func ReadAnswers(ctx context.Context, path string, p *Pair, columns ...string) ([]Answer, error) {
	t, err := table.Open(table.NewReporter(ctx, nil), path, table.Options{})
	if err != nil {
		return nil, err
	}
	defer t.In.Close()
	carry, err := findAnswerColumns(t)
	if err != nil {
		return nil, err
	}
	if at := slices.Index(t.Columns, AnswerSettingColumn); at == 1 {
		carry = append(carry, at)
	}
	if known := append([]string{AnswerRowColumn, AnswerLabelColumn, AnswerWhenColumn, AnswerSettingColumn}, columns...); columns != nil {
		if i := slices.IndexFunc(t.Columns, func(name string) bool { return !slices.Contains(known, name) }); i >= 0 {
			return nil, t.In.Fault(ErrNoColumn, "has a column %s, which would be lost when answers are added: choose another file for the answers", t.QuotedName(i))
		}
	}
	code := sourceLabelCode(p)
	var answers []Answer
	lines := map[int]int{}
	err = t.Each(table.Pick{Label: -1, Carried: carry}, func(b *table.Batch) error {
		for i, line := range b.Lines {
			fields := b.Carried[len(carry)*i:][:len(carry)]
			row, err := strconv.Atoi(strings.TrimSpace(fields[0]))
			if err != nil || row < 1 {
				return t.In.FaultAt(line, carry[0]+1, table.NewFault(ErrNotNumber, "%s is not the number of a row of the target", wording.Excerpt(fields[0])))
			}
			if before, twice := lines[row]; twice {
				return t.In.FaultAt(line, carry[0]+1, table.NewFault(ErrSyntax, "row %d is also in line %d", row, before))
			}
			lines[row] = line
			a := Answer{Row: row, Line: line, Label: strings.Clone(strings.TrimSpace(fields[1])), When: strings.Clone(fields[2])}
			if len(fields) > 3 && strings.HasPrefix(fields[3], "--") { // else a feature has this name
				a.Setting = strings.Clone(fields[3])
			}
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

// ParseLabel returns the value of a label in the encoding of the task, as the source of p defines it.
func ParseLabel(p *Pair, label string) (float64, error) { return sourceLabelCode(p).parse(label) }

func sourceLabelCode(p *Pair) labelCode {
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
