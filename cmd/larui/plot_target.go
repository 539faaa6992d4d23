package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/cmd/larui/paper/figure"
	"larui/datasets/phrase"
	"larui/model"
	"larui/tui/number"
)

// target draws two features as they are, with the boundaries; more of them in the
// plane of the score wᵀx and the strongest component orthogonal to w; classes as bars;
// a regression as predictions over labels.
func (p *plotted) target(ctx context.Context) (figure.Figure, error) {
	problem := p.Problem
	draw := p.scores
	switch {
	case problem.Task == model.Binary && problem.D == 2:
		draw = p.plane
	case problem.Task == model.MultiClass:
		draw = p.classes
	case problem.Task == model.Regression || problem.D < 2:
		draw = p.fit
	}
	solution, err := p.solve(ctx)
	if err != nil {
		return figure.Figure{}, err
	}
	panel, err := draw(solution)
	return figure.Figure{Title: "target" + p.scored(solution), Panels: []figure.Panel{panel}}, err
}

// scored says in a title how LAR and no adaptation score on the target, as far as known.
func (p *plotted) scored(s *model.Solution) string {
	lar, none := p.score(s.Descent.Target), p.score(s.None.Target)
	switch {
	case math.IsNaN(lar) || math.IsNaN(none):
		return ""
	case p.Problem.Task == model.Regression:
		return fmt.Sprintf(", squared error %s (no adaptation %s)", number.Even(lar, 4), number.Even(none, 4))
	}
	return fmt.Sprintf(", %s correct (no adaptation %s)", number.Percent(lar, 1), number.Percent(none, 1))
}

// plane draws two features as they are, also where descent diverges.
func (p *plotted) plane(solution *model.Solution) (figure.Panel, error) {
	x := p.Problem.Target.X
	panel := figure.Panel{X: figure.Axis{Label: p.feature(0), Equal: true}, Y: figure.Axis{Label: p.feature(1)}}
	var scores []float64
	for _, l := range []struct {
		name  string
		style figure.Style
		w     *mat.Dense
	}{
		{"no adaptation", figure.NoAdaptation, solution.None.Weights},
		{"LAR", figure.LAR, solution.Descent.Weights},
		{"trained to the end", figure.ClosedForm, solution.Closed.Weights},
	} {
		if l.w != nil {
			panel.Lines = append(panel.Lines, figure.Line{Name: l.name, Style: l.style, A: l.w.At(0, 0), B: l.w.At(1, 0)})
		}
	}
	if w := solution.Descent.Weights; w != nil {
		scores = mat.Col(nil, 0, p.Problem.TargetScores(w))
	}
	panel.Points = p.byClass(mat.Col(nil, 0, x), mat.Col(nil, 1, x), scores)
	return panel, nil
}

// feature names a feature.
func (p *plotted) feature(i int) string {
	if i < len(p.Pair.Features) {
		return phrase.Shown(p.Pair.Features[i])
	}
	return fmt.Sprintf("x%d", i+1)
}

// scores draws many features in two.
func (p *plotted) scores(solution *model.Solution) (figure.Panel, error) {
	w := solution.Descent.Weights
	if w == nil {
		return figure.Panel{}, converges(solution.Descent)
	}
	scores := mat.Col(nil, 0, p.Problem.TargetScores(w))
	return figure.Panel{
		X: figure.Axis{Label: "score wᵀx"}, Y: figure.Axis{Label: "strongest component beside w"},
		Points: p.byClass(scores, p.Problem.Across(w), scores),
		Lines:  []figure.Line{{Name: "LAR, the boundary", Style: figure.LAR, A: 1}},
	}, nil
}

