package target

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
)

func directionPlane(st *stage.Stage) *session.Plane {
	if st.Solution == nil || st.View == nil {
		return nil
	}
	return st.View.Plane
}

// shownDirectionPlane returns the plane of directions that the view plots, or nil if the view plots the
// score. An exported document always plots the score, which its table lists too.
func (v *View) shownDirectionPlane(st *stage.Stage) *session.Plane {
	if v.plotsScore || st.IsDocument() {
		return nil
	}
	return directionPlane(st)
}

// hasFeaturePlane reports whether the pair has classes and two features, which are then the
// coordinates of the plot.
func hasFeaturePlane(st *stage.Stage) bool {
	return st.Solution != nil && st.Session.Problem.D == 2 && st.Task() != model.Regression
}

// targetPoints divides target rows by class and by whether LAR's score is right. Without labels it
// divides them by predicted class.
func targetPoints(st *stage.Stage, x, y, scores []float64) []chart.Points {
	if st.Task() == model.Regression {
		return []chart.Points{{X: x, Y: y, Mark: '●', Style: chart.Target, Name: "target"}}
	}
	names, labels := stage.SignedClassNames(st), st.Session.Problem.Target.Y
	sets := []chart.Points{
		{Mark: '●', Style: chart.Target, Name: names[1]},
		{Mark: '○', Style: chart.TargetPale, Name: names[0]},
		{Mark: '×', Style: chart.Bad, Name: "wrong", Priority: 1}, // rows of both classes
	}
	if labels == nil {
		sets[0].Name, sets[1].Name, sets[2].Name = "predicted "+names[1], "predicted "+names[0], ""
	} else if len(labels) < len(x) {
		known := len(labels)
		sets = append(sets, chart.Points{X: x[known:], Y: y[known:], Mark: '·', Style: chart.Target, Name: "no label", Priority: -1})
		x = x[:known]
	}
	fillSets(sets[:3], x, y, func(i int) int {
		said, at := scores != nil && scores[i] > 0, 1
		positive := said
		if labels != nil {
			positive = labels[i] > 0
		}
		if positive {
			at = 0
		}
		if scores != nil && said != positive {
			at = 2
		}
		return at
	})
	return sets
}

func featurePlanePlot(st *stage.Stage) chart.Scatter {
	p, s, of := st.Session.Problem, st.Solution, boundaryFinder(featureBoundary)
	var scores []float64
	if w := s.Descent.Weights; w != nil {
		scores = mat.Col(nil, 0, p.TargetScores(w))
	}
	return chart.Scatter{
		EqualUnits: true, Arrows: directionArrows(st, &p.Tgt), XLabel: stage.FeatureName(st, 0), YLabel: stage.FeatureName(st, 1),
		Lines:  slices.Concat(of.larLine(st), of.line(s.Closed.Weights, stage.ClosedFormName(s.Closed), chart.ClosedForm, chart.Dotted), of.noneLineUnlessSame(st), of.pinLines(st)),
		Points: targetPoints(st, mat.Col(nil, 0, p.Target.X), mat.Col(nil, 1, p.Target.X), scores),
	}
}

func scorePlanePlot(st *stage.Stage) chart.Scatter {
	view := st.View
	plot := chart.Scatter{Points: targetPoints(st, view.Score, view.Across, view.Score), XLabel: "score wᵀx", YLabel: "strongest component beside w"}
	if st.Task() == model.Regression {
		plot.XLabel = "prediction wᵀx"
	} else {
		plot.Lines = append([]chart.Line{{A: 1, Name: "LAR boundary", Style: chart.LAR}}, fittedPinLines(st, view)...)
	}
	return plot
}

// predictionPlot plots target labels over the predictions of LAR and of pinned solutions. Right
// predictions lie on the diagonal.
func predictionPlot(st *stage.Stage) chart.Scatter {
	p := st.Session.Problem
	scores := mat.Col(nil, 0, p.TargetScores(st.Solution.Descent.Weights))
	sets := []chart.Points{{X: scores, Y: p.Target.Y, Mark: '●', Style: chart.Target, Name: "target"}}
	for _, pin := range stage.PinsWithWeights(st) {
		sets = append(sets, chart.Points{
			X: mat.Col(nil, 0, p.TargetScores(pin.Weights())), Y: p.Target.Y,
			Mark: pin.Letter, Style: pin.LineStyle().Style, Name: stage.DescribePin(st, pin), Priority: -1,
		})
	}
	return chart.Scatter{
		Points: sets,
		Lines:  []chart.Line{{A: 1, B: -1, Name: "right", Style: chart.LAR}},
		XLabel: "prediction wᵀx", YLabel: "label",
	}
}
