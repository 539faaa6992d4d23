package chart

import (
	"cmp"
	"math"
	"slices"
)

// valueScale maps the values of an axis to shades.
type valueScale struct {
	axis
	scale scale
	known bool // some value is known
	// With a reference value, shades show how much better or worse a value is. lengthAbove and
	// lengthBelow are the lengths of the scale above and below reference; 0 without a reference.
	reference, lengthAbove, lengthBelow float64
	lowerIsBetter                       bool
}

// newValueScale returns the scale over lo…hi or, unless lo < hi, over the values. A diverging scale
// is made symmetric about zero.
func newValueScale(s scale, lo, hi float64, values []float64) valueScale {
	if !isDrawable(lo) || !isDrawable(hi) || lo >= hi {
		lo, hi = drawableRange(values, false)
	}
	if s == diverging {
		hi = max(math.Abs(lo), math.Abs(hi))
		lo = -hi
	}
	return valueScale{axis: newAxis(lo, hi), scale: s, known: isDrawable(lo) && isDrawable(hi)}
}

// shade returns the shade of a value. A value beyond the scale has the shade of the nearer end.
func (s valueScale) shade(v float64) Shade {
	if !s.known {
		return 0
	}
	if s.lengthAbove > 0 {
		return diverging.shade(0.5 - s.gain(v)/2)
	}
	return s.scale.shade(s.fraction(min(max(v, -largestDrawable), largestDrawable)))
}

func (s valueScale) gain(v float64) float64 {
	over := s.lengthAbove
	if v < s.reference {
		over = s.lengthBelow
	}
	gain := min(max(v/over-s.reference/over, -1), 1)
	if s.lowerIsBetter {
		return -gain
	}
	return gain
}

// Gain returns how much better than the Reference v is, in fractions of the scale of colours: −1 to
// 1. It returns NaN if v is NaN or the map has no Reference.
func (m HeatMap) Gain(v float64) float64 {
	s := newValueScale(sequential, m.Min, m.Max, slices.Concat(m.Values...)).centredOn(m.Reference)
	if s.lengthAbove <= 0 {
		return math.NaN()
	}
	return s.gain(v)
}

// centredOn returns the scale with its middle at a reference value. Both sides have all shades, so
// that small gains are visible beside large losses.
func (s valueScale) centredOn(reference *Reference) valueScale {
	if reference == nil || !s.known || !isDrawable(reference.Value) {
		return s
	}
	lo, hi := s.lo, s.hi
	if s.constant {
		lo, hi = s.constantValue, s.constantValue
	}
	s.reference, s.lowerIsBetter = reference.Value, reference.LowerIsBetter
	above, below := max(hi-s.reference, reference.MinDistance, 0), max(s.reference-lo, reference.MinDistance, 0)
	s.lengthAbove, s.lengthBelow = cmp.Or(above, below), cmp.Or(below, above)
	return s
}

// glyph returns the character of a value: denser for greater values or, with a reference, solid for
// better and hatched for worse values.
func (s valueScale) glyph(v float64, gl Glyphs) rune {
	shade := s.shade(v)
	if s.lengthAbove > 0 && shade != 0 {
		r := gl.densityRune(diverging.shade(0.5 + s.gain(v)/2))
		if r == ' ' {
			return sameGlyph
		}
		return r
	}
	return gl.densityRune(shade)
}

// sameGlyph is the character of a value as good as the reference.
const sameGlyph = '~'

// drawReferenceLegend draws the name and the value of the reference, between shades of lower and of
// greater values if the map has such values. It returns the width in columns.
func (s valueScale) drawReferenceLegend(g *Grid, reference *Reference, format func(float64) string) int {
	const steps = 6
	lo, hi := s.lo, s.hi
	if s.constant {
		lo, hi = s.constantValue, s.constantValue
	}
	same := g.gl.Spell(format(s.reference))
	for _, name := range []string{reference.Name + " " + same, same} {
		name = g.gl.Spell(name)
		low, high := g.gl.Spell(format(lo))+" ", " "+g.gl.Spell(format(hi))
		left, right := lo < s.reference && low != same+" ", hi > s.reference && high != " "+same
		width := TextWidth(name) + 2
		if left {
			width += TextWidth(low) + steps
		}
		if right {
			width += steps + TextWidth(high)
		}
		if width > g.w {
			continue
		}
		x := 0
		row := func(from, to float64) {
			for i := range steps {
				v := from + (to-from)*(float64(i)+0.5)/steps
				g.Set(x, 0, s.glyph(v, g.gl), Plain)
				g.setShades(x, 0, s.shade(v), s.shade(v))
				x++
			}
		}
		if left {
			x += g.Text(x, 0, low, Dim)
			row(lo, s.reference)
			x++
		}
		x += g.Text(x, 0, name, Plain)
		if right {
			x++
			row(s.reference, hi)
			x += g.Text(x, 0, high, Dim)
		}
		return x
	}
	return 0
}

// drawLegend draws the shades of the scale between the numbers at its ends. It returns the width in
// columns, 0 if there is no room.
func (s valueScale) drawLegend(g *Grid, format func(float64) string) int {
	write := func(v, other float64) string {
		if math.Abs(v) < relativeSpan*math.Abs(other) {
			v = 0 // rounding noise compared with the other end
		}
		return g.gl.Spell(format(v))
	}
	low, high, most, least := write(s.lo, s.hi), write(s.hi, s.lo), 17, 3
	if s.constant {
		low, high, most, least = "", g.gl.Spell(format(s.constantValue)), 1, 1
	}
	steps := min(most, g.w-TextWidth(low)-TextWidth(high)-2)
	if !s.known || steps < least {
		return 0
	}
	x := g.Text(0, 0, low, Dim)
	if x > 0 {
		x++
	}
	places := s.withCells(steps, true)
	for i := range steps {
		shade := s.shade(places.middleValue(i))
		r, below := '▀', shade
		if s.scale == sequential || g.gl == ASCII {
			r, below = g.gl.densityRune(shade), 0
		}
		g.Set(x, 0, r, Plain)
		g.setShades(x, 0, shade, below)
		x++
	}
	return x + 1 + g.Text(x+1, 0, high, Dim)
}
