package chart

import "math"

// Dash tells lines apart without colour.
type Dash uint8

const (
	Solid      Dash = iota
	Dashed          // short dashes, ┄
	Dotted          // thin dots, ·
	LongDashed      // long dashes, ╌
	Doubled         // two lines, ═; a straight line of a scatter plot is solid
)

// dashes says how each dash looks.
var dashes = [...]struct {
	level, upright rune   // pieces of a curve in lines of text, and in legends
	sample         string // a piece of a straight line in ASCII
	// fine and coarse are the lengths, in columns, of the parts of a line of dots, and of
	// one whose pen is no finer than a cell.
	fine, coarse parts
}{
	Solid:      {level: '─', upright: '│', sample: "==="},
	Dashed:     {'┄', '┆', "= =", parts{2, 2}, parts{2, 1}},
	Dotted:     {'·', '·', ". .", parts{0.5, 1.5}, parts{1, 1}},
	LongDashed: {'╌', '╎', "== =", parts{4, 2}, parts{4, 2}},
	Doubled:    {level: '═', upright: '║', sample: "==="},
}

// parts are the lengths of the parts of a dashed line.
type parts struct{ ink, gap float64 }

// inked reports whether the pen touches the paper after the given length.
func (p parts) inked(length float64) bool {
	return p.ink == 0 || math.Mod(length, p.ink+p.gap) < p.ink
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
