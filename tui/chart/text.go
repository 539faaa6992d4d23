package chart

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/rivo/uniseg"
)

// TextWidth returns the number of columns that [Grid.Text] needs for s.
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

// Truncate returns s if it fits into w columns. Otherwise it returns the beginning of s and "…", in
// at most w columns; empty if w < 1.
func Truncate(s string, w int) string {
	switch {
	case w < 1:
		return ""
	case TextWidth(s) <= w:
		return s
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	rest := s
	for {
		_, _, cols, next := nextGrapheme(rest)
		w -= cols
		if w < 1 {
			return strings.TrimRight(s[:len(s)-len(rest)], " ") + "…"
		}
		rest = next
	}
}

// noBreak puts NUL in place of blanks at which a line must not break: in a formula, a list of
// symbols, a number with its unit, a key with its action.
var noBreak = strings.NewReplacer(" = ", "\x00=\x00", " → ", "\x00→\x00", " -> ", "\x00->\x00",
	"k, k̃, λ", "k,\x00k̃,\x00λ", " %", "\x00%", " turns ", "\x00turns ")

// Wrap breaks text into at most maxLines lines of w columns, between words but not inside a
// formula. If the text is longer, the last line ends in an ellipsis.
func Wrap(text string, w, maxLines int) []string {
	lines := []string{""}
	for _, word := range strings.Fields(noBreak.Replace(text)) {
		word = strings.ReplaceAll(word, "\x00", " ")
		switch last := &lines[len(lines)-1]; {
		case *last == "":
			*last = word
		case len(lines) == maxLines || TextWidth(*last)+1+TextWidth(word) <= w:
			*last += " " + word
		default:
			lines = append(lines, word)
		}
	}
	lines[len(lines)-1] = Truncate(lines[len(lines)-1], w)
	return lines
}

// WrapAll is Wrap for any number of lines.
func WrapAll(text string, w int) []string { return Wrap(text, w, len(text)+1) }

// nextGrapheme splits the first grapheme cluster off valid UTF-8 text: r is the base character,
// tail the rest of the cluster, cols the width in columns (0, 1 or 2), rest the text after the
// cluster. A control character becomes a blank. A cluster that terminals draw in different widths
// becomes the replacement character.
func nextGrapheme(s string) (r rune, tail string, cols int, rest string) {
	if c := s[0]; c < utf8.RuneSelf && beginsNewCluster(s[1:]) && c != '\r' {
		if c < ' ' || c == 0x7f {
			c = ' '
		}
		return rune(c), "", 1, s[1:]
	}
	if beginsWithStroke(s) && beginsNewCluster(s[3:]) {
		r, _ := utf8.DecodeRuneInString(s)
		return r, "", 1, s[3:]
	}
	return nextCluster(s)
}

// beginsNewCluster reports whether s is empty or surely begins with a new grapheme cluster. The
// result may be false although s does.
func beginsNewCluster(s string) bool { return s == "" || s[0] < utf8.RuneSelf || beginsWithStroke(s) }

// beginsWithStroke reports whether s begins with a piece of a line or a block (U+2500 to U+259F) or
// with braille dots, which are the most frequent characters on a screen.
func beginsWithStroke(s string) bool {
	return len(s) >= 3 && s[0] == 0xe2 && (s[1] == 0x94 || s[1] == 0x95 || s[1] == 0x96 && s[2] < 0xa0 || s[1] >= 0xa0 && s[1] <= 0xa3)
}

// nextCluster is nextGrapheme without the fast paths.
func nextCluster(s string) (r rune, tail string, cols int, rest string) {
	cluster, rest, cols, _ := uniseg.FirstGraphemeClusterInString(s, -1)
	r, size := utf8.DecodeRuneInString(cluster)
	switch {
	case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
		return ' ', "", 1, rest
	case cols <= 0:
		return 0, "", 0, rest
	case cols > 2, cols != ansi.StringWidth(cluster):
		// The widths of this cluster differ between versions of Unicode. Bubble Tea cuts lines by
		// the widths of package ansi, so it might cut off the end of a line.
		return utf8.RuneError, "", 1, rest
	}
	return r, cluster[size:], cols, rest
}
