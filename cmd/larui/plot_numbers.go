package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/cmd/larui/paper/figure"
	"larui/datasets/phrase"
	"larui/model"
	"larui/tui/session"
)

// What views show in numbers, and the figures of those that the screen has in words.

// sides are a line for each component of each domain, as larui align has it.
func (p *plotted) sides(context.Context) (*table, error) {
	source, target := &p.Problem.Src, &p.Problem.Tgt
	a := aligned{sides: []alignedSide{
		{name: "source", components: source.Leading(p.Problem.D)},
		{name: "target", components: target.Leading(p.Problem.D)},
	}}
	return a.rows(), nil
}

// points are a line for each row of the target: its label, where that is known, what is
// predicted, by which scores, and where in the figure it lies.
func (p *plotted) points(ctx context.Context) (*table, error) {
	solution, err := p.solve(ctx)
	if err == nil {
		err = converges(solution.Descent)
	}
	if err != nil {
		return nil, err
	}
	task, target, w := p.Problem.Task, p.Problem.Target, solution.Descent.Weights
	class := func(y float64) any {
		if task == model.Regression {
			return y
		}
		return phrase.OneLine(p.Pair.ClassNames[task.Class(y)])
	}
	var across []float64
	if task == model.Binary && p.Problem.D > 2 {
		across = p.Problem.Across(w)
	}
	scores := p.Problem.TargetScores(w)
	predicted, rows := task.Predict(scores), make([]record, target.Rows())
	for i := range rows {
		// Of rows that are a sample nobody knows the places.
		r := record{{"row", knownIf(target.Blocks == nil, i+1)}, {"label", nil}, {"prediction", class(predicted[i])}}
		if target.Y != nil {
			r[1].value = class(target.Y[i])
		}
		if task != model.Regression {
			r = append(r, p.outputs("score", scores.RawRowView(i))...)
		}
		switch {
		case across != nil:
			r = append(r, field{"beside", across[i]})
		case task == model.Binary && p.Problem.D == 2:
			r = append(r, field{p.feature(0), target.X.At(i, 0)}, field{p.feature(1), target.X.At(i, 1)})
		}
		rows[i] = r
	}
	return sheet(rows...), nil
}

// outputs names the value of each output.
func (p *plotted) outputs(name string, values []float64) (r record) {
	for j, v := range values {
		of := name
		if p.Problem.Task == model.MultiClass {
			of += " " + phrase.OneLine(p.Pair.ClassNames[j])
		}
		r = append(r, field{of, v})
	}
	return r
}

// curves are a line for each epoch that descent stops at, of LAR and of no adaptation, and
// one for the closed form, which has none.
func (p *plotted) curves(ctx context.Context) (*table, error) {
	solution, err := p.solve(ctx)
	if err == nil {
		err = converges(solution.Descent)
	}
	if err != nil {
		return nil, err
	}
	var rows []record
	add := func(method string, points []record) {
		for _, point := range points {
			rows = append(rows, append(record{{"method", method}}, point...))
		}
	}
	add("none", reportCurve(p.Pair.Task, solution.None))
	add("descent", reportCurve(p.Pair.Task, solution.Descent))
	closed := reportCurve(p.Pair.Task, model.Descent{Curve: []model.CurvePoint{{Target: solution.Closed.Target}}})
	closed[0][0].value, closed[0][1].value = nil, nil
	add("closed", closed)
	return sheet(rows...), nil
}

// path and cells are a line for each setting, as larui sweep has it.
func (p *plotted) path(ctx context.Context) (*table, error) {
	grid := p.grid()
	grid.K, grid.KTilde, grid.Lambda = []int{p.params.K}, []int{p.params.KTilde}, pathLambdas()
	return p.sweep(ctx, grid)
}

func (p *plotted) cells(ctx context.Context) (*table, error) { return p.sweep(ctx, p.grid()) }

func (p *plotted) sweep(ctx context.Context, grid model.Grid) (*table, error) {
	s, err := sweep(ctx, p.Session, grid, p.progress)
	if err != nil {
		return nil, err
	}
	return s.rows(), nil
}

// theory is a line of what larui solve has of it.
func (p *plotted) theory(ctx context.Context) (*table, error) {
	t, err := model.NewSolver(p.Problem).Theory(ctx, p.params)
	return sheet(recordOf(session.TheoryFacts(t))), err
}

