package chart

import (
	"math"
	"slices"
)

// Curves is a picture of functions of one variable. The first curve lies above the others and comes
// first in the legend, which leaves out the last ones if there is no room. All curves lie above all
// bands, levels and markers.
type Curves struct {
	Curves         []Curve
	Markers        []Marker
	Levels         []Level
	XLabel, YLabel string
	// LogX makes the horizontal axis logarithmic. Points with X ≤ 0 are then skipped. With Zero,
	// points with X = 0 stand at the left end of the axis, which is marked as broken there.
	LogX, Zero bool
	// LogY makes the vertical axis logarithmic. Values that are not positive are then gaps. With
	// ZeroY they lie on a floor with the label 0, and the axis is marked as broken above the floor.
	LogY, ZeroY bool
	// YMin and YMax, unless NaN or both 0, bound the vertical axis, which otherwise spans the curves
	// with their bands and levels. Curves have gaps beyond the bounds. A logarithmic axis ignores
	// bounds that are not positive.
	YMin, YMax float64
	// XMin and XMax, if XMin < XMax, bound the visible part of the horizontal axis. The vertical
	// axis then spans the visible part of the curves.
	XMin, XMax float64
	// Cursor, unless nil, is the vertical line at which curves are read. It lies above the markers,
	// and the curves with readings are marked there.
	Cursor *Marker
	// YWidth is the least width of the labels of the vertical axis, in columns, so that the plot
	// keeps its place while its range changes.
	YWidth int
	// FormatX and FormatY write the labels of the ticks. By default labels have as many digits as
	// the distance between ticks needs, and the ticks of a logarithmic axis are powers of ten.
	FormatX, FormatY func(float64) string
	// FormatReading writes a value for a reading, in the unit of FormatY. The default is six digits.
	FormatReading func(float64) string
}

// axes returns the axes of the picture, and false if there is nothing to show.
func (c Curves) axes() (x, y axis, ok bool) {
	x = c.xAxis()
	most := len(c.Levels)
	for _, curve := range c.Curves {
		most += len(curve.Y) + len(curve.Low) + len(curve.High) + 2
	}
	ys := make([]float64, 0, most)
	for _, curve := range c.Curves {
		ys = append(ys, c.visibleValues(x, curve, curve.Y)...)
	}
	floor := c.ZeroY && slices.ContainsFunc(ys, func(v float64) bool { return drawable(v) && v <= 0 })
	ok = slices.ContainsFunc(ys, func(v float64) bool { return drawable(v) && (!c.LogY || floor || v > 0) })
	for _, curve := range c.Curves {
		low, high := c.visibleValues(x, curve, curve.Low), c.visibleValues(x, curve, curve.High)
		for i := range min(len(low), len(high)) {
			if drawable(low[i]) && drawable(high[i]) {
				ys = append(ys, low[i], high[i])
			}
		}
	}
	for _, l := range c.Levels {
		ys = append(ys, l.Y)
	}
	lo, hi := drawableRange(ys, c.LogY)
	bounded := c.YMin != 0 || c.YMax != 0
	if low := c.YMin; bounded && drawable(low) && !(c.LogY && low <= 0) {
		lo, hi = low, max(low, hi)
	}
	if high := c.YMax; bounded && drawable(high) && !(c.LogY && high <= 0) {
		lo, hi = min(high, lo), high
	}
	y = newAxis(lo, hi)
	if c.LogY {
		y = newLogAxis(lo, hi, floor || c.ZeroY && slices.Contains(ys, 0))
	}
	return x, y, ok
}

// hasPlace reports whether a point at x has a place on the horizontal axis.
func (c Curves) hasPlace(x float64) bool {
	return drawable(x) && (!c.LogX || x > 0 || x == 0 && c.Zero)
}

// xAxis returns the visible part of the horizontal axis, or the whole axis if no curve reaches that
// part.
func (c Curves) xAxis() axis {
	lo, hi, zero := math.Inf(1), math.Inf(-1), false
	for _, curve := range c.Curves {
		for _, x := range curve.X[:curve.pointCount()] {
			zero = zero || x == 0 && c.hasPlace(0)
			if c.hasPlace(x) && !(c.LogX && x == 0) {
				lo, hi = min(lo, x), max(hi, x)
			}
		}
	}
	if low, high := max(lo, c.XMin), min(hi, c.XMax); c.XMin < c.XMax && low < high {
		zero = zero && c.XMin <= 0
		lo, hi = low, high
	}
	if c.LogX {
		return newLogAxis(lo, hi, zero)
	}
	return newAxis(lo, hi)
}

// visibleValues returns the given values of a curve that lie in the visibleValues part x of the axis, and the
// values interpolated at the ends of that part. If only a part is visibleValues, the points of the curve
// must be in order.
func (c Curves) visibleValues(x axis, curve Curve, values []float64) (ys []float64) {
	n := min(curve.pointCount(), len(values))
	ys = make([]float64, 0, n+2)
	var beyond [2]float64 // position and value of the previous point
	for i := range n {
		if !c.hasPlace(curve.X[i]) {
			continue
		}
		f, v := x.frac(curve.X[i]), values[i]
		if c.LogY && !c.ZeroY {
			v = math.Log(v)
		}
		for _, end := range [2]float64{0, 1} {
			if g, w := beyond[0], beyond[1]; i > 0 && (g-end)*(f-end) < 0 {
				at := w + (end-g)/(f-g)*(v-w)
				if c.LogY && !c.ZeroY {
					at = math.Exp(at)
				}
				ys = append(ys, at)
			}
		}
		beyond = [2]float64{f, v}
		if f >= -rounding && f <= 1+rounding {
			ys = append(ys, values[i])
		}
	}
	return ys
}
