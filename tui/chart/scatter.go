package chart

import (
	"fmt"
	"math"
	"slices"
)

// mostPoints is the largest number of points in a scatter plot, several for each cell of a large
// terminal. Of more points only some are drawn, always the same ones, evenly spread over the data.
const mostPoints = 20_000

// Scatter is a picture of points in the plane. Straight lines lie above points, except points of
// high Priority, and arrows above lines. If lines or arrows cross, the first one is on top.
//
// The axes span the points. If a few outliers would squeeze all other points together, the axes
// leave out the outliers, and the picture states how many.
type Scatter struct {
	Points         []Points
	Lines          []Line
	Arrows         []Arrow
	XLabel, YLabel string
	// Cursor, unless nil, has a mark above all points and lines.
	Cursor *Spot
	// Window is the visible part of the axes. The picture states how many points lie outside of it.
	Window Window
	// EqualUnits gives a unit the same length on both axes, so that right angles look right where a
	// cell is twice as tall as wide.
	EqualUnits bool
	// HideAxes leaves out axes and legend, so that the plot fills the grid. XLabel and YLabel then
	// stand in corners of the plot.
	HideAxes bool
	// ThickPoints makes points two columns wide, for a large audience.
	ThickPoints bool
	// OtherPoints are not drawn, but the axes span them. Two pictures of the same size have equal
	// axes if each has the points of the other as OtherPoints.
	OtherPoints []Points
}

// Spot is the place of a cursor in the plane.
type Spot struct {
	X, Y  float64
	Style Style
}

// Draw draws the picture into g, which should be blank, and returns the place of the plot in g. It
// accepts any data and any size.
func (s Scatter) Draw(g *Grid) Plot {
	sets := thinOutPoints(s.Points, mostPoints)
	plot, trimmed := s.layout(g, sets)
	if plot.Grid == nil {
		return plot.Plot
	}
	if !s.HideAxes {
		plot.drawCrossHair()
	}
	shown := plot.drawPointSets(sets, s.ThickPoints)
	plot.drawLines(s.Lines)
	plot.redrawHiddenMarks(shown)
	plot.drawArrows(s.Arrows)
	if at := s.Cursor; at != nil {
		plot.set(plot.x.cell(at.X), plot.y.cell(at.Y), '◆', at.Style)
	}
	if s.HideAxes {
		x, y := g.gl.Spell(s.XLabel), g.gl.Spell(s.YLabel)
		plot.writeIfFree(0, 0, g.gl.Truncate(y, g.w), Dim, (*Cell).hasBraille)
		plot.writeIfFree(max(0, g.w-TextWidth(x)), g.h-1, g.gl.Truncate(x, g.w), Dim, (*Cell).hasBraille)
	}
	if trimmed {
		s.drawHiddenCount(g, plot)
	}
	return plot.Plot
}

// Layout returns the Plot that Draw would return. It is faster, because it does not draw points and
// lines.
func (s Scatter) Layout(g *Grid) Plot {
	plot, _ := s.layout(g, thinOutPoints(s.Points, mostPoints))
	return plot.Plot
}

// layout draws axes, labels and legend, and returns the canvas for the points, without a grid if
// there is nothing to show. trimmed reports whether points may lie outside of the axes.
func (s Scatter) layout(g *Grid, sets []Points) (plot canvas, trimmed bool) {
	f := newMargins(g, s.XLabel, s.YLabel, s.legend(g.gl, Plot{}))
	if s.HideAxes {
		f = &margins{g: f.g, rows: g.h}
	}
	baseX, baseY, n, trimmed := s.axes(sets)
	f.empty = len(s.Lines) == 0 && n == 0

	// The plot's width depends on the labels of the vertical axis, the labels on the range and,
	// with equal units, the range on the width. Three rounds suffice, because the room for labels
	// only grows.
	baseX, baseY = s.Window.crop(baseX, baseY)
	x, y := baseX, baseY
	for range 3 {
		if s.EqualUnits {
			x, y = equalizeUnits(baseX, baseY, f.columns(), f.rows)
		}
		f.y = y.withCells(f.rows, false)
		if !s.HideAxes {
			f.setVerticalAxis(f.y)
		}
	}
	if !s.HideAxes { // the samples of lines depend on the axes
		f.setLegend(s.legend(g.gl, Plot{x: x.withCells(f.columns(), false), y: f.y}))
	}
	var pointers []Marker
	if s.Cursor != nil {
		pointers = []Marker{{X: s.Cursor.X, Style: s.Cursor.Style}}
	}
	plot = f.draw(x.withCells(f.columns(), false), pointers)
	if f.empty || plot.w < 1 || plot.h < 1 {
		return canvas{}, false
	}
	return plot, trimmed || s.Window != Window{}
}

