package chart

import (
	"cmp"
	"math"
)

// Dash is the pattern of a line. Patterns distinguish lines without colour.
type Dash uint8

const (
	Solid        Dash = iota
	Dashed            // short dashes, ┄
	Dotted            // thin dots, ·
	LongDashed        // long dashes, ╌
	Doubled           // two lines, ═; solid for straight lines of a scatter plot
	DashDotted        // long dashes and dots, ╌·
	LongShort         // long and short dashes, ╌┄
	SparseDashed      // short dashes far apart, ╴╶
)

var dashes = [...]struct {
	level, upright rune // pieces of a curve in ASCII and in legends
	// fine and coarse are the lengths of the dashes in columns: fine for lines made of dots, coarse
	// for lines made of whole cells.
	fine, coarse dashLengths
	// legendEnd follows the mark of the curve in a legend; 0 repeats the character before the mark.
	// In ASCII, a curve with a legendEnd has gaps, because no single character shows its pattern.
	legendEnd rune
}{
	Solid:        {level: '─', upright: '│'},
	Dashed:       {'┄', '┆', dashLengths{2, 2}, dashLengths{2, 1}, 0},
	Dotted:       {'·', '·', dashLengths{0.5, 1.5}, dashLengths{1, 1}, 0},
	LongDashed:   {'╌', '╎', dashLengths{4, 2}, dashLengths{4, 2}, 0},
	Doubled:      {level: '═', upright: '║'},
	DashDotted:   {'╌', '╎', dashLengths{4, 1.5, 0.5, 1.5}, dashLengths{4, 1, 1, 1}, '·'},
	LongShort:    {'╌', '╎', dashLengths{6, 1.5, 2, 1.5}, dashLengths{5, 1, 2, 1}, '┄'},
	SparseDashed: {'╴', '╎', dashLengths{1.5, 3.5}, dashLengths{1, 3}, '╶'},
}

// dashLengths are the lengths in a dash pattern, alternately of ink and of gaps. They are empty for
// a solid line.
type dashLengths []float64

func (p dashLengths) hasInk(length float64) bool {
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

func (d Dash) legendPieces() (before, after string) {
	pattern := dashes[d]
	return string(pattern.level), string(cmp.Or(pattern.legendEnd, pattern.level))
}

// dashedRune returns the character of a dashed curve where the solid curve would have r. Corners
// stay solid, except in a dotted curve.
func (d Dash) dashedRune(r rune) rune {
	switch {
	case d == Solid, r == '•': // a single point
	case r == '─' || r == '╴' || r == '╶':
		return dashes[d].level
	case r == '│' || d == Dotted:
		return dashes[d].upright
	}
	return r
}
