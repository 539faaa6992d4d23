package modelfile

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/model"
	"larui/model/labelling"
)

// A Comparison compares two models by the rows of the target with different predictions.
type Comparison struct {
	// Rows is the number of rows of the target.
	Rows int
	// Differ are the rows with different predictions, in the order of labelling.
	Differ []Differing

	model  *Model // the first
	second *Model
	spec   datasets.Spec
	pair   *datasets.Pair
	report func(datasets.Progress)
}

// A Differing is a row of the target with both predictions: indices of classes, or the values of a
// regression.
type Differing struct {
	labelling.Row
	First, Second float64
}

// Compare compares two models on the target of pair, which spec has opened and on which both were
// fitted. It reads the target's file again in order to see all its rows. The seed of spec draws the
// order of labelling.
func Compare(
	ctx context.Context, spec datasets.Spec, pair *datasets.Pair, first, second *Model, progress func(datasets.Progress),
) (*Comparison, error) {
	c := &Comparison{model: first, second: second, spec: spec, pair: pair, report: progress}
	scores := make([]float64, len(first.Weights[0]))
	predict := func(m *Model, row []float64) float64 {
		m.score(row, scores)
		return m.predict(scores)
	}
	err := c.each(ctx, nil, func(number int, row []float64, _ []string) error {
		c.Rows = number
		d := Differing{First: predict(first, row), Second: predict(second, row)}
		if !finite(d.First, d.Second) {
			return fmt.Errorf("row %d of the target: its score is %w: its features are too large", number, datasets.ErrNotFinite)
		}
		if d.First != d.Second {
			weight := 1.0
			if pair.Task == model.Regression {
				weight = math.Abs(d.First - d.Second)
			}
			d.Row = labelling.NewRow(number, spec.Seed, weight)
			c.Differ = append(c.Differ, d)
		}
		return nil
	})
	slices.SortFunc(c.Differ, func(a, b Differing) int { return a.Before(b.Row) })
	return c, err
}

// each visits the rows of the target, counted from 1, with the fields of the given columns as
// written. For a pair that is not from files the fields are all features.
func (c *Comparison) each(ctx context.Context, columns []string, visit func(number int, row []float64, fields []string) error) error {
	number := 0
	batch := func(x *mat.Dense, _ []int, fields []string) error {
		n, _ := x.Dims()
		for i := range n {
			number++
			if err := visit(number, x.RawRowView(i), fields[i*len(columns):(i+1)*len(columns)]); err != nil {
				return err
			}
		}
		return ctx.Err()
	}
	if c.model.Columns == nil {
		x := c.pair.Target.X
		var fields []string
		for i := range x.RawMatrix().Rows {
			for j := range columns {
				fields = append(fields, strconv.FormatFloat(x.At(i, j), 'g', -1, 64))
			}
		}
		return batch(x, nil, fields)
	}
	read, err := c.model.targetSpec(c.spec, c.pair)
	if err != nil {
		return err
	}
	read.ID = columns
	_, err = c.model.eachRow(ctx, read, c.report, batch)
	return err
}

// columns returns the columns of a row to show: ids and features as in the target's file.
func (c *Comparison) columns() (columns []string, err error) {
	if c.model.Columns == nil {
		for j := range c.model.width() {
			name := "x" + strconv.Itoa(j+1)
			if c.model.Features != nil {
				name = c.model.Features[j]
			}
			columns = append(columns, name)
		}
		return columns, nil
	}
	l := c.pair.Layouts[1]
	columns = slices.Clone(l.Options.ID)
	file := l.Table()
	for _, i := range l.Features {
		name := file.PlainName(i)
		if slices.Contains(columns, name) {
			return nil, fmt.Errorf("%s: two columns are called %s: rename one, so that whoever labels can distinguish them",
				filepath.Base(c.spec.Target), wording.Excerpt(name))
		}
		columns = append(columns, name)
	}
	return columns, nil
}

// Drawn returns the first rows to label, with their answers, if any. It returns more than the given
// number of rows if later rows have answers.
func (c *Comparison) Drawn(rows int, answers []datasets.Answer) (drawn []datasets.Answer) {
	byRow := map[int]datasets.Answer{}
	for _, a := range answers {
		if a.Label != "" {
			byRow[a.Row] = a
		}
	}
	for i, d := range c.Differ {
		a, answered := byRow[d.Number]
		if answered {
			rows = max(rows, i+1)
		}
		a.Row = d.Number
		drawn = append(drawn, a)
	}
	return drawn[:min(rows, len(drawn))]
}

// A AnswerRow is a row of the target for the person who labels it. Fields are its fields as written, and
// X its features as the models take them (length d).
type AnswerRow struct {
	Fields []string
	X      []float64
}

// AnswerRows reads the rows of answers, in their order. columns names the fields: ids, then features.
func (c *Comparison) AnswerRows(ctx context.Context, answers []datasets.Answer) (columns []string, lines []AnswerRow, err error) {
	columns, err = c.columns()
	if err != nil {
		return nil, nil, err
	}
	place := map[int]int{}
	for i, a := range answers {
		place[a.Row] = i
	}
	lines = make([]AnswerRow, len(answers))
	err = c.each(ctx, columns, func(number int, row []float64, fields []string) error {
		if i, wanted := place[number]; wanted {
			lines[i] = AnswerRow{Fields: slices.Clone(fields), X: slices.Clone(row)}
		}
		return nil
	})
	return columns, lines, err
}

// Other returns the weights (d×c) of the second model, for features in the scale of the first
// model.
func (c *Comparison) Other() *mat.Dense {
	w := c.second.Weights
	return mat.NewDense(len(w), len(w[0]), slices.Concat(w...))
}

