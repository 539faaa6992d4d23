package frame

import (
	"cmp"
	"slices"

	"larui/tui/lesson"
	"larui/tui/session"
	"larui/tui/stage"
)

// prepareLessons readies what lessons need of the host.
func (h *Host) prepareLessons() {
	h.Scene.Lessons.words = &lesson.Words{Views: ViewNames(), Panels: placedPanels(&h.Scene), Key: func(action string) (string, bool) {
		named := func(k stage.Key) bool { return k.Name == action }
		return h.Scene.Sign(action), slices.ContainsFunc(allActions(&h.Scene), named)
	}}
	h.Scene.Lessons.keys = bound(&h.Scene, []stage.Key{
		{Name: "lesson.next", Keys: []string{"enter", "pgdown"}, Hint: goOn, Help: "lesson: go on, to the answer or the next step",
			Do: func(*stage.Stage) stage.Intent { return walkLesson(h, h.Scene.Lessons.Next) }},
		{Name: "lesson.back", Keys: []string{"backspace", "pgup"}, Hint: stepBefore, Help: "lesson: back to the step before",
			Idle: stage.Unless(func(*stage.Stage) bool { return h.Scene.Lessons.At > 0 }, "this is the first step"),
			Do:   func(*stage.Stage) stage.Intent { return walkLesson(h, h.Scene.Lessons.Player.Back) }},
	})
}

// Teach begins a lesson at a step, with what is to be opened first.
func (h *Host) Teach(l *lesson.Lesson, step int) {
	h.Scene.Lessons.Begin(l, step)
	h.first, h.Scene.Lessons.entering = h.Scene.Lessons.Step().Opening, true
	h.showStep()
}

// walkLesson goes to another step, and says what there is to say.
func walkLesson(h *Host, walk func() (string, bool)) stage.Intent {
	say, moved := walk()
	switch {
	case moved && h.Scene.Lessons.Shown:
		h.enterStep()
	case moved:
		if h.Scene.Lessons.Finished() {
			OverlayOf[*LessonList](&h.Scene).Remember(h.Scene.Lessons.Lesson.Name)
		}
		showLessons(h)
	}
	if say != "" {
		return stage.Tell("%s", say)
	}
	return stage.Intent{}
}

// putAside leaves the lesson, to come back to the same step.
func putAside(h *Host) stage.Intent {
	h.Scene.Lessons.Shown = false
	return stage.Tell("the lesson is put aside: %s and Enter come back to this step", h.Scene.Sign("lessons"))
}

// enterStep sets the state and the screen of the present step: a turn that can be undone, or
// another pair that is opened.
func (h *Host) enterStep() {
	s := h.Scene.Lessons.Step()
	h.Scene.Lessons.Reopen()
	h.Scene.StopPlaying()
	if now := h.Explorer.Update.Session; now != nil && h.Explorer.Opening == "" && session.SamePair(now.Spec, s.Opening.Spec) {
		if state, err := now.Begin(s.Opening.Set); err == nil {
			state.Spec = s.Opening.Spec
			h.TurnTo(state)
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
	h.Scene.FocusOn("lambda")
	h.Scene.FocusOn(s.Select)
	if h.Scene.Solution() != nil {
		h.Ask() // for what the view and the step need
	}
}
