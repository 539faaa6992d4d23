// Package target draws the target domain with the decision boundaries of LAR and no adaptation.
//
// View has one plot for each kind of pair: two features (plane.go), more features (directions.go),
// labels against predictions for a regression (plane.go too), shares of correct rows for several
// classes (classes.go). The first screen of the explorer shows the source and the target side by side
// (domains.go). The package builds on stage, chart and session. To add a line to the plots, add a
// method to boundaryFinder.
package target

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/wording"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/panel"
	"larui/tui/session"
	"larui/tui/stage"
)

// View is the view of the target domain.
type View struct {
	stage.NoActions
	fillsPanel bool
	// plotsScore reports whether more than two features are plotted by LAR's score instead of along two
	// directions of the target.
	plotsScore bool
}

// Memory returns the values that the view keeps between runs.
func (v *View) Memory(*stage.Stage) stage.Memory {
	return stage.Memory{"filled": &v.fillsPanel, "scored": &v.plotsScore}
}

// Keys returns the keys of the view.
func (v *View) Keys() []stage.Key {
	return []stage.Key{
		{Name: "target.scale", Keys: []string{"v"}, WorksBeside: true, Hint: "to scale/filled", Help: "draw angles to scale, or fill the panel",
			IdleReason: stage.IdleUnless(func(st *stage.Stage) bool { return hasFeaturePlane(st) || v.shownDirectionPlane(st) != nil }, "only planes have angles"),
			Do:         stage.ToggleFunc(&v.fillsPanel)},
		{Name: "target.plane", Keys: []string{"p"}, WorksBeside: true, Hint: "plane", Help: "more than two features: plot two directions, or the score",
			IdleReason: stage.IdleUnless(func(st *stage.Stage) bool { return directionPlane(st) != nil }, "only a pair with two classes and more than two features has a second plot"),
			Do:         stage.ToggleFunc(&v.plotsScore)},
	}
}

// Info returns the key, the name and the description of the view.
func (v *View) Info() stage.Info {
	return stage.Info{Key: "0", Name: stage.TargetName, Title: "target domain", Plots: "target rows with the boundaries of LAR and no adaptation", Points: true,
		Reads: func(st *stage.Stage) bool {
			return st.Task() != model.MultiClass && st.Solution.Descent.Weights != nil
		}, About: "say how many rows of each target class are predicted right"}
}

// Draw draws two classes in the plane of two features, of two directions, or of the score wᵀx and
// the strongest component orthogonal to w; several classes as a table with the share of correct
// rows; a regression as labels over predictions.
func (v *View) Draw(st *stage.Stage, g *chart.Grid) {
	p, s := st.Session.Problem, st.Solution
	classes := p.Task == model.MultiClass
	fit := !hasFeaturePlane(st) && !classes && (p.Task == model.Regression && p.Target.Y != nil || st.View == nil)
	var plot chart.Scatter
	switch unknown := s.Descent.Weights == nil || p.Target.Y == nil; {
	case fit && unknown && st.IsDocument() && s.Descent.Weights != nil:
		st.DrawCurves(g, sortedPredictions(p.TargetScores(s.Descent.Weights)), stage.Readout{})
		return
	case s.Descent.Diverges && p.D != 2, s.Descent.Weights == nil && classes, unknown && fit:
		panel.DrawMissingReason(st, g)
		return
	case classes:
		drawClasses(st, g)
		return
	case fit:
		plot = predictionPlot(st)
	case hasFeaturePlane(st):
		plot = featurePlanePlot(st)
		plot.EqualUnits = !v.fillsPanel
	case v.shownDirectionPlane(st) != nil:
		_, plot = v.directionPlots(st, v.shownDirectionPlane(st))
	default:
		plot = scorePlanePlot(st)
	}
	if st.IsDocument() {
		st.AddPanel(stage.Panel{Title: scoreTitle(st), Picture: plot})
		return
	}
	st.DrawPoints(g, plot, v.readout(st))
}

