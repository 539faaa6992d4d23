package chart

import "math"

// drawScale draws the legend of a scale into the line g and returns the columns
// it took: the numbers at its ends (and middle, with signs) around its colours,
// as characters or as pixels. Without room there is none.
func drawScale(g *Grid, s valueScale, format func(float64) string, gl Glyphs) int {
	if math.IsNaN(s.lo) {
		return 0
	}
	w, _ := g.Size()
	low, high := gl.Spell(format(rounded(s.lo, s.hi))), gl.Spell(format(rounded(s.hi, s.lo)))
	if s.lo == s.hi {
		low = ""
	}
	steps := min(17, w-TextWidth(low)-TextWidth(high)-2)
	if s.lo == s.hi {
		steps = min(steps, 1)
	}
	if steps < 3 && s.lo != s.hi || steps < 1 {
		return 0
	}
	x := g.Text(0, 0, low, Dim)
	if x > 0 {
		x++
	}
	for i := range steps {
		f := 0.5
		if steps > 1 {
			f = float64(i) / float64(steps-1)
		}
		shade := s.scale.shade(f)
		if s.scale != sequential && gl != ASCII {
			g.Set(x, 0, '▀', Plain)
			g.Shade(x, 0, shade, shade)
		} else {
			g.Set(x, 0, gl.density(shade), Plain)
			g.Shade(x, 0, shade, 0)
		}
		x++
	}
	return x + 1 + g.Text(x+1, 0, high, Dim)
}

// rounded returns v, or zero where v is nothing but rounding beside the other
// end of a scale.
func rounded(v, other float64) float64 {
	if math.Abs(v) < relativeSpan*math.Abs(other) {
		return 0
	}
	return v
}
