package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"larui/model"
	"larui/model/paper/figure"
	"larui/tui/session"
)

// A plotView is a view that can be drawn as a figure.
type plotView struct {
	name, summary string
	draw          func(ctx context.Context, s *session.Session, p model.Params, progress *progress) (figure.Figure, error)
}

func plotViews() []plotView {
	return []plotView{
		{"spectrum", "singular values and label projections of both domains, with k and k̃", plotSpectrum},
		{"target", "the target domain with the boundaries found", plotTarget},
		{"convergence", "the target's score over the epochs of descent", plotConvergence},
		{"lambda", "the target's score over λ, closed form and descent", plotLambda},
		{"map", "the target's score over k and k̃", plotMap},
	}
}

// plotTitle begins the figure of a view.
func plotTitle(s *session.Session, view string, p model.Params, panels ...figure.Panel) figure.Figure {
	settings := []string{fmt.Sprintf("k = %d, k̃ = %d, λ = %s", p.K, p.KTilde, short(p.Lambda))}
	if p.L2 > 0 {
		settings = append(settings, "ℓ₂ = "+short(p.L2))
	}
	if p.KeepImplicit {
		settings = append(settings, "implicit term kept")
	}
	if p.Tail != model.TargetTail {
		settings = append(settings, "tail weighted by the "+p.Tail.String())
	}
	settings = append(settings, fmt.Sprintf("%d epochs", p.Epochs), "rate "+p.Rate.String())
	n, m, d := s.Pair.Source.Samples(), s.Pair.Target.Samples(), s.Problem.D
	return figure.Figure{
		Title:  s.Pair.Title + ": " + view,
		Note:   fmt.Sprintf("source %d × %d, target %d × %d; %s", n, d, m, d, strings.Join(settings, ", ")),
		Panels: panels,
	}
}

// The score of a solution is its accuracy, or in a regression its squared error.

func plotScore(task model.Task, m model.Metrics) float64 {
	if task == model.Regression {
		return m.MSE
	}
	return m.Accuracy
}

func scoreAxis(task model.Task) figure.Axis {
	if task == model.Regression {
		return figure.Axis{Label: "target error (MSE)"}
	}
	return figure.Axis{Label: "target accuracy", Percent: true}
}

// needsTargetLabels is the error of a view that shows only scores.
func needsTargetLabels(s *session.Session, view string) error {
	if s.Pair.Target.Y == nil {
		return fmt.Errorf("the target of %s has no labels: there is no score for the view %s to show", s.Pair.Name, view)
	}
	return nil
}

// shownComponents is how many of a spectrum to show: those that k cuts off and as many
// again, and never fewer than fewest.
func shownComponents(k, d int) int {
	const fewest = 32
	return min(d, max(fewest, 2*k))
}

func plotSpectrum(_ context.Context, s *session.Session, p model.Params, _ *progress) (figure.Figure, error) {
	f := plotTitle(s, "spectrum and label alignment", p)
	f.Columns = 2
	shown := shownComponents(max(p.K, p.KTilde), s.Problem.D)
	if shown < s.Problem.D {
		f.Title += fmt.Sprintf(", first %d of %d components", shown, s.Problem.D)
	}
	for _, side := range []struct {
		name, sigma, projection, cut string
		*model.Side
		style figure.Style
		k     int
	}{
		{"source", "σ", "|y^U|", "k", &s.Problem.Src, figure.Source, p.K},
		{"target", "σ̃", "|ỹ^Ũ|", "k̃", &s.Problem.Tgt, figure.Target, p.KTilde},
	} {
		bars := func(title, label string, values []float64) figure.Panel {
			count := min(shown, len(values))
			i, cut := ordinals(count), min(side.k, count)
			return figure.Panel{
				Title: title, X: figure.Axis{Label: "component i", Whole: true}, Y: figure.Axis{Label: label},
				Bars: []figure.Bars{
					{Style: side.style, X: i[:cut], Y: values[:cut]},
					{Style: side.style, Pale: true, X: i[cut:], Y: values[cut:count]},
				},
				Lines: []figure.Line{{Name: fmt.Sprintf("cut at %s = %d", side.cut, side.k), Style: figure.Pinned, A: 1, C: float64(side.k) + 0.5}},
			}
		}
		f.Panels = append(f.Panels, bars(side.name+": singular values", side.sigma, side.Sigma))
		if side.Projection == nil {
			f.Panels = append(f.Panels, figure.Panel{Title: side.name + ": label projection", Empty: "the " + side.name + " has no labels"})
			continue
		}
		f.Panels = append(f.Panels, bars(side.name+": label projection", side.projection, projections(side.Side)))
		f.Note += fmt.Sprintf("; k(0.1) of the %s %d (head), %d (tail)", side.name, side.HeadRank, side.TailRank)
	}
	return f, nil
}

