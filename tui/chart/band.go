package chart

import "math"

// drawBand shades the cells whose middle lies in the band of a curve. If the band is an outline,
// only the uppermost and the lowest cell of each column are shaded. The curve hides a band narrower
// than a line of the screen.
func (c canvas) drawBand(curve Curve) {
	if !curve.hasBand() {
		return
	}
	low, high := c.bandEdgeHeights(curve.X, curve.Low), c.bandEdgeHeights(curve.X, curve.High)
	for col := range c.w {
		from, to := min(low[col], high[col]), max(low[col], high[col])
		if math.IsNaN(to - from) {
			continue
		}
		first, last := int(math.Ceil(max(from, 0))), int(math.Floor(min(to, float64(c.h-1))))
		for row := first; row <= last; row++ {
			if !curve.Outline || row == first || row == last {
				c.set(col, row, c.gl.characters().band, curve.Style)
			}
		}
	}
}

// bandEdgeHeights returns the height of the lower or the upper edge of a band in the middle of each
// column, in lines above the middle of the lowest line. The height is NaN where the edge has a gap.
func (c canvas) bandEdgeHeights(xs, values []float64) []float64 {
	edges := c.bandEdgePath(xs, values).resample(c.w + 1)
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

func (p Plot) bandEdgePath(xs, values []float64) path {
	return p.path(xs, values, func(v float64) float64 {
		if p.y.log && v <= 0 && isDrawable(v) {
			return -1 // not positive: below the axis
		}
		return p.y.fraction(v)
	})
}
