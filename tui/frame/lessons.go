package frame

import (
	"cmp"

	"larui/tui/lesson"
	"larui/tui/session"
	"larui/tui/stage"
)

// Teach begins a lesson at a step, with what is to be opened first.
func (h *Host) Teach(l *lesson.Lesson, step int) {
	h.Scene.Lessons.Begin(l, step)
	h.first, h.Scene.Lessons.entering = h.Scene.Lessons.Step().Opening, true
	h.showStep()
}

// enterStep sets the state and the screen of the present step: one that can be undone, or
// another pair that is opened.
func (h *Host) enterStep() {
	s := h.Scene.Lessons.Step()
	h.Scene.Lessons.Reopen()
	h.Scene.StopPlaying()
	if now := h.Explorer.Update.Session; now != nil && h.Explorer.Opening == "" && session.SamePair(now.Spec, s.Opening.Spec) {
		if state, err := now.Begin(s.Opening.Set); err == nil {
			state.Spec = s.Opening.Spec
			h.became(h.Explorer.Enter(state))
			h.showStep()
			return
		}
	}
	h.Scene.Lessons.entering = true
	h.OpenPair(s.Opening)
}

// showStep shows the view of the step, and selects its control.
func (h *Host) showStep() {
	s := h.Scene.Lessons.Step()
	if s == nil {
		return
	}
	selectPanel(&h.Scene, cmp.Or(s.Panel, stage.TargetName))
	h.Scene.ShowView(cmp.Or(s.View, stage.FirstName))
	h.Scene.Present = h.Scene.Present || s.Present
	h.Scene.Focus = s.Select
	h.Scene.Reader.Lit = s.Direction
	if h.Scene.Solution() != nil {
		h.Ask() // for what the view and the step need
	}
}
