package frame

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"larui/tui/session"
	"larui/tui/stage"
)

// moveFocus selects the control by that many further on, round and round.
func moveFocus(sc *Scene, by int) stage.Intent {
	all := sc.Controls()
	before := sc.focusAt(all)
	sc.Focus = all[stage.WrapIndex(before+by, len(all))].Name
	if all[before].Name == sc.Focus {
		return stage.Intent{Kind: stage.Say}
	}
	return tellSelected(sc)
}

// TurnBy turns a control by n steps, or says that it is at its end.
func (sc *Scene) TurnBy(c session.Option, n int) stage.Intent {
	next := c.Turned(sc.State, sc.Limits, n)
	if next.Equal(sc.State) && n != 0 {
		return stage.Tell("%s", c.EndText(next, sc.Limits, n))
	}
	return stage.Intent{Kind: stage.Turn, State: next}
}

// startEntry begins to type an exact value for the focused control.
func startEntry(sc *Scene) stage.Intent {
	sc.Typing, sc.Entry, sc.Cursor, sc.EntryErr = true, "", 0, nil
	return stage.Intent{}
}

// LeaveEntry leaves the control as it was.
func (sc *Scene) LeaveEntry() { sc.Typing, sc.Entry, sc.EntryErr = false, "", nil }

// TypeEntry takes the text as it is typed so far, with the cursor before that rune; it
// is checked at once. Where entered is set, a value that is right becomes the
// control's.
func (h *Host) TypeEntry(text string, cursor int, entered bool) {
	h.Scene.Entry, h.Scene.Cursor, h.Scene.EntryErr = text, cursor, nil
	if text == "" {
		if entered {
			h.Scene.LeaveEntry()
		}
		return
	}
	next, err := setControl(&h.Scene, h.Scene.Focused(), text)
	h.Scene.EntryErr = err
	if err == nil && entered {
		h.Scene.LeaveEntry()
		h.TurnTo(next)
	}
}

// Assign reads what gives a control a value, "k 8" or "k=8": the control, and the state in
// which it has that. Of a text that names no control it returns the zero option.
func (sc *Scene) Assign(text string) (c session.Option, next session.State, err error) {
	text = strings.TrimSpace(text)
	name, value, ok := strings.Cut(text, "=")
	if at := strings.LastIndexAny(text, " \t"); !ok && at > 0 {
		name, value, ok = text[:at], text[at+1:], true
	}
	if !ok {
		return c, next, fmt.Errorf("%q is neither a command nor a control: type help", text)
	}
	c, err = sc.Called(name)
	if err == nil {
		next, err = setControl(sc, c, value)
	}
	return c, next, err
}

// setControl returns the state in which a control has a value.
func setControl(sc *Scene, c session.Option, value string) (session.State, error) {
	next, err := c.Set(sc.State, strings.TrimSpace(value))
	if err == nil {
		err = next.Params.Check(sc.Limits.D)
	}
	return next, err
}

// Called finds a control by its name or by what the screen calls it, those of rivals on every screen.
// The error says why the pair lacks one that others have.
func (sc *Scene) Called(name string) (session.Option, error) {
	name = strings.TrimSpace(name)
	var names []string
	for _, c := range sc.Controls() {
		for _, known := range []string{c.Name, c.Label, sc.Label(c)} {
			if strings.EqualFold(name, known) {
				return c, nil
			}
		}
		names = append(names, c.Name)
	}
	switch c, ok := session.OptionByName(strings.ToLower(name)); {
	case ok && c.Changes == session.Rival:
		return c, nil
	case ok && c.Label != "":
		return session.Option{}, errors.New(lacking(c))
	}
	return session.Option{}, fmt.Errorf("there is no control %q: there are %s", name, strings.Join(names, ", "))
}

// lacking says why a pair has not the control.
func lacking(c session.Option) string {
	return cmp.Or(c.Needs, c.Label+" belongs to "+fewPairs(c)+": this pair has none")
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
