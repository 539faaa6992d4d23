package chart

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/rivo/uniseg"
)

// TextWidth returns the number of columns [Grid.Text] uses for s where nothing
// is clipped.
func TextWidth(s string) int {
	s = strings.ToValidUTF8(s, "\uFFFD")
	width := 0
	for s != "" {
		var cols int
		_, _, cols, s = nextGrapheme(s)
		width += cols
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
	if TextWidth(s) <= w {
		return s
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	kept, width := 0, 0
	for rest := s; rest != ""; {
		var cols int
		_, _, cols, rest = nextGrapheme(rest)
		if width+cols > w-1 {
			break
		}
		width += cols
		kept = len(s) - len(rest)
	}
	return strings.TrimRight(s[:kept], " ") + "…"
}

// nextGrapheme takes the first grapheme cluster off valid UTF-8 text. It
// returns the cluster as a base character and what follows that, its width in
// columns (0, 1 or 2), and the remaining text. Control characters come back as
// blanks. Clusters whose width terminals do not agree upon come back as the
// replacement character.
func nextGrapheme(s string) (r rune, tail string, cols int, rest string) {
	if c := s[0]; c < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) && c != '\r' {
		if c < ' ' || c == 0x7f {
			c = ' '
		}
		return rune(c), "", 1, s[1:]
	}
	cluster, rest, cols, _ := uniseg.FirstGraphemeClusterInString(s, -1)
	r, size := utf8.DecodeRuneInString(cluster)
	switch {
	case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
		return ' ', "", 1, rest
	case cols <= 0:
		return 0, "", 0, rest
	case cols > 2, cols != ansi.StringWidth(cluster):
		// Tables of different Unicode versions. Bubble Tea cuts lines by the
		// second one, so a cluster they disagree upon could cost a line its end.
		return utf8.RuneError, "", 1, rest
	}
	return r, cluster[size:], cols, rest
}
