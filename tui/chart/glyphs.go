package chart

import (
	"fmt"
	"math"
	"strings"
)

// Glyphs is a set of characters that a terminal with its font can show.
type Glyphs uint8

const (
	Braille Glyphs = iota // box drawing, blocks, and braille dots for lines
	Block                 // box drawing and blocks
	ASCII                 // 7-bit characters only
)

type glyphSet struct {
	name string
	dots dotSet // for lines; none in ASCII
	// ramps are the characters for the shades of each scale, in the order of the shades: hatched
	// for negative numbers, shaded for positive ones. The ramps of heat maps lack the blank, which
	// means an empty cell, and the mark of an unknown value.
	ramps [numScales]string
	band  rune // fills bands
	// cursor, best, leader and vetoed mark four kinds of cells in a heat map, the fields of HeatMap
	// with these names. No ramp contains these marks.
	cursor, best, leader, vetoed rune
}

var (
	blocks    = [numScales]string{sequential: "░▒▓█", grey: " ░▒▓█", diverging: "≡═─╌ ░▒▓█"}
	letters   = [numScales]string{sequential: ":-=+*#%@", grey: " .:-=+*#%@", diverging: "&%=- +*#@"}
	glyphSets = [...]glyphSet{
		Braille: {"braille", brailleDots, blocks, '░', '●', '★', '☆', '×'},
		Block:   {"block", quadrantDots, blocks, '░', '●', '★', '☆', '×'},
		ASCII:   {"ascii", nil, letters, ',', 'X', 'B', 'L', 'v'}, // lines use '.' and ':'
	}
)

func (gl Glyphs) characters() *glyphSet { return &glyphSets[min(int(gl), len(glyphSets)-1)] }

// GlyphsByName returns the set with a name: "braille", "block" or "ascii".
func GlyphsByName(name string) (Glyphs, error) {
	for gl, set := range glyphSets {
		if set.name == name {
			return Glyphs(gl), nil
		}
	}
	return 0, fmt.Errorf("unknown glyphs %q (known: braille, block, ascii)", name)
}

// String returns the name of the set, as [GlyphsByName] takes it.
func (gl Glyphs) String() string { return gl.characters().name }

// HeatMarks returns the marks of three cells of a [HeatMap]: Cursor, Best and Leader.
func (gl Glyphs) HeatMarks() (cursor, best, leader rune) {
	set := gl.characters()
	return set.cursor, set.best, set.leader
}

// densityRune returns the character that represents a shade where colours can't be shown. The zero
// Shade is a blank.
func (gl Glyphs) densityRune(s Shade) rune {
	if s == 0 {
		return ' '
	}
	of, f := s.position()
	ramp := []rune(gl.characters().ramps[of])
	if of == diverging { // symmetric about the middle
		middle := len(ramp) / 2
		return ramp[middle+int(math.Round((2*f-1)*float64(middle)))]
	}
	return ramp[min(int(f*float64(len(ramp))), len(ramp)-1)]
}

const (
	// FocusMark stands before the selected item, so that the selection is visible without colours.
	FocusMark   = '›'
	unknownRune = '·'
)

// ReplaceRune returns r or, if the glyphs are ASCII, an ASCII character: '-' for '─' and '−', '*'
// for '●', '?' if standIns has none for r.
func (gl Glyphs) ReplaceRune(r rune) rune {
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

var standIns = [...]struct {
	ascii rune
	runes string
}{
	{'-', "─━−–—╴╶"}, {'|', "│┃"}, {'+', "└┘├┤┬┴┼▒"}, {'.', "┈·…┉╭╮┌┐░"}, {'\'', "╰╯╵╹▀"},
	{'~', "┄┅"}, {'=', "╌╍"}, {'#', "═║╔╗╚╝█▉▊▋▌▍▎▏▓■▄"}, {':', "┆┊╎⋮"}, {'/', "╱"}, {'\\', "╲"},
	{'*', "●★•⋆◆"}, {'o', "○◦◇☆"}, {'x', "×✕"},
	{'<', "◂◀←"}, {'>', "▸▶→›"}, {'^', "▲△▴↑"}, {'v', "▼▽▾↓"},
}

// dotSet has the bit of each dot in a cell, by line and column.
type dotSet [][2]uint8

var (
	brailleDots  = dotSet{{1, 8}, {2, 16}, {4, 32}, {64, 128}} // in the order of Unicode
	quadrantDots = dotSet{{1, 2}, {4, 8}}
	quadrants    = [16]rune{
		' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█',
	}
)

func (s dotSet) rune(bits uint8) rune {
	if len(s) == len(quadrantDots) {
		return quadrants[bits]
	}
	return '⠀' + rune(bits)
}
