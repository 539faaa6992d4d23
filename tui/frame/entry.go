package frame

import (
	"errors"
	"fmt"
	"strings"

	"larui/tui/session"
	"larui/tui/stage"
)

// moveFocus focuses the control that stands n places after the focused one. After the last control
// comes the first.
func moveFocus(sc *Scene, n int) stage.Intent {
	all := sc.Controls()
	before := sc.focusIndex(all)
	sc.Focus = all[stage.WrapIndex(before+n, len(all))].Name
	if all[before].Name == sc.Focus {
		return stage.Intent{Kind: stage.ShowMessage}
	}
	return describeControl(sc)
}

// TurnControl returns the intent to turn a control by n steps, or a message if the control is at its
// end.
func (sc *Scene) TurnControl(c session.Option, n int) stage.Intent {
	next := c.Turn(sc.State, sc.Limits, n)
	if next.Equal(sc.State) && n != 0 {
		return stage.NewMessage("%s", c.EndMessage(next, sc.Limits, n))
	}
	return stage.Intent{Kind: stage.ChangeState, State: next}
}

func startTypingValue(sc *Scene) stage.Intent {
	sc.Typing, sc.Entry, sc.Cursor, sc.EntryErr = true, "", 0, nil
	return stage.Intent{}
}

// LeaveEntry ends the typing of a value and leaves the control unchanged.
func (sc *Scene) LeaveEntry() { sc.Typing, sc.Entry, sc.EntryErr = false, "", nil }

// TypeEntry takes over and checks the text that the user has typed as a value. The text cursor
// stands before the rune at index cursor. If entered is true and the value is valid, TypeEntry
// turns the focused control to the value.
func (h *Host) TypeEntry(text string, cursor int, entered bool) {
	h.Entry, h.Cursor, h.EntryErr = text, cursor, nil
	if text == "" {
		if entered {
			h.LeaveEntry()
		}
		return
	}
	next, err := stateWithValue(&h.Scene, h.FocusedControl(), text)
	h.EntryErr = err
	if err == nil && entered {
		h.LeaveEntry()
		h.TurnTo(next)
	}
}

// ParseAssignment parses an assignment such as "k 8" or "k=8", and returns the control and the
// state with the new value. If the text names no control, c is the zero Option.
func (sc *Scene) ParseAssignment(text string) (c session.Option, next session.State, err error) {
	text = strings.TrimSpace(text)
	name, value, ok := strings.Cut(text, "=")
	if at := strings.LastIndexAny(text, " \t"); !ok && at > 0 {
		name, value, ok = text[:at], text[at+1:], true
	}
	if !ok {
		return c, next, fmt.Errorf("%q is no command and no control: type help for a list", text)
	}
	c, err = sc.FindControl(name)
	if err == nil {
		next, err = stateWithValue(sc, c, value)
	}
	return c, next, err
}

func stateWithValue(sc *Scene, c session.Option, value string) (session.State, error) {
	next, err := c.Set(sc.State, strings.TrimSpace(value))
	if err == nil {
		err = next.Params.Check(sc.Limits.D)
	}
	return next, err
}

// FindControl returns the control with this name, or with this label on the screen. The error says
// which other pairs have the control.
func (sc *Scene) FindControl(name string) (session.Option, error) {
	name = strings.TrimSpace(name)
	var names []string
	for _, c := range sc.Controls() {
		for _, known := range []string{c.Name, c.Label, sc.ControlLabel(c)} {
			if strings.EqualFold(name, known) {
				return c, nil
			}
		}
		names = append(names, c.Name)
	}
	if c, ok := session.OptionByName(strings.ToLower(name)); ok && c.Label != "" {
		return session.Option{}, errors.New(whyNoControl(c))
	}
	return session.Option{}, fmt.Errorf("there is no control %q: there are %s", name, strings.Join(names, ", "))
}

func whyNoControl(c session.Option) string {
	const most = 3
	names := c.PairNames()
	if more := len(names) - most; more > 1 {
		names = append(names[:most], fmt.Sprintf("%d more", more))
	}
	return "this pair has no " + c.Label + ", unlike " + strings.Join(names, ", ")
}
