package chart

import (
	"math"
	"slices"
)

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
	// Mark stands at each point; 0 for none.
	Mark rune
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
	// YWidth is how many columns the labels of the vertical axis are given at least, so
	// that the plot keeps its place while its range changes.
	YWidth int
	// FormatX and FormatY write the labels of the ticks. By default these have
	// as many digits as the distance between ticks bears, and on logarithmic
	// axes stand at powers of ten.
	FormatX, FormatY func(float64) string
}

// Draw draws the picture into g, which should be blank, and returns which values
// its cells show. Any data and any size can be drawn.
func (c Curves) Draw(g *Grid, gl Glyphs) Plot {
	f := newFrame(g, gl, c.XLabel, c.YLabel, c.legend(gl))
	f.formatX, f.formatY = c.FormatX, c.FormatY
	f.yWidth = min(c.YWidth, g.w/6)
	x, y, ok := c.axes()
	f.empty = !ok
	f.setY(y.over(f.rows, true))
	plot := f.draw(x.over(f.cols(), false), c.Markers)
	if f.empty || plot.w < 1 || plot.h < 1 {
		return Plot{}
	}
	for _, curve := range slices.Backward(c.Curves) {
		plot.drawBand(curve)
	}
	for _, l := range slices.Backward(c.Levels) {
		plot.drawLevel(l)
	}
	for _, m := range slices.Backward(c.Markers) {
		plot.drawMarker(m)
	}
	for _, curve := range slices.Backward(c.Curves) {
		plot.drawCurve(curve, c.floored(curve.Y))
	}
	for _, curve := range slices.Backward(c.Curves) {
		plot.drawPoints(curve)
	}
	for _, m := range c.Markers {
		plot.labelMarker(m)
	}
	plot.nameLevels(c.Levels)
	return Plot{x: plot.x, y: plot.y, left: f.left, top: f.top}
}

// legend lists the named curves and markers.
func (c Curves) legend(gl Glyphs) []sample {
	var legend []sample
	for _, curve := range c.Curves {
		if curve.Name != "" {
			legend = append(legend, sample{curve.sample(gl), curve.Style, curve.Name})
		}
	}
	for _, m := range c.Markers {
		if m.Name != "" {
			legend = append(legend, sample{string(gl.Rune('▲')), m.Style, m.Name})
		}
	}
	return legend
}

// sample returns a piece of the curve for the legend.
func (c Curve) sample(gl Glyphs) string {
	piece := string(gl.curveRune(c.Dash, '─'))
	switch {
	case c.hasBand() && c.Outline:
		return piece + piece + string(gl.Rune('·'))
	case c.hasBand() && gl == Braille:
		return piece + piece + "⢕"
	case c.hasBand():
		return piece + piece + string(gl.set().band)
	case c.Mark != 0:
		return piece + string(gl.Rune(c.Mark)) + piece
	}
	return piece + piece
}

// floored returns the values of a curve as they are drawn: on a floor of 0 where that
// takes what is not positive.
func (c Curves) floored(values []float64) []float64 {
	if !c.LogY || !c.ZeroY {
		return values
	}
	values = slices.Clone(values)
	for i, v := range values {
		if v < 0 && drawable(v) {
			values[i] = 0
		}
	}
	return values
}

// axes returns the ranges of the picture, and false where there is nothing to
// show.
func (c Curves) axes() (x, y axis, ok bool) {
	xs, ys := emptyRange(c.LogX), emptyRange(c.LogY)
	for _, curve := range c.Curves {
		for i, v := range c.floored(curve.Y[:min(len(curve.X), len(curve.Y))]) {
			if xs.has(curve.X[i]) && (curve.X[i] != 0 || !c.LogX || c.Zero) {
				xs.add(curve.X[i])
				ys.add(v)
			}
		}
	}
	ok = ys.any
	for _, curve := range c.Curves {
		for i := range min(len(curve.Low), len(curve.High), len(curve.X), len(curve.Y)) {
			if drawable(curve.Low[i]) && drawable(curve.High[i]) {
				ys.add(curve.Low[i])
				ys.add(curve.High[i])
			}
		}
	}
	for _, l := range c.Levels {
		ys.add(l.Y)
	}
	if ys.fits(c.YMin) {
		ys.lo, ys.hi = c.YMin, max(c.YMin, ys.hi)
	}
	if ys.fits(c.YMax) {
		ys.lo, ys.hi = min(c.YMax, ys.lo), c.YMax
	}
	return xs.axis(c.Zero), ys.axis(c.ZeroY), ok
}

// valueRange collects what an axis has to show.
type valueRange struct {
	lo, hi float64
	log    bool // the axis is logarithmic: only positive values span it
	zero   bool // there was a zero beside them
	any    bool // there was a value to show
}

func emptyRange(log bool) valueRange {
	return valueRange{lo: math.Inf(1), hi: math.Inf(-1), log: log}
}

// has reports whether v can be on the axis, and fits whether it can be an end of it.
func (r *valueRange) has(v float64) bool  { return drawable(v) && !(r.log && v < 0) }
func (r *valueRange) fits(v float64) bool { return drawable(v) && !(r.log && v <= 0) }

func (r *valueRange) add(v float64) {
	switch {
	case r.fits(v):
		r.lo, r.hi, r.any = min(r.lo, v), max(r.hi, v), true
	case r.has(v):
		r.zero, r.any = true, true
	}
}

// axis returns the axis, with zero on it if that is asked for and was there.
func (r *valueRange) axis(zero bool) axis {
	if r.log {
		return newLogAxis(r.lo, r.hi, zero && r.zero)
	}
	return newAxis(r.lo, r.hi)
}
