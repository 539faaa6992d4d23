package view

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/chart"
)

// Draw draws the target domain: in the plane of its two features with the
// hyperplanes, or, with more features, in the plane of the score wᵀx and the
// strongest component orthogonal to w.
func (view *targetView) Draw(sc *Scene, g *chart.Grid) {
	p := sc.Update.Session.Problem
	switch {
	case sc.Solution().Descent.Diverges && p.D != 2:
		drawDivergence(sc, g)
	case p.Task == model.MultiClass:
		view.drawClasses(sc, g)
	case p.Task == model.Regression && p.Target.Y != nil:
		view.drawFit(sc, g)
	case p.D == 2 && p.Task != model.Regression:
		view.drawPlane(sc, g)
	case p.D < 2 || sc.Update.View == nil:
		view.drawFit(sc, g)
	default:
		view.drawScoreView(sc, g)
	}
}

// divide splits target points by class, and by whether the solution has them
// right; without labels by what it predicts.
func (view *targetView) divide(sc *Scene, x, y, scores []float64) []chart.Points {
	p := sc.Update.Session.Problem
	if p.Task == model.Regression {
		return []chart.Points{{X: x, Y: y, Mark: '○', Style: chart.Target, Name: "target"}}
	}
	names := signNames(sc)
	sets := []chart.Points{
		{Mark: '+', Style: chart.Target, Name: names[1]},
		{Mark: '−', Style: chart.Target, Name: names[0]},
		{Mark: '×', Style: chart.Bad, Name: "wrong", Priority: 1},
	}
	labels := p.Target.Y
	if labels == nil {
		sets[0].Name, sets[1].Name, sets[2].Name = "predicted "+names[1], "predicted "+names[0], ""
	}
	for i := range x {
		predicted := scores != nil && scores[i] > 0
		class := predicted
		if labels != nil {
			class = labels[i] > 0
		}
		set := 0
		if !class {
			set = 1
		}
		if scores != nil && class != predicted {
			set = 2
		}
		sets[set].X = append(sets[set].X, x[i])
		sets[set].Y = append(sets[set].Y, y[i])
	}
	return sets
}

// drawPlane draws two features as they are.
func (view *targetView) drawPlane(sc *Scene, g *chart.Grid) {
	p, s := sc.Update.Session.Problem, sc.Solution()
	x, y := mat.Col(nil, 0, p.Target.X), mat.Col(nil, 1, p.Target.X)
	var scores []float64
	plot := chart.Scatter{Equal: true, XLabel: featureName(sc, 0), YLabel: featureName(sc, 1)}
	if w := s.Descent.Weights; w != nil {
		scores = mat.Col(nil, 0, p.TargetScores(w))
		plot.Lines = append(plot.Lines, boundary(w, "LAR", chart.LAR, chart.Solid))
	}
	plot.Lines = append(plot.Lines, boundary(s.Closed.Weights, "closed form", chart.ClosedForm, chart.Dotted))
	if w := s.None.Weights; w != nil {
		plot.Lines = append(plot.Lines, boundary(w, "none", chart.NoAdaptation, chart.Dashed))
	}
	plot.Lines = append(plot.Lines, sc.pinnedBoundary()...)
	plot.Points = view.divide(sc, x, y, scores)
	plot.Draw(g, sc.Glyphs)
}

// boundary is the hyperplane wᵀx = 0 in the plane.
func boundary(w *mat.Dense, name string, style chart.Style, dash chart.Dash) chart.Line {
	return chart.Line{A: w.At(0, 0), B: w.At(1, 0), Name: name, Style: style, Dash: dash}
}

// drawScoreView draws score against the strongest orthogonal component.
func (view *targetView) drawScoreView(sc *Scene, g *chart.Grid) {
	v := sc.Update.View
	if v == nil {
		return
	}
	plot := chart.Scatter{Points: view.divide(sc, v.Score, v.Across, v.Score), XLabel: "score wᵀx", YLabel: "strongest component beside w"}
	if sc.Task() == model.Regression {
		plot.XLabel = "prediction wᵀx"
	} else {
		plot.Lines = append([]chart.Line{{A: 1, Name: "LAR boundary", Style: chart.LAR}}, sc.pinnedTrace(v)...)
	}
	plot.Draw(g, sc.Glyphs)
}