// projections returns |y^U_i| over all outputs, nil without labels.
func projections(s *model.Side) []float64 {
	if s.Projection == nil {
		return nil
	}
	d, _ := s.Projection.Dims()
	norms := make([]float64, d)
	for i := range norms {
		norms[i] = floats.Norm(s.Projection.RawRowView(i), 2)
	}
	return norms
}

// ordinals returns 1, 2, … n.
func ordinals(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i + 1)
	}
	return x
}

func plotConvergence(ctx context.Context, s *session.Session, p model.Params, _ *progress) (figure.Figure, error) {
	solution, err := model.NewSolver(s.Problem).Solve(ctx, p)
	if err != nil {
		return figure.Figure{}, err
	}
	if d := solution.Descent; d.Diverges {
		return figure.Figure{}, fmt.Errorf("descent diverges: the rate %s is above the largest stable one, %s; --rate auto stays below it",
			measured(d.Rate), measured(d.LargestStableRate))
	}
	f := plotTitle(s, "convergence", p)
	x := figure.Axis{Label: "epoch"}
	curves := func(value func(model.CurvePoint) float64) []figure.Curve {
		var list []figure.Curve
		for _, c := range []struct {
			name  string
			style figure.Style
			model.Descent
		}{{"LAR", figure.LAR, solution.Descent}, {"no adaptation", figure.NoAdaptation, solution.None}} {
			curve := figure.Curve{Name: c.name, Style: c.style}
			for _, point := range c.Curve {
				curve.X, curve.Y = append(curve.X, float64(point.Epoch)), append(curve.Y, value(point))
			}
			list = append(list, curve)
		}
		return list
	}
	task := s.Problem.Task
	if s.Pair.Target.Y != nil {
		closed := plotScore(task, solution.Closed.Target)
		panel := figure.Panel{X: x, Y: scoreAxis(task), Curves: curves(func(c model.CurvePoint) float64 { return plotScore(task, c.Target) })}
		panel.Curves = append(panel.Curves, level("closed form", figure.ClosedForm, 1, float64(p.Epochs), closed))
		f.Panels = append(f.Panels, panel)
	}
	f.Panels = append(f.Panels, figure.Panel{X: x, Y: figure.Axis{Label: "objective J/n"},
		Curves: curves(func(c model.CurvePoint) float64 { return c.Objective })})
	return f, nil
}

// level is a horizontal line.
func level(name string, style figure.Style, from, to, y float64) figure.Curve {
	return figure.Curve{Name: name, Style: style, X: []float64{from, to}, Y: []float64{y, y}}
}

func plotLambda(ctx context.Context, s *session.Session, p model.Params, progress *progress) (figure.Figure, error) {
	if err := needsTargetLabels(s, "lambda"); err != nil {
		return figure.Figure{}, err
	}
	lambdas := slices.Clone(session.PathLambdas())
	slices.Sort(lambdas)
	task, solver := s.Problem.Task, model.NewSolver(s.Problem)
	descent := figure.Curve{Name: fmt.Sprintf("LAR, %d epochs", p.Epochs), Style: figure.LAR, X: lambdas}
	closed := figure.Curve{Name: "closed form", Style: figure.ClosedForm, X: lambdas}
	err := solver.Path(ctx, p, lambdas, func(i int, point model.PathPoint) {
		score := plotScore(task, point.Descent.Target)
		if point.Diverges {
			score = math.NaN()
		}
		descent.Y = append(descent.Y, score)
		closed.Y = append(closed.Y, plotScore(task, point.Closed.Target))
		progress.solving(i+1, len(lambdas))
	})
	if err != nil {
		return figure.Figure{}, err
	}
	none := solver.NoneAt(p, []int{p.Epochs})[0]
	x := figure.Axis{Label: "λ", Log: true, Zero: lambdas[1] / 10}
	return plotTitle(s, "λ", p, figure.Panel{
		X: x, Y: scoreAxis(task),
		Curves: []figure.Curve{
			closed,
			level("no adaptation", figure.NoAdaptation, lambdas[0], lambdas[len(lambdas)-1], plotScore(task, none.Target)),
			descent,
		},
		Lines: []figure.Line{{Name: "λ = " + short(p.Lambda), Style: figure.Pinned, A: 1, C: p.Lambda}},
	}), nil
}
