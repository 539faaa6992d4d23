// Package phrase writes names, numbers and counts for people: in one line, shortened, listed, and
// the name that a misspelt one most likely meant. It knows nothing of what they are about.
package phrase

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

// OneLine returns s with visible escapes in the place of characters that act on a
// terminal, so that names and data can't break a message: controls and line breaks, and
// those that turn the direction of writing. The escapes are those of JSON. Bytes that are
// not UTF-8 become U+FFFD.
func OneLine(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if !strings.ContainsFunc(s, acts) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		high, low := utf16.EncodeRune(r)
		switch short := strings.IndexRune("\n\r\t", r); {
		case !acts(r):
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

// acts tells of a character whether it acts on what stands around it. Those that join
// letters, or keep them apart, belong to words.
func acts(r rune) bool {
	const nonJoiner, joiner = 0x200c, 0x200d
	if r < unicode.MaxASCII { // as most are
		return r < ' '
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) && r != nonJoiner && r != joiner
}

// Number writes a number so that it is read back the same, a whole one as people write it.
func Number(value float64) string {
	format := byte('g')
	if value == math.Trunc(value) && math.Abs(value) < 1<<53 {
		format = 'f'
	}
	return strconv.FormatFloat(value, format, -1, 64)
}

// Field writes a number as Number does, and NaN, a missing value, as an empty field.
func Field(value float64) string {
	if value != value {
		return ""
	}
	return Number(value)
}

// Shown is how a name from the data, of a class, a feature or a file, is written wherever
// people read it: in one line, and cut where it is long.
func Shown(name string) string {
	const longest = 60
	if runes := []rune(name); len(runes) > longest {
		name = string(runes[:longest-1]) + "…"
	}
	return OneLine(name)
}

// Excerpt quotes text from a file, shortened to what a message can bear.
func Excerpt(text string) string {
	const longest = 40
	if runes := []rune(text); len(runes) > longest {
		text = string(runes[:longest-1]) + "…"
	}
	return strconv.Quote(text)
}

// Listed joins names, the first most of them.
func Listed(names []string, most int) string {
	if len(names) > most {
		names = append(slices.Clone(names[:most]), "…")
	}
	return strings.Join(names, ", ")
}

// Joined joins names as a sentence does, by a word before the last: "a, b or c".
func Joined(names []string, word string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}

// plainWord is what a shell takes as it stands.
var plainWord = regexp.MustCompile(`^[\w./,:+=@%-]+$`)

// Word makes one shell word of s. Characters that act on a terminal are escaped as in $'\e[2J',
// which bash, zsh and ksh read.
func Word(s string) string {
	switch {
	case plainWord.MatchString(s):
		return s
	case !utf8.ValidString(s) || strings.ContainsFunc(s, acts):
		var b strings.Builder
		for i, r := range s {
			switch _, size := utf8.DecodeRuneInString(s[i:]); {
			case r == 0x1b:
				b.WriteString(`\e`)
			case r == '\'' || r == '\\':
				b.WriteString(`\` + string(r))
			case acts(r) || r == utf8.RuneError:
				for _, c := range []byte(s[i : i+size]) {
					fmt.Fprintf(&b, `\%03o`, c) // never more than three digits, whatever follows
				}
			default:
				b.WriteRune(r)
			}
		}
		return "$'" + b.String() + "'"
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Plural is "1 row" or "2 rows".
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
