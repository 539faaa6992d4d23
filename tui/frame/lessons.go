package frame

import (
	"cmp"
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/lesson"
	"larui/tui/panel/rivals"
	"larui/tui/session"
	"larui/tui/stage"
)

// A teaching is what is remembered of lessons.
type teaching struct {
	lesson.Player
	// keys are those of a lesson, words what it may name on the screen.
	keys  []stage.Key
	words *lesson.Words
	// On is what they are played On, where another picture than that shows; else nil.
	on *lesson.Stage
	// entering tells that the pair of the present step is being opened.
	entering bool
}

// LessonWords returns what lessons may name on the screen, at the usual keys.
func LessonWords() lesson.Words {
	h := NewHost(session.Opening{})
	defer h.Close()
	return *h.Scene.Lessons.words
}

// The hints of a lesson's keys.
const goOn, stepBefore = "go on", "step before"

// prepareLessons readies what lessons need of the host.
func (h *Host) prepareLessons() {
	h.Scene.Lessons.words = &lesson.Words{Views: ViewNames(), Panels: placedPanels(&h.Scene), Key: func(action string) (string, bool) {
		named := func(k stage.Key) bool { return k.Name == action }
		return h.Scene.Sign(action), slices.ContainsFunc(allActions(&h.Scene), named)
	}}
	h.Scene.Lessons.keys = bound(&h.Scene, []stage.Key{
		{Name: "lesson.next", Keys: []string{"enter", "pgdown"}, Hint: goOn, Help: "lesson: go on, to the answer or the next step",
			Do: func(*stage.Stage) stage.Intent { return h.walkLesson(h.Scene.Lessons.Next) }},
		{Name: "lesson.back", Keys: []string{"backspace", "pgup"}, Hint: stepBefore, Help: "lesson: back to the step before",
			Idle: stage.Unless(func(*stage.Stage) bool { return h.Scene.Lessons.At > 0 }, "this is the first step"),
			Do:   func(*stage.Stage) stage.Intent { return h.walkLesson(h.Scene.Lessons.Player.Back) }},
	})
}

// lessonKeys returns what keys do in a lesson, the first of each in every view, others where
// the view has no use for them; none where no lesson shows.
func lessonKeys(sc *Scene) []stage.Key {
	if sc.Lessons.Step() == nil {
		return nil
	}
	taken := map[string]bool{}
	for _, k := range viewKeys(sc) {
		for _, key := range k.Keys {
			taken[key] = true
		}
	}
	table := slices.Clone(sc.Lessons.keys)
	for i, k := range table {
		table[i].Keys = slices.DeleteFunc(slices.Clone(k.Keys), func(key string) bool { return taken[key] && key != k.Keys[0] })
	}
	return table
}

// Teach begins a lesson at a step, with what is to be opened first.
func (h *Host) Teach(l *lesson.Lesson, step int) {
	h.Scene.Lessons.Begin(l, step)
	h.first, h.Scene.Lessons.entering = h.Scene.Lessons.Step().Opening, true
	h.showStep()
}

// walkLesson goes to another step, and says what there is to say.
func (h *Host) walkLesson(walk func() (string, bool)) stage.Intent {
	say, moved := walk()
	switch {
	case moved && h.Scene.Lessons.Shown:
		h.enterStep()
	case moved:
		if h.Scene.Lessons.Finished() {
			OverlayOf[*LessonList](&h.Scene).Remember(h.Scene.Lessons.Lesson.Name)
		}
		h.showLessons()
	}
	if say != "" {
		return stage.Tell("%s", say)
	}
	return stage.Intent{}
}

// putAside leaves the lesson, to come back to the same step.
func (h *Host) putAside() stage.Intent {
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

// lessonStage is what the step is played on.
func lessonStage(sc *Scene) *lesson.Stage {
	if sc.Lessons.on != nil {
		return sc.Lessons.on
	}
	return &lesson.Stage{Update: sc.Update, View: sc.ViewName(), Played: sc.Play.Over, Trained: func(title string) (session.RivalResult, bool) {
		for _, r := range session.Rivals() {
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
	return 1 + len(lessonLines(sc, w))
}

func lessonLines(sc *Scene, w int) []lesson.Line {
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

// LessonText is what the present step says, in the lines of the frame.
func LessonText(sc *Scene) (lines []string) {
	for _, line := range lessonLines(sc, sc.Width) {
		lines = append(lines, line.Text)
	}
	return lines
}

// drawLesson draws the present step over all of a grid. What else there is to say takes the
// place of its title.
func drawLesson(sc *Scene, g *chart.Grid) {
	w, _ := g.Size()
	title, place := sc.Lessons.Title()
	style := chart.Title
	if sc.Message != "" || sc.Typing || sc.Update.Err != nil || sc.Opening != "" || sc.Choosing() || sc.Play.On {
		title, style = sc.Sentence()
		title = sc.Spell(title)
	}
	place = sc.FirstFitting([]string{place, sc.Lessons.Place()}, w-5-chart.TextWidth(title))
	g.TextRight(w-1, 0, place, chart.Dim)
	g.Text(1, 0, sc.Glyphs.Truncate(title, w-chart.TextWidth(place)-4), style)
	for i, line := range lessonLines(sc, w) {
		g.Text(1, 1+i, line.Text, line.Style)
	}
}
