// Package target draws both domains: where solutions are right, class by class or row by row.
package target

import (
	"cmp"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/phrase"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/panel"
	"larui/tui/stage"
)

// View shows where the solution is right on the target; it remembers nothing.
type View struct{ stage.Still }

// Info says what the view is called.
func (v *View) Info() stage.Info {
	return stage.Info{Key: "0", Name: stage.TargetName, Title: "target domain", Points: true,
		Reads: func(st *stage.Stage) bool {
			return st.Task() != model.MultiClass && st.Solution().Descent.Weights != nil
		}, About: "say how much of each class of the target is right"}
}

// Draw draws the target domain: in the plane of its two features with the
// hyperplanes, or, with more features, in the plane of the score wᵀx and the
// strongest component orthogonal to w.
func (v *View) Draw(st *stage.Stage, g *chart.Grid) {
	p, s := st.Update.Session.Problem, st.Solution()
	classes, plane := p.Task == model.MultiClass, p.D == 2 && p.Task != model.Regression
	fit := !plane && !classes && (p.Task == model.Regression && p.Target.Y != nil || st.Update.View == nil)
	switch unknown := s.Descent.Weights == nil || p.Target.Y == nil; {
	case s.Descent.Diverges && p.D != 2, s.Descent.Weights == nil && classes, unknown && fit:
		panel.DrawDivergence(st, g)
	case classes:
		drawClasses(st, g)
	case fit:
		drawTarget(st, g, fitPlot(st), mat.Col(nil, 0, p.TargetScores(s.Descent.Weights)), p.Target.Y)
	case plane:
		drawTarget(st, g, planePlot(st), mat.Col(nil, 0, p.Target.X), mat.Col(nil, 1, p.Target.X))
	default:
		drawTarget(st, g, scorePlane(st), st.Update.View.Score, st.Update.View.Across)
	}
}

// drawTarget draws the target, whose rows can be read off where they lie.
func drawTarget(st *stage.Stage, g *chart.Grid, plot chart.Scatter, across, up []float64) {
	st.DrawPoints(g, plot, stage.Readout{Across: across, Up: up, Point: func(row int) []chart.Group { return pointOf(st, row) }})
}

// Lines says how much of each class of the target is right.
func (v *View) Lines(st *stage.Stage) []string {
	p, s := st.Update.Session.Problem, st.Solution()
	switch {
	case p.Target.Y == nil:
		return []string{"the target has no labels: what is right can't be known"}
	case s.Descent.Weights == nil:
		return []string{"descent diverges: there are no weights"}
	case p.Task == model.Regression:
		return []string{"target squared error: LAR " + number.Digits(s.Descent.Target.MSE, 4)}
	}
	right, all := p.ClassHits(s.Descent.Weights)
	var lines []string
	for i, name := range st.Update.Session.Pair.ClassNames {
		lines = append(lines, fmt.Sprintf("class %s: LAR has %d of %d right", phrase.Shown(name), right[i], all[i]))
	}
	if s.None.Weights != nil {
		right, _ = p.ClassHits(s.None.Weights)
		for i := range lines {
			lines[i] += fmt.Sprintf(", no adaptation %d", right[i])
		}
	}
	return lines
}

// Sketch is the picture of the target, or of the source where that shows, on the same axes.
func (v *View) Sketch(st *stage.Stage) (stage.Sketch, bool) {
	title := "Target: labels only score"
	switch {
	case st.Source:
		return stage.Sketch{Title: "Source: labels known", Draw: drawSourceSide}, true
	case st.Solution() == nil:
	case st.Update.Session.Problem.Target.Y == nil:
		title = "Target: no labels"
	case len(st.Update.Session.Problem.Target.Y) < st.Update.Session.Problem.Target.Rows():
		title = "Target: some labels, which only score"
	}
	if st.Width < stage.PairWidth && st.Solution() != nil {
		title += told(st)
	}
	return stage.Sketch{Title: title, Draw: drawTargetSide}, true
}

// pointOf tells a row of the target: its label, its score and what that predicts.
func pointOf(st *stage.Stage, row int) []chart.Group {
	p, w := st.Update.Session.Problem, st.Solution().Descent.Weights
	d := model.Domain{X: p.Target.X, Y: p.Target.Y}
	said := []chart.Group{{chart.Styled(fmt.Sprintf("row %d", row+1), chart.Accent)}}
	label, predicted, wrong := stage.Compare(st, d, row)
	if row < len(p.Target.Y) && st.Task() == model.Regression {
		label = number.Digits(p.Target.Y[row], 6)
	}
	if p.D == 2 {
		at := p.Target.X.RawRowView(row)
		said = append(said, chart.Group{chart.Styled("at ", chart.Dim), chart.Styled(number.Digits(at[0], 4)+", "+number.Digits(at[1], 4), chart.Plain)})
	}
	said = append(said, chart.Group{chart.Styled("label ", chart.Dim), chart.Styled(cmp.Or(label, "unknown"), chart.Plain)})
	if predicted == "" {
		return said
	}
	score := number.Digits(mat.Dot(p.Target.X.RowView(row), w.ColView(0)), 6)
	if st.Task() == model.Regression {
		return append(said, chart.Group{chart.Styled("prediction ", chart.LAR), chart.Styled(score, chart.Plain)})
	}
	said = append(said, chart.Group{chart.Styled("score wᵀx ", chart.LAR), chart.Styled(score, chart.Plain)}, chart.Group{chart.Styled("predicted ", chart.LAR), chart.Styled(predicted, chart.Plain)})
	if wrong {
		said = append(said, chart.Group{chart.Styled("wrong", chart.Bad)})
	}
	return said
}
