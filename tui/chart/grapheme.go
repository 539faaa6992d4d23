package chart

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/rivo/uniseg"
)

// TextWidth returns the number of columns [Grid.Text] uses for s where nothing
// is clipped.
func TextWidth(s string) int {
	width := 0
	for c := range graphemes(s) {
		width += c.columns()
	}
	return width
}

// Truncate returns s if it fits into w columns, and otherwise as much of its
// beginning as leaves room for the "…" that ends it. It returns the empty
// string where w < 1.
func Truncate(s string, w int) string {
	if w < 1 {
		return ""
	}
	kept, width := "", 0
	for c, before := range graphemes(s) {
		if width <= w-1 {
			kept = before
		}
		if width += c.columns(); width > w {
			return strings.TrimRight(kept, " ") + "…"
		}
	}
	return s
}

// graphemes yields the grapheme clusters of a text as cells without a style, with the
// text before each. Control characters are blanks, clusters without width are left
// out, and those whose width terminals do not agree upon are the replacement character.
func graphemes(s string) iter.Seq2[Cell, string] {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return func(yield func(Cell, string) bool) {
		for at := 0; at < len(s); {
			c, size := firstGrapheme(s[at:])
			if c.Rune != 0 && !yield(c, s[:at]) {
				return
			}
			at += size
		}
	}
}

// firstGrapheme returns the first cluster of a text, the zero Cell for one without
// width, and how many bytes it has.
func firstGrapheme(s string) (c Cell, size int) {
	if c := s[0]; c < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) && c != '\r' {
		if c < ' ' || c == 0x7f {
			c = ' '
		}
		return Cell{Rune: rune(c)}, 1
	}
	cluster, _, cols, _ := uniseg.FirstGraphemeClusterInString(s, -1)
	r, base := utf8.DecodeRuneInString(cluster)
	switch {
	case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
		return Cell{Rune: ' '}, len(cluster)
	case cols <= 0:
		return Cell{}, len(cluster)
	case cols > 2, cols != ansi.StringWidth(cluster):
		// Tables of different Unicode versions. Bubble Tea cuts lines by the
		// second one, so a cluster they disagree upon could cost a line its end.
		return Cell{Rune: utf8.RuneError}, len(cluster)
	}
	return Cell{Rune: r, Tail: cluster[base:], wide: cols == 2}, len(cluster)
}
