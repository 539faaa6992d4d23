package frame

import (
	"cmp"

	"larui/tui/lesson"
	"larui/tui/session"
	"larui/tui/stage"
)

// StartLesson begins a lesson at a step. OpenFirst then opens the pair of the step.
func (h *Host) StartLesson(l *lesson.Lesson, step int) {
	h.Scene.Lessons.Begin(l, step)
	h.first, h.Scene.Lessons.entering = h.Scene.Lessons.Step().Opening, true
	h.showStep()
}

// enterStep sets the state and the screen of the present step, and opens another pair if the step
// needs one. Both can be undone.
func (h *Host) enterStep() {
	s := h.Scene.Lessons.Step()
	h.Scene.Lessons.Reopen()
	h.Scene.StopPlaying()
	if now := h.Explorer.Session; now != nil && h.Explorer.Opening == "" && session.SamePair(now.Spec, s.Opening.Spec) {
		if state, err := now.Begin(s.Opening.Set); err == nil {
			state.Spec = s.Opening.Spec
			h.stateChanged(h.Explorer.MoveTo(state))
			h.showStep()
			return
		}
	}
	h.Scene.Lessons.entering = true
	h.OpenPair(s.Opening)
}

// showStep shows the view of the step, and selects its panel and control.
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
	if h.Scene.Solution != nil {
		h.RequestJobs() // for the jobs of the view and of the step
	}
}
