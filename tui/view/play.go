package view

import (
	"cmp"
	"fmt"
	"slices"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/lesson"
	"larui/tui/session"
)

// Playing shows descent on its way, frame by frame: everything on the screen is
// then the solution after fewer epochs. The frames are solved once, as a Track; the
// animation is nothing but ticks.

// A play is where playing stands; at rest it is zero.
type play struct {
	// on tells that a frame is shown instead of the end, running that the next one
	// follows by itself.
	on, Running bool
	// At is the index of the frame among the epochs of the track.
	At int
}

// Memory is at which frame it stands: it goes on when it is told to.
func (p *play) Memory() memory {
	return memory{"on": &p.on, "at": below(&p.At, session.TrackFrames)}
}

// fewestPlayables is how many epochs there have to be for a way.
const fewestPlayables = 2

// Playable returns the track of the present state, nil before it is there.
func (sc *Scene) Playable() *session.Track {
	t := session.ResultOf[*session.Track](sc.Update, session.TrackName)
	if t == nil || t.Session != sc.Update.Session || t.Params != sc.State.Params || !sc.Update.State.Equal(sc.State) {
		return nil
	}
	return t
}

// frame returns the frame that playing shows, nil at rest and while it is not
// there yet.
func (sc *Scene) frame() *model.Frame {
	t, at := sc.Playable(), sc.Views.Play.At
	if !sc.Views.Play.on || t == nil || at >= len(t.Frames) || t.Frames[at].Descent.Weights == nil {
		return nil
	}
	return &t.Frames[at]
}

// shown returns the scene as playing shows it: with the solution of the frame in
// place of that of the end.
func (sc *Scene) shown() *Scene {
	f := sc.frame()
	if f == nil || sc.Solution() == nil {
		return sc
	}
	on, x, s := *sc, *sc.Explorer, *sc.Solution()
	on.Explorer, on.Lessons.on = &x, sc.stage()                            // lessons speak of the end
	s.Epochs, s.Descent, s.None, s.Signs = f.Epoch, f.Descent, f.None, nil // signs are of the end
	on.Update.Solution, on.Update.View = &s, session.NewScoreView(sc.Update.Session.Problem, &s)
	// What the last turn changed is not what changes now.
	on.Before = nil
	return &on
}

// playSentence says where playing stands.
func playSentence(sc *Scene) string {
	f, paused, space := sc.frame(), "", "pauses"
	if f == nil {
		return "working out the way there …; {back} leaves it"
	}
	if !sc.Views.Play.Running {
		paused, space = "paused at ", "goes on"
	}
	return fmt.Sprintf("%sepoch %d of %d: {play} %s, {step-on} and {step-back} step, {back} shows the end",
		paused, f.Epoch, sc.State.Params.Epochs, space)
}

// whyNoPlay says why there is nothing to play, empty where there is a way.
func whyNoPlay(sc *Scene) string {
	switch s := sc.Solution(); {
	case s == nil:
		return nothingSolved
	case s.Descent.Diverges:
		return "descent diverges: there is no way to play (set rate to auto)"
	case sc.State.Params.Epochs < fewestPlayables:
		return "nothing to play: a single epoch has no way"
	}
	return ""
}

// playPause begins to play, pauses or goes on.
func playPause(sc *Scene) Intent {
	if now := &sc.Views.Play; now.on {
		now.Running = !now.Running
		return Intent{}
	}
	return playFrom(sc, play{on: true, Running: true})
}

// stepFrame shows the next or the previous frame. The end is the last one: it stays.
func stepFrame(sc *Scene, by int) Intent {
	now := &sc.Views.Play
	frames := min(sc.State.Params.Epochs, session.TrackFrames)
	switch {
	case !now.on && by > 0:
		return endOfPlay(sc)
	case !now.on:
		return playFrom(sc, play{on: true, At: frames - 2})
	case now.At+by < 0:
		now.Running = false
		return Tell("epoch 1 is the first: {step-on} steps on, {play} plays, {back} shows the end")
	}
	now.Running = false
	if sc.ShowFrame(now.At+by, frames); !now.on {
		return endOfPlay(sc)
	}
	return Intent{}
}

// endOfPlay says that the last epoch shows, and how to see the others.
func endOfPlay(sc *Scene) Intent {
	return Tell("epoch %d is the last: , steps back, space plays again from epoch 1", sc.State.Params.Epochs)
}

