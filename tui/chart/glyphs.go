package chart

import "fmt"

// Glyphs says which characters a terminal and its font can show.
type Glyphs uint8

const (
	Braille Glyphs = iota // box drawing, blocks, and braille dots for lines
	Block                 // box drawing and blocks
	ASCII                 // drawings use nothing beyond 7 bits
)

// GlyphsByName returns the set called name: "braille", "block" or "ascii".
func GlyphsByName(name string) (Glyphs, error) {
	switch name {
	case "braille":
		return Braille, nil
	case "block":
		return Block, nil
	case "ascii":
		return ASCII, nil
	}
	return 0, fmt.Errorf("unknown glyphs %q (known: braille, block, ascii)", name)
}

// String returns the name that [GlyphsByName] knows.
func (gl Glyphs) String() string {
	switch gl {
	case Braille:
		return "braille"
	case Block:
		return "block"
	case ASCII:
		return "ascii"
	}
	return fmt.Sprintf("Glyphs(%d)", uint8(gl))
}

// Rune returns r where the set can show it, and otherwise the character that
// stands for it: '─' becomes '-', '−' becomes '-', '●' becomes '*'. In the
// ASCII set, characters without such a stand-in become '?'.
func (gl Glyphs) Rune(r rune) rune {
	if gl != ASCII || r < 0x80 {
		return r
	}
	switch r {
	case '─', '━', '−', '–', '—', '╴', '╶':
		return '-'
	case '◂', '◀', '←':
		return '<'
	case '▸', '▶', '→', '›':
		return '>'
	case '┄', '┅':
		return '~'
	case '╌', '╍':
		return '='
	case '═', '║':
		return '#'
	case '┈', '·', '…', '┉':
		return '.'
	case '│', '┃':
		return '|'
	case '┆', '┊', '╎', '⋮':
		return ':'
	case '╭', '╮', '┌', '┐':
		return '.'
	case '╰', '╯':
		return '\''
	case '└', '┘', '├', '┤', '┬', '┴', '┼':
		return '+'
	case '●', '★', '•', '⋆', '◆':
		return '*'
	case '○', '◦', '◇':
		return 'o'
	case '▲', '△', '↑':
		return '^'
	case '▼', '▽', '↓':
		return 'v'
	case '╱':
		return '/'
	case '╵', '╹', '▀':
		return '\''
	case '×', '✕':
		return 'x'
	case '█', '▉', '▊', '▋', '▌', '▍', '▎', '▏', '▓', '■', '▄':
		return '#'
	case '▒':
		return '+'
	case '░':
		return '.'
	}
	return '?'
}