// overlap draws the cosines of the leading components' directions: what k and k̃ cut out
// is the overlap of the heads.
func (p *plotted) overlap(context.Context) (figure.Figure, error) {
	const fewest, most = 8, 64
	rank := func(s model.Side, k int) int { return min(s.Rank, max(fewest, 2*k), most) }
	rows, cols := rank(p.Problem.Tgt, p.params.KTilde), rank(p.Problem.Src, p.params.K)
	names := func(n int) []string {
		ticks := make([]string, n)
		for i := range ticks {
			ticks[i] = fmt.Sprint(i + 1)
		}
		return ticks
	}
	cut := func(name string, a, b float64, k int) figure.Line {
		return figure.Line{Name: fmt.Sprintf("%s = %d", name, k), Style: figure.Pinned, A: a, B: b, C: float64(k) - 0.5}
	}
	cosines := make([][]float64, cols)
	for i := range cosines {
		cosines[i] = p.Problem.Cosines(i, rows)
	}
	panel := figure.Panel{
		X: figure.Axis{Label: "v_i, component of the source", Ticks: names(cols)},
		Y: figure.Axis{Label: "ṽ_j, component of the target", Ticks: names(rows)},
		Map: &figure.HeatMap{Rows: rows, Cols: cols, Label: "|v_iᵀṽ_j|",
			Value: func(row, col int) float64 { return math.Abs(cosines[col][row]) }},
	}
	if p.params.K < cols {
		panel.Lines = append(panel.Lines, cut("k", 1, 0, p.params.K))
	}
	if p.params.KTilde < rows {
		panel.Lines = append(panel.Lines, cut("k̃", 0, 1, p.params.KTilde))
	}
	return figure.Figure{Title: "overlap of both domains' components", Panels: []figure.Panel{panel}}, nil
}

// moments returns mean and deviation of each feature of a domain, over all of its rows.
func moments(ctx context.Context, d model.Domain) (mean, deviation []float64, err error) {
	_, features := d.X.Dims()
	mean, deviation = make([]float64, features), make([]float64, features)
	n := 0.0
	visit := func(x *mat.Dense, _ []float64) error {
		rows, _ := x.Dims()
		for i := range rows {
			n++
			for j, v := range x.RawRowView(i) {
				from := v - mean[j]
				mean[j] += from / n
				deviation[j] += from * (v - mean[j])
			}
		}
		return ctx.Err()
	}
	if d.Blocks == nil {
		err = visit(d.X, nil)
	} else {
		err = d.Blocks(ctx, visit)
	}
	for j, squares := range deviation {
		deviation[j] = math.Sqrt(squares / n)
	}
	return mean, deviation, err
}

// features are a line for each feature: mean and deviation in both domains, as they are
// fitted, and its weights.
func (p *plotted) features(ctx context.Context) (*table, error) {
	solution, err := p.solve(ctx)
	means, deviations, momentsErr := p.moments(ctx)
	if err = cmp.Or(err, momentsErr); err != nil {
		return nil, err
	}
	rows := make([]record, p.Problem.D)
	for j := range rows {
		rows[j] = record{{"feature", p.feature(j)}, {"sourceMean", means[0][j]}, {"sourceDeviation", deviations[0][j]},
			{"targetMean", means[1][j]}, {"targetDeviation", deviations[1][j]}}
		for _, w := range []struct {
			name    string
			weights *mat.Dense
		}{{"none", solution.None.Weights}, {"descent", solution.Descent.Weights}, {"closed", solution.Closed.Weights}} {
			if w.weights != nil {
				rows[j] = append(rows[j], p.outputs(w.name, w.weights.RawRowView(j))...)
			}
		}
	}
	return sheet(rows...), nil
}

// moments are those of source and target.
func (p *plotted) moments(ctx context.Context) (means, deviations [2][]float64, err error) {
	var errs [2]error
	for i, d := range []model.Domain{p.Pair.Source, p.Pair.Target} {
		means[i], deviations[i], errs[i] = moments(ctx, d)
	}
	return means, deviations, cmp.Or(errs[0], errs[1])
}

// data draws the features by what they are in the source and in the target: where both
// are alike they lie on the line.
func (p *plotted) data(ctx context.Context) (figure.Figure, error) {
	means, deviations, err := p.moments(ctx)
	f := figure.Figure{Title: "features in both domains"}
	for _, of := range []struct {
		name   string
		values [2][]float64
	}{{"mean", means}, {"deviation", deviations}} {
		f.Panels = append(f.Panels, figure.Panel{
			Title: strings.ToUpper(of.name[:1]) + of.name[1:] + " of each feature",
			X:     figure.Axis{Label: of.name + " in the source"}, Y: figure.Axis{Label: of.name + " in the target"},
			Points: []figure.Points{
				{Name: "feature", Style: figure.Target, Mark: figure.Ring, X: of.values[0], Y: of.values[1]},
			},
			Lines: []figure.Line{{Name: "alike", Style: figure.LAR, A: 1, B: -1}},
		})
	}
	return f, err
}
