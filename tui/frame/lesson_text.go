package frame

import (
	"cmp"
	"strings"

	"larui/tui/chart"
	"larui/tui/lesson"
	"larui/tui/panel/rivals"
	"larui/tui/session"
	"larui/tui/stage"
)

func lessonSituation(sc *Scene) *lesson.Situation {
	if sc.Lessons.checked != nil {
		return sc.Lessons.checked
	}
	labelled := 0
	if r := presentAnswers(sc); r != nil {
		labelled = r.Tally.Answered
	}
	return &lesson.Situation{Update: sc.Update, View: sc.ViewName(), Played: sc.Playback.Over, Labelled: labelled, Trained: func(title string) (session.RivalResult, bool) {
		for _, r := range sc.ConfiguredRivals() {
			if e := rivals.CurrentEntry(&sc.Stage, r); r.Title == title && e.State == session.Trained {
				return e.Result, true
			}
		}
		return session.RivalResult{}, false
	}}
}

func (h *Host) checkLessonTask() {
	if sc := &h.Scene; sc.Lessons.Step() != nil && sc.Opening == "" && sc.Solution != nil && sc.Update.State.Equal(sc.State) {
		sc.Lessons.Observe(lessonSituation(sc))
	}
}

// LessonLines returns the text of the present step and its task, wrapped for the screen.
func LessonLines(sc *Scene) []chart.Piece {
	if isAwayFromStep(sc) {
		return []chart.Piece{chart.Warning.Text(sc.ReplaceKeys("these are not the data of the lesson: {undo} goes back to them"))}
	}
	words := *sc.Lessons.words
	words.Key = func(action string) (string, bool) { return keyInStep(sc, action) }
	return sc.Lessons.Lines(lessonSituation(sc), words, stage.KeySign(NextStepKey(sc)), sc.Width-2, sc.Glyphs)
}

// keyInStep returns the key that the present step of the lesson writes for an action. If the action
// turns the focused control, the key turns the control of the step.
func keyInStep(sc *Scene, action string) (sign string, ok bool) {
	way, turns := strings.CutPrefix(action, "turn-")
	own := cmp.Or(sc.Lessons.Step().Control, "lambda")
	if now := sc.FocusedControl().Name; !turns || now == own {
		return sc.Lessons.words.Key(action)
	}
	return cmp.Or(sc.FirstKey(own+"."+way), sc.FirstKey("next-control")+" to "+own+" and "+sc.FirstKey(action)), true
}

// NextStepKey returns the key that goes on to the next step of the lesson, empty without a lesson.
func NextStepKey(sc *Scene) string {
	for _, k := range lessonKeys(sc) {
		if k.Hint == goOn && len(k.Keys) > 0 {
			return k.Keys[0]
		}
	}
	return ""
}
