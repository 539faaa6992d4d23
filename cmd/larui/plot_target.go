package main

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/paper/figure"
	"larui/tui/session"
)

// plotTarget draws the target: two features as they are, with the boundaries;
// more of them in the plane of the score wᵀx and the strongest component
// orthogonal to w; classes as bars; a regression as predictions over labels.
func plotTarget(ctx context.Context, s *session.Session, p model.Params, _ *progress) (figure.Figure, error) {
	solution, err := model.NewSolver(s.Problem).Solve(ctx, p)
	if err != nil {
		return figure.Figure{}, err
	}
	problem, w := s.Problem, solution.Descent.Weights
	plane := problem.D == 2 && problem.Task == model.Binary
	if w == nil && !plane {
		return figure.Figure{}, fmt.Errorf("descent diverges: the rate %s is above the largest stable one, %s; --rate auto stays below it",
			measured(solution.Descent.Rate), measured(solution.Descent.LargestStableRate))
	}
	f := plotTitle(s, "target", p)
	switch {
	case plane:
		f.Panels = []figure.Panel{targetPlane(s, solution)}
	case problem.Task == model.MultiClass:
		if err := needsTargetLabels(s, "target"); err != nil {
			return f, err
		}
		f.Panels = []figure.Panel{targetClasses(s, solution)}
	case problem.Task == model.Regression || problem.D < 2:
		if err := needsTargetLabels(s, "target"); err != nil {
			return f, err
		}
		f.Panels = []figure.Panel{targetFit(s, solution)}
	default:
		scores := mat.Col(nil, 0, problem.TargetScores(w))
		f.Panels = []figure.Panel{{
			X: figure.Axis{Label: "score wᵀx"}, Y: figure.Axis{Label: "strongest component beside w"},
			Points: byClass(s, scores, problem.Across(w), scores),
			Lines:  []figure.Line{{Name: "LAR, the boundary", Style: figure.LAR, A: 1}},
		}}
	}
	return f, nil
}

// targetPlane draws two features as they are.
func targetPlane(s *session.Session, solution *model.Solution) figure.Panel {
	x := s.Problem.Target.X
	panel := figure.Panel{X: figure.Axis{Label: feature(s, 0), Equal: true}, Y: figure.Axis{Label: feature(s, 1)}}
	var scores []float64
	if w := solution.Descent.Weights; w != nil {
		scores = mat.Col(nil, 0, s.Problem.TargetScores(w))
	}
	panel.Points = byClass(s, mat.Col(nil, 0, x), mat.Col(nil, 1, x), scores)
	for _, l := range []struct {
		name  string
		style figure.Style
		w     *mat.Dense
	}{
		{"no adaptation", figure.NoAdaptation, solution.None.Weights},
		{"LAR", figure.LAR, solution.Descent.Weights},
		{"closed form", figure.ClosedForm, solution.Closed.Weights},
	} {
		if l.w != nil {
			panel.Lines = append(panel.Lines, figure.Line{Name: l.name, Style: l.style, A: l.w.At(0, 0), B: l.w.At(1, 0)})
		}
	}
	return panel
}

// byClass divides target rows by their class, or without labels by the predicted
// one; those that the scores have wrong are marked.
func byClass(s *session.Session, x, y, scores []float64) []figure.Points {
	names := [2]string{"class −", "class +"}
	if classes := s.Pair.ClassNames; len(classes) == 2 && classes[0] != "-1" {
		names = [2]string{classes[0], classes[1]}
	}
	labels, said := s.Problem.Target.Y, "target, "
	if labels == nil {
		said = "target, predicted "
	}
	sets := []figure.Points{
		{Name: said + names[1], Style: figure.Target, Mark: figure.Plus},
		{Name: said + names[0], Style: figure.Target, Mark: figure.Minus},
		{Name: "misclassified by LAR", Style: figure.Wrong, Mark: figure.Cross},
	}
	for i := range x {
		predicted := scores != nil && scores[i] > 0
		class := predicted
		if labels != nil {
			class = labels[i] > 0
		}
		set := &sets[1]
		if class {
			set = &sets[0]
		}
		if scores != nil && class != predicted {
			set = &sets[2]
		}
		set.X, set.Y = append(set.X, x[i]), append(set.Y, y[i])
	}
	return sets
}

// feature names a feature.
func feature(s *session.Session, i int) string {
	if i < len(s.Pair.Features) {
		return s.Pair.Features[i]
	}
	return fmt.Sprintf("x%d", i+1)
}

// targetFit draws predictions over labels.
func targetFit(s *session.Session, solution *model.Solution) figure.Panel {
	labels := s.Problem.Target.Y
	return figure.Panel{
		X:      figure.Axis{Label: "label"},
		Y:      figure.Axis{Label: "prediction wᵀx"},
		Points: []figure.Points{{Name: "target", Style: figure.Target, Mark: figure.Ring, X: labels, Y: mat.Col(nil, 0, s.Problem.TargetScores(solution.Descent.Weights))}},
		Lines:  []figure.Line{{Name: "prediction = label", Style: figure.LAR, A: 1, B: -1}},
	}
}

// targetClasses draws, for every class, the share of its target rows that are
// predicted right.
func targetClasses(s *session.Session, solution *model.Solution) figure.Panel {
	panel := figure.Panel{
		X: figure.Axis{Label: "class", Ticks: s.Pair.ClassNames},
		Y: figure.Axis{Label: "target rows predicted right", Percent: true},
	}
	x := make([]float64, len(s.Pair.ClassNames))
	for i := range x {
		x[i] = float64(i)
	}
	for _, b := range []struct {
		name   string
		style  figure.Style
		w      *mat.Dense
		offset float64
	}{
		{"no adaptation", figure.NoAdaptation, solution.None.Weights, -0.2},
		{"LAR", figure.LAR, solution.Descent.Weights, 0.2},
	} {
		if b.w != nil {
			panel.Bars = append(panel.Bars, figure.Bars{Name: b.name, Style: b.style, X: x, Y: recalls(s.Problem, b.w), Offset: b.offset, Width: 0.36})
		}
	}
	return panel
}

// recalls returns the share of each class of the target that w has right; NaN for
// a class that does not occur.
func recalls(p *model.Problem, w *mat.Dense) []float64 {
	right, all := make([]float64, p.C), make([]float64, p.C)
	for i, predicted := range p.Task.Predict(p.TargetScores(w)) {
		class := int(p.Target.Y[i])
		all[class]++
		if int(predicted) == class {
			right[class]++
		}
	}
	for i := range right {
		if all[i] == 0 {
			right[i] = math.NaN()
		} else {
			right[i] /= all[i]
		}
	}
	return right
}
