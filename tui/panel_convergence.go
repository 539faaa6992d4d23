package tui

import (
	"fmt"
	"math"

	"larui/model"
	"larui/tui/chart"
)

// drawConvergence draws the score over the epochs of descent; zoomed, the
// objective below it. Without target labels the objective is all there is.
func (sc *Scene) drawConvergence(g *chart.Grid) {
	s := sc.solution()
	w, h := g.Size()
	if s.Descent.Diverges {
		sc.drawDivergence(g)
		return
	}
	known := !math.IsNaN(sc.score(s.Descent.Target))
	switch {
	case sc.Update.Curves == nil || sc.Update.Curves.Descent.Diverges:
		g.Text(1, 0, "solving …", chart.Dim)
	case known && sc.Zoom && h >= 20:
		sc.drawScoreCurve(g.Sub(0, 0, w, h/2))
		sc.drawObjective(g.Sub(0, h/2, w, h-h/2))
	case known:
		sc.drawScoreCurve(g)
	default:
		sc.drawObjective(g)
	}
}

// drawDivergence says why there is no picture.
func (sc *Scene) drawDivergence(g *chart.Grid) {
	s := sc.solution()
	if !s.Descent.Diverges {
		g.Text(1, 0, "the target has no labels", chart.Dim)
		return
	}
	g.Text(1, 0, "descent diverges", chart.Bad)
	g.Text(1, 1, fmt.Sprintf("rate %s is above the largest", formatNumber(round(s.Descent.Rate, 3))), chart.Plain)
	g.Text(1, 2, fmt.Sprintf("stable one, %s", formatNumber(round(s.Descent.LargestStableRate, 3))), chart.Plain)
	g.Text(1, 4, "set rate to auto", chart.Dim)
}

// round keeps the leading digits of v.
func round(v float64, digits int) float64 {
	if v == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return v
	}
	scale := math.Pow10(digits - 1 - int(math.Floor(math.Log10(math.Abs(v)))))
	return math.Round(v*scale) / scale
}

// series takes a column of a descent's curve.
func series(d model.Descent, value func(model.CurvePoint) float64) (x, y []float64) {
	for _, c := range d.Curve {
		x = append(x, float64(c.Epoch))
		y = append(y, value(c))
	}
	return x, y
}

func (sc *Scene) drawScoreCurve(g *chart.Grid) {
	s := sc.Update.Curves
	value := func(c model.CurvePoint) float64 { return sc.score(c.Target) }
	lx, ly := series(s.Descent, value)
	nx, ny := series(s.None, value)
	closed := sc.score(s.Closed.Target)
	plot := chart.Curves{
		Curves: []chart.Curve{
			{X: lx, Y: ly, Style: chart.LAR, Name: "LAR"},
			{X: nx, Y: ny, Style: chart.NoAdaptation, Name: "none", Dash: chart.Dashed},
			{X: []float64{1, float64(s.Epochs)}, Y: []float64{closed, closed}, Style: chart.ClosedForm, Name: "closed form", Dash: chart.Dotted},
		},
		XLabel: "epoch", YLabel: sc.scoreName(), FormatY: sc.formatTick(),
	}
	plot.YMin, plot.YMax = sc.scoreRange(append(ly, ny...), []float64{closed})
	plot.Draw(g, sc.Glyphs)
}

func (sc *Scene) drawObjective(g *chart.Grid) {
	s := sc.Update.Curves
	value := func(c model.CurvePoint) float64 { return c.Objective }
	lx, ly := series(s.Descent, value)
	nx, ny := series(s.None, value)
	chart.Curves{
		Curves: []chart.Curve{
			{X: lx, Y: ly, Style: chart.LAR, Name: "LAR"},
			{X: nx, Y: ny, Style: chart.NoAdaptation, Name: "none", Dash: chart.Dashed},
		},
		XLabel: "epoch", YLabel: "objective J/n", YMin: math.NaN(), YMax: math.NaN(),
	}.Draw(g, sc.Glyphs)
}
