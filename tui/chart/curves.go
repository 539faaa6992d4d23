package chart

import "slices"

// Curve is a function given at some points.
type Curve struct {
	// X and Y are the points, in any order. Those whose X can't be placed are
	// skipped; at those whose Y is not finite the curve has a gap. Between
	// points it is straight as seen, so linear in log X or log Y on logarithmic
	// axes.
	X, Y  []float64
	Style Style
	Name  string // appears in the legend; empty for none
	Dash  Dash
	// Low and High, beside Y, bound what is known of it, such as the mean plus
	// and minus the standard error: a band around the curve, filled or, with
	// Outline, as its two edges. There is none at points where one of them is
	// missing or not finite.
	Low, High []float64
	Outline   bool
	// Mark stands at each point or, with Marks, at about as many evenly spread over the
	// axis, each mark at columns of its own; 0 for none.
	Mark  rune
	Marks int
	// End is written at its right end, if there is room.
	End string
	// Reads is what the curve is called where its values are read off; empty for one
	// whose values are not.
	Reads string
}

// Marker is a vertical line at a value of X, such as the present λ.
type Marker struct {
	X     float64
	Style Style
	Name  string // appears in the legend; empty for none
	// Label, such as the value, is written beside the line if there is room.
	Label string
}

// Level is a horizontal line at a value of Y, such as what a curve tends to.
type Level struct {
	Y     float64
	Style Style
	Dash  Dash
	// Name is written on the line, or beside it where a curve runs along.
	Name string
}

// Curves is a picture of functions of one variable. The first curve lies above
// the others and comes first in the legend, which may lack room for the last.
// All curves lie above all bands, levels and markers.
type Curves struct {
	Curves         []Curve
	Markers        []Marker
	Levels         []Level
	XLabel, YLabel string
	// LogX makes the horizontal axis logarithmic. Points with X ≤ 0 are then
	// skipped, but with Zero those with X = 0 stand at its left end, where the
	// axis is marked as broken.
	LogX, Zero bool
	// LogY makes the vertical axis logarithmic. Values that are not positive
	// are then gaps, but with ZeroY they lie on a floor labelled 0, above which
	// the axis is marked as broken.
	LogY, ZeroY bool
	// YMin and YMax, unless NaN, bound the vertical axis, which otherwise
	// spans the curves with their bands and levels. Curves have gaps where they
	// leave it. On a logarithmic axis bounds that are not positive are ignored.
	YMin, YMax float64
	// XMin and XMax, where XMin < XMax, bound the part of the horizontal axis that is
	// seen. The vertical one then spans what is seen of the curves.
	XMin, XMax float64
	// Cursor, unless nil, stands where values are read off: above the markers, and on the
	// curves that are read.
	Cursor *Marker
	// YWidth is how many columns the labels of the vertical axis are given at least, so
	// that the plot keeps its place while its range changes.
	YWidth int
	// FormatX and FormatY write the labels of the ticks as they are shown. By default these have
	// as many digits as the distance between ticks bears, and on logarithmic
	// axes stand at powers of ten.
	FormatX, FormatY func(float64) string
}

// Draw draws the picture into g, which should be blank, and returns which values
// its cells show. Any data and any size can be drawn.
func (c Curves) Draw(g *Grid, gl Glyphs) Plot {
	plot := c.lay(g, gl)
	if plot.Grid == nil {
		return Plot{}
	}
	for _, curve := range slices.Backward(c.Curves) {
		plot.drawBand(curve)
	}
	plot.drawAcross(c.markers(), c.Levels)
	for _, curve := range slices.Backward(c.Curves) {
		plot.drawCurve(curve)
	}
	for _, curve := range slices.Backward(c.Curves) {
		plot.drawPoints(curve)
	}
	for _, curve := range c.Curves {
		plot.labelEnd(curve)
	}
	plot.drawRead(c)
	for _, m := range c.markers() {
		plot.labelMarker(m)
	}
	plot.nameLevels(c.Levels)
	return plot.whole()
}

// Lay returns which values the cells of g would show, in less time than it takes to draw.
func (c Curves) Lay(g *Grid, gl Glyphs) Plot { return c.lay(g, gl).whole() }

// markers are the upright lines, the cursor's first.
func (c Curves) markers() []Marker {
	if c.Cursor == nil {
		return c.Markers
	}
	return append([]Marker{*c.Cursor}, c.Markers...)
}

// lay draws what is around the plot and returns that, without a grid where there is
// nothing to show.
func (c Curves) lay(g *Grid, gl Glyphs) canvas {
	f := newFrame(g.Spelling(gl), c.XLabel, c.YLabel, c.legend(gl))
	f.formatX, f.formatY = c.FormatX, c.FormatY
	f.yWidth = min(c.YWidth, g.w/6)
	x, y, ok := c.axes()
	f.empty = !ok
	f.setY(y.over(f.rows, true))
	plot := f.draw(x.over(f.cols(), false), c.markers())
	if f.empty || plot.w < 1 || plot.h < 1 {
		return canvas{}
	}
	return plot
}

// legend lists the curves and markers.
func (c Curves) legend(gl Glyphs) []sample {
	var legend []sample
	for _, curve := range c.Curves {
		legend = append(legend, sample{curve.Sample(gl), curve.Style, curve.Name})
	}
	for _, m := range c.Markers {
		legend = append(legend, sample{"▲", m.Style, m.Name})
	}
	return legend
}

// Sample returns a piece of the curve for the legend.
func (c Curve) Sample(gl Glyphs) string {
	piece := string(c.Dash.piece('─'))
	switch {
	case c.hasBand() && c.Outline:
		return piece + piece + "·"
	case c.hasBand():
		return piece + piece + string(gl.set().band)
	case c.Mark != 0:
		return piece + string(c.Mark) + piece
	}
	return piece + piece
}

// axes returns the ranges of the picture, and false where there is nothing to
// show.
func (c Curves) axes() (x, y axis, ok bool) {
	var ys []float64
	x = c.xAxis()
	for _, curve := range c.Curves {
		ys = append(ys, c.seen(x, curve, curve.Y)...)
	}
	floor := c.ZeroY && slices.ContainsFunc(ys, func(v float64) bool { return drawable(v) && v <= 0 })
	ok = slices.ContainsFunc(ys, func(v float64) bool { return drawable(v) && (!c.LogY || floor || v > 0) })
	for _, curve := range c.Curves {
		low, high := c.seen(x, curve, curve.Low), c.seen(x, curve, curve.High)
		for i := range min(len(low), len(high)) {
			if drawable(low[i]) && drawable(high[i]) {
				ys = append(ys, low[i], high[i])
			}
		}
	}
	for _, l := range c.Levels {
		ys = append(ys, l.Y)
	}
	lo, hi := span(ys, c.LogY)
	if low := c.YMin; drawable(low) && !(c.LogY && low <= 0) {
		lo, hi = low, max(low, hi)
	}
	if high := c.YMax; drawable(high) && !(c.LogY && high <= 0) {
		lo, hi = min(high, lo), high
	}
	if y = newAxis(lo, hi); c.LogY {
		y = newLogAxis(lo, hi, floor || c.ZeroY && slices.Contains(ys, 0))
	}
	return x, y, ok
}
