package stage

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"larui/model"
	"larui/tui/session"
)

// TurnControl returns the intent to change the parameters by set and to select control name. If
// nothing changes, it returns a message.
func TurnControl(st *Stage, name string, set func(*model.Params)) Intent {
	next := st.State
	set(&next.Params)
	in := Intent{Kind: ChangeState, State: next, Select: name}
	if next.Equal(st.State) {
		c, _ := session.OptionByName(name)
		in.Kind, in.Text = ShowMessage, c.Label+" is "+c.Get(next)+" already"
	}
	return in
}

// A Key is an action with its keys, in one view or everywhere. Dispatch, the bottom line and the
// help read tables of keys.
type Key struct {
	// Name identifies the action in the palette and the table of bindings, and never changes. The
	// name of a view's action begins with the view's name.
	Name string
	// View is the view of the action. Only Actions sets it.
	View string
	// Keys are named as in Bubble Tea. Hints and sentences show the first.
	Keys []string
	// Hint is the word in the bottom line; without one the action is left out there, and neighbours
	// with equal words share one. Help is the line in the help; a key without one shares the line
	// of the key before it.
	Hint, Help string
	// WorksBeside lets the key work beside other panels too, while its view is selected.
	WorksBeside bool
	// AppliesTo reports whether the screen has a use for the action; nil means always.
	AppliesTo func(*Stage) bool
	// IdleReason returns why the action can't work now, empty if it can; nil means that it always can.
	IdleReason func(*Stage) string
	// Do performs the action.
	Do func(*Stage) Intent
}

// WhyIdle returns why the action can't work now, empty if it can.
func (k Key) WhyIdle(st *Stage) string {
	if k.IdleReason == nil {
		return ""
	}
	return k.IdleReason(st)
}

// IdleUnless returns an Idle function. It returns why, or an empty text if works is true.
func IdleUnless(works func(*Stage) bool, why string) func(*Stage) string {
	return func(st *Stage) string {
		if works(st) {
			return ""
		}
		return why
	}
}

// IdleUnsolved is the Idle function of actions that need a solution.
func IdleUnsolved(st *Stage) string {
	if st.Solution == nil {
		return NothingSolved
	}
	return ""
}

// IdleWhileOpening is the Idle function of actions that need a solution and can't work while a pair is being
// opened.
func IdleWhileOpening(st *Stage) string {
	if st.Opening != "" {
		return NothingSolved
	}
	return IdleUnsolved(st)
}

// Toggle returns a Do function that switches a boolean of the screen.
func Toggle(v *bool) func(*Stage) Intent {
	return func(*Stage) Intent {
		*v = !*v
		return Intent{Kind: RequestJobs}
	}
}

// Steps returns the function that turns a number n into the action do of n steps.
func Steps(do func(st *Stage, n int) Intent) func(n int) func(*Stage) Intent {
	return func(n int) func(*Stage) Intent {
		return func(st *Stage) Intent { return do(st, n) }
	}
}

// Scroll moves the first visible line by n lines, from 0 to hidden. If it can't move, it returns
// the message end.
func Scroll(top *int, n, hidden int, end string) Intent {
	before := min(*top, hidden)
	*top = max(0, min(hidden, before+n))
	if *top == before {
		return Intent{Kind: ShowMessage, Text: end}
	}
	return Intent{}
}

// KeySign returns the key as the screen writes it.
func KeySign(key string) string {
	if rest, ok := strings.CutPrefix(key, "ctrl+"); ok {
		return "Ctrl+" + strings.ToUpper(rest)
	}
	return cmp.Or(keySigns()[key], key)
}

// ParseKeySign is the inverse of KeySign, empty for a sign that is no key.
func ParseKeySign(sign string) string {
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

// keySigns returns the signs of keys that are not written by their names.
func keySigns() map[string]string {
	return map[string]string{
		"left": "←", "right": "→", "up": "↑", "down": "↓",
		"shift+left": "⇧←", "shift+right": "⇧→", "shift+up": "⇧↑", "shift+down": "⇧↓",
		"tab": "Tab", "shift+tab": "⇧Tab", "home": "Home", "end": "End", "enter": "Enter", "esc": "Esc",
		" ": "space", "pgup": "PgUp", "pgdown": "PgDn", "backspace": "Bksp", "delete": "Del", "f1": "F1",
	}
}

// BigStep is the number of steps of a control with Shift.
const BigStep = 10

// Names of actions that step a control end in DownSuffix or UpSuffix.
const DownSuffix, UpSuffix = ".down", ".up"

// ReplaceKeys replaces names of actions by their keys: "{undo}" becomes "u".
func (st *Stage) ReplaceKeys(text string) string {
	before, rest, _ := strings.Cut(text, "{")
	name, after, ends := strings.Cut(rest, "}")
	if !ends {
		return text
	}
	if sign := st.FirstKey(name); sign != "" {
		return before + sign + st.ReplaceKeys(after)
	}
	return before + "{" + st.ReplaceKeys(rest)
}

// HowToSet returns how a user sets the control name to value, which is about n steps up, or down if n
// is negative.
func (st *Stage) HowToSet(name, value string, n int) string {
	if st.NamesCommands {
		return "type " + name + " " + value
	}
	c, _ := session.OptionByName(name)
	key, sign := st.FirstKey(name+UpSuffix), 1
	if n < 0 {
		key, sign = st.FirstKey(name+DownSuffix), -1
	}
	switch {
	case (c.Values != nil) && key != "":
		return "press " + key
	case key == "" || !c.CanStepTo(st.State, st.Limits, value, sign):
		return st.ReplaceKeys("select "+c.Label+" with {next-control}, press {type} and type ") + value
	}
	return "press " + key + " until " + c.Label + " = " + value
}
