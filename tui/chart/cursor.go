package chart

import (
	"math"
	"slices"

	"larui/tui/number"
)

// Reading curves off at a cursor, and looking at a part of their axis.

// Seen returns the ends of what is seen of the horizontal axis, and whether that is only a
// part of it.
func (c Curves) Seen() (lo, hi float64, part bool) {
	now := c.xAxis()
	c.XMin, c.XMax = 0, 0
	lo, hi = now.lo, now.hi
	if now.share > 0 {
		lo = 0
	}
	return lo, hi, now != c.xAxis()
}

// Span returns the least and the greatest value that is seen of the curves that counts
// says, and of their bands; NaN where there is none.
func (c Curves) Span(counts func(Curve) bool) (lo, hi float64) {
	x, values := c.xAxis(), []float64(nil)
	for _, curve := range c.Curves {
		if counts(curve) {
			values = slices.Concat(values, c.visible(x, curve, curve.Y), c.visible(x, curve, curve.Low), c.visible(x, curve, curve.High))
		}
	}
	lo, hi = span(values, c.LogY)
	if lo > hi {
		return math.NaN(), math.NaN()
	}
	return lo, hi
}

// Stops returns the x, ascending, at which curves that are read have a point in what is
// visible of the axis. A level, which is two equal points, has none of its own.
func (c Curves) Stops() (stops []float64) {
	x := c.xAxis()
	for _, curve := range c.Curves {
		for i, at := range curve.X[:min(len(curve.X), len(curve.Y))] {
			f := x.frac(at)
			if curve.Reads != "" && !curve.isConstant() && c.placed(at) && f >= -rounding && f <= 1+rounding && !math.IsNaN(curve.Y[i]) {
				stops = append(stops, at)
			}
		}
	}
	slices.Sort(stops)
	return slices.Compact(stops)
}

// Nearest returns which of some x is nearest to a value as seen, -1 for none.
func (c Curves) Nearest(xs []float64, x float64) int {
	axis, at, least := c.xAxis(), -1, math.Inf(1)
	want := axis.frac(x)
	for i, other := range xs {
		if away := math.Abs(axis.frac(other) - want); away < least {
			at, least = i, away
		}
	}
	return at
}

// Read returns the point of a curve that is read at x: the nearest one that has a value,
// -1 for none. A level has its value at every x.
func (c Curves) Read(curve Curve, x float64) int {
	xs := slices.Clone(curve.X[:min(len(curve.X), len(curve.Y))])
	for i := range xs {
		if math.IsNaN(curve.Y[i]) {
			xs[i] = math.NaN()
		}
	}
	return c.Nearest(xs, x)
}

// Value writes what a curve has at its i-th point: of a mean, how far its band reaches, too.
func (c Curves) Value(curve Curve, i int) string {
	write := c.Exact
	if write == nil {
		write = func(v float64) string { return number.Digits(v, 6) }
	}
	if i >= len(curve.High) || math.IsNaN(curve.High[i]-curve.Y[i]) {
		return write(curve.Y[i])
	}
	return "mean " + write(curve.Y[i]) + " ± " + write(curve.High[i]-curve.Y[i])
}

// Zoom returns the part of the axis around x that is so many times as wide as what is
// seen, held within the whole; 0, 0 for all of it.
func (c Curves) Zoom(x, by float64) (lo, hi float64) {
	all := c
	all.XMin, all.XMax = 0, 0
	whole, now := all.xAxis(), c.xAxis()
	at, from, to := whole.frac(x), whole.frac(now.lo), whole.frac(now.hi)
	if now.share > 0 {
		from = 0
	}
	from, to = at-(at-from)*by, at+(to-at)*by
	if from <= rounding && to >= 1-rounding {
		return 0, 0
	}
	lo, hi = whole.value(max(from, 0)), whole.value(min(to, 1))
	if whole.share > 0 && from < whole.share {
		lo = 0
	}
	return lo, hi
}
