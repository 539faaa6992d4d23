package chart

import "testing"

// The short cuts of nextGrapheme for strokes and ASCII agree with nextCluster, whatever follows.
func TestStrokes(t *testing.T) {
	var pieces []string
	for r := '─' - 3; r <= '◇'; r++ {
		pieces = append(pieces, string(r))
	}
	for r := '⠀' - 3; r <= '⣿'+3; r++ {
		pieces = append(pieces, string(r))
	}
	for r := rune(' '); r <= '~'; r++ {
		pieces = append(pieces, string(r))
	}
	for _, piece := range pieces {
		for _, next := range []string{"", " ", "a", "─", "⣿", "█", "é", "\u0301", "\ufe0e", "\ufe0f", "\u200d", "\u200d─", "한", "👍", "🏽", "\u0903", "\u2028", "\n"} {
			r, tail, cols, rest := nextGrapheme(piece + next)
			if r2, tail2, cols2, rest2 := nextCluster(piece + next); r != r2 || tail != tail2 || cols != cols2 || rest != rest2 {
				t.Errorf("%q before %q: %q, %q, %d, %q, else %q, %q, %d, %q", piece, next, r, tail, cols, rest, r2, tail2, cols2, rest2)
			}
		}
	}
}
