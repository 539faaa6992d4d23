package chart

import "math"

// band is the room between two curves, in lines of the plot for each column:
// from 0 at the lowest to rows-1 at the highest; NaN where there is none.
type band struct {
	low, high []float64
	style     Style
	outline   bool
}

// hasBand reports whether the curve carries bounds to be drawn as a band.
func (c Curve) hasBand() bool { return len(c.Low) > 0 && len(c.High) > 0 }

// band resamples the bounds of the curve. Where they leave the picture the band
// goes to its edge.
func (c Curve) band(x, y axis, log, zero bool, cols, rows int) band {
	b := band{style: c.Style, outline: c.Outline}
	bound := func(values []float64) []float64 {
		p := Curve{X: c.X, Y: values}.path(log, zero)
		for i, v := range p.y {
			if y.log && v <= 0 {
				p.y[i] = -1 // somewhere below
				continue
			}
			p.y[i] = min(max(y.frac(v), -1e9), 1e9) // so that sums don't overflow
		}
		samples := p.resample(x, cols+1)
		out := make([]float64, cols)
		for i := range out {
			out[i] = middle(samples[i], samples[i+1]) * float64(rows-1)
		}
		return out
	}
	b.low, b.high = bound(c.Low), bound(c.High)
	top := float64(rows - 1)
	for i := range cols {
		low, high := min(b.low[i], b.high[i]), max(b.low[i], b.high[i])
		if !(low <= top+0.5 && high >= -0.5) {
			low, high = math.NaN(), math.NaN()
		}
		b.low[i], b.high[i] = max(low, 0), min(high, top)
	}
	return b
}

// middle is the mean of two values, or the one that is a number.
func middle(a, b float64) float64 {
	switch {
	case math.IsNaN(a):
		return b
	case math.IsNaN(b):
		return a
	}
	return (a + b) / 2
}

// draw fills the band sparsely, so that curves stand out from it, or draws its
// edges: by dots where the glyphs have them, else by cells.
func (b band) draw(plot *Grid, gl Glyphs) {
	cols, rows := plot.Size()
	if gl != Braille {
		for col := range cols {
			from, to := nearestLine(b.low[col], rows), nearestLine(b.high[col], rows)
			for row := from; row >= 0 && row <= to; row++ {
				switch edge := row == from || row == to; {
				case !b.outline:
					plot.Set(col, rows-1-row, gl.bandRune(), b.style)
				case edge:
					plot.Set(col, rows-1-row, gl.Rune('·'), b.style)
				}
			}
		}
		return
	}
	k := newStrokes(cols, rows, 2, 4)
	for col := range cols {
		if math.IsNaN(b.low[col]) || math.IsNaN(b.high[col]) {
			continue
		}
		dot := func(v float64) int { return min(int((v+0.5)*4), 4*rows-1) }
		from, to := dot(b.low[col]), dot(b.high[col])
		for y := from; y <= to; y++ {
			edge := y == from || y == to
			for dx := range 2 {
				if edge && dx == 0 || !b.outline && y%2 == 0 && (y/2+dx)%2 == 0 {
					k.dot(2*col+dx, y, b.style)
				}
			}
		}
	}
	k.paint(plot, brailleRune)
}

// bandRune fills bands where there are no dots.
func (gl Glyphs) bandRune() rune {
	if gl == ASCII {
		return ',' // '.' and ':' are lines
	}
	return '░'
}

// sample returns a piece of the curve for the legend.
func (c Curve) sample(gl Glyphs) string {
	mark := c.Dash.curveSample(gl)
	switch {
	case c.hasBand() && c.Outline:
		mark += string(gl.Rune('·'))
	case c.hasBand() && gl == Braille:
		mark += "⢕"
	case c.hasBand():
		mark += string(gl.bandRune())
	case c.Mark != 0:
		mark = string(gl.curveRune(c.Dash, '─')) + string(gl.Rune(c.Mark)) + string(gl.curveRune(c.Dash, '─'))
	}
	return mark
}

// nearestLine returns the line, from below, that v lies on, and -1 for none.
func nearestLine(v float64, rows int) int {
	if !(v >= 0) {
		return -1
	}
	return min(int(math.Floor(v+0.5)), rows-1)
}

// drawMarks draws the marks of the curve.
func (c Curve) drawMarks(plot *Grid, p Plot, gl Glyphs) {
	if c.Mark == 0 {
		return
	}
	for i := range min(len(c.X), len(c.Y)) {
		col, row := column(p.x.frac(c.X[i]), p.cols), p.row(p.y.frac(c.Y[i]))
		if col >= 0 && row >= 0 {
			plot.Set(col, p.rows-1-row, gl.Rune(c.Mark), c.Style)
		}
	}
}
