package lesson

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"larui/tui/number"
)

type text []textPart

type textPart struct {
	literal string
	expr    *expr
	// key is the name of an action. The text shows the key of the action.
	key string
}

// readText splits a text at its braces. parse parses the source between braces.
func readText(source string, parse func(source string) (textPart, error)) (text, error) {
	var t text
	for rest := source; rest != ""; {
		open, shut := strings.IndexByte(rest, '{'), strings.IndexByte(rest, '}')
		switch {
		case open < 0 && shut < 0:
			return append(t, textPart{literal: rest}), nil
		case open < 0 || shut >= 0 && shut < open:
			return nil, errors.New("a } without a { before it")
		case shut < 0:
			return nil, fmt.Errorf("a { is not closed: %s", shortenText(rest[open:]))
		}
		p, err := parse(strings.TrimSpace(rest[open+1 : shut]))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", rest[open:shut+1], err)
		}
		t = append(t, textPart{literal: rest[:open]}, p)
		rest = rest[shut+1:]
	}
	return t, nil
}

func shortenText(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// format returns the text with values and keys in place of the computed parts. mark, unless nil,
// formats each part.
func (t text) format(facts factLookup, key func(action string) (string, bool), mark func(s string, computed bool) string) string {
	var b strings.Builder
	for _, p := range t {
		s := p.literal
		switch {
		case p.expr != nil:
			s = p.expr.evaluate(facts).String()
		case p.key != "":
			s, _ = key(p.key)
		}
		if mark != nil {
			s = mark(s, p.literal == "")
		}
		b.WriteString(s)
	}
	return b.String()
}

// emphasis and code match the Markdown that a text may have: *word* and `word`.
var emphasis, code = lazyPattern(`\*([^*\s](?:[^*]*[^*\s])?)\*`), lazyPattern("`([^`]+)`")

// lazyPattern returns a function that compiles a regular expression at its first call.
func lazyPattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

func removeMarkdown(s string) string {
	return code().ReplaceAllString(emphasis().ReplaceAllString(s, "$1"), "$1")
}

// withPlaceholders returns the text with placeholders as wide as usual values and keys.
func (t text) withPlaceholders() string {
	return removeMarkdown(t.format(func(string, string) value { return value{known: true, text: "99.9 %"} },
		func(string) (string, bool) { return "→", true }, nil))
}

// comparedNumber searches a condition for a comparison with the fact called name, or with this fact
// minus another, on the left. It returns the number or the word on the right.
func comparedNumber(e *expr, name string) (literal string, ok bool) {
	if e == nil {
		return "", false
	}
	if len(e.args) == 2 {
		of, to := e.args[0], e.args[1]
		difference := of.op == "-" && len(of.args) == 2
		if difference {
			of = of.args[0]
		}
		switch {
		case of.op != "name" || of.text != name:
		case to.op == "word":
			return to.text, true
		case difference && to.unit == share:
			return number.Digits(100*to.number, 4) + " points", true
		case to.op == "number" && to.unit == share:
			return number.Digits(100*to.number, 4) + " %", true
		case to.op == "number":
			return number.AllDigits(to.number), true
		}
	}
	for _, arg := range e.args {
		if literal, ok := comparedNumber(arg, name); ok {
			return literal, true
		}
	}
	return "", false
}
