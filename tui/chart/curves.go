package chart

import (
	"math"
	"slices"
)

// Curves is a picture of functions of one variable. The first curve is on top, and curves lie above
// bands, levels and markers. The legend lists as many curves as fit, in their order.
type Curves struct {
	Curves         []Curve
	Markers        []Marker
	Levels         []Level
	XLabel, YLabel string
	// LogX makes the horizontal axis logarithmic, without points with X ≤ 0. If Zero is true,
	// points with X = 0 stand at the left end of the axis, and a mark right of them shows that the
	// axis is broken.
	LogX, Zero bool
	// LogY makes the vertical axis logarithmic, and values ≤ 0 are gaps in the curve. If ZeroY is
	// true, values ≤ 0 lie at the bottom, with the label 0, and a mark above shows that the axis is
	// broken.
	LogY, ZeroY bool
	// YMin and YMax bound the vertical axis, unless both are 0. A bound that is NaN, or ≤ 0 on a
	// logarithmic axis, is ignored. Without bounds the axis spans curves, bands and levels. A curve
	// has a gap beyond the bounds.
	YMin, YMax float64
	// XMin and XMax, if XMin < XMax, bound the visible part of the horizontal axis. The vertical
	// axis then spans the values in this part.
	XMin, XMax float64
	// Cursor, unless nil, is the vertical line at which the user reads values, drawn above the
	// markers. It has a mark on each curve with a ReadingName.
	Cursor *Marker
	// YWidth is the least width of the labels of the vertical axis, in columns. It keeps the plot
	// in place while the range of values changes.
	YWidth int
	// FormatX and FormatY write the labels of ticks. If a format is nil, labels have as many digits
	// as the distance between ticks needs, and a logarithmic axis has ticks at powers of ten.
	FormatX, FormatY func(float64) string
	// FormatReading writes a value that the cursor reads, in the unit of FormatY. Without it,
	// values have six digits.
	FormatReading func(float64) string
}

func (c Curves) axes() (x, y axis, ok bool) {
	x = c.xAxis()
	var ys []float64
	for _, curve := range c.Curves {
		ys = append(ys, c.visibleValues(x, curve, curve.Y)...)
	}
	floor := c.ZeroY && slices.ContainsFunc(ys, func(v float64) bool { return isDrawable(v) && v <= 0 })
	ok = slices.ContainsFunc(ys, func(v float64) bool { return isDrawable(v) && (!c.LogY || floor || v > 0) })
	for _, curve := range c.Curves {
		low, high := c.visibleValues(x, curve, curve.Low), c.visibleValues(x, curve, curve.High)
		for i := range min(len(low), len(high)) {
			if isDrawable(low[i]) && isDrawable(high[i]) {
				ys = append(ys, low[i], high[i])
			}
		}
	}
	for _, l := range c.Levels {
		ys = append(ys, l.Y)
	}
	lo, hi := drawableRange(ys, c.LogY)
	bounded := c.YMin != 0 || c.YMax != 0
	if low := c.YMin; bounded && isDrawable(low) && !(c.LogY && low <= 0) {
		lo, hi = low, max(low, hi)
	}
	if high := c.YMax; bounded && isDrawable(high) && !(c.LogY && high <= 0) {
		lo, hi = min(high, lo), high
	}
	y = newAxis(lo, hi)
	if c.LogY {
		y = newLogAxis(lo, hi, floor || c.ZeroY && slices.Contains(ys, 0))
	}
	return x, y, ok
}

func (c Curves) canShow(x float64) bool {
	return isDrawable(x) && (!c.LogX || x > 0 || x == 0 && c.Zero)
}

// xAxis returns the part of the horizontal axis between XMin and XMax, or the whole axis if no
// curve reaches that part.
func (c Curves) xAxis() axis {
	lo, hi, zero := math.Inf(1), math.Inf(-1), false
	for _, curve := range c.Curves {
		for _, x := range curve.X[:curve.pointCount()] {
			zero = zero || x == 0 && c.canShow(0)
			if c.canShow(x) && !(c.LogX && x == 0) {
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

// visibleValues returns the values at the points within the axis x, and the interpolated values at
// both ends of x. If points lie outside of x, curve.X must be sorted.
func (c Curves) visibleValues(x axis, curve Curve, values []float64) (ys []float64) {
	n := min(curve.pointCount(), len(values))
	ys = make([]float64, 0, n+2)
	var beyond [2]float64 // position and value of the previous point
	for i := range n {
		if !c.canShow(curve.X[i]) {
			continue
		}
		f, v := x.fraction(curve.X[i]), values[i]
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
		if f >= -roundingTolerance && f <= 1+roundingTolerance {
			ys = append(ys, values[i])
		}
	}
	return ys
}
