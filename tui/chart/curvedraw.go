package chart

import "slices"

// Draw draws the picture into g, which should be blank, and returns the values that its cells show.
// Any data and any size can be drawn.
func (c Curves) Draw(g *Grid, gl Glyphs) Plot {
	plot := c.layout(g, gl)
	if plot.Grid == nil {
		return Plot{}
	}
	for _, curve := range slices.Backward(c.Curves) {
		plot.drawBand(curve)
	}
	plot.drawMarkersAndLevels(c.markers(), c.Levels)
	plot.drawCurves(c.Curves)
	for _, curve := range slices.Backward(c.Curves) {
		plot.drawPoints(curve)
	}
	for _, curve := range c.Curves {
		plot.labelEnd(curve)
	}
	plot.drawReadings(c)
	for _, m := range c.markers() {
		plot.labelMarker(m)
	}
	plot.nameLevels(c.Levels)
	return plot.asPlot()
}

// Layout returns the Plot that Draw would return. It is faster, because it does not draw the curves.
func (c Curves) Layout(g *Grid, gl Glyphs) Plot { return c.layout(g, gl).asPlot() }

// markers returns the vertical lines, the cursor first.
func (c Curves) markers() []Marker {
	if c.Cursor == nil {
		return c.Markers
	}
	return append([]Marker{*c.Cursor}, c.Markers...)
}

// layout draws the surroundings of the plot and returns the plot. The plot has no grid if nothing
// can be shown.
func (c Curves) layout(g *Grid, gl Glyphs) canvas {
	x, y, ok := c.axes()
	frameOf := func(legend []sample) *frame {
		f := newFrame(g.WithGlyphs(gl), c.XLabel, c.YLabel, legend)
		f.formatX, f.formatY = c.FormatX, c.FormatY
		f.yWidth = min(c.YWidth, g.w/6)
		f.empty = !ok
		f.setY(y.over(f.rows, true))
		return f
	}
	all := c.legend(gl, nil)
	f := frameOf(all)
	// The entries that are visible depend on the axes, which are known only now.
	seen := Plot{x: x.over(f.cols(), false), y: f.y}
	if drawn := c.legend(gl, &seen); len(drawn) < len(all) {
		f = frameOf(drawn)
	}
	plot := f.draw(x.over(f.cols(), false), c.markers())
	if f.empty || plot.w < 1 || plot.h < 1 {
		return canvas{}
	}
	return plot
}

// legend lists the curves and markers that plot shows, or all of them if plot is nil.
func (c Curves) legend(gl Glyphs, plot *Plot) []sample {
	var legend []sample
	for _, curve := range c.Curves {
		if curve.Name != "" && (plot == nil || plot.Shows(curve)) {
			legend = append(legend, sample{curve.Sample(gl), curve.Style, curve.Name})
		}
	}
	for _, m := range c.Markers {
		if m.Name != "" && (plot == nil || plot.x.cell(m.X) >= 0) {
			legend = append(legend, sample{"▲", m.Style, m.Name})
		}
	}
	return legend
}

// drawReadings marks the points of the curves that are read at the cursor.
func (c canvas) drawReadings(curves Curves) {
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

// Shows reports whether a curve or its band passes through the plot.
func (p Plot) Shows(curve Curve) bool {
	c := canvas{x: p.x, y: p.y}
	for i := range curve.count() {
		if (spot{c.x.frac(curve.X[i]), c.y.frac(curve.Y[i])}).inside() {
			return true
		}
	}
	return c.curvePath(curve).visible() || curve.hasBand() && (c.boundPath(curve.X, curve.Low).visible() || c.boundPath(curve.X, curve.High).visible())
}
