package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"larui/cmd/larui/paper/figure"
	"larui/model"
	"larui/tui/number"
	"larui/tui/session"
)

// A plotView is a view that can be drawn as a figure, whose title and note follow
// those of the pair, or written as numbers.
type plotView struct {
	name, summary string
	draw          func(p *plotted, ctx context.Context) (figure.Figure, error)
	numbers       func(p *plotted, ctx context.Context) (*table, error)
}

func plotViews() []plotView {
	return []plotView{
		{"spectrum", "singular values and label projections of both domains, with k and k̃", (*plotted).spectrum, (*plotted).sides},
		{"target", "the target domain with the boundaries found", (*plotted).target, (*plotted).points},
		{"convergence", "the target's score over the epochs of descent", (*plotted).convergence, (*plotted).curves},
		{"lambda", "the target's score over λ, after the epochs and trained to the end", (*plotted).lambda, (*plotted).path},
		{"map", "the target's score over k and k̃", (*plotted).components, (*plotted).cells},
		{"theory", "the overlap of both domains' components", (*plotted).overlap, (*plotted).theory},
		{"data", "the features of both domains: means and deviations", (*plotted).data, (*plotted).features},
	}
}

// A plotted is what is drawn of a session, at the parameters of a call.
type plotted struct {
	*session.Session
	params   model.Params
	progress *progress
}

// titled says in a figure of which pair it is, and at what settings.
func (p *plotted) titled(f figure.Figure) figure.Figure {
	at := p.params
	settings := []string{fmt.Sprintf("k = %d, k̃ = %d, λ = %s", at.K, at.KTilde, number.Short(at.Lambda))}
	if at.L2 > 0 {
		settings = append(settings, "ℓ₂ = "+number.Short(at.L2))
	}
	if at.KeepImplicit {
		settings = append(settings, "implicit term kept")
	}
	if at.Tail != model.TargetTail {
		settings = append(settings, "tail weighted by the "+at.Tail.String())
	}
	settings = append(settings, fmt.Sprintf("%d epochs", at.Epochs), "rate "+at.Rate.String())
	n, m, d := p.Pair.Source.Samples(), p.Pair.Target.Samples(), p.Problem.D
	f.Title = p.Pair.Title + ": " + f.Title
	f.Note = fmt.Sprintf("source %d × %d, target %d × %d; %s", n, d, m, d, strings.Join(settings, ", ")) + f.Note
	return f
}

// score is the accuracy, or in a regression the squared error.
func (p *plotted) score(m model.Metrics) float64 {
	if p.Problem.Task == model.Regression {
		return m.MSE
	}
	return m.Accuracy
}

// judged is the score on the target or, as on the screen, on the source where the target
// has no labels.
func (p *plotted) judged(e model.Evaluation) float64 {
	if p.Pair.Target.Y == nil {
		return p.score(e.Source)
	}
	return p.score(e.Target)
}

func (p *plotted) scoreAxis() figure.Axis {
	side := "target"
	if p.Pair.Target.Y == nil {
		side = "source"
	}
	if p.Problem.Task == model.Regression {
		return figure.Axis{Label: side + " error (MSE)"}
	}
	return figure.Axis{Label: side + " accuracy", Percent: true}
}

func (p *plotted) solve(ctx context.Context) (*model.Solution, error) {
	return model.NewSolver(p.Problem).Solve(ctx, p.params)
}

// converges is the error of a descent that does not, and so can't be drawn.
func converges(d model.Descent) error {
	if d.Diverges {
		return fmt.Errorf("descent diverges: the rate %s is above the largest stable one, %s; --rate auto stays below it",
			number.Digits(d.Rate, 4), number.Digits(d.LargestStableRate, 4))
	}
	return nil
}

