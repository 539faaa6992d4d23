package view

import (
	"fmt"
	"strings"

	"larui/tui/session"
)

// A Key is what some keys do, in a view or everywhere. The tables of keys feed
// dispatch, the bottom line and the help.
type Key struct {
	// Keys are named as Bubble Tea names them.
	Keys []string
	// Sign is how hints write the keys.
	Sign string
	// Hint is the word of the bottom line, empty to leave it out; Help the line
	// of the help, which the keys after it without one share.
	Hint, Help string
	// Here reports whether the screen has any use for it; nil means that all have.
	Here func(*Scene) bool
	// Works reports whether it does anything now; nil means always.
	Works func(*Scene) bool
	// Idle says why it does nothing now; nil where general words will do.
	Idle func(*Scene) string
	// Do does it, and says what is to follow.
	Do func(*Scene) Intent
}

// An Intent is what a key leads to, beyond what it has changed on the screen.
type Intent struct {
	Kind IntentKind
	// Text is what to Say, empty for why the key does nothing, or what to Copy.
	Text string
	// State is the one to Turn to.
	State session.State
}

// An IntentKind is a kind of intent.
type IntentKind int

const (
	// None leaves it at what has changed.
	None IntentKind = iota
	// Ask has the engine asked for what the screen now needs.
	Ask
	// Turn makes another state the present one.
	Turn
	// Say tells something; no key is silent.
	Say
	// Quit leaves the program.
	Quit
	// Suspend leaves it until it is called back.
	Suspend
	// Copy puts a text on the clipboard, where the terminal lets it.
	Copy
)

// Tell is the intent to say a text.
func Tell(format string, args ...any) Intent {
	return Intent{Kind: Say, Text: fmt.Sprintf(format, args...)}
}

// flip is a key that switches something on the screen.
func flip(of func(*Scene) *bool) func(*Scene) Intent {
	return func(sc *Scene) Intent {
		v := of(sc)
		*v = !*v
		return Intent{Kind: Ask}
	}
}

// scroll moves the first line shown by n lines, held at the ends, of which the lower
// one hides so many lines.
func scroll(top *int, n, hidden int) Intent {
	before := min(*top, hidden)
	if *top = max(0, min(hidden, before+n)); *top == before {
		return Intent{Kind: Say}
	}
	return Intent{}
}

// WhyIdle says why one of the keys does nothing now.
func (k Key) WhyIdle(sc *Scene, key string) string {
	if k.Idle != nil {
		if text := k.Idle(sc); text != "" {
			return text
		}
	}
	return fmt.Sprintf("%s changes nothing here and now (? lists the keys)", keySign(key))
}

// keySigns are how the screen writes keys that have no letter of their own.
func keySigns() map[string]string {
	return map[string]string{
		"left": "←", "right": "→", "up": "↑", "down": "↓",
		"shift+left": "⇧←", "shift+right": "⇧→", "shift+up": "⇧↑", "shift+down": "⇧↓",
		"tab": "Tab", "shift+tab": "⇧Tab", "home": "Home", "end": "End", "enter": "Enter", "esc": "Esc",
		" ": "space", "pgup": "PgUp", "pgdown": "PgDn", "backspace": "Bksp", "delete": "Del",
	}
}

// keySign is how the screen writes a key.
func keySign(key string) string {
	if sign, ok := keySigns()[key]; ok {
		return sign
	}
	if rest, ok := strings.CutPrefix(key, "ctrl+"); ok {
		return "Ctrl+" + strings.ToUpper(rest)
	}
	return key
}
