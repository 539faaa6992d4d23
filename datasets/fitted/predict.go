package fitted

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/datasets/parquet"
	"larui/datasets/table"
)

// Predictions writes what a model predicts: row or ids, prediction and, unless it is the
// value of a regression, the scores; last what no adaptation predicts, where that is given, and
// with ids whether it differs.
type Predictions struct {
	model  *Model
	out    sheet
	ids    int // how many stand before a prediction, in place of the row
	rows   int
	scores []float64
	none   *Model // nil for none
	beside []float64
}

// NewPredictions writes to w, as CSV, or as Parquet where w is Parquet. none, which may be nil,
// is the model of no adaptation, fitted on the same. Flush is to be called behind the last row.
func (m *Model) NewPredictions(w io.Writer, none *Model) *Predictions {
	p := &Predictions{model: m, none: none, scores: make([]float64, len(m.Weights[0])), beside: make([]float64, len(m.Weights[0]))}
	header := []parquet.Field{{Name: "row", Kind: parquet.Whole}}
	if m.Columns != nil && len(m.Columns.Options.ID) > 0 {
		header, p.ids = nil, len(m.Columns.Options.ID)
		for _, name := range m.Columns.Options.ID {
			header = append(header, parquet.Field{Name: name})
		}
	}
	predicted := parquet.Text
	if len(m.Classes) == 0 {
		predicted = parquet.Number
	}
	header = append(header, parquet.Field{Name: "prediction", Kind: predicted})
	for _, class := range m.Classes {
		if m.Task == "multiclass" {
			header = append(header, parquet.Field{Name: "score " + class, Kind: parquet.Number})
		}
	}
	if m.Task == "binary" {
		header = append(header, parquet.Field{Name: "score", Kind: parquet.Number})
	}
	if none != nil {
		header = append(header, parquet.Field{Name: "no adaptation", Kind: predicted})
		if p.ids > 0 {
			header = append(header, parquet.Field{Name: "differs", Kind: parquet.Truth})
		}
	}
	p.out = newSheet(w, header)
	return p
}

// Add writes a line for each row of x (n×d), whose features are rescaled as those that the
// model was fitted on, with the ids of each where the model has some. It fails at a row, of that position, whose score is no finite number.
func (p *Predictions) Add(x *mat.Dense, ids []string) (at int, err error) {
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		p.model.score(row, p.scores)
		if slices.ContainsFunc(p.scores, func(s float64) bool { return !isFinite(s) }) {
			return i, fmt.Errorf("the score of this row is %w: its features are too large", datasets.ErrNotFinite)
		}
		p.rows++
		if p.ids == 0 {
			p.out.whole(p.rows)
		}
		for _, id := range ids[i*p.ids : (i+1)*p.ids] {
			p.out.text(id)
		}
		p.model.predicted(p.out, p.scores)
		if len(p.model.Classes) > 0 {
			for _, s := range p.scores {
				p.out.number(s)
			}
		}
		if p.none != nil {
			p.none.score(row, p.beside)
			p.none.predicted(p.out, p.beside)
			if p.ids > 0 {
				p.out.truth(p.differs())
			}
		}
		if err := p.out.end(); err != nil {
			return i, err
		}
	}
	return 0, nil
}

// predicted writes what the scores come to: a class, or the value of a regression.
func (m *Model) predicted(out sheet, scores []float64) {
	if len(m.Classes) == 0 {
		out.number(scores[0])
		return
	}
	out.text(m.Classes[m.class(scores)])
}

// differs tells whether no adaptation predicts something else.
func (p *Predictions) differs() bool {
	if len(p.model.Classes) == 0 {
		return p.scores[0] != p.beside[0]
	}
	return p.model.Classes[p.model.class(p.scores)] != p.none.Classes[p.none.class(p.beside)]
}