// playFrom begins to show frames and asks for what is missing of them.
func playFrom(sc *Scene, from play) Intent {
	sc.Views.Play = from
	if t := sc.Playable(); t == nil || len(t.Frames) < len(t.Epochs) {
		return Intent{Kind: Ask}
	}
	return Intent{}
}

// ShowFrame shows frame at of as many; the last one is the end, where playing
// rests.
func (sc *Scene) ShowFrame(at, frames int) {
	if at >= frames-1 {
		sc.StopPlaying()
		return
	}
	sc.Views.Play.At = max(0, at)
}

// StopPlaying shows the end again.
func (sc *Scene) StopPlaying() { sc.Views.Play = play{} }

// track returns the track of the curves that are shown, nil where there is none.
// Small panels at rest do without, so that they look as they did before playing.
func (sc *Scene) track() *session.Track {
	t, curves := session.ResultOf[*session.Track](sc.Update, session.TrackName), sc.Update.Curves
	if t == nil || curves == nil || t.Params != curves.Params || !sc.Zoom && sc.frame() == nil {
		return nil
	}
	return t
}

// Lessons: where one stands in one, what keys do there, and how a step is set up.

// A teaching is what is remembered of lessons.
type teaching struct {
	lesson.Player
	List lesson.List
	// keys are those of a lesson, words what it may name on the screen.
	keys  []Key
	words *lesson.Words
	// on is what they are played on, where another picture than that shows; else nil.
	on *lesson.Stage
	// entering tells that the pair of the present step is being opened.
	entering bool
}

// LessonWords returns what lessons may name on the screen, at the usual keys.
func LessonWords() lesson.Words {
	h := NewHost(session.Opening{})
	defer h.Close()
	return *h.Lessons.words
}

// The hints of a lesson's keys.
const goOn, stepBefore = "go on", "step before"

// prepareLessons readies what lessons need of the host.
func (h *Host) prepareLessons() {
	h.Lessons.words = &lesson.Words{Views: ViewNames(), Key: func(action string) (string, bool) {
		named := func(k Key) bool { return k.Name == action }
		return h.sign(action), slices.ContainsFunc(h.actions(), named)
	}}
	h.Lessons.keys = h.bind([]Key{
		{Name: "lesson.next", Keys: []string{"enter", "pgdown"}, Hint: goOn, Help: "lesson: go on, to the answer or the next step",
			Do: func(*Scene) Intent { return h.walkLesson(h.Lessons.Next) }},
		{Name: "lesson.back", Keys: []string{"backspace", "pgup"}, Hint: stepBefore, Help: "lesson: back to the step before",
			Do: func(*Scene) Intent { return h.walkLesson(h.Lessons.Player.Back) }},
	})
}

// lessonKeys returns what keys do in a lesson, Enter in every view and those that the view
// has no use for; none where no lesson shows.
func (sc *Scene) lessonKeys() []Key {
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
		last := k.Keys[max(0, len(k.Keys)-1):] // stays: there is always one
		table[i].Keys = slices.DeleteFunc(slices.Clone(k.Keys), func(key string) bool { return key != "enter" && taken[key] && !slices.Contains(last, key) })
	}
	return table
}

// Teach begins a lesson at a step, with what is to be opened first.
func (h *Host) Teach(l *lesson.Lesson, step int) {
	h.Lessons.Begin(l, step)
	h.first, h.Lessons.entering = h.Lessons.Step().Opening, true
	h.showStep()
}

// showLessons lists the lessons.
func (h *Host) showLessons() Intent {
	all, err := lesson.All(*h.Lessons.words)
	if err != nil {
		return Tell("%s", session.PlainError(err))
	}
	h.Help = false
	h.Lessons.List.Show(all, &h.Lessons.Player)
	return Intent{}
}

// pressInLessons does what a key stands for in the list.
func (h *Host) pressInLessons(key string) Intent {
	chosen, what, known := h.Lessons.List.Press(key)
	switch {
	case what == lesson.Chosen:
		h.Lessons.Begin(chosen, 0)
		h.enterStep()
	case what == lesson.Resume:
		h.Lessons.Shown = true
		h.enterStep()
	case !known && (key == "q" || key == "ctrl+c"):
		return Intent{Kind: Quit}
	case !known:
		return Tell(thisKey + " rests while the lessons are listed: Enter takes one, Esc leaves")
	}
	return Intent{}
}

