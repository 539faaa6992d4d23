package session

import (
	"regexp"
	"strings"
	"sync"

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

// flags are those of the command line that a text names.
var flags = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(^|[ (])--([a-z][a-z0-9-]*)`) })

// FlagIn returns where a text names a flag of the command line, -1 where it does
// not.
func FlagIn(text, flag string) int {
	for _, at := range flags().FindAllStringSubmatchIndex(text, -1) {
		if text[at[4]:at[5]] == flag {
			return at[0]
		}
	}
	return -1
}

// WithoutFlags returns a message that names flags of the command line with the names
// alone, as fields and options have them.
func WithoutFlags(text string) string {
	return flags().ReplaceAllStringFunc(text, func(found string) string {
		before, name, _ := strings.Cut(found, "--")
		if _, known := OptionByName(name); known {
			return before + name
		}
		return found
	})
}
