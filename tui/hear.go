package tui

import "larui/tui/session"

// How what the engine says comes onto the screen.

// hear takes in what the engine says.
func (p *Program) hear(u Update) {
	sc := &p.scene
	name := sc.Opening
	focused := ""
	if sc.Update.Session != nil {
		focused = sc.focused().Name
	}
	switch sc.Hear(u) {
	case session.Word:
		// A pair that never opened leaves nothing to explore: the error is said on
		// the terminal that is given back.
		p.quitting = p.quitting || (u.Err != nil && sc.solution() == nil)
	case session.Picture:
		sc.completePin(u)
		sc.keepPin(u.Session)
	case session.Arrival:
		p.arrived(name != "", focused)
	case session.Refusal:
		p.openingFailed(name, u.Err)
	}
}
