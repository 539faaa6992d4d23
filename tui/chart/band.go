package chart

import "math"

// hasBand reports whether the curve carries bounds to be drawn as a band.
func (c Curve) hasBand() bool { return len(c.Low) > 0 && len(c.High) > 0 }

// drawBand fills the band of a curve sparsely, so that curves stand out from it, or
// draws its edges: by dots where the glyphs have them, else by cells.
func (c canvas) drawBand(curve Curve) {
	if !curve.hasBand() {
		return
	}
	low, high := c.bound(curve.X, curve.Low), c.bound(curve.X, curve.High)
	dots, steps := newDots(c, Braille), 1 // steps of a line
	if c.gl == Braille {
		steps = 4
	}
	for col := range c.w {
		from, to := min(low[col], high[col]), max(low[col], high[col])
		if !(from <= float64(c.h)-0.5 && to >= -0.5) {
			continue
		}
		first := int(float64(steps) * (max(from, 0) + 0.5))
		last := min(int(float64(steps)*(min(to, float64(c.h-1))+0.5)), steps*c.h-1)
		for y := first; y <= last; y++ {
			edge := y == first || y == last
			switch {
			case c.gl != Braille && !curve.Outline:
				c.set(col, y, c.gl.set().band, curve.Style)
			case c.gl != Braille && edge:
				c.set(col, y, '·', curve.Style)
			case c.gl == Braille && edge:
				dots.set(2*col, y, curve.Style)
			}
			if c.gl == Braille && !curve.Outline && y%2 == 0 {
				dots.set(2*col+y/2%2, y, curve.Style)
			}
		}
	}
	dots.paint()
}

// bound returns how high a bound of a band lies in the middle of each column, in
// lines from the middle of the lowest one; NaN where there is none.
func (c canvas) bound(xs, values []float64) []float64 {
	edges := c.path(xs, values, func(v float64) float64 {
		if c.y.log && v <= 0 && drawable(v) {
			return -1 // somewhere below
		}
		return c.y.frac(v)
	}).resample(c.w + 1)
	for i := range c.w {
		a, b := edges[i], edges[i+1]
		if math.IsNaN(a) {
			a = b
		}
		if math.IsNaN(b) {
			b = a
		}
		edges[i] = (a + b) / 2 * float64(c.h-1)
	}
	return edges[:c.w]
}
