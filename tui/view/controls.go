package view

import (
	"fmt"
	"strconv"
	"strings"

	"larui/tui/session"
)

// What is selected, and which layer lies on top.

// FocusOn selects the control of that name.
func (sc *Scene) FocusOn(name string) {
	for i, c := range sc.Controls() {
		if c.Name == name {
			sc.Focus = i
		}
	}
}

// moveFocus selects the control by that many further on, round and round.
func moveFocus(sc *Scene, by int) Intent {
	before := sc.Focus
	if sc.Focus = wrapIndex(sc.Focus+by, len(sc.Controls())); sc.Focus == before {
		return Intent{Kind: Say}
	}
	return Intent{}
}

// How a control is turned, and what is said where it can't be.

// TurnBy turns a control by n steps, or says that it is at its end.
func (sc *Scene) TurnBy(c session.Option, n int) Intent {
	next := c.Turned(sc.State, sc.Limits, n)
	if next.Equal(sc.State) && n != 0 {
		return Tell("%s", c.EndText(next, sc.Limits, n))
	}
	return Intent{Kind: Turn, State: next}
}

// nothingSolved is said where a key needs a solution to work on.
const nothingSolved = "nothing is solved yet: wait for the first picture"

// unbound says of a key that stands for nothing on the screen what it is for
// elsewhere.
func unbound(sc *Scene, key string) string {
	const longest = 12
	for _, c := range session.Controls() {
		if key == c.Down || key == c.Up {
			return c.Label + " belongs to " + fewPairs(c) + ": this pair has none"
		}
	}
	if len(key) > longest || strings.ContainsFunc(key, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return "this does nothing here (? lists the keys)"
	}
	return fmt.Sprintf("%s does nothing here (? lists the keys)", keySign(key))
}

// fewPairs names a few pairs for which the control does something.
func fewPairs(c session.Option) string {
	const most = 3
	names := c.Pairs()
	if more := len(names) - most; more > 1 {
		names = append(names[:most], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// How an exact value is typed.

// startEntry begins to type an exact value for the focused control.
func startEntry(sc *Scene) Intent {
	sc.Typing, sc.Entry, sc.Cursor, sc.EntryErr = true, "", 0, nil
	return Intent{}
}

// LeaveEntry leaves the control as it was.
func (sc *Scene) LeaveEntry() { sc.Typing, sc.Entry, sc.EntryErr = false, "", nil }

// TypeEntry takes the text as it is typed so far, with the cursor before that rune; it
// is checked at once. Where entered is set, a value that is right becomes the
// control's.
func (h *Host) TypeEntry(text string, cursor int, entered bool) {
	h.Entry, h.Cursor, h.EntryErr = text, cursor, nil
	if text == "" {
		if entered {
			h.LeaveEntry()
		}
		return
	}
	next, err := h.Focused().Set(h.State, strings.TrimSpace(text))
	if err == nil {
		err = next.Params.Check(h.Limits.D)
	}
	if h.EntryErr = err; err == nil && entered {
		h.LeaveEntry()
		h.TurnTo(next)
	}
}
