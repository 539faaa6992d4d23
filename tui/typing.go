package tui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// How an exact value is typed.

// startEntry begins to type an exact value for the focused control.
func (p *Program) startEntry() {
	sc := p.scene
	sc.Typing, sc.Entry, sc.Cursor, sc.EntryErr = true, "", 0, nil
	p.input.SetValue("")
	p.input.Focus()
}

// typeKey edits the value; it is checked as it is typed.
func (p *Program) typeKey(msg tea.KeyMsg) {
	sc := p.scene
	leave := func() { sc.Typing, sc.Entry, sc.EntryErr = false, "", nil }
	switch msg.String() {
	case "ctrl+c":
		p.host.Quitting = true
		return
	case "esc", "alt+esc": // two at once, from an impatient finger
		leave()
		return
	}
	if msg.String() != "enter" {
		p.input, _ = p.input.Update(msg)
	}
	sc.Entry, sc.Cursor, sc.EntryErr = p.input.Value(), p.input.Position(), nil
	if sc.Entry == "" {
		if msg.String() == "enter" {
			leave()
		}
		return
	}
	next, err := sc.Focused().Set(sc.State, strings.TrimSpace(sc.Entry))
	if err == nil {
		err = next.Params.Check(sc.Limits.D)
	}
	sc.EntryErr = err
	if err == nil && msg.String() == "enter" {
		leave()
		p.host.TurnTo(next)
	}
}
