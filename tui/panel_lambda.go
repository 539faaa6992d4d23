package tui

import (
	"math"

	"larui/tui/chart"
)

// drawLambda draws the score over λ after the present number of epochs and in
// closed form, with no adaptation for comparison and the present λ marked.
func (sc *Scene) drawLambda(g *chart.Grid) {
	path, s := sc.Update.Path, sc.solution()
	if len(path) == 0 {
		g.Text(1, 0, "solving …", chart.Dim)
		return
	}
	var x, descent, closed []float64
	for _, point := range path {
		x = append(x, point.Lambda)
		descent = append(descent, sc.score(point.Descent.Target))
		closed = append(closed, sc.score(point.Closed.Target))
	}
	none := sc.score(s.None.Target)
	if math.IsNaN(sc.score(s.Closed.Target)) {
		g.Text(1, 0, "the target has no labels", chart.Dim)
		return
	}
	lambdas := PathLambdas()
	plot := chart.Curves{
		Curves: []chart.Curve{
			{X: x, Y: descent, Style: chart.LAR, Name: "LAR"},
			{X: []float64{lambdas[0], lambdas[len(lambdas)-1]}, Y: []float64{none, none}, Style: chart.NoAdaptation, Name: "none", Dash: chart.Dashed},
			{X: x, Y: closed, Style: chart.ClosedForm, Name: "closed form", Dash: chart.Dotted},
		},
		Markers: []chart.Marker{{X: sc.State.Params.Lambda, Style: chart.Accent}},
		LogX:    true, Zero: true,
		XLabel: "λ", YLabel: sc.scoreName(), FormatX: formatNumber, FormatY: sc.formatTick(),
	}
	plot.YMin, plot.YMax = sc.scoreRange(append(descent, none), closed)
	plot.Draw(g, sc.Glyphs)
}
