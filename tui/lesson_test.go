package tui

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"larui/model/rivals"
	"larui/tui/lesson"
	"larui/tui/session"
	"larui/tui/view"
)

// learner plays lessons by keys.
type learner struct {
	*desk
	rival int // the one that is selected
}

func newLearner(t testing.TB, l *lesson.Lesson, step int) *learner {
	first := l.Steps[step].Opening
	first.Spec.Cache = ""
	return &learner{desk: newDesk(t, first, func(h *view.Host) { h.Teach(l, step) })}
}

// until takes in news until something is so, or nothing more goes on.
func (l *learner) until(so func() bool) bool {
	for !so() {
		if !l.scene.Solving && l.scene.Trainer.Pending() == 0 {
			return false
		}
		l.Update(l.listen())
	}
	return true
}

// there takes in news until the state that controls show is solved.
func (l *learner) there() {
	l.until(func() bool { return l.scene.Opening == "" && l.scene.Update.State.Equal(l.scene.State) })
}

// done tells whether the step is.
func (l *learner) done() bool { return l.scene.Lessons.Done[l.scene.Lessons.At] }

// turn selects a control with Tab and turns it by arrows until it has a value.
func (l *learner) turn(name, value string) {
	for range 40 {
		if l.scene.Focused().Name == name {
			break
		}
		l.press("tab")
	}
	c := l.scene.Focused()
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
		if value == view.FirstName {
			l.press("esc")
		} else {
			l.press(l.scene.Named(value).Info().Key)
		}
	case "playing":
		l.press(" ")
	case "train":
		to := slices.IndexFunc(session.Rivals(), func(r rivals.Method) bool {
			return strings.EqualFold(strings.ReplaceAll(r.Title, " ", "-"), value)
		})
		for ; l.rival != to; l.rival = (l.rival + 1) % len(session.Rivals()) {
			l.press("down")
		}
		l.press("x")
		l.until(func() bool { return l.scene.Trainer.Pending() == 0 })
	default:
		l.turn(name, value)
	}
}

// requireWhole fails where the frame lacks a line of what the step says, or cuts one.
func (l *learner) requireWhole(where string) {
	l.t.Helper()
	l.frame = ""
	l.requireFits()
	frame := ansi.Strip(l.View())
	for _, text := range l.scene.LessonText() {
		if !strings.Contains(frame, text) {
			l.t.Errorf("%s: %q is not in\n%s", where, text, frame)
		}
	}
}

// Each lesson is played to its end by a learner's keys, on large and small screens and in
// present mode. Going on before a step is done says so instead, and all that a step says
// has room.
func TestLessonsArePlayed(t *testing.T) {
	t.Setenv("LARUI_DATA", os.DevNull)
	all, err := lesson.All(view.LessonWords())
	if err != nil {
		t.Fatal(err)
	}
	for _, screen := range []struct {
		w, h    int
		present bool
	}{{120, 36, false}, {80, 24, false}, {80, 24, true}} {
		for _, one := range all {
			t.Run(fmt.Sprintf("%s/%dx%d/present=%v", one.Name, screen.w, screen.h, screen.present), func(t *testing.T) {
				l := newLearner(t, one, 0)
				l.resize(screen.w, screen.h)
				l.scene.Present = screen.present
				l.play()
			})
		}
	}
}

// play plays a lesson to its end.
func (l *learner) play() {
	at := &l.scene.Lessons
	for i := range at.Lesson.Steps {
		where, s := "step "+strconv.Itoa(i+1), &at.Lesson.Steps[i]
		l.there()
		l.until(func() bool { return !strings.Contains(strings.Join(l.scene.LessonText(), " "), "…") })
		if at.At != i {
			l.t.Fatalf("%s is not there, but %d", where, at.At+1)
		}
		if l.requireWhole(where); l.host.Failed != nil {
			l.press(l.onward(), l.onward()) // without data
			continue
		}
		if s.HasTask() {
			if l.press(l.onward()); at.At != i || l.done() {
				l.t.Fatalf("%s is passed by doing nothing", where)
			}
			for _, act := range s.Solution {
				if strings.HasPrefix(act, "k=256") {
					l.press("*") // chooses all
					break
				}
				l.act(act)
			}
			if !l.until(l.done) {
				l.t.Fatalf("%s is not done by %v:\n%s", where, s.Solution, l.picture())
			}
			l.requireWhole(where + ", done")
		}
		if s.HasQuestion() {
			l.press(l.onward())
			l.requireWhole(where + ", answered")
		}
		l.press(l.onward())
	}
	if at.Shown || at.Step() != nil {
		l.t.Error("the lesson does not end")
	}
}

// onward is the key that goes on.
func (l *learner) onward() string {
	if slices.Contains([]string{"rivals", "map"}, l.scene.ViewName()) {
		return "pgdown"
	}
	return "enter"
}
