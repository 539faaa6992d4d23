package target

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
)

// View is the view of the target domain and of the boundaries in it.
type View struct {
	stage.NoActions
	// filled stretches planes to fill their panels, so that angles are not to scale.
	filled bool
	// scored plots more than two features by score instead of in the target's directions.
	scored bool
}

// planeOf returns the pair's plane of two directions, nil for pairs without such a plane.
func planeOf(st *stage.Stage) *session.Plane {
	if st.Solution == nil || st.View == nil {
		return nil
	}
	return st.View.Plane
}

// ofDirections returns the plane of two directions if it is shown. A document shows the score, as
// its table does.
func (v *View) ofDirections(st *stage.Stage) *session.Plane {
	if v.scored || st.OnPaper() {
		return nil
	}
	return planeOf(st)
}

// isPlane reports whether the pair has two features and classes, so that rows are points of a
// plane.
func isPlane(st *stage.Stage) bool {
	return st.Solution != nil && st.Session.Problem.D == 2 && st.Task() != model.Regression
}

// targetPoints splits target points by class and by whether LAR is right. Without labels it splits them
// by predicted class.
func targetPoints(st *stage.Stage, x, y, scores []float64) []chart.Points {
	if st.Task() == model.Regression {
		return []chart.Points{{X: x, Y: y, Mark: '●', Style: chart.Target, Name: "target"}}
	}
	names, labels := stage.SignNames(st), st.Session.Problem.Target.Y
	sets := []chart.Points{
		{Mark: '●', Style: chart.Target, Name: names[1]},
		{Mark: '○', Style: chart.TargetPale, Name: names[0]},
		{Mark: '╳', Style: chart.Bad, Priority: 1},
		{Mark: '×', Style: chart.Bad, Name: "╳ wrong", Priority: 1}, // wrong rows of both classes
	}
	if labels == nil {
		sets[0].Name, sets[1].Name, sets[3].Name = "predicted "+names[1], "predicted "+names[0], ""
	} else if len(labels) < len(x) {
		known := len(labels)
		sets = append(sets, chart.Points{X: x[known:], Y: y[known:], Mark: '·', Style: chart.Target, Name: "no label", Priority: -1})
		x = x[:known]
	}
	fill(sets[:4], x, y, func(i int) int {
		said, at := scores != nil && scores[i] > 0, 1
		positive := said
		if labels != nil {
			positive = labels[i] > 0
		}
		if positive {
			at = 0
		}
		if scores != nil && said != positive {
			at += 2
		}
		return at
	})
	return sets
}

// planePlot returns the plot of two features.
func planePlot(st *stage.Stage) chart.Scatter {
	p, s, of := st.Session.Problem, st.Solution, lineOf(boundary)
	var scores []float64
	if w := s.Descent.Weights; w != nil {
		scores = mat.Col(nil, 0, p.TargetScores(w))
	}
	return chart.Scatter{
		Equal: true, Arrows: arrowsOf(st, &p.Tgt), XLabel: stage.FeatureName(st, 0), YLabel: stage.FeatureName(st, 1),
		Lines:  slices.Concat(of.lar(st), of.line(s.Closed.Weights, stage.ClosedFormName(s), chart.ClosedForm, chart.Dotted), of.none(st), of.pins(st)),
		Points: targetPoints(st, mat.Col(nil, 0, p.Target.X), mat.Col(nil, 1, p.Target.X), scores),
	}
}

// scorePlane returns the plot of the strongest component orthogonal to w over the score.
func scorePlane(st *stage.Stage) chart.Scatter {
	view := st.View
	plot := chart.Scatter{Points: targetPoints(st, view.Score, view.Across, view.Score), XLabel: "score wᵀx", YLabel: "strongest component beside w"}
	if st.Task() == model.Regression {
		plot.XLabel = "prediction wᵀx"
	} else {
		plot.Lines = append([]chart.Line{{A: 1, Name: "LAR boundary", Style: chart.LAR}}, pinnedTraces(st, view)...)
	}
	return plot
}

// fitPlot returns the plot of labels over predictions, of pins too; right predictions lie on the diagonal.
func fitPlot(st *stage.Stage) chart.Scatter {
	p := st.Session.Problem
	scores := mat.Col(nil, 0, p.TargetScores(st.Solution.Descent.Weights))
	sets := []chart.Points{{X: scores, Y: p.Target.Y, Mark: '●', Style: chart.Target, Name: "target"}}
	for _, pin := range stage.WeightedPins(st) {
		sets = append(sets, chart.Points{
			X: mat.Col(nil, 0, p.TargetScores(pin.Weights())), Y: p.Target.Y,
			Mark: pin.Name, Style: pin.Look().Style, Name: stage.PinName(st, pin), Priority: -1,
		})
	}
	return chart.Scatter{
		Points: sets,
		Lines:  []chart.Line{{A: 1, B: -1, Name: "right", Style: chart.LAR}},
		XLabel: "prediction wᵀx", YLabel: "label",
	}
}
