package stage

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"larui/model"
	"larui/tui/session"
)

// TurnControl turns by a control, which is selected, to parameters that are set anew.
func TurnControl(st *Stage, name string, set func(*model.Params)) Intent {
	next := st.State
	set(&next.Params)
	in := Intent{Kind: Turn, State: next, Select: name}
	if next.Equal(st.State) {
		c, _ := session.OptionByName(name)
		in.Kind, in.Text = Say, c.Label+" is "+c.Get(next)+" already"
	}
	return in
}

// A Key is what some keys do, in a view or everywhere. The tables of keys feed
// dispatch, the bottom line and the help.
type Key struct {
	// Name is what the palette and the table of bindings call it. It stays as it is; that
	// of a view's own begins with the view's.
	Name string
	// View names the view whose own it is, as far as Actions says it.
	View string
	// Keys are named as Bubble Tea names them. The first is that of hints and sentences.
	Keys []string
	// Hint is the word of the bottom line, empty to leave it out; keys that follow each
	// other with one word share it. Help is the line of the help, which the keys after
	// it without one share.
	Hint, Help string
	// Beside has it work beside other panels, too, while its view is selected.
	Beside bool
	// Here reports whether the screen has any use for it; nil means that all have.
	Here func(*Stage) bool
	// Idle says why it does nothing now, empty where it does; nil means that it always
	// does.
	Idle func(*Stage) string
	// Do does it, and says what is to follow.
	Do func(*Stage) Intent
}

// WhyIdle says why the key does nothing now, empty where it does.
func (k Key) WhyIdle(st *Stage) string {
	if k.Idle == nil {
		return ""
	}
	return k.Idle(st)
}

// Unless is the Idle of a key that works where a condition holds, and else says why not.
func Unless(works func(*Stage) bool, why string) func(*Stage) string {
	return func(st *Stage) string {
		if works(st) {
			return ""
		}
		return why
	}
}

// Unsolved is the Idle of what needs a solution to work on.
func Unsolved(st *Stage) string {
	if st.Solution() == nil {
		return NothingSolved
	}
	return ""
}

// Closed is the Idle of what has to wait for a pair.
func Closed(st *Stage) string {
	if st.Opening != "" {
		return NothingSolved
	}
	return Unsolved(st)
}

// Flip is a key that switches something on the screen.
func Flip(of func(*Stage) *bool) func(*Stage) Intent {
	return func(st *Stage) Intent {
		v := of(st)
		*v = !*v
		return Intent{Kind: Ask}
	}
}

// Scroll moves the first line shown by n lines, held at the ends, of which the lower
// one hides so many lines. At an end it says so.
func Scroll(top *int, n, hidden int, end string) Intent {
	before := min(*top, hidden)
	*top = max(0, min(hidden, before+n))
	if *top == before {
		return Intent{Kind: Say, Text: end}
	}
	return Intent{}
}

// KeySign is how the screen writes a key.
func KeySign(key string) string {
	if rest, ok := strings.CutPrefix(key, "ctrl+"); ok {
		return "Ctrl+" + strings.ToUpper(rest)
	}
	return cmp.Or(keySigns()[key], key)
}

// KeyOf is the key that the screen writes so, empty for what is none.
func KeyOf(sign string) string {
	for key, written := range keySigns() {
		if written == sign {
			return key
		}
	}
	if rest, ok := strings.CutPrefix(sign, "Ctrl+"); ok {
		return "ctrl+" + strings.ToLower(rest)
	}
	if utf8.RuneCountInString(sign) > 1 && !strings.HasPrefix(sign, "f") {
		return ""
	}
	return sign
}

// keySigns are the signs of keys that are not written by their names.
func keySigns() map[string]string {
	return map[string]string{
		"left": "←", "right": "→", "up": "↑", "down": "↓",
		"shift+left": "⇧←", "shift+right": "⇧→", "shift+up": "⇧↑", "shift+down": "⇧↓",
		"tab": "Tab", "shift+tab": "⇧Tab", "home": "Home", "end": "End", "enter": "Enter", "esc": "Esc",
		" ": "space", "pgup": "PgUp", "pgdown": "PgDn", "backspace": "Bksp", "delete": "Del",
	}
}

// BigStep is how far a control turns with Shift.
const BigStep = 10

// What the names of the actions end in that turn a control by its direct keys.
const Downs, Ups = ".down", ".up"

// Keyed writes the keys of actions in place of their names: "{undo}" becomes "u".
func (st *Stage) Keyed(text string) string {
	before, rest, _ := strings.Cut(text, "{")
	name, after, ends := strings.Cut(rest, "}")
	if !ends {
		return text
	}
	if sign := st.Sign(name); sign != "" {
		return before + sign + st.Keyed(after)
	}
	return before + "{" + st.Keyed(rest)
}

// ToSet says how to give the control of that name a value that lies n steps or so up
// (down where n < 0).
func (st *Stage) ToSet(name, value string, n int) string {
	if st.Spoken {
		return "type " + name + " " + value
	}
	c, _ := session.OptionByName(name)
	key, sign := st.Sign(name+Ups), 1
	if n < 0 {
		key, sign = st.Sign(name+Downs), -1
	}
	switch {
	case (c.Values != nil) && key != "":
		return "press " + key
	case key == "" || !c.StepsOn(st.State, st.Limits, value, sign):
		return st.Keyed("select "+c.Label+" with {next-control}, press {type} and type ") + value
	}
	return "press " + key + " until " + c.Label + " = " + value
}