// drawFit draws predictions against labels; on the diagonal they are right.
func (view *targetView) drawFit(sc *Scene, g *chart.Grid) {
	p, s := sc.Update.Session.Problem, sc.Solution()
	if s.Descent.Weights == nil || p.Target.Y == nil {
		drawDivergence(sc, g)
		return
	}
	chart.Scatter{
		Points: append([]chart.Points{{X: mat.Col(nil, 0, p.TargetScores(s.Descent.Weights)), Y: p.Target.Y, Mark: '○', Style: chart.Target, Name: "target"}}, sc.pinnedFit()...),
		Lines:  []chart.Line{{A: 1, B: -1, Name: "right", Style: chart.LAR}},
		XLabel: "prediction wᵀx", YLabel: "label",
	}.Draw(g, sc.Glyphs)
}

// drawClasses draws, for every class, the share of its target rows that the
// solution has right, above that of no adaptation.
func (view *targetView) drawClasses(sc *Scene, g *chart.Grid) {
	p, s := sc.Update.Session.Problem, sc.Solution()
	w, h := g.Size()
	if p.Target.Y == nil || s.Descent.Weights == nil {
		drawDivergence(sc, g)
		return
	}
	lar, none := recalls(p, s.Descent.Weights), recalls(p, s.None.Weights)
	n := len(lar)
	// What has no room below one another stands side by side.
	const leastColumn = 20
	columns := max(1, (n+h-2)/max(1, h-1))
	least := leastColumn
	if sc.pinnedWeights() != nil {
		least += pinnedRecallWidth
	}
	columns = max(1, min(columns, w/least))
	each := min((n+columns-1)/columns, max(0, h-1))
	for c := range columns {
		left, right := w*c/columns, w*(c+1)/columns
		from := c * each
		view.drawClassColumn(sc, g.Sub(left, 0, right-left, h), lar, none, from, min(from+each, n))
	}
	if columns > 1 && each+2 < h {
		g.Text(1, h-1, "right, by class; bars show LAR", chart.Dim)
	}
	if hidden := n - columns*each; hidden > 0 && h > 1 {
		last := g.Sub(0, h-1, w, 1)
		last.Clear()
		last.Text(1, 0, fmt.Sprintf("and %d more classes", hidden+columns), chart.Dim)
	}
}

// drawClassColumn draws the recalls of the classes from…to, one a row.
func (view *targetView) drawClassColumn(sc *Scene, g *chart.Grid, lar, none []float64, from, to int) {
	w, _ := g.Size()
	if heading := "right, by class"; w >= 36 {
		g.Text(1, 0, heading, chart.Dim)
	}
	g.TextRight(w-1, 0, "LAR", chart.LAR)
	g.TextRight(w-9, 0, "none", chart.NoAdaptation)
	label := 0
	for i := range lar {
		label = max(label, min(12, chart.TextWidth(className(sc, i))))
	}
	room := w - 19 - sc.drawPinnedRecalls(g, w-17, from, to)
	label = max(1, min(label, room-1))
	for i := from; i < to; i++ {
		y := i - from + 1
		g.Text(1, y, sc.Glyphs.Truncate(className(sc, i), label), chart.Plain)
		g.Text(label+2, y, chart.Bar(lar[i], room-label-2, sc.Glyphs), chart.LAR)
		g.TextRight(w-9, y, sc.formatScore(none[i]), chart.NoAdaptation)
		g.TextRight(w-1, y, sc.formatScore(lar[i]), chart.Plain)
	}
}

// recalls returns the share of each class of the target that w has right; NaN
// for a class that does not occur, and for all of them without weights.
func recalls(p *model.Problem, w *mat.Dense) []float64 {
	right, all := classHits(p, w)
	shares := make([]float64, len(right))
	for i := range shares {
		shares[i] = math.NaN()
		if w != nil && all[i] > 0 {
			shares[i] = float64(right[i]) / float64(all[i])
		}
	}
	return shares
}

// targetView is the view of the target, which remembers nothing.
type targetView struct{ still }

// Info says what the view is called.
func (view *targetView) Info() ViewInfo {
	return ViewInfo{Key: "0", Name: targetName, Title: "target domain", About: "say how much of each class of the target is right"}
}