// sortedPredictions plots predictions (scores, n×1) in ascending order, for a regression without
// labels.
func sortedPredictions(scores *mat.Dense) chart.Curves {
	c := chart.Curve{Style: chart.Target, Name: "target", Y: mat.Col(nil, 0, scores)}
	slices.Sort(c.Y)
	for i := range c.Y {
		c.X = append(c.X, float64(i+1))
	}
	return chart.Curves{Curves: []chart.Curve{c}, XLabel: "rows, by their prediction", YLabel: "prediction wᵀx"}
}

// Table returns one row per target row with its label, its prediction, its scores and its coordinates
// in the plot. An unknown label is nil.
func (v *View) Table(_ context.Context, st *stage.Stage, _ func(done, all int)) (rows [][]session.Fact, err error) {
	pair, p, w := st.Session.Pair, st.Session.Problem, st.Solution.Descent.Weights
	if w == nil {
		return nil, nil
	}
	class := func(y float64) any {
		if p.Task == model.Regression {
			return y
		}
		return wording.OneLine(pair.ClassNames[p.Task.Class(y)])
	}
	scores, across := p.TargetScores(w), []float64(nil)
	if p.Task == model.Binary && p.D > 2 {
		across, _, _ = p.ScorePlane(w, nil)
	}
	for i, predicted := range p.Task.Predict(scores) {
		row := session.Facts("row", i+1, "label", nil, "prediction", class(predicted))
		if p.Target.IsSampled() {
			row[0].Value = nil // the number of a sampled row is unknown
		}
		if i < len(p.Target.Y) {
			row[1].Value = class(p.Target.Y[i])
		}
		if p.Task != model.Regression {
			row = append(row, panel.OutputFacts(st, "score", scores.RawRowView(i))...)
		}
		switch {
		case across != nil:
			row = session.Facts(row, "beside", across[i])
		case p.Task == model.Binary && p.D == 2:
			row = session.Facts(row, panel.ColumnName(pair, 0), p.Target.X.At(i, 0), panel.ColumnName(pair, 1), p.Target.X.At(i, 1))
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// Click moves the reading cursor to the point nearest to the clicked cell.
func (v *View) Click(st *stage.Stage, _, _ int) stage.Intent {
	if v.Info().Reads(st) && stage.MoveCursorToMouse(st, v) {
		return stage.Intent{}
	}
	return stage.Intent{Kind: stage.ShowMessage}
}

// Lines returns one line per target class with the numbers of rows that are predicted correctly. A
// regression has one line with the error.
func (v *View) Lines(st *stage.Stage) []string {
	p, s := st.Session.Problem, st.Solution
	switch {
	case p.Target.Y == nil:
		return []string{"the target has no labels, so right and wrong predictions are unknown"}
	case s.Descent.Weights == nil:
		return []string{"LAR has no weights: " + s.Descent.Unknown}
	case p.Task == model.Regression:
		return []string{"target squared error: LAR " + number.Digits(s.Descent.Target.MSE, 4)}
	}
	right, all := p.ClassHits(s.Descent.Weights)
	var lines []string
	for i, name := range st.Session.Pair.ClassNames {
		lines = append(lines, fmt.Sprintf("class %s: LAR predicts %d of %d rows right", wording.DisplayName(name), right[i], all[i]))
	}
	if s.None.Weights != nil {
		right, _ = p.ClassHits(s.None.Weights)
		for i := range lines {
			lines[i] += fmt.Sprintf(", no adaptation %d", right[i])
		}
	}
	if turned := DescribeAngle(st, s.None.Weights); turned != "" {
		lines = append(lines, "no adaptation → LAR: "+turned)
	}
	return lines
}

// Sketch returns the plot of the source if Stage.ShowSource is true, else the plot of the target.
func (v *View) Sketch(st *stage.Stage) (stage.Sketch, bool) {
	if st.ShowSource {
		return stage.Sketch{Title: "Source: labels known", Draw: v.drawSourceSide}, true
	}
	return stage.Sketch{Title: "Target: " + targetNote(st), Draw: v.drawTargetSide}, true
}