// byClass divides target rows by their class, or without labels by the predicted
// one; those that the scores have wrong are marked.
func (p *plotted) byClass(x, y, scores []float64) []figure.Points {
	names := [2]string{"class −", "class +"}
	if classes := p.Pair.ClassNames; len(classes) == 2 && classes[0] != "-1" {
		names = [2]string{phrase.Shown(classes[0]), phrase.Shown(classes[1])}
	}
	labels, said := p.Problem.Target.Y, "target, "
	known := len(labels)
	if labels == nil {
		known = len(x)
		said = "target, predicted "
	}
	sets := []figure.Points{
		{Name: said + names[1], Style: figure.Target, Mark: figure.Disc},
		{Name: said + names[0], Style: figure.TargetPale, Mark: figure.Ring},
		{Name: "misclassified by LAR", Style: figure.Wrong, Mark: figure.Cross},
	}
	for i := range known {
		predicted := scores != nil && scores[i] > 0
		class := predicted
		if labels != nil {
			class = labels[i] > 0
		}
		set := &sets[1]
		switch {
		case scores != nil && class != predicted:
			set = &sets[2]
		case class:
			set = &sets[0]
		}
		set.X, set.Y = append(set.X, x[i]), append(set.Y, y[i])
	}
	if known < len(x) {
		sets = append(sets, figure.Points{Name: "target, no label", Style: figure.Target, Mark: figure.Ring, X: x[known:], Y: y[known:]})
	}
	return sets
}

// fit draws predictions over labels or, where there are none, in ascending order.
func (p *plotted) fit(solution *model.Solution) (figure.Panel, error) {
	w := solution.Descent.Weights
	if w == nil {
		return figure.Panel{}, converges(solution.Descent)
	}
	predicted := mat.Col(nil, 0, p.Problem.TargetScores(w))
	if p.Pair.Target.Y == nil {
		slices.Sort(predicted)
		curve := figure.Curve{Name: "target", Style: figure.Target, Y: predicted}
		for i := range predicted {
			curve.X = append(curve.X, float64(i+1))
		}
		return figure.Panel{
			X: figure.Axis{Label: "rows, by their prediction"}, Y: figure.Axis{Label: "prediction wᵀx"},
			Curves: []figure.Curve{curve},
		}, nil
	}
	return figure.Panel{
		X:      figure.Axis{Label: "label"},
		Y:      figure.Axis{Label: "prediction wᵀx"},
		Points: []figure.Points{{Name: "target", Style: figure.Target, Mark: figure.Ring, X: p.Problem.Target.Y, Y: predicted[:len(p.Problem.Target.Y)]}},
		Lines:  []figure.Line{{Name: "prediction = label", Style: figure.LAR, A: 1, B: -1}},
	}, nil
}

// classes draws, for every class, the share of its target rows that are predicted right or,
// without labels, the share of all that are predicted as of that class.
func (p *plotted) classes(solution *model.Solution) (figure.Panel, error) {
	if solution.Descent.Diverges {
		return figure.Panel{}, converges(solution.Descent)
	}
	panel := figure.Panel{
		X: figure.Axis{Label: "class", Ticks: each(p.Pair.ClassNames, phrase.Shown)},
		Y: figure.Axis{Label: "target rows predicted right", Percent: true},
	}
	if p.Pair.Target.Y == nil {
		panel.Y.Label = "target rows predicted as this class"
	}
	for _, b := range []figure.Bars{
		{Name: "no adaptation", Style: figure.NoAdaptation, Offset: -0.2, Width: 0.36},
		{Name: "LAR", Style: figure.LAR, Offset: 0.2, Width: 0.36},
	} {
		w := solution.Descent.Weights
		if b.Style == figure.NoAdaptation {
			w = solution.None.Weights
		}
		if w == nil {
			continue
		}
		shares := p.predictedShares(w)
		if p.Pair.Target.Y != nil {
			right, all := p.Problem.ClassHits(w)
			for i := range shares {
				shares[i] = float64(right[i]) / float64(all[i])
			}
		}
		for i, share := range shares {
			b.X, b.Y = append(b.X, float64(i)), append(b.Y, share)
		}
		panel.Bars = append(panel.Bars, b)
	}
	return panel, nil
}

// predictedShares are those of the target rows that weights predict as of each class.
func (p *plotted) predictedShares(w *mat.Dense) []float64 {
	shares := make([]float64, len(p.Pair.ClassNames))
	predicted := p.Problem.Task.Predict(p.Problem.TargetScores(w))
	for _, class := range predicted {
		shares[p.Problem.Task.Class(class)] += 1 / float64(len(predicted))
	}
	return shares
}