// class is the position of the class that scores come to.
func (m *Model) class(scores []float64) (best int) {
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

// score computes the scores of a row, each product rounded before it is added: so that
// whoever adds in the same order has the same, to the bit.
func (m *Model) score(row, scores []float64) {
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

// Flush writes what is held back, and returns the first error of writing.
func (p *Predictions) Flush() error { return p.out.close() }

// Spec returns how the file at path is read for its rows: as those that the model was
// fitted on. "-" is standard input.
func (m *Model) Spec(path string) datasets.Spec {
	spec := datasets.DefaultSpec(datasets.FilesName)
	spec.Target = path
	if c := m.Columns; c != nil {
		spec.Options = c.Options
	}
	return spec
}

// layout returns that of the file of the source; of a pair that is not of files, that of
// one with its features alone.
func (m *Model) layout() datasets.Layout {
	l := datasets.Layout{Description: table.Description{File: m.Source.Name, Width: m.width()}, Bias: m.Bias, Label: -1}
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

// PredictTarget writes what the model predicts for each row of the target that it was fitted
// with, the pair that spec has opened, and what none, if given, predicts beside it. It returns
// how many these are. The target's file is read again, for it may have more rows than the pair.
func (m *Model) PredictTarget(
	ctx context.Context, spec datasets.Spec, pair *datasets.Pair, none *Model,
	progress func(datasets.Progress), w io.Writer,
) (rows int, err error) {
	out := m.NewPredictions(w, none)
	if m.Columns == nil {
		if _, err := out.Add(pair.Target.X, nil); err != nil {
			return 0, err
		}
		return out.rows, out.Flush()
	}
	read, err := m.targetSpec(spec, pair)
	if err == nil {
		rows, _, err = m.predictFile(ctx, read, progress, out)
	}
	return rows, err
}

// targetSpec returns how the target's file is read again.
func (m *Model) targetSpec(spec datasets.Spec, pair *datasets.Pair) (datasets.Spec, error) {
	if isPipe(spec.Target) {
		return spec, fmt.Errorf("%s can be read only once: save the model, and larui predict by it", spec.Target)
	}
	read := m.Spec(spec.Target)
	read.Drop = pair.Layouts[0].Options.Drop
	return read, nil
}

// PredictFile writes what the model predicts for each row of the file that spec, as Spec
// returns it, reads, and returns how many these are. Tables of text of any size are read in
// little memory. The notes say what was left out or taken for granted. Errors are those of
// datasets.Open, and of w.
func (m *Model) PredictFile(
	ctx context.Context, spec datasets.Spec, progress func(datasets.Progress), w io.Writer,
) (rows int, notes []string, err error) {
	return m.predictFile(ctx, spec, progress, m.NewPredictions(w, nil))
}

func (m *Model) predictFile(
	ctx context.Context, spec datasets.Spec, progress func(datasets.Progress), out *Predictions,
) (rows int, notes []string, err error) {
	notes, err = m.eachRow(ctx, spec, progress, func(x *mat.Dense, lines []int, ids []string) error {
		at, err := out.Add(x, ids)
		if err != nil && errors.Is(err, datasets.ErrNotFinite) {
			return &datasets.FormatError{File: spec.Target, Line: lines[at], Err: err}
		}
		return err
	})
	if err == nil {
		err = out.Flush()
	}
	if err == nil && m.Columns == nil && m.Which != ImportedWhich {
		notes = append(notes, fmt.Sprintf("the model was fitted on %s and %s, which are made by larui: the features have to be as it makes them", m.Source.Name, m.Target.Name))
	}
	return out.rows, notes, err
}

// eachRow visits the rows of the file that spec reads, as datasets.EachRow does, rescaled as
// those that the model was fitted on.
func (m *Model) eachRow(
	ctx context.Context, spec datasets.Spec, progress func(datasets.Progress),
	visit func(x *mat.Dense, lines []int, ids []string) error,
) (notes []string, err error) {
	return datasets.EachRow(ctx, spec, m.layout(), progress, func(x *mat.Dense, lines []int, ids []string) error {
		if change := m.Standardize; change != nil {
			for i := range lines {
				row := x.RawRowView(i)
				for j := range row {
					row[j] = (row[j] - change.Mean[j]) / change.Scale[j]
				}
			}
		}
		return visit(x, lines, ids)
	})
}
