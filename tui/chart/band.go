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
	dots := newDots(c, Braille)
	for col := range c.w {
		from, to := min(low[col], high[col]), max(low[col], high[col])
		if !(from <= float64(c.h)-0.5 && to >= -0.5) {
			continue
		}
		from, to = max(from, 0)+0.5, min(to, float64(c.h-1))+0.5
		if c.gl != Braille {
			c.fill(col, int(from), int(to), curve)
			continue
		}
		for y := int(4 * from); y <= min(int(4*to), 4*c.h-1); y++ {
			edge := y == int(4*from) || y == min(int(4*to), 4*c.h-1)
			for dx := range 2 {
				if edge && dx == 0 || !curve.Outline && y%2 == 0 && (y/2+dx)%2 == 0 {
					dots.set(2*col+dx, y, curve.Style)
				}
			}
		}
	}
	dots.paint()
}

// fill draws a column of a band by cells, from line to line.
func (c canvas) fill(col, from, to int, curve Curve) {
	for row := from; row <= to; row++ {
		switch edge := row == from || row == to; {
		case !curve.Outline:
			c.set(col, row, c.gl.set().band, curve.Style)
		case edge:
			c.set(col, row, '·', curve.Style)
		}
	}
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
