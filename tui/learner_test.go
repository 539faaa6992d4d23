package tui

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"larui/model/rivals"
	"larui/model/testutil"
	"larui/tui/frame"
	"larui/tui/lesson"
	"larui/tui/session"
	"larui/tui/stage"
)

// learner plays lessons by keys.
type learner struct {
	*desk
	rival int // the one that is selected
}

func newLearner(t testing.TB, l *lesson.Lesson, step int) *learner {
	return &learner{desk: newDesk(t, l.Steps[step].Opening, func(h *frame.Host) { h.StartLesson(l, step) })}
}

// Until takes in news Until something is so, or nothing more goes on.
func (l *learner) until(so func() bool) bool {
	for !so() {
		if !l.scene.Solving && l.scene.Trainer.CountPending() == 0 {
			return false
		}
		l.Update(l.awaitMessage())
	}
	return true
}

// there takes in news until the state that controls show is solved.
func (l *learner) there() {
	l.until(func() bool { return l.scene.Opening == "" && l.scene.Update.State.Equal(l.scene.State) })
}

// done tells whether the step is.
func (l *learner) done() bool { return l.scene.Lessons.Done[l.scene.Lessons.At] }

// Selected selects a control with Tab.
func (l *learner) selected(name string) session.Option {
	for range 40 {
		if l.scene.FocusedControl().Name == name {
			break
		}
		l.press("tab")
	}
	return l.scene.FocusedControl()
}

// turn turns a control by arrows until it has a value.
func (l *learner) turn(name, value string) {
	c := l.selected(name)
	want, err := c.Set(l.scene.State, value)
	if c.Name != name || err != nil {
		l.t.Fatalf("%s is not selected by Tab, or can't be %s (%v)", name, value, err)
	}
	key := "right"
	if c.Place(want, l.scene.Limits) < c.Place(l.scene.State, l.scene.Limits) {
		key = "left"
	}
	for range 300 {
		if c.Get(l.scene.State) == c.Get(want) {
			return
		}
		l.press(key)
		l.there()
	}
	l.t.Fatalf("%s does not come to %s by %s", name, value, key)
}

// act does what a lesson's solution says.
func (l *learner) act(act string) {
	name, value, _ := strings.Cut(act, "=")
	switch name {
	case "view":
		if value == stage.FirstScreenName {
			l.press("esc")
		} else {
			l.press(l.scene.FindView(value).Info().Key)
		}
	case "played":
		l.run(" ")
		for l.requireSeen("Esc stop"); l.scene.Playback.Running; l.Update(tickMsg{}) {
			if l.done() {
				l.t.Error("done before the last epoch")
			}
		}
	case "train":
		to := slices.IndexFunc(session.Rivals(), func(r rivals.Method) bool {
			return strings.EqualFold(strings.ReplaceAll(r.Title, " ", "-"), value)
		})
		for ; l.rival != to; l.rival = (l.rival + 1) % len(session.Rivals()) {
			l.press("down")
		}
		l.press("x")
		l.until(func() bool { return l.scene.Trainer.CountPending() == 0 })
	case "labelled":
		l.label(testutil.Must(strconv.Atoi(value)))
	default:
		l.turn(name, value)
	}
}

// label labels so many rows, rightly.
func (l *learner) label(n int) {
	o := frame.OverlayOf[*frame.LabelOverlay](l.scene)
	l.press("R")
	if l.settle(); o.Round() == nil { // the file of the step before has other rows
		l.press("enter")
	}
	pair := l.scene.Session.Pair
	for range n {
		if o.IsDecided() {
			l.press("down")
		}
		at := o.Round().Differ[o.Round().At].Number
		l.press(pair.ClassNames[pair.Task.Class(pair.Target.Y[at-1])])
	}
	l.press("esc")
}

// onScreens looks at the same step on this screen, on a small one, and there in present mode.
func (l *learner) onScreens(look func()) {
	w, h, present := l.scene.Width, l.scene.Height, l.scene.Presenting
	look()
	l.resize(80, 24)
	for _, l.scene.Presenting = range []bool{false, true} {
		look()
	}
	l.resize(w, h)
	l.scene.Presenting = present
}

// text is what the present step says, in the lines of the frame.
func (l *learner) text() (lines []string) {
	for _, line := range frame.LessonLines(l.scene) {
		lines = append(lines, line.Text)
	}
	return lines
}

// requireWhole fails where the frame lacks a line of what the step says, or cuts one.
func (l *learner) requireWhole(where string) {
	l.t.Helper()
	l.frame = nil
	l.requireFits()
	shown := ansi.Strip(l.View())
	testutil.Contains(l.t, shown, l.text()...)
}
