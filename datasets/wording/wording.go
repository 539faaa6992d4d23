// Package wording writes names, numbers and counts for messages: on one line, shortened, as lists,
// quoted for a shell, and with the name that a misspelt name most likely meant. FormatNumber keeps
// all digits; package tui/number rounds numbers for the screen.
package wording

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// OneLine returns s with JSON escapes in place of characters that act on a terminal: controls, line breaks,
// and marks that change the direction of writing. Bytes that are not UTF-8 become U+FFFD.
func OneLine(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if !strings.ContainsFunc(s, isControl) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		high, low := utf16.EncodeRune(r)
		switch short := strings.IndexRune("\n\r\t", r); {
		case !isControl(r):
			b.WriteRune(r)
		case short >= 0:
			b.WriteString(`\` + "nrt"[short:short+1])
		case high != unicode.ReplacementChar:
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// ValidNames returns the names as valid UTF-8; nil for no names.
func ValidNames(names []string) (valid []string) {
	for _, name := range names {
		valid = append(valid, strings.ToValidUTF8(name, "\uFFFD"))
	}
	return valid
}

// isControl returns false for the zero-width joiner and non-joiner, which are parts of words.
func isControl(r rune) bool {
	const nonJoiner, joiner = 0x200c, 0x200d
	if r < unicode.MaxASCII {
		return r < ' '
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) && r != nonJoiner && r != joiner
}

// FormatNumber writes a number so that reading it gives the same value. Whole numbers below 2⁵³ have no
// exponent.
func FormatNumber(value float64) string {
	format := byte('g')
	if value == math.Trunc(value) && math.Abs(value) < 1<<53 {
		format = 'f'
	}
	return strconv.FormatFloat(value, format, -1, 64)
}

// FormatField writes a number as FormatNumber does, and NaN, a missing value, as an empty field.
func FormatField(value float64) string {
	if value != value {
		return ""
	}
	return FormatNumber(value)
}

// DisplayName returns the name of a class, a feature or a file for display: on one line, and shortened
// to 60 characters.
func DisplayName(name string) string {
	return OneLine(shorten(name, 60))
}

// Excerpt quotes text from a file, shortened to 40 characters.
func Excerpt(text string) string {
	return strconv.Quote(shorten(text, 40))
}

func shorten(text string, maxLength int) string {
	if runes := []rune(text); len(runes) > maxLength {
		text = string(runes[:maxLength-1]) + "…"
	}
	return text
}

// JoinFirst joins the first maxNames names with commas. An ellipsis stands for the others.
func JoinFirst(names []string, maxNames int) string {
	if len(names) > maxNames {
		names = append(slices.Clone(names[:maxNames]), "…")
	}
	return strings.Join(names, ", ")
}

// JoinWithWord joins names with commas, and the last one with a word: "a, b or c".
func JoinWithWord(names []string, word string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}

// plainWord matches a word that a shell reads without quotes.
var plainWord = regexp.MustCompile(`^[\w./,:+=@%-]+$`)

// ShellQuote quotes s as one word for a shell. Characters that act on a terminal are escaped as in $'\e[2J', which bash,
// zsh and ksh read.
func ShellQuote(s string) string {
	switch {
	case plainWord.MatchString(s):
		return s
	case !utf8.ValidString(s) || strings.ContainsFunc(s, isControl):
		var b strings.Builder
		for i, r := range s {
			switch _, size := utf8.DecodeRuneInString(s[i:]); {
			case r == 0x1b:
				b.WriteString(`\e`)
			case r == '\'' || r == '\\':
				b.WriteString(`\` + string(r))
			case isControl(r) || r == utf8.RuneError:
				for _, c := range []byte(s[i : i+size]) {
					fmt.Fprintf(&b, `\%03o`, c) // always three digits, because a digit may follow
				}
			default:
				b.WriteRune(r)
			}
		}
		return "$'" + b.String() + "'"
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Plural returns a count with its noun: "1 row" or "2 rows".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
