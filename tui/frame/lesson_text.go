package frame

import (
	"cmp"
	"strings"

	"larui/tui/lesson"
	"larui/tui/panel/rivals"
	"larui/tui/session"
	"larui/tui/stage"
)

// lessonStage returns the part of the scene that a lesson checks.
func lessonStage(sc *Scene) *lesson.Stage {
	if sc.Lessons.on != nil {
		return sc.Lessons.on
	}
	labelled := 0
	if r := answersNow(sc); r != nil {
		labelled = r.Told.Answered
	}
	return &lesson.Stage{Update: sc.Update, View: sc.ViewName(), Played: sc.Play.Over, Labelled: labelled, Trained: func(title string) (session.RivalResult, bool) {
		for _, r := range sc.State.Methods() {
			if e := rivals.EntryOf(&sc.Stage, r); r.Title == title && e.State == session.Trained {
				return e.Result, true
			}
		}
		return session.RivalResult{}, false
	}}
}

// noticeStep lets the lesson check the state once the state is solved.
func (h *Host) noticeStep() {
	if h.Scene.Lessons.Step() != nil && h.Explorer.Opening == "" && h.Scene.Solution != nil && h.Explorer.Update.State.Equal(h.Explorer.State) {
		h.Scene.Lessons.Notice(lessonStage(&h.Scene))
	}
}

// LessonLines returns the text of the present step and its task, wrapped for the screen.
func LessonLines(sc *Scene) []lesson.Line {
	words := *sc.Lessons.words
	words.Key = func(action string) (string, bool) { return lessonKey(sc, action) }
	return sc.Lessons.Lines(lessonStage(sc), words, stage.KeySign(NextStepKey(sc)), sc.Width-2, sc.Glyphs)
}

// lessonKey returns the key of an action as the present step writes it. Arrows turn the selected
// control. If another control than the step's is selected, the direct keys of the step's control
// are returned.
func lessonKey(sc *Scene, action string) (sign string, ok bool) {
	way, turns := strings.CutPrefix(action, "turn-")
	own := cmp.Or(sc.Lessons.Step().Select, "lambda")
	if now := sc.FocusedControl().Name; !turns || now == own {
		return sc.Lessons.words.Key(action)
	}
	return cmp.Or(sc.Sign(own+"."+way), sc.Sign("next-control")+" to "+own+" and "+sc.Sign(action)), true
}

// NextStepKey returns the key that goes on in a lesson, empty without one.
func NextStepKey(sc *Scene) string {
	for _, k := range lessonKeys(sc) {
		if k.Hint == goOn && len(k.Keys) > 0 {
			return k.Keys[0]
		}
	}
	return ""
}
