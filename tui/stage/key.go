package stage

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"larui/model"
	"larui/tui/session"
)

// TurnControl returns the intent to apply change to the parameters and to select the control called
// name. If change changes nothing, the intent is a message.
func TurnControl(st *Stage, name string, change func(*model.Params)) Intent {
	next := st.State
	change(&next.Params)
	in := Intent{Kind: ChangeState, State: next, Select: name}
	if next.Equal(st.State) {
		c, _ := session.OptionByName(name)
		in.Kind, in.Text = ShowMessage, c.Label+" is already "+c.Get(next)
	}
	return in
}

// A Key is an action of the user with the keys that run the action, in one view or everywhere.
// Tables of Keys also give the bottom line and the help.
type Key struct {
	// Name identifies the action in the palette and in the user's file of keys, so Name must not
	// change between versions. For an action of a view, Name begins with the view's name.
	Name string
	// View is the name of the view, empty for all views. The function that lists all actions sets View.
	View string
	// Keys are named as in Bubble Tea. Hints and sentences show the first one.
	Keys []string
	// Hint is the word for the action in the bottom line. Actions without a Hint are left out
	// there, and equal neighbours are written once. Help is the action's line in the help; an
	// action without Help shares the line of the action before.
	Hint, Help string
	// WorksBeside lets the key also work while its view is selected but does not fill the screen.
	WorksBeside bool
	// AppliesTo reports whether the action makes sense for the picture on the screen. A nil
	// AppliesTo means always.
	AppliesTo func(*Stage) bool
	// IdleReason returns why the action can't work now, or an empty text if it can. A nil IdleReason
	// means that it always can.
	IdleReason func(*Stage) string
	Do         func(*Stage) Intent
}

// WhyIdle returns why the action can't work now. The text is empty if it can.
func (k Key) WhyIdle(st *Stage) string {
	if k.IdleReason == nil {
		return ""
	}
	return k.IdleReason(st)
}

// IdleUnless returns a function for Key.IdleReason. It returns reason, or an empty text if canWork
// is true.
func IdleUnless(canWork func(*Stage) bool, reason string) func(*Stage) string {
	return func(st *Stage) string {
		if canWork(st) {
			return ""
		}
		return reason
	}
}

// IdleUnsolved is the Key.IdleReason of actions that need a solution.
func IdleUnsolved(st *Stage) string {
	if st.Solution == nil {
		return NothingSolved
	}
	return ""
}

// IdleWhileOpening is the Key.IdleReason of actions that need a solution and can't work while another
// pair is being opened.
func IdleWhileOpening(st *Stage) string {
	if st.Opening != "" {
		return NothingSolved
	}
	return IdleUnsolved(st)
}

// ToggleFunc returns a function for Key.Do that negates *v and requests jobs.
func ToggleFunc(v *bool) func(*Stage) Intent {
	return func(*Stage) Intent {
		*v = !*v
		return Intent{Kind: RequestJobs}
	}
}

// StepFuncs makes functions for Key.Do: StepFuncs(do)(n) calls do with n steps.
func StepFuncs(do func(st *Stage, n int) Intent) func(n int) func(*Stage) Intent {
	return func(n int) func(*Stage) Intent {
		return func(st *Stage) Intent { return do(st, n) }
	}
}

// PageKeys returns the keys of the named view that move by ten lines, or to the first or last line.
// move moves by n lines.
func PageKeys(view, help string, idle func(*Stage) string, move func(st *Stage, n int) Intent) []Key {
	const page = 10
	by := StepFuncs(move)
	return []Key{
		{Name: view + ".page-down", Keys: []string{"pgdown"}, Help: help, IdleReason: idle, Do: by(page)},
		{Name: view + ".page-up", Keys: []string{"pgup"}, IdleReason: idle, Do: by(-page)},
		{Name: view + ".first", Keys: []string{"home"}, IdleReason: idle, Do: by(-session.AllSteps)},
		{Name: view + ".last", Keys: []string{"end"}, IdleReason: idle, Do: by(session.AllSteps)},
	}
}

// Scroll moves *top, the index of the first visible line, by n lines, but keeps it from 0 to
// hidden, the number of lines that don't fit. If *top can't move, the intent shows the message end.
func Scroll(top *int, n, hidden int, end string) Intent {
	before := min(*top, hidden)
	*top = max(0, min(hidden, before+n))
	if *top == before {
		return Intent{Kind: ShowMessage, Text: end}
	}
	return Intent{}
}

// KeySign returns a key as the screen writes it: "left" becomes "←".
func KeySign(key string) string {
	if rest, ok := strings.CutPrefix(key, "ctrl+"); ok {
		return "Ctrl+" + strings.ToUpper(rest)
	}
	return cmp.Or(keySigns()[key], key)
}

// ParseKeySign is the inverse of KeySign. It returns an empty text for a sign that is no key.
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

func keySigns() map[string]string {
	return map[string]string{
		"left": "←", "right": "→", "up": "↑", "down": "↓",
		"shift+left": "⇧←", "shift+right": "⇧→", "shift+up": "⇧↑", "shift+down": "⇧↓",
		"tab": "Tab", "shift+tab": "⇧Tab", "home": "Home", "end": "End", "enter": "Enter", "esc": "Esc",
		" ": "space", "pgup": "PgUp", "pgdown": "PgDn", "backspace": "Bksp", "delete": "Del", "f1": "F1",
	}
}

// BigStep is the number of steps that a key with Shift turns a control.
const BigStep = 10

// DownSuffix and UpSuffix end the names of the two actions that step a control.
const DownSuffix, UpSuffix = ".down", ".up"

// ReplaceKeys replaces names of actions in braces by their first keys: "{undo}" becomes "u".
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

// HowToSet returns an instruction to set the control called name to value. A negative n means that
// steps down lead from the present value to value.
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
