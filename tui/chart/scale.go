package chart

import "math"

// valueScale is an axis whose values are shown by shades.
type valueScale struct {
	axis
	scale scale
	known bool // there is a value
}

// newValueScale returns the scale over lo…hi or, where these are not two
// different numbers, over the values. A diverging one has zero in its middle.
func newValueScale(s scale, lo, hi float64, values []float64) valueScale {
	if !drawable(lo) || !drawable(hi) || lo >= hi {
		lo, hi = span(values, false)
	}
	if s == diverging {
		hi = max(math.Abs(lo), math.Abs(hi))
		lo = -hi
	}
	return valueScale{axis: newAxis(lo, hi), scale: s, known: drawable(lo) && drawable(hi)}
}

// shade returns the shade of a value, those beyond the scale in the colours of
// its ends.
func (s valueScale) shade(v float64) Shade {
	if !s.known {
		return 0
	}
	return s.scale.shade(s.frac(min(max(v, -largest), largest)))
}

// draw draws the legend of the scale into the line g and returns the columns
// it took: the numbers at its ends around its colours, as characters or, for
// pictures, as pixels. Without room there is none.
func (s valueScale) draw(g *Grid, format func(float64) string) int {
	write := func(v, other float64) string {
		if math.Abs(v) < relativeSpan*math.Abs(other) {
			v = 0 // nothing but rounding beside the other end
		}
		return g.gl.Spell(format(v))
	}
	low, high, most, least := write(s.lo, s.hi), write(s.hi, s.lo), 17, 3
	if s.constant {
		low, high, most, least = "", g.gl.Spell(format(s.at)), 1, 1
	}
	steps := min(most, g.w-TextWidth(low)-TextWidth(high)-2)
	if !s.known || steps < least {
		return 0
	}
	x := g.Text(0, 0, low, Dim)
	if x > 0 {
		x++
	}
	places := s.over(steps, true)
	for i := range steps {
		shade := s.shade(places.middle(i))
		r, below := '▀', shade
		if s.scale == sequential || g.gl == ASCII {
			r, below = g.gl.density(shade), 0
		}
		g.Set(x, 0, r, Plain)
		g.shade(x, 0, shade, below)
		x++
	}
	return x + 1 + g.Text(x+1, 0, high, Dim)
}