// Pulls returns, for each of the columns, how far its features pull the two models apart on a row d
// with features x: the sum of xⱼ(w₁ⱼ − w₂ⱼ). Here w is, for each model, the weights for the
// prediction of the first model less the weights for the prediction of the second. It is 0 for an
// id.
func (c *Comparison) Pulls(d Differing, x []float64, columns int) []float64 {
	weight := func(m *Model, j int) float64 {
		if len(m.Weights[j]) == 1 {
			return m.Weights[j][0]
		}
		return m.Weights[j][int(d.First)] - m.Weights[j][int(d.Second)]
	}
	pulls := make([]float64, columns)
	widths := slices.Repeat([]int{1}, c.model.width())
	if c.model.Recipe != nil {
		widths = widths[:0]
		for i := range c.model.Recipe {
			widths = append(widths, c.model.Recipe[i].Width())
		}
	}
	j, first := 0, columns-len(widths) // ids come before the features
	for i, width := range widths {
		for range width {
			pulls[first+i] += x[j] * (weight(c.model, j) - weight(c.second, j))
			j++
		}
	}
	return pulls
}

// Export writes the rows to label from Drawn as CSV: row, ids, features, label, when.
func (c *Comparison) Export(ctx context.Context, drawn []datasets.Answer, w io.Writer) error {
	columns, lines, err := c.AnswerRows(ctx, drawn)
	if err != nil {
		return err
	}
	return WriteAnswers(w, columns, lines, drawn)
}

// WriteAnswers writes answers as CSV, with the lines that Lines has read for them.
func WriteAnswers(w io.Writer, columns []string, lines []AnswerRow, answers []datasets.Answer) error {
	out := csv.NewWriter(w)
	rows := [][]string{slices.Concat([]string{datasets.AnswerRow}, columns, []string{datasets.AnswerLabel, datasets.AnswerWhen})}
	for i, a := range answers {
		rows = append(rows, slices.Concat([]string{strconv.Itoa(a.Row)}, lines[i].Fields, []string{a.Label, a.When}))
	}
	return out.WriteAll(rows)
}

// A Told summarizes the answers about two models.
type Told struct {
	// Asked counts the answers for rows on which the models differ. Of these, Answered have a known
	// label, Unsure an undecided one, Blank none. Behind counts answered rows that follow a blank
	// one; they do not count yet, because the choice of rows to skip may depend on their labels.
	// Alike counts the other answers, for rows on which both models predict the same.
	Asked, Answered, Unsure, Blank, Behind, Alike int
	// Sample is for classification, Falls for regression.
	Sample labelling.Sample
	Falls  labelling.RegressionSample
}

// Tell summarizes answers. They have to be complete up to the last answered row: if the models
// differ on an earlier row without an entry, the answers were drawn for other models and Tell
// returns an error.
func (c *Comparison) Tell(answers []datasets.Answer) (Told, error) {
	told := Told{Sample: c.Sample(), Falls: c.Falls()}
	byRow := map[int]datasets.Answer{}
	for _, a := range answers {
		if a.Row > c.Rows {
			return told, fmt.Errorf("line %d: row %d does not exist: the target has %d rows", a.Line, a.Row, c.Rows)
		}
		byRow[a.Row] = a
	}
	missing := 0
	for _, d := range c.Differ {
		a, asked := byRow[d.Number]
		switch {
		case !asked:
			missing = cmp.Or(missing, d.Number)
			continue
		case missing > 0:
			return told, fmt.Errorf("they are no random draw from the rows with different predictions: row %d is missing, but should come "+
				"before row %d; they were drawn at another setting or seed", missing, d.Number)
		}
		told.Asked++
		switch {
		case a.Label == "":
			told.Blank++
		case told.Blank > 0:
			told.Behind++
		case a.Known && len(c.model.Classes) == 0:
			told.Falls.Labels = append(told.Falls.Labels, a.Value)
		case a.Known:
			outcome := labelling.NeitherRight
			switch float64(c.pair.Task.Class(a.Value)) {
			case d.First:
				outcome = labelling.FirstRight
			case d.Second:
				outcome = labelling.SecondRight
			}
			told.Sample.Outcomes = append(told.Sample.Outcomes, outcome)
		default:
			told.Unsure++
			told.Sample.Unsure++
			told.Falls.Labels = append(told.Falls.Labels, math.NaN())
		}
	}
	told.Answered, told.Alike = told.Asked-told.Unsure-told.Blank-told.Behind, len(answers)-told.Asked
	return told, nil
}

// Sample returns the sample of a classification before any answer.
func (c *Comparison) Sample() labelling.Sample {
	return labelling.Sample{Differ: len(c.Differ), Share: float64(len(c.Differ)) / float64(c.Rows), Binary: len(c.model.Classes) == 2}
}

// Falls returns the RegressionSample of a regression before any answer. It assumes that labels exceed the
// range of the source's labels by at most a quarter of the range, because new labels often exceed
// the largest of a few.
func (c *Comparison) Falls() labelling.RegressionSample {
	f := labelling.RegressionSample{Rows: c.Rows, Least: math.NaN(), Most: math.NaN()}
	if own := c.pair.Source.Y; len(own) > 0 {
		f.Least, f.Most = floats.Min(own), floats.Max(own)
		beyond := (f.Most - f.Least) / 4
		f.Least -= beyond
		f.Most += beyond
		if change := c.model.Labels; change != nil {
			f.Least, f.Most = f.Least*change.Scale+change.Mean, f.Most*change.Scale+change.Mean
		}
	}
	for _, d := range c.Differ {
		f.Predicted = append(f.Predicted, [2]float64{d.First, d.Second})
	}
	return f
}
