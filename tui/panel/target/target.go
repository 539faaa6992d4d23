// Package target draws the target domain with the boundaries of the solution.
//
// View has a plot for every kind of pair: two features (plane.go), more features (directions.go),
// labels over predictions for regression (plane.go), shares of correct rows for several classes
// (classes.go). domains.go plots source and target side by side.
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

// Memory returns the scale and the plane, which the view keeps between runs.
func (v *View) Memory(*stage.Stage) stage.Memory {
	return stage.Memory{"filled": &v.filled, "scored": &v.scored}
}

// Keys returns the keys of the view.
func (v *View) Keys() []stage.Key {
	return []stage.Key{
		{Name: "target.scale", Keys: []string{"v"}, Beside: true, Hint: "to scale/filled", Help: "angles as they are, or not to scale, filling the panel",
			Idle: stage.IdleUnless(func(st *stage.Stage) bool { return isPlane(st) || v.ofDirections(st) != nil }, "this picture has no angles"),
			Do:   stage.Toggle(&v.filled)},
		{Name: "target.plane", Keys: []string{"p"}, Beside: true, Hint: "plane", Help: "target of more than two features: plane of two directions, or of the score",
			Idle: stage.IdleUnless(func(st *stage.Stage) bool { return planeOf(st) != nil }, "only a pair of more than two features and two classes has this choice"),
			Do:   stage.Toggle(&v.scored)},
	}
}

// Info returns the key, the name and the description of the view.
func (v *View) Info() stage.Info {
	return stage.Info{Key: "0", Name: stage.TargetName, Title: "target domain", Plots: "the target domain with the boundaries found", Points: true,
		Reads: func(st *stage.Stage) bool {
			return st.Task() != model.MultiClass && st.Solution.Descent.Weights != nil
		}, About: "say how much of each class of the target is right"}
}

// Draw draws the plot for the kind of pair: the plane of two features, the plane of two directions,
// or the plane of the score wᵀx and the strongest component orthogonal to w; labels over
// predictions for regression; shares of correct rows for several classes.
func (v *View) Draw(st *stage.Stage, g *chart.Grid) {
	p, s := st.Session.Problem, st.Solution
	classes, plane := p.Task == model.MultiClass, isPlane(st)
	fit := !plane && !classes && (p.Task == model.Regression && p.Target.Y != nil || st.View == nil)
	switch unknown := s.Descent.Weights == nil || p.Target.Y == nil; {
	case fit && unknown && st.OnPaper() && s.Descent.Weights != nil:
		st.DrawCurves(g, sortedPredictions(p.TargetScores(s.Descent.Weights)), stage.Readout{})
	case s.Descent.Diverges && p.D != 2, s.Descent.Weights == nil && classes, unknown && fit:
		panel.DrawDivergence(st, g)
	case classes:
		drawClasses(st, g)
	case fit:
		drawTarget(st, g, fitPlot(st), mat.Col(nil, 0, p.TargetScores(s.Descent.Weights)), p.Target.Y)
	case plane:
		plot := planePlot(st)
		plot.Equal = !v.filled
		drawTarget(st, g, plot, mat.Col(nil, 0, p.Target.X), mat.Col(nil, 1, p.Target.X))
	case v.ofDirections(st) != nil:
		plane := v.ofDirections(st)
		_, plot := v.directionPlots(st, plane)
		drawTarget(st, g, plot, plane.Target[0], plane.Target[1])
	default:
		drawTarget(st, g, scorePlane(st), st.View.Score, st.View.Across)
	}
}

// sortedPredictions returns the predictions in ascending order, for regression without labels.
func sortedPredictions(scores *mat.Dense) chart.Curves {
	c := chart.Curve{Style: chart.Target, Name: "target", Y: mat.Col(nil, 0, scores)}
	slices.Sort(c.Y)
	for i := range c.Y {
		c.X = append(c.X, float64(i+1))
	}
	return chart.Curves{Curves: []chart.Curve{c}, XLabel: "rows, by their prediction", YLabel: "prediction wᵀx"}
}

// Table returns one row per target sample: its label, if known, prediction, scores, and coordinates
// in the plot.
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
		row := []session.Fact{{Name: "row", Value: i + 1}, {Name: "label"}, {Name: "prediction", Value: class(predicted)}}
		if p.Target.IsSampled() {
			row[0].Value = nil // the place of a sampled row is unknown
		}
		if i < len(p.Target.Y) {
			row[1].Value = class(p.Target.Y[i])
		}
		if p.Task != model.Regression {
			row = append(row, panel.OutputFacts(st, "score", scores.RawRowView(i))...)
		}
		switch {
		case across != nil:
			row = append(row, session.Fact{Name: "beside", Value: across[i]})
		case p.Task == model.Binary && p.D == 2:
			row = append(row, session.Fact{Name: panel.ColumnName(pair, 0), Value: p.Target.X.At(i, 0)},
				session.Fact{Name: panel.ColumnName(pair, 1), Value: p.Target.X.At(i, 1)})
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// drawTarget draws the target, whose rows can be read off at their coordinates.
func drawTarget(st *stage.Stage, g *chart.Grid, plot chart.Scatter, across, up []float64) {
	if st.OnPaper() {
		st.AddPanel(stage.Panel{Title: scoreTitle(st), Picture: plot})
		return
	}
	st.DrawPoints(g, plot, readout(st, across, up))
}

// Click moves the reading cursor to the point nearest to the clicked cell.
func (v *View) Click(st *stage.Stage, _, _ int) stage.Intent {
	if v.Info().Reads(st) && stage.ReadAt(st, v) {
		return stage.Intent{}
	}
	return stage.Intent{Kind: stage.Say}
}

// Lines returns how many rows of each target class are right.
func (v *View) Lines(st *stage.Stage) []string {
	p, s := st.Session.Problem, st.Solution
	switch {
	case p.Target.Y == nil:
		return []string{"the target has no labels: which rows are right can't be known"}
	case s.Descent.Weights == nil:
		return []string{"there are no weights: " + s.Descent.Unknown}
	case p.Task == model.Regression:
		return []string{"target squared error: LAR " + number.Digits(s.Descent.Target.MSE, 4)}
	}
	right, all := p.ClassHits(s.Descent.Weights)
	var lines []string
	for i, name := range st.Session.Pair.ClassNames {
		lines = append(lines, fmt.Sprintf("class %s: LAR has %d of %d right", wording.DisplayName(name), right[i], all[i]))
	}
	if s.None.Weights != nil {
		right, _ = p.ClassHits(s.None.Weights)
		for i := range lines {
			lines[i] += fmt.Sprintf(", no adaptation %d", right[i])
		}
	}
	if turned := Turned(st, s.None.Weights); turned != "" {
		lines = append(lines, "no adaptation → LAR: "+turned)
	}
	return lines
}

// Sketch returns the plot of the target, or of the source if the source is shown.
func (v *View) Sketch(st *stage.Stage) (stage.Sketch, bool) {
	if st.Source {
		return stage.Sketch{Title: "Source: labels known", Draw: v.drawSourceSide}, true
	}
	return stage.Sketch{Title: "Target: " + targetNote(st), Draw: v.drawTargetSide}, true
}
