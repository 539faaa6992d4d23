package frame

import (
	"cmp"

	"larui/tui/lesson"
	"larui/tui/session"
	"larui/tui/stage"
)

// StartLesson begins a lesson at the step with index step. OpenFirst then opens the step's pair.
func (h *Host) StartLesson(l *lesson.Lesson, step int) {
	lessons := &h.Scene.Lessons
	lessons.Begin(l, step)
	h.first, lessons.entering = lessons.Step().Opening, true
	h.showStep()
}

// enterStep sets the state and the screen of the present step, and opens another pair if the step
// needs one. Undo returns to the state before.
func (h *Host) enterStep() {
	sc := &h.Scene
	step := sc.Lessons.Step()
	sc.Lessons.Reopen()
	sc.StopPlaying()
	if sc.Session != nil && sc.Opening == "" && session.SamePair(sc.Session.Spec, step.Opening.Spec) {
		if state, err := sc.Session.Begin(step.Opening.Set); err == nil {
			state.Spec = step.Opening.Spec
			h.stateChanged(h.Explorer.MoveTo(state))
			h.showStep()
			return
		}
	}
	sc.Lessons.entering = true
	h.OpenPair(step.Opening)
}

// showStep shows the view of the present step, and selects its panel and control.
func (h *Host) showStep() {
	sc := &h.Scene
	step := sc.Lessons.Step()
	if step == nil {
		return
	}
	selectPanel(sc, cmp.Or(step.Panel, stage.TargetName))
	sc.ShowView(cmp.Or(step.View, stage.FirstName))
	sc.Present = sc.Present || step.Present
	sc.Focus, sc.Reader.Lit = step.Select, step.Direction
	if sc.Solution != nil {
		h.RequestJobs() // for the view and the step
	}
}
