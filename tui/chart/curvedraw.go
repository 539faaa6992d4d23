package chart

import "slices"

// Draw draws the picture into g, which should be blank, and returns the place of the plot in g. It
// accepts any data and any size.
func (c Curves) Draw(g *Grid) Plot {
	plot := c.layout(g)
	if plot.Grid == nil {
		return plot.Plot
	}
	for _, curve := range slices.Backward(c.Curves) {
		plot.drawBand(curve)
	}
	plot.drawMarkersAndLevels(c.markers(), c.Levels)
	plot.drawCurves(c.Curves)
	for _, curve := range slices.Backward(c.Curves) {
		plot.drawCurveMarks(curve)
	}
	for _, curve := range c.Curves {
		plot.drawEndLabel(curve)
	}
	plot.drawCursorMarks(c)
	for _, m := range c.markers() {
		plot.drawMarkerLabel(m)
	}
	plot.drawLevelNames(c.Levels)
	return plot.Plot
}

// Layout returns the Plot that Draw would return. It is faster, because it does not draw the curves.
func (c Curves) Layout(g *Grid) Plot { return c.layout(g).Plot }

// markers returns all vertical lines, with the cursor as the first.
func (c Curves) markers() []Marker {
	if c.Cursor == nil {
		return c.Markers
	}
	return append([]Marker{*c.Cursor}, c.Markers...)
}

// layout draws axes, labels and legend. The canvas has no grid if there is nothing to show.
func (c Curves) layout(g *Grid) canvas {
	x, y, ok := c.axes()
	marginsOf := func(legend []legendEntry) *margins {
		f := newMargins(g, c.XLabel, c.YLabel, legend)
		f.formatX, f.formatY = c.FormatX, c.FormatY
		f.yWidth = min(c.YWidth, g.w/6)
		f.empty = !ok
		f.setVerticalAxis(y.withCells(f.rows, true))
		return f
	}
	all := c.legend(g.gl, nil)
	f := marginsOf(all)
	// The legend lists only curves that are visible between the ends of the axes.
	seen := Plot{x: x.withCells(f.columns(), false), y: f.y}
	if drawn := c.legend(g.gl, &seen); len(drawn) < len(all) {
		f = marginsOf(drawn)
	}
	plot := f.draw(x.withCells(f.columns(), false), c.markers())
	if f.empty || plot.w < 1 || plot.h < 1 {
		return canvas{}
	}
	return plot
}

// legend lists the curves and markers that have a name and are visible in plot. If plot is nil, all
// curves and markers count as visible.
func (c Curves) legend(gl Glyphs, plot *Plot) []legendEntry {
	var legend []legendEntry
	for _, curve := range c.Curves {
		if curve.Name != "" && (plot == nil || plot.ShowsCurve(curve)) {
			legend = append(legend, legendEntry{curve.LegendSample(gl), curve.Style, curve.Name})
		}
	}
	for _, m := range c.Markers {
		if m.Name != "" && (plot == nil || plot.x.cell(m.X) >= 0) {
			legend = append(legend, legendEntry{"▲", m.Style, m.Name})
		}
	}
	return legend
}

func (c canvas) drawCursorMarks(curves Curves) {
	if curves.Cursor == nil {
		return
	}
	for _, curve := range slices.Backward(curves.Curves) {
		x := curves.Cursor.X
		i := curves.NearestPoint(curve, x)
		if curve.ReadingName == "" || i < 0 {
			continue
		}
		if !curve.isConstant() {
			x = curve.X[i]
		}
		c.set(c.x.cell(x), c.y.cell(curve.Y[i]), '◆', curve.Style)
	}
}

// ShowsCurve reports whether a curve, or an edge of its band, passes through the plot.
func (p Plot) ShowsCurve(curve Curve) bool {
	for i := range curve.pointCount() {
		if (point{p.x.fraction(curve.X[i]), p.y.fraction(curve.Y[i])}).isInside() {
			return true
		}
	}
	return p.curvePath(curve).isVisible() || curve.hasBand() && (p.bandEdgePath(curve.X, curve.Low).isVisible() || p.bandEdgePath(curve.X, curve.High).isVisible())
}
