package chart

import "testing"

// The fast paths of nextGrapheme for strokes and ASCII agree with nextGraphemeSlowly before any text.
func TestStrokes(t *testing.T) {
	var pieces []string
	for _, ends := range [][2]rune{{'─' - 3, '◇'}, {'⠀' - 3, '⣿' + 3}, {' ', '~'}} {
		for r := ends[0]; r <= ends[1]; r++ {
			pieces = append(pieces, string(r))
		}
	}
	for _, piece := range pieces {
		for _, next := range []string{"", " ", "a", "─", "⣿", "█", "é", "\u0301", "\ufe0e", "\ufe0f", "\u200d", "\u200d─", "한", "👍", "🏽", "\u0903", "\u2028", "\n"} {
			r, tail, cols, rest := nextGrapheme(piece + next)
			if r2, tail2, cols2, rest2 := nextGraphemeSlowly(piece + next); r != r2 || tail != tail2 || cols != cols2 || rest != rest2 {
				t.Errorf("%q before %q: %q, %q, %d, %q, else %q, %q, %d, %q", piece, next, r, tail, cols, rest, r2, tail2, cols2, rest2)
			}
		}
	}
}
