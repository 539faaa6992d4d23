package view

import "strings"

// How an exact value is typed.

// startEntry begins to type an exact value for the focused control.
func (sc *Scene) startEntry() Intent {
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
