package frame

import (
	"cmp"

	"larui/tui/lesson"
	"larui/tui/session"
	"larui/tui/stage"
)

// StartLesson begins a lesson at the step with index step, whose pair OpenFirst then opens.
func (h *Host) StartLesson(l *lesson.Lesson, step int) {
	lessons := &h.Lessons
	lessons.Begin(l, step)
	h.first, lessons.entering = lessons.Step().Opening, true
	h.showStep()
}

// enterStep sets the state and the screen of the present step, and opens another pair if the step
// needs one.
func (h *Host) enterStep() {
	step := h.Lessons.Step()
	h.Lessons.RestartStep()
	h.StopPlaying()
	if h.Session != nil && h.Opening == "" && session.IsSamePair(h.Session.Spec, step.Opening.Spec) {
		if state, err := h.Session.StartStateWith(step.Opening.Set); err == nil {
			state.Spec = step.Opening.Spec
			h.handleStateChange(h.Explorer.MoveTo(state))
			h.showStep()
			return
		}
	}
	h.Lessons.entering = true
	h.OpenPair(step.Opening)
}

// isAwayFromStep reports whether the user has opened another pair than the pair of the lesson's step. It is
// false if the step's pair could not be opened.
func isAwayFromStep(sc *Scene) bool {
	step := sc.Lessons.Step()
	return step != nil && sc.Session != nil && sc.Opening == "" && sc.OpenError == nil && !session.IsSamePair(sc.Session.Spec, step.Opening.Spec)
}

func (h *Host) showStep() {
	step := h.Lessons.Step()
	if step == nil {
		return
	}
	h.undosBeforeStep = h.Explorer.UndoCount()
	selectPanel(&h.Scene, cmp.Or(step.Panel, stage.TargetName))
	h.ShowView(cmp.Or(step.View, stage.FirstScreenName))
	h.Presenting = h.Presenting || step.Present
	h.Focus, h.ReadingCursor.Highlighted = step.Control, step.Direction
	if h.Solution != nil {
		h.RequestJobs() // for the view and the step
	}
}