// walkLesson goes to another step, and says what there is to say.
func (h *Host) walkLesson(walk func() (string, bool)) Intent {
	say, moved := walk()
	switch {
	case moved && h.Lessons.Shown:
		h.enterStep()
	case moved && h.Lessons.Finished():
		h.Lessons.List.Finish(h.Lessons.Lesson.Name)
	}
	if say != "" {
		return Tell("%s", say)
	}
	return Intent{}
}

// putAside leaves the lesson, to come back to the same step.
func (h *Host) putAside() Intent {
	h.Lessons.Shown = false
	return Tell("the lesson is put aside: %s comes back to this step", h.sign("lessons"))
}

// enterStep sets the state and the screen of the present step: a turn that can be undone, or
// another pair that is opened.
func (h *Host) enterStep() {
	s := h.Lessons.Step()
	h.Lessons.Reopen()
	h.StopPlaying()
	if now := h.Update.Session; now != nil && h.Opening == "" && session.SamePair(now.Spec, s.Opening.Spec) {
		if state, err := now.Begin(s.Opening.Set); err == nil {
			state.Spec = s.Opening.Spec
			h.TurnTo(state)
			h.showStep()
			return
		}
	}
	h.Lessons.entering = true
	h.OpenPair(s.Opening)
}

// showStep shows the view of the step, and selects its control.
func (h *Host) showStep() {
	s := h.Lessons.Step()
	if s == nil {
		return
	}
	h.Panel = targetName
	h.ShowView(cmp.Or(s.View, FirstName))
	h.Present = h.Present || s.Present
	h.FocusOn("lambda")
	h.FocusOn(s.Select)
	if h.Solution() != nil {
		h.Ask() // for what the view and the step need
	}
}

// stage is what the step is played on.
func (sc *Scene) stage() *lesson.Stage {
	if sc.Lessons.on != nil {
		return sc.Lessons.on
	}
	return &lesson.Stage{Update: sc.Update, View: sc.ViewName(), Playing: sc.Views.Play.on, Trained: func(title string) (session.RivalResult, bool) {
		for _, r := range session.Rivals() {
			if e := rivalEntry(sc, r); r.Title == title && e.State == session.Trained {
				return e.Result, true
			}
		}
		return session.RivalResult{}, false
	}}
}

// noticeStep takes notice of what was done, once that is solved.
func (h *Host) noticeStep() {
	if h.Lessons.Step() != nil && h.Opening == "" && h.Solution() != nil && h.Update.State.Equal(h.State) {
		h.Lessons.Notice(h.stage())
	}
}

// lessonRows is how many rows a lesson takes on a screen of w columns, 0 without one.
func (sc *Scene) lessonRows(w int) int {
	if sc.Lessons.Step() == nil {
		return 0
	}
	return 1 + len(sc.lessonLines(w))
}

func (sc *Scene) lessonLines(w int) []lesson.Line {
	return sc.Lessons.Lines(sc.stage(), *sc.Lessons.words, keySign(sc.Onward()), w-2, sc.Glyphs)
}

// Onward is the key that goes on in a lesson, empty where none does.
func (sc *Scene) Onward() string {
	for _, k := range sc.lessonKeys() {
		if k.Hint == goOn && len(k.Keys) > 0 {
			return k.Keys[0]
		}
	}
	return ""
}

// LessonText is what the present step says, in the lines of the frame.
func (sc *Scene) LessonText() (lines []string) {
	for _, line := range sc.lessonLines(sc.Width) {
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
	if sc.Message != "" || sc.Typing || sc.Update.Err != nil || sc.Opening != "" || sc.Choosing() || sc.Views.Play.on {
		title, style = sc.Sentence()
		title = sc.Spell(title)
	}
	place = sc.firstFitting([]string{place, sc.Lessons.Place()}, w-5-chart.TextWidth(title))
	g.TextRight(w-1, 0, place, chart.Dim)
	g.Text(1, 0, sc.Glyphs.Truncate(title, w-chart.TextWidth(place)-4), style)
	for i, line := range sc.lessonLines(w) {
		g.Text(1, 1+i, line.Text, line.Style)
	}
}
