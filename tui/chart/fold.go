package chart

// Fold replaces what the glyph set can't show in a finished grid, letters too:
// 'λ' becomes 'l', 'σ' becomes 's', a letter loses its marks, and a wide
// character becomes two question marks. Widths do not change.
func (g *Grid) Fold(gl Glyphs) {
	if gl != ASCII {
		return
	}
	for y := range g.h {
		line := g.line(y)
		for x := range line {
			c := &line[x]
			if c.wide || c.Continuation {
				c.Rune, c.wide, c.Continuation = '?', false, false
			}
			c.Tail = ""
			if c.Rune >= 0x80 {
				c.Rune = gl.letter(c.Rune)
			}
		}
	}
}

// letter stands in for a letter or sign of mathematics, else for what Rune knows.
func (gl Glyphs) letter(r rune) rune {
	switch r {
	case 'λ':
		return 'l'
	case 'σ', 'Σ':
		return 's'
	case 'α':
		return 'a'
	case 'β':
		return 'b'
	case 'μ':
		return 'm'
	case 'ε':
		return 'e'
	case 'Φ':
		return 'F'
	case 'ỹ':
		return 'y'
	case 'ṽ':
		return 'v'
	case 'Ṽ':
		return 'V'
	case '≠':
		return '!'
	case 'Ũ':
		return 'U'
	case '‖':
		return '|'
	case '²':
		return '2'
	case 'ᵀ':
		return '\''
	case 'ᵢ':
		return 'i'
	case '₁':
		return '1'
	case '✓':
		return 'v'
	case '⋮':
		return ':'
	case '›':
		return '>'
	case '∝':
		return '~'
	case '∞':
		return 'I'
	case '±':
		return '+'
	case '≥':
		return '>'
	}
	return gl.Rune(r)
}