// spectrum shows as many components as k cuts off and as many again, and never fewer
// than fewest.
func (p *plotted) spectrum(context.Context) (figure.Figure, error) {
	const fewest = 32
	f := figure.Figure{Title: "spectrum and label alignment", Columns: 2}
	shown := min(p.Problem.D, max(fewest, 2*p.params.K, 2*p.params.KTilde))
	if shown < p.Problem.D {
		f.Title += fmt.Sprintf(", first %d of %d components", shown, p.Problem.D)
	}
	for _, side := range []struct {
		name, sigma, projection, cut string
		*model.Side
		style figure.Style
		k     int
	}{
		{"source", "σ", "|y^U|", "k", &p.Problem.Src, figure.Source, p.params.K},
		{"target", "σ̃", "|ỹ^Ũ|", "k̃", &p.Problem.Tgt, figure.Target, p.params.KTilde},
	} {
		bars := func(title, label string, values []float64) figure.Panel {
			values = values[:min(shown, len(values))]
			i, cut := make([]float64, len(values)), min(side.k, len(values))
			for j := range i {
				i[j] = float64(j + 1)
			}
			return figure.Panel{
				Title: title, X: figure.Axis{Label: "component i", Whole: true}, Y: figure.Axis{Label: label},
				Bars: []figure.Bars{
					{Style: side.style, X: i[:cut], Y: values[:cut]},
					{Style: side.style, Pale: true, X: i[cut:], Y: values[cut:]},
				},
				Lines: []figure.Line{{Name: fmt.Sprintf("cut at %s = %d", side.cut, side.k), Style: figure.Pinned, A: 1, C: float64(side.k) + 0.5}},
			}
		}
		projection := figure.Panel{Title: side.name + ": label projection", Empty: "the target has " + labelsOf(p.Pair.Target)}
		if side.Projection != nil {
			projection = bars(projection.Title, side.projection, side.Norms())
			f.Note += fmt.Sprintf("; k(0.1) of the %s %d (head), %d (tail)", side.name, side.HeadRank, side.TailRank)
		}
		f.Panels = append(f.Panels, bars(side.name+": singular values", side.sigma, side.Sigma), projection)
	}
	return f, nil
}

func (p *plotted) convergence(ctx context.Context) (figure.Figure, error) {
	solution, err := p.solve(ctx)
	if err == nil {
		err = converges(solution.Descent)
	}
	if err != nil {
		return figure.Figure{}, err
	}
	curves := func(y figure.Axis, value func(model.CurvePoint) float64) figure.Panel {
		panel := figure.Panel{X: figure.Axis{Label: "epoch"}, Y: y}
		for _, c := range []struct {
			name  string
			style figure.Style
			model.Descent
		}{{"LAR", figure.LAR, solution.Descent}, {"no adaptation", figure.NoAdaptation, solution.None}} {
			curve := figure.Curve{Name: c.name, Style: c.style}
			for _, point := range c.Curve {
				curve.X, curve.Y = append(curve.X, float64(point.Epoch)), append(curve.Y, value(point))
			}
			panel.Curves = append(panel.Curves, curve)
		}
		return panel
	}
	f := figure.Figure{Title: "convergence"}
	if p.Pair.Target.Y != nil {
		panel := curves(p.scoreAxis(), func(c model.CurvePoint) float64 { return p.score(c.Target) })
		panel.Curves = append(panel.Curves, level("trained to the end", figure.ClosedForm, 1, float64(p.params.Epochs), p.score(solution.Closed.Target)))
		f.Panels = append(f.Panels, panel)
	}
	f.Panels = append(f.Panels, curves(figure.Axis{Label: "objective J/n"}, func(c model.CurvePoint) float64 { return c.Objective }))
	return f, nil
}

// level is a horizontal line.
func level(name string, style figure.Style, from, to, y float64) figure.Curve {
	return figure.Curve{Name: name, Style: style, X: []float64{from, to}, Y: []float64{y, y}}
}

