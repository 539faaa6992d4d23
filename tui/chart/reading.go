package chart

import (
	"math"
	"slices"
)

// Reading curves off at a cursor, and looking at a part of their axis.

// placed reports whether a point at x has a place on the horizontal axis.
func (c Curves) placed(x float64) bool { return drawable(x) && (!c.LogX || x > 0 || x == 0 && c.Zero) }

// xAxis returns the horizontal axis: all of it, or what is seen where that holds any of
// the curves.
func (c Curves) xAxis() axis {
	var xs []float64
	for _, curve := range c.Curves {
		for _, x := range curve.X[:min(len(curve.X), len(curve.Y))] {
			if c.placed(x) {
				xs = append(xs, x)
			}
		}
	}
	zero := slices.Contains(xs, 0)
	lo, hi := span(xs, c.LogX)
	if low, high := max(lo, c.XMin), min(hi, c.XMax); c.XMin < c.XMax && low < high {
		zero = zero && c.XMin <= 0
		lo, hi = low, high
	}
	if c.LogX {
		return newLogAxis(lo, hi, zero)
	}
	return newAxis(lo, hi)
}

// seen returns the values of a curve, whose points are in order where only a part of the
// axis x is seen. Those at its ends, between two points, are among them.
func (c Curves) seen(x axis, curve Curve, values []float64) (ys []float64) {
	var beyond [2]float64 // how far the point before lies, and its value
	for i := range min(len(curve.X), len(curve.Y), len(values)) {
		if !c.placed(curve.X[i]) {
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
		if beyond = [2]float64{f, v}; f >= -rounding && f <= 1+rounding {
			ys = append(ys, values[i])
		}
	}
	return ys
}

// Seen returns the ends of what is seen of the horizontal axis, and whether that is only a
// part of it.
func (c Curves) Seen() (lo, hi float64, part bool) {
	now := c.xAxis()
	c.XMin, c.XMax = 0, 0
	if lo, hi = now.lo, now.hi; now.share > 0 {
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
			values = slices.Concat(values, c.seen(x, curve, curve.Y), c.seen(x, curve, curve.Low), c.seen(x, curve, curve.High))
		}
	}
	if lo, hi = span(values, c.LogY); lo > hi {
		return math.NaN(), math.NaN()
	}
	return lo, hi
}

// Stops returns the x, ascending, at which curves that are read have a point in what is
// seen of the axis. A level, which is two equal points, has none of its own.
func (c Curves) Stops() (stops []float64) {
	x := c.xAxis()
	for _, curve := range c.Curves {
		for i, at := range curve.X[:min(len(curve.X), len(curve.Y))] {
			f := x.frac(at)
			if curve.Reads != "" && !curve.level() && c.placed(at) && f >= -rounding && f <= 1+rounding && !math.IsNaN(curve.Y[i]) {
				stops = append(stops, at)
			}
		}
	}
	slices.Sort(stops)
	return slices.Compact(stops)
}

// level reports whether the curve is the same everywhere.
func (c Curve) level() bool { return len(c.X) == 2 && len(c.Y) == 2 && c.Y[0] == c.Y[1] }

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

// At reports whether the curve has the value of its i-th point at x.
func (c Curve) At(i int, x float64) bool { return c.X[i] == x || c.level() }

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

// drawRead points out where the curves are read at the cursor.
func (c canvas) drawRead(curves Curves) {
	if curves.Cursor == nil {
		return
	}
	for _, curve := range slices.Backward(curves.Curves) {
		x := curves.Cursor.X
		i := -1
		if curve.Reads != "" {
			i = curves.Read(curve, x)
		}
		if i < 0 {
			continue
		}
		if !curve.level() {
			x = curve.X[i]
		}
		if col, row := c.x.cell(x), c.y.cell(curve.Y[i]); col >= 0 && row >= 0 {
			c.set(col, row, '◆', curve.Style)
		}
	}
}

// Nearest returns which point is nearest to (x, y) as seen, -1 for none.
func (p Plot) Nearest(xs, ys []float64, x, y float64) int {
	at, least := -1, math.Inf(1)
	for i := range min(len(xs), len(ys)) {
		if right, up := p.away(xs[i], ys[i], x, y); right*right+up*up < least {
			at, least = i, right*right+up*up
		}
	}
	return at
}

// Beside returns the point that is nearest to the i-th one as seen in a direction, right
// and up or less; i where there is none.
func (p Plot) Beside(xs, ys []float64, i, right, up int) int {
	at, least := i, math.Inf(1)
	for j := range min(len(xs), len(ys)) {
		dx, dy := p.away(xs[j], ys[j], xs[i], ys[i])
		along, aside := dx*float64(right)+dy*float64(up), math.Abs(dx*float64(up))+math.Abs(dy*float64(right))
		const sideways = 2 // counts so many times as much
		if along > 0 && aside <= along && along+sideways*aside < least {
			at, least = j, along+sideways*aside
		}
	}
	return at
}

// away returns how far a point lies right of (x, y) and above it, in columns. One that
// is not seen is infinitely far.
func (p Plot) away(px, py, x, y float64) (right, up float64) {
	if p.x.cell(px) < 0 || p.y.cell(py) < 0 {
		return math.Inf(1), math.Inf(1)
	}
	right = (p.x.frac(px) - p.x.frac(x)) * float64(p.x.cells)
	up = (p.y.frac(py) - p.y.frac(y)) * float64(2*p.y.cells)
	return right, up
}

// A Window is a part of two axes: where it begins on each, and its side, as parts of the
// whole. The zero one is all of them.
type Window struct{ X, Y, Side float64 }

// of returns the parts of two linear axes that the window shows.
func (w Window) of(x, y axis) (axis, axis) {
	if w.Side <= 0 {
		return x, y
	}
	part := func(a axis, from float64) axis {
		wide := a.hi - a.lo
		a = newAxis(a.lo+from*wide, a.lo+(from+w.Side)*wide)
		a.constant = false // its neighbourhood is what is looked at
		return a
	}
	return part(x, w.X), part(y, w.Y)
}

// Zoom returns the window whose side is so many times that of what is seen, in which (x, y)
// keeps its place; a larger one is held within the whole; the zero one for all of it.
func (s Scatter) Zoom(x, y, by float64) Window {
	wholeX, wholeY, _, _ := s.axes(thinned(s.Points, mostPoints))
	now := s.Seen
	if now.Side <= 0 {
		now.Side = 1
	}
	side := by * now.Side
	if side >= 1 {
		return Window{}
	}
	from := func(begin, at float64) float64 {
		begin = at - (at-begin)*by
		if by > 1 {
			begin = max(0, min(1-side, begin))
		}
		return begin
	}
	return Window{from(now.X, wholeX.frac(x)), from(now.Y, wholeY.frac(y)), side}
}

// Shown is how many places have points that are seen.
func (p Plot) Shown(xs, ys []float64) int {
	places := map[[2]float64]bool{}
	for i := range min(len(xs), len(ys)) {
		if p.x.cell(xs[i]) >= 0 && p.y.cell(ys[i]) >= 0 {
			places[[2]float64{xs[i], ys[i]}] = true
		}
	}
	return len(places)
}
