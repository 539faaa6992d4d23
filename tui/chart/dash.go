package chart

import "math"

// Dash tells lines apart without colour.
type Dash uint8

const (
	Solid        Dash = iota
	Dashed            // short dashes, ┄
	Dotted            // thin dots, ·
	LongDashed        // long dashes, ╌
	Doubled           // two lines, ═; a straight line of a scatter plot is solid
	DashDotted        // long dashes and dots, ╌·
	LongShort         // long and short dashes, ╌┄
	SparseDashed      // short dashes far apart, ╴╶
)

// dashes says how each dash looks.
var dashes = [...]struct {
	level, upright rune // pieces of a curve in lines of text, and in legends
	// fine and coarse are the lengths, in columns, of the parts of a line of dots, and of
	// one whose pen is no finer than a cell.
	fine, coarse parts
	// end is the piece behind the mark of a legend, where that is another one, and tells that
	// level pieces in lines of text have gaps, too.
	end rune
}{
	Solid:        {level: '─', upright: '│'},
	Dashed:       {'┄', '┆', parts{2, 2}, parts{2, 1}, 0},
	Dotted:       {'·', '·', parts{0.5, 1.5}, parts{1, 1}, 0},
	LongDashed:   {'╌', '╎', parts{4, 2}, parts{4, 2}, 0},
	Doubled:      {level: '═', upright: '║'},
	DashDotted:   {'╌', '╎', parts{4, 1.5, 0.5, 1.5}, parts{4, 1, 1, 1}, '·'},
	LongShort:    {'╌', '╎', parts{6, 1.5, 2, 1.5}, parts{5, 1, 2, 1}, '┄'},
	SparseDashed: {'╴', '╎', parts{1.5, 3.5}, parts{1, 3}, '╶'},
}

// parts are the lengths of the parts of a dashed line, ink and gaps in turn; none of a solid one.
type parts []float64

// inked reports whether the pen touches the paper after the given length.
func (p parts) inked(length float64) bool {
	if len(p) == 0 {
		return true
	}
	whole := 0.0
	for _, part := range p {
		whole += part
	}
	left := math.Mod(length, whole)
	for i, part := range p {
		if left < part {
			return i%2 == 0
		}
		left -= part
	}
	return false
}

// ends are the pieces of a curve on both sides of its mark in a legend.
func (d Dash) ends() (before, after string) {
	before = string(dashes[d].level)
	if dashes[d].end != 0 {
		return before, string(dashes[d].end)
	}
	return before, before
}

// piece returns the character for a piece of a curve that a solid one draws
// as r. Unlike corners, level and upright pieces tell the dashes apart in every
// set of glyphs.
func (d Dash) piece(r rune) rune {
	switch {
	case d == Solid, r == '•': // a lonely point
	case r == '─' || r == '╴' || r == '╶':
		return dashes[d].level
	case r == '│' || d == Dotted:
		return dashes[d].upright
	}
	return r
}