// axes returns the axes over the points of sets and OtherPoints, and the number n of these points.
// trimmed reports whether the axes leave out some.
func (s Scatter) axes(sets []Points) (x, y axis, n int, trimmed bool) {
	var xs, ys []float64
	for x, y := range drawablePoints(slices.Concat(sets, thinOutPoints(s.OtherPoints, mostPoints))) {
		xs, ys = append(xs, x), append(ys, y)
	}
	x, trimmedX := axisWithoutOutliers(xs)
	y, trimmedY := axisWithoutOutliers(ys)
	return x, y, len(xs), trimmedX || trimmedY
}

func (s Scatter) drawHiddenCount(g *Grid, plot canvas) {
	n := 0
	for x, y := range drawablePoints(s.Points) {
		if plot.x.cell(x) < 0 || plot.y.cell(y) < 0 {
			n++
		}
	}
	note := fmt.Sprintf("%d not shown", n)
	switch width := TextWidth(note); {
	case n == 0:
	case plot.top > g.y0 && TextWidth(s.YLabel)+2+width <= g.w:
		g.TextRight(g.w, 0, note, Warning)
	case width <= plot.w:
		plot.TextRight(plot.w, 0, note, Warning)
	}
}

func (s Scatter) legend(gl Glyphs, plot Plot) []legendEntry {
	var legend []legendEntry
	for _, p := range s.Points {
		legend = append(legend, legendEntry{string(p.Mark), p.Style, p.Name})
	}
	for _, l := range s.Lines {
		legend = append(legend, legendEntry{plot.LegendSample(l, gl), l.Style, l.Name})
	}
	return legend
}

// axisWithoutOutliers returns the axis over the values, with a margin. If the 0.5 % least and the
// 0.5 % greatest values, at least one of each, would take more than half of the axis, the axis
// leaves them out and trimmed is true.
func axisWithoutOutliers(values []float64) (a axis, trimmed bool) {
	lo, hi := drawableRange(values[:min(len(values), 7)], false)
	if n := len(values); n >= 8 {
		cut := max(1, n/200)
		least, greatest := findExtremes(values, cut+1)
		inLo, inHi := least[cut], greatest[0]
		lo, hi = least[0], greatest[cut]
		trimmed = !newAxis(inLo, inHi).constant && hi-lo > 2*(inHi-inLo)
		if trimmed {
			// Outliers near the other values stay visible.
			room := (inHi - inLo) / 4
			lo, hi = max(lo, inLo-room), min(hi, inHi+room)
		}
	}
	a = newAxis(lo, hi)
	a.constant = false // a single value has labels around it, too
	return a.widen(0.04 * (a.hi - a.lo)), trimmed
}

// findExtremes returns the k least and the k greatest of k or more values, both in ascending order.
// For small k it is faster than sorting.
func findExtremes(values []float64, k int) (least, greatest []float64) {
	least, greatest = make([]float64, 0, k+1), make([]float64, 0, k+1)
	low, high := math.Inf(1), math.Inf(-1) // the k-th least and the k-th greatest value so far
	for _, v := range values {
		if v < low {
			at, _ := slices.BinarySearch(least, v)
			least = slices.Insert(least, at, v)
			if len(least) >= k {
				least = least[:k]
				low = least[k-1]
			}
		}
		if v > high {
			at, _ := slices.BinarySearch(greatest, v)
			greatest = slices.Insert(greatest, at, v)
			if len(greatest) >= k {
				greatest = slices.Delete(greatest, 0, len(greatest)-k)
				high = greatest[0]
			}
		}
	}
	return least, greatest
}

// equalizeUnits extends one of the axes about its middle, until a unit has the same length on both.
// A line counts as twice as tall as a column is wide.
func equalizeUnits(x, y axis, cols, rows int) (axis, axis) {
	if cols < 1 || rows < 1 {
		return x, y
	}
	perCol := (x.hi - x.lo) / float64(cols)
	perHalf := (y.hi - y.lo) / float64(2*rows)
	if perCol < perHalf {
		return x.widen((perHalf - perCol) * float64(cols) / 2), y
	}
	return x, y.widen((perCol - perHalf) * float64(rows))
}

func (c canvas) drawCrossHair() {
	col, row := c.x.cell(0), c.y.cell(0)
	for i := range c.w {
		c.set(i, row, '┈', Border)
	}
	for i := range c.h {
		c.set(col, i, '┊', Border)
	}
	c.set(col, row, '┼', Border)
}

// Zoom multiplies the side of the window by factor, keeps the point (x, y) in place, and returns
// the new window. A growing window moves to stay within the axes.
func (s Scatter) Zoom(x, y, factor float64) Window {
	wholeX, wholeY, _, _ := s.axes(thinOutPoints(s.Points, mostPoints))
	now := s.Window
	if now.Side <= 0 {
		now.Side = 1
	}
	side := factor * now.Side
	if side >= 1 {
		return Window{}
	}
	from := func(begin, at float64) float64 {
		begin = at - (at-begin)*factor
		if factor > 1 {
			begin = max(0, min(1-side, begin))
		}
		return begin
	}
	return Window{from(now.X, wholeX.fraction(x)), from(now.Y, wholeY.fraction(y)), side}
}