func (p *plotted) lambda(ctx context.Context) (figure.Figure, error) {
	lambdas := pathLambdas()
	first, last := lambdas[0], lambdas[len(lambdas)-1]
	solver := model.NewSolver(p.Problem)
	descent := figure.Curve{Name: fmt.Sprintf("LAR, %d epochs", p.params.Epochs), Style: figure.LAR, X: lambdas}
	closed := figure.Curve{Name: "trained to the end", Style: figure.ClosedForm, X: lambdas}
	err := solver.Path(ctx, p.params, lambdas, func(i int, point model.PathPoint) {
		// What diverges has no score.
		descent.Y = append(descent.Y, p.judged(point.Descent))
		closed.Y = append(closed.Y, p.judged(point.Closed))
		p.progress.solving(i+1, len(lambdas))
	})
	if err != nil {
		return figure.Figure{}, err
	}
	none := solver.NoneAt(p.params, []int{p.params.Epochs})[0]
	return figure.Figure{Title: "λ", Panels: []figure.Panel{{
		X:      figure.Axis{Label: "λ", Log: true, Zero: lambdas[1] / 10}, // the ladder begins at zero
		Y:      p.scoreAxis(),
		Curves: []figure.Curve{closed, level("no adaptation", figure.NoAdaptation, first, last, p.judged(none.Evaluation)), descent},
		Lines:  []figure.Line{{Name: "λ = " + number.Short(p.params.Lambda), Style: figure.Pinned, A: 1, C: p.params.Lambda}},
	}}}, nil
}

// components draws the score after the epochs of descent as a map of k and k̃.
func (p *plotted) components(ctx context.Context) (figure.Figure, error) {
	k, kTilde, grid := p.params.K, p.params.KTilde, p.grid()
	ks, kTildes := grid.K, grid.KTilde
	cells, err := model.Sweep(ctx, p.Problem, grid, p.progress.solving)
	if err != nil {
		return figure.Figure{}, err
	}
	// Cells come with k̃ running fastest; what diverges has no score.
	scores := each(cells, func(c model.Cell) float64 { return p.judged(c.Descent[0].Evaluation) })
	highest := floats.MaxIdx(scores)
	if p.Problem.Task == model.Regression {
		highest = floats.MinIdx(scores)
	}
	// Beside the number of a cell, to the right and the left of it.
	best := figure.Points{Name: "best", Mark: figure.Star, Size: 2, Rim: true}
	here := figure.Points{Name: fmt.Sprintf("k = %d, k̃ = %d", k, kTilde), Style: figure.Pinned, Size: 1.3, Rim: true,
		X: []float64{float64(slices.Index(ks, k)) - 0.3}, Y: []float64{float64(slices.Index(kTildes, kTilde)) + 0.28}}
	if known(scores[highest]) && p.Pair.Target.Y != nil { // the source's best is no advice
		best.X, best.Y = []float64{float64(highest/len(kTildes)) + 0.3}, []float64{float64(highest%len(kTildes)) + 0.28}
	}
	axis := p.scoreAxis()
	label := "accuracy"
	if !axis.Percent {
		label = "MSE"
	}
	return figure.Figure{Title: axis.Label + " over k and k̃", Panels: []figure.Panel{{
		X: figure.Axis{Label: "k, of the source", Ticks: each(ks, strconv.Itoa)},
		Y: figure.Axis{Label: "k̃, of the target", Ticks: each(kTildes, strconv.Itoa)},
		Map: &figure.HeatMap{Rows: len(kTildes), Cols: len(ks), Label: label, Percent: axis.Percent,
			Value: func(row, col int) float64 { return scores[col*len(kTildes)+row] }},
		Points: []figure.Points{best, here},
	}}}, nil
}

// grid is that of the map.
func (p *plotted) grid() model.Grid {
	return model.Grid{K: cuts(p.Problem.Src.Rank, p.params.K), KTilde: cuts(p.Problem.Tgt.Rank, p.params.KTilde),
		Lambda: []float64{p.params.Lambda}, Epochs: []int{p.params.Epochs}, Base: p.params}
}

// pathLambdas are those of the path, ascending.
func pathLambdas() []float64 { return slices.Sorted(slices.Values(session.PathLambdas())) }

// cuts returns the values of k (or k̃) that a map shows, with the rank and the present one.
func cuts(rank, present int) []int {
	const every = 12
	return model.ComponentLadder(rank, every, max(1, rank), present)
}
