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

// A Comparison has the rows of the target that two models predict differently.
type Comparison struct {
	// Rows is the number of rows of the target.
	Rows int
	// Differ has the rows with different predictions, in the random order in which a person should label
	// them.
	Differ []DifferingRow

	model, second *Model
	spec          datasets.Spec
	pair          *datasets.Pair
	report        func(datasets.Progress)
}

// A DifferingRow is a row of the target with the predictions of both models: indices of classes, or the
// values of a regression.
type DifferingRow struct {
	labelling.Row
	First, Second float64
}

// Compare compares two models on the target of pair, which was opened with spec and on which both were
// fitted. It reads the target's file again, because the pair may have only some of its rows. spec.Seed
// determines the order of labelling.
func Compare(
	ctx context.Context, spec datasets.Spec, pair *datasets.Pair, first, second *Model, progress func(datasets.Progress),
) (*Comparison, error) {
	c := &Comparison{model: first, second: second, spec: spec, pair: pair, report: progress}
	scores := make([]float64, len(first.Weights[0]))
	predict := func(m *Model, row []float64) float64 {
		m.computeScores(row, scores)
		return m.predictIndexOrValue(scores)
	}
	err := c.visitTargetRows(ctx, nil, func(number int, row []float64, _ []string) error {
		c.Rows = number
		d := DifferingRow{First: predict(first, row), Second: predict(second, row)}
		if !areFinite(d.First, d.Second) {
			return fmt.Errorf("row %d of the target: the score is %w, because the features are too large", number, datasets.ErrNotFinite)
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
	slices.SortFunc(c.Differ, func(a, b DifferingRow) int { return a.Compare(b.Row) })
	return c, err
}

// visitTargetRows numbers the target's rows from 1, and passes the fields in the given columns as written.
// If the pair is not from files, the fields are the features as text.
func (c *Comparison) visitTargetRows(ctx context.Context, columns []string, visit func(number int, row []float64, fields []string) error) error {
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
	_, err = c.model.visitRows(ctx, read, c.report, batch)
	return err
}

func (c *Comparison) listShownColumns() (columns []string, err error) {
	if c.model.Columns == nil {
		for j := range c.model.featureCount() {
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
			return nil, fmt.Errorf("%s: two columns are called %s: rename one, so that the person who labels can distinguish them",
				filepath.Base(c.spec.Target), wording.Excerpt(name))
		}
		columns = append(columns, name)
	}
	return columns, nil
}

// RowsToLabel returns the first rows of c.Differ, as many as rows says, with their answers so far. If later
// rows have answers, it also returns the rows up to the last of these.
func (c *Comparison) RowsToLabel(rows int, answers []datasets.Answer) (drawn []datasets.Answer) {
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

// A RowToLabel is a row of the target for the person who labels it: the fields as written in the file, and
// the d features X in the scale of the models.
type RowToLabel struct {
	Fields []string
	X      []float64
}

// ReadRows reads the rows that the answers are about, in the order of the answers. columns has the
// names of the fields: the ids, then the features.
func (c *Comparison) ReadRows(ctx context.Context, answers []datasets.Answer) (columns []string, lines []RowToLabel, err error) {
	columns, err = c.listShownColumns()
	if err != nil {
		return nil, nil, err
	}
	place := map[int]int{} // index in answers, by row
	for i, a := range answers {
		place[a.Row] = i
	}
	lines = make([]RowToLabel, len(answers))
	err = c.visitTargetRows(ctx, columns, func(number int, row []float64, fields []string) error {
		if i, wanted := place[number]; wanted {
			lines[i] = RowToLabel{Fields: slices.Clone(fields), X: slices.Clone(row)}
		}
		return nil
	})
	return columns, lines, err
}

// SecondWeights returns the weights (d×c) of the second model.
func (c *Comparison) SecondWeights() *mat.Dense {
	w := c.second.Weights
	return mat.NewDense(len(w), len(w[0]), slices.Concat(w...))
}

// FeatureContributions returns, for each column of ReadRows, how much the column contributes to the
// difference of the two models on row d: Σ xⱼ(w₁ⱼ − w₂ⱼ) over the features j of the column; 0 for ids. x
// has the features of the row; w₁ and w₂ are the weights of the models. With more than two classes, a
// weight is the weight for class d.First minus the weight for class d.Second.
func (c *Comparison) FeatureContributions(d DifferingRow, x []float64, columns int) []float64 {
	weight := func(m *Model, j int) float64 {
		if len(m.Weights[j]) == 1 {
			return m.Weights[j][0]
		}
		return m.Weights[j][int(d.First)] - m.Weights[j][int(d.Second)]
	}
	contributions := make([]float64, columns)
	widths := slices.Repeat([]int{1}, c.model.featureCount())
	if c.model.Recipe != nil {
		widths = widths[:0]
		for i := range c.model.Recipe {
			widths = append(widths, c.model.Recipe[i].Width())
		}
	}
	j, first := 0, columns-len(widths) // ids come before the features
	for i, width := range widths {
		for range width {
			contributions[first+i] += x[j] * (weight(c.model, j) - weight(c.second, j))
			j++
		}
	}
	return contributions
}

// WriteRowsToLabel writes the rows from RowsToLabel as CSV: row, setting (if an answer has one), ids,
// features, label, when (the time of the answer).
func (c *Comparison) WriteRowsToLabel(ctx context.Context, drawn []datasets.Answer, w io.Writer) error {
	columns, lines, err := c.ReadRows(ctx, drawn)
	if err != nil {
		return err
	}
	return WriteAnswers(w, columns, lines, drawn)
}

// WriteAnswers writes answers as CSV, with the columns and rows that ReadRows returned for the answers.
func WriteAnswers(w io.Writer, columns []string, lines []RowToLabel, answers []datasets.Answer) error {
	out := csv.NewWriter(w)
	rows := [][]string{slices.Concat([]string{datasets.AnswerRowColumn, datasets.AnswerSettingColumn}, columns, []string{datasets.AnswerLabelColumn, datasets.AnswerWhenColumn})}
	for i, a := range answers {
		rows = append(rows, slices.Concat([]string{strconv.Itoa(a.Row), a.Setting}, lines[i].Fields, []string{a.Label, a.When}))
	}
	if !slices.ContainsFunc(answers, func(a datasets.Answer) bool { return a.Setting != "" }) {
		for i, row := range rows {
			rows[i] = slices.Delete(row, 1, 2)
		}
	}
	return out.WriteAll(rows)
}

// An AnswerSummary counts the answers about two models.
type AnswerSummary struct {
	// Asked counts the rows in the file of answers on which the models differ. It is the sum of four
	// counts: Answered rows have a known label, Unsure rows have UnsureLabel, Blank rows have no label, and
	// AfterBlank rows have any label but follow a blank row. AfterBlank rows are not in Answered, because a
	// person who skips rows may label only easy ones. SamePrediction counts the rows on which both models
	// predict the same.
	Asked, Answered, Unsure, Blank, AfterBlank, SamePrediction int
	// Sample has the answers in a classification, RegressionSample the answers in a regression.
	Sample           labelling.Sample
	RegressionSample labelling.RegressionSample
}

// Summarize counts the answers. It returns an error if a row of c.Differ is in answers but an earlier row
// of c.Differ is not: the answers are then about other models.
func (c *Comparison) Summarize(answers []datasets.Answer) (AnswerSummary, error) {
	told := AnswerSummary{Sample: c.NewSample(), RegressionSample: c.NewRegressionSample()}
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
			return told, fmt.Errorf("the answers are not a random sample of the rows with different predictions: row %d is missing, but should come "+
				"before row %d; the rows were drawn with other parameters or another seed", missing, d.Number)
		}
		told.Asked++
		switch {
		case a.Label == "":
			told.Blank++
		case told.Blank > 0:
			told.AfterBlank++
		case a.Known && len(c.model.Classes) == 0:
			told.RegressionSample.Labels = append(told.RegressionSample.Labels, a.Value)
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
			told.RegressionSample.Labels = append(told.RegressionSample.Labels, math.NaN())
		}
	}
	told.Answered, told.SamePrediction = told.Asked-told.Unsure-told.Blank-told.AfterBlank, len(answers)-told.Asked
	return told, nil
}

// NewSample returns the Sample of a classification without answers.
func (c *Comparison) NewSample() labelling.Sample {
	return labelling.Sample{Differ: len(c.Differ), Share: float64(len(c.Differ)) / float64(c.Rows), Binary: len(c.model.Classes) == 2}
}

// NewRegressionSample returns the RegressionSample of a regression without answers. It assumes that the
// target's labels exceed the range of the source's labels by at most a quarter at each end.
func (c *Comparison) NewRegressionSample() labelling.RegressionSample {
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
