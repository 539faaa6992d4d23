package frame

import (
	"cmp"
	"strings"

	"larui/tui/lesson"
	"larui/tui/panel/rivals"
	"larui/tui/session"
	"larui/tui/stage"
)

// lessonStage is what the step is played on.
func lessonStage(sc *Scene) *lesson.Stage {
	if sc.Lessons.on != nil {
		return sc.Lessons.on
	}
	labelled := 0
	if r := labelledNow(sc); r != nil {
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

// noticeStep takes notice of what was done, once that is solved.
func (h *Host) noticeStep() {
	if h.Scene.Lessons.Step() != nil && h.Explorer.Opening == "" && h.Scene.Solution() != nil && h.Explorer.Update.State.Equal(h.Explorer.State) {
		h.Scene.Lessons.Notice(lessonStage(&h.Scene))
	}
}

// lessonRows is how many rows a lesson takes on a screen of w columns, 0 without one.
func lessonRows(sc *Scene, w int) int {
	if sc.Lessons.Step() == nil {
		return 0
	}
	return 1 + len(LessonLines(sc, w))
}

// LessonLines is what the present step says, and below it what is to be done, for w columns.
func LessonLines(sc *Scene, w int) []lesson.Line {
	words := *sc.Lessons.words
	words.Key = func(action string) (string, bool) { return lessonKey(sc, action) }
	return sc.Lessons.Lines(lessonStage(sc), words, stage.KeySign(Onward(sc)), w-2, sc.Glyphs)
}

// lessonKey returns how the key of an action is written in the present step. Arrows turn
// what is selected: where that is no more the control of the step, its own keys are named.
func lessonKey(sc *Scene, action string) (sign string, ok bool) {
	way, turns := strings.CutPrefix(action, "turn-")
	own := cmp.Or(sc.Lessons.Step().Select, "lambda")
	if now := sc.Focused().Name; !turns || now == own {
		return sc.Lessons.words.Key(action)
	}
	return cmp.Or(sc.Sign(own+"."+way), sc.Sign("next-control")+" to "+own+" and "+sc.Sign(action)), true
}

// Onward is the key that goes on in a lesson, empty where none does.
func Onward(sc *Scene) string {
	for _, k := range lessonKeys(sc) {
		if k.Hint == goOn && len(k.Keys) > 0 {
			return k.Keys[0]
		}
	}
	return ""
}
