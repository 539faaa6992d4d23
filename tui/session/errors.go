package session

import (
	"regexp"
	"strings"
	"sync"

	"larui/model"
)

// PlainError returns the text of err in one line, without the prefix "invalid value: " of ErrValue or
// the prefix of model.ErrParams.
func PlainError(err error) string {
	text := strings.Join(strings.Fields(err.Error()), " ")
	for _, kind := range []error{ErrValue, model.ErrParams} {
		text = strings.TrimPrefix(text, kind.Error()+": ")
	}
	return text
}

var flagPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(^|[ (])--([a-z][a-z0-9-]*)`) })

// FlagIndex returns the byte offset at which text first mentions --flag, or -1.
func FlagIndex(text, flag string) int {
	for _, at := range flagPattern().FindAllStringSubmatchIndex(text, -1) {
		if text[at[4]:at[5]] == flag {
			return at[0]
		}
	}
	return -1
}

// WithoutFlags removes the dashes before the names of options, as for a screen without flags: "--k"
// becomes "k".
func WithoutFlags(text string) string {
	return flagPattern().ReplaceAllStringFunc(text, func(found string) string {
		before, name, _ := strings.Cut(found, "--")
		if _, known := OptionByName(name); known {
			return before + name
		}
		return found
	})
}
