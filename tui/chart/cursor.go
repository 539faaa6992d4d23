package chart

import (
	"math"
	"slices"

	"larui/tui/number"
)

// The cursor reads values off curves. A zoom shows a part of their horizontal axis.

// VisibleX returns the ends of the visible part of the horizontal axis. part reports whether the
// axis is longer.
func (c Curves) VisibleX() (lo, hi float64, part bool) {
	now := c.xAxis()
	c.XMin, c.XMax = 0, 0
	lo, hi = now.lo, now.hi
	if now.share > 0 {
		lo = 0
	}
	return lo, hi, now != c.xAxis()
}

// VisibleY returns the least and the greatest visible value of curves and their bands, or +∞ and −∞
// if no value is visible. counts selects the curves.
func (c Curves) VisibleY(counts func(Curve) bool) (lo, hi float64) {
	x, values := c.xAxis(), []float64(nil)
	for _, curve := range c.Curves {
		if counts(curve) {
			values = slices.Concat(values, c.visibleValues(x, curve, curve.Y), c.visibleValues(x, curve, curve.Low), c.visibleValues(x, curve, curve.High))
		}
	}
	return drawableRange(values, c.LogY)
}

// CursorStops returns, in ascending order, each visible x at which a curve with a ReadingName has a
// point. Constant curves of two points don't count.
func (c Curves) CursorStops() (stops []float64) {
	x := c.xAxis()
	for _, curve := range c.Curves {
		for i, at := range curve.X[:curve.pointCount()] {
			f := x.fraction(at)
			if curve.ReadingName != "" && !curve.isConstant() && c.canShow(at) && f >= -rounding && f <= 1+rounding && !math.IsNaN(curve.Y[i]) {
				stops = append(stops, at)
			}
		}
	}
	slices.Sort(stops)
	return slices.Compact(stops)
}

// NearestX returns the index of the element of xs that is nearest to x on the screen, or −1 if the
// axis can show none.
func (c Curves) NearestX(xs []float64, x float64) int {
	axis, at, least := c.xAxis(), -1, math.Inf(1)
	want := axis.fraction(x)
	for i, other := range xs {
		if away := math.Abs(axis.fraction(other) - want); away < least {
			at, least = i, away
		}
	}
	return at
}

// NearestPoint returns the index of the point of a curve that is nearest to x on the screen and has
// a value, or −1 if no point has a value.
func (c Curves) NearestPoint(curve Curve, x float64) int {
	xs := slices.Clone(curve.X[:curve.pointCount()])
	for i := range xs {
		if math.IsNaN(curve.Y[i]) {
			xs[i] = math.NaN()
		}
	}
	return c.NearestX(xs, x)
}

// FormatPoint returns the value of the i-th point of a curve as text. For a curve with a band the
// text has the mean and the distance from the mean to the upper bound.
func (c Curves) FormatPoint(curve Curve, i int) string {
	write := c.FormatReading
	if write == nil {
		write = func(v float64) string { return number.Digits(v, 6) }
	}
	if i >= len(curve.High) || math.IsNaN(curve.High[i]-curve.Y[i]) {
		return write(curve.Y[i])
	}
	return "mean " + write(curve.Y[i]) + " ± " + write(curve.High[i]-curve.Y[i])
}

// Zoom returns the ends of the visible part of the horizontal axis after a zoom that keeps x in
// place. The factor by multiplies the length of the part, which stays within the axis. The result
// 0, 0 stands for the whole axis.
func (c Curves) Zoom(x, by float64) (lo, hi float64) {
	all := c
	all.XMin, all.XMax = 0, 0
	whole, now := all.xAxis(), c.xAxis()
	at, from, to := whole.fraction(x), whole.fraction(now.lo), whole.fraction(now.hi)
	if now.share > 0 {
		from = 0
	}
	from, to = at-(at-from)*by, at+(to-at)*by
	if from <= rounding && to >= 1-rounding {
		return 0, 0
	}
	lo, hi = whole.valueAt(max(from, 0)), whole.valueAt(min(to, 1))
	if whole.share > 0 && from < whole.share {
		lo = 0
	}
	return lo, hi
}
