package chart

import "math"

// ramp returns the characters that stand for the shades of a scale. Those of maps
// have no blank, which could be taken for nothing, and no mark of an unknown value;
// negative numbers are hatched and positive ones shaded.
func (gl Glyphs) ramp(s scale) []rune {
	switch {
	case s == diverging && gl == ASCII:
		return []rune("&%=- +*#@")
	case s == diverging:
		return []rune("≡═─╌ ░▒▓█")
	case s == grey && gl == ASCII:
		return []rune(" .:-=+*#%@")
	case s == grey:
		return []rune(" ░▒▓█")
	case gl == ASCII:
		return []rune(":-=+*#%@")
	}
	return []rune("░▒▓█")
}

// density returns the character that shows the shade without its colour, a blank
// for none.
func (gl Glyphs) density(s Shade) rune {
	if s == 0 {
		return ' '
	}
	of, f := s.place()
	ramp := gl.ramp(of)
	if of == diverging { // alike on both sides of its middle
		middle := len(ramp) / 2
		return ramp[middle+int(math.Round((2*f-1)*float64(middle)))]
	}
	return ramp[min(int(f*float64(len(ramp))), len(ramp)-1)]
}

// standIn returns the character for a cell of two pixels where their colours
// can't be shown: that of their mean.
func (c *Cell) standIn() rune {
	switch {
	case c.Ink == 0 && c.Fill == 0:
		return c.Rune
	case c.Ink == 0:
		return Block.density(c.Fill)
	case c.Fill == 0:
		return Block.density(c.Ink)
	}
	of, upper := c.Ink.place()
	_, lower := c.Fill.place()
	return Block.density(of.shade((upper + lower) / 2))
}

// pixels reports whether the cell shows two pixels, one above the other.
func (c *Cell) pixels() bool {
	return (c.Rune == '▀' || c.Rune == '▄') && (c.Ink != 0 || c.Fill != 0)
}
