package session

import (
	"strings"

	"larui/model"
)

// How errors of flags are said where there are none.

// PlainError is an error's text, in one line, without the name of its kind, which goes without
// saying beside the field that is to blame.
func PlainError(err error) string {
	text := strings.Join(strings.Fields(err.Error()), " ")
	for _, kind := range []error{ErrValue, model.ErrParams} {
		text = strings.TrimPrefix(text, kind.Error()+": ")
	}
	return text
}

// FlagIn returns where a text names a flag of the command line, -1 where it does
// not.
func FlagIn(text, flag string) int {
	for at := 0; ; {
		found := strings.Index(text[at:], "--"+flag)
		if found < 0 {
			return -1
		}
		at += found
		end := at + len("--"+flag)
		begins := at == 0 || strings.ContainsRune(" (", rune(text[at-1]))
		ends := end == len(text) || strings.ContainsRune(" ,:;)=", rune(text[end]))
		if begins && ends {
			return at
		}
		at = end
	}
}

// WithoutFlags returns a message that names flags of the command line with the names
// alone, as fields and options have them.
func WithoutFlags(text string) string {
	for _, o := range Options() {
		for at := FlagIn(text, o.Name); at >= 0; at = FlagIn(text, o.Name) {
			text = text[:at] + text[at+len("--"):]
		}
	}
	return text
}
