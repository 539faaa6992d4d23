package view

import "larui/tui/chart"

func (view *lambdaView) Draw(sc *Scene, g *chart.Grid) { view.plotLambda(sc, g) }

// plotLambda draws the target's score, or what is known instead, over λ after the
// present number of epochs and in closed form, with no adaptation for comparison and
// the present λ marked; as a view of its own with all that the view of λ adds. It
// returns which values the cells show.
func (view *lambdaView) plotLambda(sc *Scene, g *chart.Grid) chart.Plot {
	path := sc.Update.Path
	switch {
	case len(path) == 0:
		g.Text(1, 0, "solving …", chart.Dim)
		return chart.Plot{}
	case sc.Zoom:
		return view.drawLambdaView(sc, g)
	}
	shown := sc.shownMetric(targetMetric)
	curves := view.ownCurves(sc, shown)
	for i, name := range []string{"LAR", "closed form", "none"} {
		curves[i].Name = name
	}
	// The legend may lack room for the last.
	curves[1], curves[2] = curves[2], curves[1]
	var pinned []chart.Curve
	if shown == targetMetric {
		pinned = sc.pinnedPath()
	}
	plot := view.lambdaPlot(sc, shown, append(curves, pinned...))
	for range pinned {
		plot.Markers = append(plot.Markers, chart.Marker{X: sc.Views.pin.State.Params.Lambda, Style: chart.Pinned})
	}
	return plot.Draw(g, sc.Glyphs)
}
