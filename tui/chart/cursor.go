package chart

import (
	"math"
	"slices"

	"larui/tui/number"
)

// The functions below serve the cursor, with which the user reads values off curves, and the zoom
// of the horizontal axis.

// VisibleX returns the ends of the visible part of the horizontal axis. isPart is false if the whole
// axis is visible.
func (c Curves) VisibleX() (lo, hi float64, isPart bool) {
	now := c.xAxis()
	c.XMin, c.XMax = 0, 0
	lo, hi = now.lo, now.hi
	if now.zeroFraction > 0 {
		lo = 0
	}
	return lo, hi, now != c.xAxis()
}

// VisibleY returns the least and the greatest visible value of the curves that includes accepts,
// and of their bands. Without a visible value, the result is +∞, −∞.
func (c Curves) VisibleY(includes func(Curve) bool) (lo, hi float64) {
	x, values := c.xAxis(), []float64(nil)
	for _, curve := range c.Curves {
		if includes(curve) {
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
			if curve.ReadingName != "" && !curve.isConstant() && c.canShow(at) && f >= -roundingTolerance && f <= 1+roundingTolerance && !math.IsNaN(curve.Y[i]) {
				stops = append(stops, at)
			}
		}
	}
	slices.Sort(stops)
	return slices.Compact(stops)
}

// NearestX returns the index of the value in xs that is nearest to x on the screen, or −1 if the
// axis can show none of the values.
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

// FormatPoint returns the i-th value of a curve as text. If the curve has a band, the text is "mean
// v ± d", where d is the distance from v to the upper bound.
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

// Zoom multiplies the length of the horizontal axis by factor, keeps x in place, and returns the
// new ends. The axis stays within the whole axis, for which Zoom returns 0, 0.
func (c Curves) Zoom(x, factor float64) (lo, hi float64) {
	all := c
	all.XMin, all.XMax = 0, 0
	whole, now := all.xAxis(), c.xAxis()
	at, from, to := whole.fraction(x), whole.fraction(now.lo), whole.fraction(now.hi)
	if now.zeroFraction > 0 {
		from = 0
	}
	from, to = at-(at-from)*factor, at+(to-at)*factor
	if from <= roundingTolerance && to >= 1-roundingTolerance {
		return 0, 0
	}
	lo, hi = whole.valueAt(max(from, 0)), whole.valueAt(min(to, 1))
	if whole.zeroFraction > 0 && from < whole.zeroFraction {
		lo = 0
	}
	return lo, hi
}
