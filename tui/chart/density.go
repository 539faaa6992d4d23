package chart

import "math"

// ramp returns characters of growing density. With blank, for pictures, the
// first is a blank; without, for maps, where a blank could be taken for nothing,
// it is not, and neither is it the mark of an unknown value.
func (gl Glyphs) ramp(blank bool) []rune {
	switch {
	case gl == ASCII && blank:
		return []rune(" .:-=+*#%@")
	case gl == ASCII:
		return []rune(":-=+*#%@")
	case blank:
		return []rune(" ░▒▓█")
	}
	return []rune("░▒▓█")
}

// signedRamps returns characters of growing density for negative and for
// positive numbers: hatched and shaded ones.
func (gl Glyphs) signedRamps() (negative, positive []rune) {
	if gl == ASCII {
		return []rune("-=%&"), []rune("+*#@")
	}
	return []rune("╌─═≡"), []rune("░▒▓█")
}

// density returns the character that shows the shade without its colour, a blank
// for none. See ramp for blank.
func (gl Glyphs) density(s Shade, blank bool) rune {
	if s == 0 {
		return ' '
	}
	of, f := s.place()
	if of != diverging {
		ramp := gl.ramp(blank)
		return ramp[min(int(f*float64(len(ramp))), len(ramp)-1)]
	}
	ramp, positive := gl.signedRamps()
	if f > 0.5 {
		ramp = positive
	}
	step := int(math.Abs(2*f-1)*float64(len(ramp)) + 0.5)
	switch {
	case step > 0:
		return ramp[step-1]
	case blank:
		return ' '
	}
	return '0' // not the mark of an unknown value
}

// standIn returns the character for a cell of two pixels where their colours
// can't be shown: that of their mean.
func (c *Cell) standIn() rune {
	switch {
	case c.Ink == 0 && c.Fill == 0:
		return c.Rune
	case c.Ink == 0:
		return Block.density(c.Fill, true)
	case c.Fill == 0:
		return Block.density(c.Ink, true)
	}
	of, upper := c.Ink.place()
	_, lower := c.Fill.place()
	return Block.density(of.shade((upper+lower)/2), true)
}

// pixels reports whether the cell shows two pixels, one above the other.
func (c *Cell) pixels() bool {
	return (c.Rune == '▀' || c.Rune == '▄') && (c.Ink != 0 || c.Fill != 0)
}
