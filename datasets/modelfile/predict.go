package modelfile

import (
	"context"
	"errors"
	"fmt"
	"io"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/datasets/parquet"
	"larui/datasets/table"
)

// Predictions writes the predictions of a model. A line has the row number or the ids, the prediction and,
// for a classification, the scores. With a model of no adaptation, a line also has that model's prediction
// and, if there are ids, whether both predictions differ.
type Predictions struct {
	model           *Model
	out             sheet
	ids             int // the number of ids in a line; 0 for lines with a row number
	rows            int
	line            []any
	scores          []float64
	unadapted       *Model // nil without a model of no adaptation
	unadaptedScores []float64
}

// NewPredictions returns Predictions that write to w: Parquet if w is a ParquetWriter, otherwise CSV.
// unadapted is the model of no adaptation for the same pair, or nil. Call Flush after the last row.
func (m *Model) NewPredictions(w io.Writer, unadapted *Model) *Predictions {
	p := &Predictions{model: m, unadapted: unadapted, scores: make([]float64, len(m.Weights[0])), unadaptedScores: make([]float64, len(m.Weights[0]))}
	var header []parquet.Field
	field := func(name string, kind parquet.Kind) { header = append(header, parquet.Field{Name: name, Kind: kind}) }
	if m.Columns != nil {
		p.ids = len(m.Columns.Options.ID)
		for _, name := range m.Columns.Options.ID {
			field(name, parquet.Text)
		}
	}
	if p.ids == 0 {
		field("row", parquet.Integer)
	}
	predicted := parquet.Text
	if len(m.Classes) == 0 {
		predicted = parquet.Number
	}
	field("prediction", predicted)
	for _, class := range m.Classes {
		if m.Task == "multiclass" {
			field("score "+class, parquet.Number)
		}
	}
	if m.Task == "binary" {
		field("score", parquet.Number)
	}
	if unadapted != nil {
		field("no adaptation", predicted)
		if p.ids > 0 {
			field("differs", parquet.Boolean)
		}
	}
	p.out = newSheet(w, header)
	return p
}

// Add writes a line for each row of x (n×d, in the scale of the model). ids has the ids of the rows, row by
// row. If a score is not finite, Add returns the index of the row and an error.
func (p *Predictions) Add(x *mat.Dense, ids []string) (at int, err error) {
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		p.model.computeScores(row, p.scores)
		if !areFinite(p.scores...) {
			return i, errTooLarge
		}
		p.rows++
		p.line = p.line[:0]
		if p.ids == 0 {
			p.line = append(p.line, p.rows)
		}
		for _, id := range ids[i*p.ids : (i+1)*p.ids] {
			p.line = append(p.line, id)
		}
		p.line = append(p.line, p.model.predictNameOrValue(p.scores))
		if len(p.model.Classes) > 0 {
			for _, s := range p.scores {
				p.line = append(p.line, s)
			}
		}
		if p.unadapted != nil {
			p.unadapted.computeScores(row, p.unadaptedScores)
			p.line = append(p.line, p.unadapted.predictNameOrValue(p.unadaptedScores))
			if p.ids > 0 {
				p.line = append(p.line, p.model.predictIndexOrValue(p.scores) != p.unadapted.predictIndexOrValue(p.unadaptedScores))
			}
		}
		if err := p.out.Write(p.line...); err != nil {
			return i, err
		}
	}
	return 0, nil
}

func (m *Model) predictNameOrValue(scores []float64) any {
	if len(m.Classes) == 0 {
		return scores[0]
	}
	return m.Classes[m.predictClass(scores)]
}

var errTooLarge = fmt.Errorf("the score of this row is %w, because its features are too large", datasets.ErrNotFinite)

func (m *Model) predictIndexOrValue(scores []float64) float64 {
	if len(m.Classes) == 0 {
		return scores[0]
	}
	return float64(m.predictClass(scores))
}

func (m *Model) predictClass(scores []float64) (best int) {
	for j, s := range scores {
		if s > scores[best] {
			best = j
		}
	}
	if m.Task == "binary" && scores[0] > 0 {
		best = 1
	}
	return best
}

// computeScores computes the scores of a row. The conversion to float64 prevents fused multiply-adds, so
// that a program that adds in the same order gets the same scores.
func (m *Model) computeScores(row, scores []float64) {
	for c := range scores {
		sum := 0.0
		for j, weights := range m.Weights {
			sum += float64(row[j] * weights[c])
		}
		scores[c] = sum
	}
	if change := m.Labels; change != nil {
		scores[0] = float64(scores[0]*change.Scale) + change.Mean
	}
}

