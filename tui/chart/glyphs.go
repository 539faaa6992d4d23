package chart

import (
	"fmt"
	"math"
	"strings"
)

// Glyphs says which characters a terminal and its font can show.
type Glyphs uint8

const (
	Braille Glyphs = iota // box drawing, blocks, and braille dots for lines
	Block                 // box drawing and blocks
	ASCII                 // drawings use nothing beyond 7 bits
)

// glyphSet is what drawings are made of.
type glyphSet struct {
	name string
	dots dotSet // for lines; none in ASCII
	// ramps are the characters for the shades of each scale. Those of maps have no
	// blank, which could be taken for nothing, and no mark of an unknown value;
	// negative numbers are hatched and positive ones shaded.
	ramps [numScales]string
	band  rune // what bands are filled with
	// These are the marks of a map. Letters are not in the ramps.
	cursor, best, leads, vetoed rune
}

var (
	blocks    = [numScales]string{sequential: "░▒▓█", grey: " ░▒▓█", diverging: "≡═─╌ ░▒▓█"}
	letters   = [numScales]string{sequential: ":-=+*#%@", grey: " .:-=+*#%@", diverging: "&%=- +*#@"}
	glyphSets = [...]glyphSet{
		Braille: {"braille", brailleDots, blocks, '░', '●', '★', '☆', '×'},
		Block:   {"block", quadrantDots, blocks, '░', '●', '★', '☆', '×'},
		ASCII:   {"ascii", nil, letters, ',', 'X', 'B', 'L', 'v'}, // '.' and ':' are lines
	}
)

func (gl Glyphs) set() *glyphSet { return &glyphSets[min(int(gl), len(glyphSets)-1)] }

// GlyphsByName returns the set called name: "braille", "block" or "ascii".
func GlyphsByName(name string) (Glyphs, error) {
	for gl, set := range glyphSets {
		if set.name == name {
			return Glyphs(gl), nil
		}
	}
	return 0, fmt.Errorf("unknown glyphs %q (known: braille, block, ascii)", name)
}

// String returns the name that [GlyphsByName] knows.
func (gl Glyphs) String() string { return gl.set().name }

// HeatMarks returns what marks the cursor, the best and the leading cell of a [HeatMap].
func (gl Glyphs) HeatMarks() (cursor, best, leads rune) {
	set := gl.set()
	return set.cursor, set.best, set.leads
}

// density returns the character that shows the shade without its colour, a blank
// for none.
func (gl Glyphs) density(s Shade) rune {
	if s == 0 {
		return ' '
	}
	of, f := s.place()
	ramp := []rune(gl.set().ramps[of])
	if of == diverging { // alike on both sides of its middle
		middle := len(ramp) / 2
		return ramp[middle+int(math.Round((2*f-1)*float64(middle)))]
	}
	return ramp[min(int(f*float64(len(ramp))), len(ramp)-1)]
}

const (
	// FocusMark stands before what is selected, so that it can be told without colour too.
	FocusMark = '›'
	// unknown stands for what is not known.
	unknown = '·'
)

// Rune returns r where the set can show it, and otherwise the character that
// stands for it: '─' becomes '-', '−' becomes '-', '●' becomes '*'. In the
// ASCII set, characters without such a stand-in become '?'.
func (gl Glyphs) Rune(r rune) rune {
	if gl != ASCII || r < 0x80 {
		return r
	}
	for _, s := range standIns {
		if strings.ContainsRune(s.runes, r) {
			return s.ascii
		}
	}
	return '?'
}

// standIns are the characters of ASCII and what they stand for.
var standIns = [...]struct {
	ascii rune
	runes string
}{
	{'-', "─━−–—╴╶"}, {'|', "│┃"}, {'+', "└┘├┤┬┴┼▒"}, {'.', "┈·…┉╭╮┌┐░"}, {'\'', "╰╯╵╹▀"},
	{'~', "┄┅"}, {'=', "╌╍"}, {'#', "═║╔╗╚╝█▉▊▋▌▍▎▏▓■▄"}, {':', "┆┊╎⋮"}, {'/', "╱"}, {'\\', "╲"},
	{'*', "●★•⋆◆"}, {'o', "○◦◇☆"}, {'x', "×✕"}, {'X', "╳"},
	{'<', "◂◀←"}, {'>', "▸▶→›"}, {'^', "▲△▴↑"}, {'v', "▼▽▾↓"},
}

// dotSet says which bit of a cell stands for the dot in a line and column of it.
type dotSet [][2]uint8

var (
	brailleDots  = dotSet{{1, 8}, {2, 16}, {4, 32}, {64, 128}} // as Unicode counts them
	quadrantDots = dotSet{{1, 2}, {4, 8}}
	quadrants    = [16]rune{
		' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█',
	}
)

// rune returns the character that shows the dots.
func (s dotSet) rune(bits uint8) rune {
	if len(s) == len(quadrantDots) {
		return quadrants[bits]
	}
	return '⠀' + rune(bits)
}
