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
	paths := make([]path, len(c.Curves))
	for i, curve := range c.Curves {
		paths[i] = curve.path(c.LogX, c.Zero)
		if c.LogY {
			paths[i] = paths[i].onFloor(c.ZeroY)
		}
	}
	x, y, ok := c.axes(paths)
	f.empty = !ok
	y = y.roomForZero(f.rows)
	yTicks := f.yTicks(y, func(v float64) int { return nearestRow(v, f.rows) })
	x = x.roomForZero(f.cols())

	var pointers []pointer
	for _, m := range c.Markers {
		pointers = append(pointers, pointer{x.frac(m.X), m.Style})
	}
	plot := f.draw(x, yTicks, pointers)
	at := f.plot(x, y, true)
	if at.cols == 0 {
		return at
	}
	c.drawBehind(plot, at, pointers, gl)
	// Colour indices tell the series of one picture apart, so there is room for
	// only so many at once. What is drawn last lies above.
	for to := len(paths); to > 0; to -= maxSeries {
		from := max(to-maxSeries, 0)
		series := make([][]float64, 0, to-from)
		for _, p := range paths[from:to] {
			series = append(series, p.rowValues(x, y, at.cols+1, at.rows))
		}
		plotSeries(plot, c.Curves[from:to], series, gl)
	}
	for _, curve := range slices.Backward(c.Curves) {
		curve.drawMarks(plot, at, gl)
	}
	for _, m := range c.Markers {
		labelMarker(plot, at, m, gl)
	}
	nameLevels(plot, at, c.Levels, gl)
	return at
}

// drawBehind draws what the curves lie above.
func (c Curves) drawBehind(plot *Grid, at Plot, pointers []pointer, gl Glyphs) {
	for _, curve := range slices.Backward(c.Curves) {
		if curve.hasBand() {
			curve.band(at.x, at.y, c.LogX, c.Zero, at.cols, at.rows).draw(plot, gl)
		}
	}
	for _, l := range slices.Backward(c.Levels) {
		drawLevel(plot, at, l, gl)
	}
	for _, p := range slices.Backward(pointers) {
		if col := column(p.frac, at.cols); col >= 0 {
			for row := range at.rows {
				plot.Set(col, row, gl.Rune('┊'), p.style)
			}
		}
	}
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

// axes returns the ranges of the picture, and false where there is nothing to
// show.
func (c Curves) axes(paths []path) (x, y axis, ok bool) {
	xLo, xHi := math.Inf(1), math.Inf(-1)
	zero := false
	values := valueRange{lo: math.Inf(1), hi: math.Inf(-1), log: c.LogY}
	for _, p := range paths {
		for i, v := range p.x {
			if c.LogX && v == 0 {
				zero = true
			} else {
				xLo, xHi = min(xLo, v), max(xHi, v)
			}
			values.add(p.y[i])
		}
	}
	ok = values.any
	for _, curve := range c.Curves {
		for i := range min(len(curve.Low), len(curve.High), len(curve.X), len(curve.Y)) {
			if drawable(curve.Low[i]) && drawable(curve.High[i]) {
				values.add(curve.Low[i])
				values.add(curve.High[i])
			}
		}
	}
	for _, l := range c.Levels {
		values.add(l.Y)
	}
	x = newAxis(xLo, xHi)
	if c.LogX {
		x = newLogAxis(xLo, xHi, zero)
	}
	lo, hi := values.within(c.YMin, c.YMax)
	if c.LogY {
		return x, newLogAxis(lo, hi, c.ZeroY && values.zero), ok
	}
	return x, newAxis(lo, hi), ok
}

// valueRange collects what a vertical axis has to show.
type valueRange struct {
	lo, hi float64
	log    bool // only positive values count
	zero   bool // a value was zero, and the axis logarithmic
	any    bool // there was a value to show
}

func (r *valueRange) add(v float64) {
	switch {
	case !drawable(v) || r.log && v < 0:
	case r.log && v == 0:
		r.zero, r.any = true, true
	default:
		r.lo, r.hi, r.any = min(r.lo, v), max(r.hi, v), true
	}
}

// within returns the range between the bounds that are numbers.
func (r *valueRange) within(low, high float64) (lo, hi float64) {
	lo, hi = r.lo, r.hi
	if drawable(low) && !(r.log && low <= 0) {
		lo = low
		hi = max(hi, lo)
	}
	if drawable(high) && !(r.log && high <= 0) {
		hi = high
		lo = min(lo, hi)
	}
	return lo, hi
}