// Flush writes buffered data and returns the first write error.
func (p *Predictions) Flush() error { return p.out.Close() }

// Spec returns the Spec for reading the file at path, or standard input if path is "-", with the
// options of the model's source.
func (m *Model) Spec(path string) datasets.Spec {
	spec := datasets.DefaultSpec(datasets.FilesName)
	spec.Target = path
	if c := m.Columns; c != nil {
		spec.Options = c.Options
	}
	return spec
}

// layout returns the Layout of the source's file. For a pair that is not from files, it returns the
// Layout of a file whose columns are the features.
func (m *Model) layout() datasets.Layout {
	l := datasets.Layout{Description: table.Description{File: m.Source.Name, Width: m.featureCount()}, Bias: m.Bias, Label: -1}
	if c := m.Columns; c != nil {
		l.Names, l.Width, l.Features, l.Label, l.FromZero = c.Names, c.Count, c.Features, c.Label, c.FromZero
		l.Apart, l.Recipe = l.Label == l.Width, m.Recipe
		if c.Text {
			l.Comma = ','
		}
		return l
	}
	if m.Features != nil {
		l.Names = m.Features[:l.Width]
	} else {
		l.Apart, l.Label = true, l.Width
	}
	for j := range l.Width {
		l.Features = append(l.Features, j)
	}
	return l
}

// PredictTarget writes the predictions for the target of pair, and returns the number of rows. m was fitted
// on pair, which was opened with spec. unadapted is the model of no adaptation, or nil. PredictTarget reads
// the target's file again, because pair may have only some of the rows.
func (m *Model) PredictTarget(
	ctx context.Context, spec datasets.Spec, pair *datasets.Pair, unadapted *Model,
	progress func(datasets.Progress), w io.Writer,
) (rows int, err error) {
	if m.Columns == nil {
		out := m.NewPredictions(w, unadapted)
		if _, err := out.Add(pair.Target.X, nil); err != nil {
			return 0, err
		}
		return out.rows, out.Flush()
	}
	read, err := m.targetSpec(spec, pair)
	if err == nil {
		rows, _, err = m.PredictFile(ctx, read, unadapted, progress, w)
	}
	return rows, err
}

func (m *Model) targetSpec(spec datasets.Spec, pair *datasets.Pair) (datasets.Spec, error) {
	if isPipe(spec.Target) {
		return spec, fmt.Errorf("%s can be read only once: save the model with --save-model, and use larui predict", spec.Target)
	}
	read := m.Spec(spec.Target)
	read.Drop = pair.Layouts[0].Options.Drop
	return read, nil
}

// PredictFile writes the predictions for the rows of the file at spec.Target, and returns the number of
// rows. spec must come from m.Spec. unadapted is the model of no adaptation, or nil. The notes say what was
// guessed or left out. Errors are those of datasets.Open and of writing to w.
func (m *Model) PredictFile(
	ctx context.Context, spec datasets.Spec, unadapted *Model, progress func(datasets.Progress), w io.Writer,
) (rows int, notes []string, err error) {
	out := m.NewPredictions(w, unadapted)
	notes, err = m.visitRows(ctx, spec, progress, func(x *mat.Dense, lines []int, ids []string) error {
		at, err := out.Add(x, ids)
		if err != nil && errors.Is(err, datasets.ErrNotFinite) {
			return &datasets.FormatError{File: spec.Target, Line: lines[at], Err: err}
		}
		return err
	})
	if err == nil {
		err = out.Flush()
	}
	if err == nil && m.Columns == nil && m.Which != WhichImported {
		notes = append(notes, fmt.Sprintf("the model was fitted on %s and %s, which larui generated: the features of the file must be generated in the same way", m.Source.Name, m.Target.Name))
	}
	return out.rows, notes, err
}

// visitRows is datasets.VisitRows with features in the scale of the model.
func (m *Model) visitRows(
	ctx context.Context, spec datasets.Spec, progress func(datasets.Progress),
	visit func(x *mat.Dense, lines []int, ids []string) error,
) (notes []string, err error) {
	return datasets.VisitRows(ctx, spec, m.layout(), progress, func(x *mat.Dense, lines []int, ids []string) error {
		if change := m.Standardize; change != nil {
			for i := range lines {
				change.apply(x.RawRowView(i), x.RawRowView(i))
			}
		}
		return visit(x, lines, ids)
	})
}
