package tui

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/frame"
	"larui/tui/lesson"
	"larui/tui/session"
)

// Each lesson is played to its end by a learner's keys. Going on before a step is done says
// so instead, and all that a step says has room, on a small screen and in present mode too.
func TestLessonsArePlayed(t *testing.T) {
	if testing.Short() {
		t.Skip("one thing after the other, which is nothing for the race detector")
	}
	t.Setenv("LARUI_DATA", os.DevNull)
	t.Chdir(t.TempDir()) // where answers are kept
	all := testutil.Must(lesson.LoadAll(frame.LessonWords()))
	for i, one := range all {
		next := (i + 1) % len(all)
		t.Run(one.Name, func(t *testing.T) {
			l := newLearner(t, one, 0)
			l.resize(120, 36)
			l.play()
			if l.scene.Lessons.IsFinished() {
				l.requireSeen("Enter begins another", fmt.Sprintf("› %2d %s", next+1, all[next].Title))
			}
		})
	}
}

// What a step names is framed or lit, on a screen where it has room, in ASCII too; the place is in
// the rule above the text.
func TestLessonsPoint(t *testing.T) {
	labels := testutil.Must(lesson.Load("labels", frame.LessonWords()))
	l := newLearner(t, labels, 1)
	for _, c := range []struct {
		w, h   int
		glyphs chart.Glyphs
		framed string
		lit    int
		rule   string
	}{
		{120, 36, chart.Braille, "╔ Where the labels live ═", 4, "─ Long is one thing, telling another ─"},
		{80, 24, chart.Block, "╔ Where the labels live ═", 2, "─ step 2 of 6  ●●○○○○ ─"},
		{80, 24, chart.ASCII, "# Where the labels live #", 2, "- step 2 of 6  **oooo -"},
	} {
		l.scene.Glyphs = c.glyphs
		l.resize(c.w, c.h)
		picture := l.picture()
		// Rows of both domains and, beside them, the tips of arrows.
		lit := strings.Count(picture, "[2]") + strings.Count(picture, string(c.glyphs.ReplaceRune('›'))+"2 ")
		if !strings.Contains(picture, c.framed) || !strings.Contains(picture, c.rule) || strings.ContainsAny(picture, "╔") && strings.Count(picture, "╔") != 1 || lit != c.lit {
			t.Errorf("%d×%d: %d lit in\n%s", c.w, c.h, lit, picture)
		}
	}
	l.scene.Glyphs = chart.Braille
	l.resize(120, 36)
	l.host.Hover(0, 0) // where it points at nothing
	testutil.Contains(t, l.picture(), "[2]")
	l.press("enter", "enter") // to the answer, and on to a step without a direction
	l.settle()
	if picture := l.picture(); strings.Contains(picture, "[2]") || !strings.Contains(picture, "●●●○○○") {
		t.Errorf("the next step points as the one before:\n%s", picture)
	}
}

// said is the text of the step, without what is below it.
func (l *learner) said() string {
	lines := l.text()
	for i, line := range lines {
		if strings.HasPrefix(line, "› ") || strings.HasPrefix(line, "✓ ") {
			return strings.Join(lines[:i], " ")
		}
	}
	return strings.Join(lines, " ")
}

// Play plays a lesson to its end.
func (l *learner) play() {
	at := &l.scene.Lessons
	for i := range at.Lesson.Steps {
		where, s := "step "+strconv.Itoa(i+1), &at.Lesson.Steps[i]
		l.there()
		l.until(func() bool { return !strings.Contains(strings.Join(l.text(), " "), "…") })
		if at.At != i {
			l.t.Fatalf("%s is not there, but %d", where, at.At+1)
		}
		l.onScreens(func() {
			l.requireWhole(where)
			if l.host.OpenError == nil && strings.Contains(l.picture(), "last turn") {
				l.t.Errorf("%s begins with a turn:\n%s", where, l.picture())
			}
			if frame.NextStepKey(l.scene) != "enter" || s.Panel != "" && (l.scene.Zoom || l.scene.SelectedPanel() != s.Panel) {
				l.t.Errorf("%s: %q goes on, not Enter, or %q shows, not %q", where, frame.NextStepKey(l.scene), l.scene.SelectedPanel(), s.Panel)
			}
		})
		if l.host.OpenError != nil {
			if text := strings.Join(l.text(), " "); !strings.Contains(text, "right in –") || l.done() {
				l.t.Errorf("%s has numbers of another pair: %s", where, text)
			}
			l.press(frame.NextStepKey(l.scene), frame.NextStepKey(l.scene)) // without data
			continue
		}
		if s.HasTask() {
			l.press(frame.NextStepKey(l.scene))
			if at.At != i || l.done() {
				l.t.Fatalf("%s is passed by doing nothing", where)
			}
			opened := l.said()
			l.err(s)
			for _, act := range s.Solution {
				l.act(act)
			}
			if !l.until(l.done) {
				l.t.Fatalf("%s is not done by %v:\n%s", where, s.Solution, l.picture())
			}
			l.onScreens(func() { l.requireWhole(where + ", done") })
			testutil.Equal(l.t, l.said(), opened, where)
		}
		if s.HasQuestion() {
			l.press(frame.NextStepKey(l.scene))
			if !l.until(func() bool { return !strings.Contains(l.said(), "…") }) {
				l.t.Errorf("%s: the answer lacks a number: %s", where, l.said())
			}
			l.onScreens(func() { l.requireWhole(where + ", answered") })
		}
		l.press(frame.NextStepKey(l.scene))
	}
	if at.Shown || at.Step() != nil {
		l.t.Error("the lesson does not end")
	}
}

// err does what is wrong in a step, which does not end it, and undoes it.
func (l *learner) err(s *lesson.Step) {
	l.t.Helper()
	start := l.scene.State
	for _, acts := range s.Wrong {
		for _, act := range acts {
			name, value, _ := strings.Cut(act, "=")
			if _, isOption := session.OptionByName(name); !isOption {
				l.act(act)
				continue
			}
			l.selected(name)
			l.press(append(strings.Split("="+value, ""), "enter")...) // not by way of what is right
		}
		l.there()
		if l.done() {
			l.t.Fatalf("%s is passed by %v", s.Title, acts)
		}
		for !l.scene.State.Equal(start) && l.host.Explorer.CanUndo() {
			l.press("u")
			l.there()
		}
	}
}

// A lesson is left to explore, other pairs too, and gone on with in the same step as it
// began, where what was done stays done; also in another session. Where another control is
// selected than that of the step, this one's own keys are named.
func TestLessonsAreLeft(t *testing.T) {
	testutil.SkipInShort(t)
	all := testutil.Must(lesson.LoadAll(frame.LessonWords()))
	l := newLearner(t, all[2], 1)
	at := &l.scene.Lessons
	l.requireSeen("Turn λ up with →")
	l.press("#")
	l.requireSeen("Turn λ up with >")
	l.press("u")
	l.turn("lambda", "100")
	if !l.until(l.done) {
		t.Fatal("the step is not done")
	}
	step := l.scene.State
	step.Params.Lambda = 1
	l.press("esc", "A")
	l.there()
	if at.Step() != nil || at.Lesson != all[2] {
		t.Error("Esc does not put the lesson aside")
	}
	l.requireSeen("L lessons", "angle 45 → 50")
	l.host.OpenPair(files(t))
	l.settle()
	l.press("L")
	l.requireSeen("go on with \"Turn the target\", step 2 of 6", "When it must fail")
	l.press("x")
	if !strings.Contains(l.scene.Message, "does nothing") || l.scene.TopOverlay() == nil {
		t.Errorf("x in the list: %q", l.scene.Message)
	}
	l.run("enter")
	if at.At != 1 || !l.done() || l.scene.State.Params != step.Params || l.scene.State.Spec.Name != "rotated-gaussian" {
		t.Errorf("step %d, done %t, at %v", at.At+1, l.done(), l.scene.State.Params)
	}
	l.requireWhole("gone on with")
	l.run("u")
	testutil.Contains(t, l.scene.Message, "the lesson's step, begins here")
	l.host.OpenPair(files(t))
	l.settle()
	l.requireSeen("these are not the data of the lesson: u goes back to them")
	l.run("u")
	testutil.Equal(t, l.scene.State.Params, step.Params)
	frame.OverlayOf[*frame.LessonList](l.scene).MarkFinished("labels")
	opened := l.said()
	l.turn("lambda", "100")
	var kept []byte
	testutil.NoError(t, l.host.SaveAtExit(frame.UserFiles{SaveSession: func(text []byte, _ session.State) error { kept = text; return nil }}))
	again := newDesk(t, gaussian(t), func(h *frame.Host) {
		testutil.NoError(t, h.Restore(frame.UserFiles{SavedSession: kept}, ""))
	})
	fresh := newDesk(t, gaussian(t), func(h *frame.Host) { _ = h.Restore(frame.UserFiles{EarlierSession: func() []byte { return kept }}, "") })
	fresh.press("L")
	if list := frame.OverlayOf[*frame.LessonList](fresh.scene); fresh.scene.Lessons.Step() != nil || len(list.Finished) != 1 {
		t.Errorf("begun anew, step %v, finished %v", fresh.scene.Lessons.Step(), list.Finished)
	}
	if now := &again.scene.Lessons; now.Step() == nil || now.Lesson.Name != "turn" || now.At != 1 || !now.Done[1] || now.Done[0] {
		t.Errorf("another session goes on in %+v", now.Player)
	}
	again.settle()
	if said := (&learner{desk: again}).said(); said != opened || again.scene.State.Params != step.Params {
		t.Errorf("another session says %q at λ = %g", said, again.scene.State.Params.Lambda)
	}
	again.press("L")
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}} {
		again.resize(size[0], size[1])
		again.press("end", "home", "down")
		again.requireSeen("1 Where the labels live                     10 min ✓", "--lesson labels: ")
		again.press("end")
		again.requireSeen("10 Ten rows that decide                      10 min ", "--lesson decide: ")
		lines := strings.Split(ansi.Strip(again.View()), "\n")
		again.clickAt(8, slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "8 No labels") }))
		again.requireSeen("--lesson believe: ")
	}
	again.press("esc", "backspace", "backspace")
	testutil.Contains(t, again.scene.Message, "first step")
	again.run("L", "down", "enter")
	again.requireSeen("Where the labels live, step 1 of 6")
}

// An answer keeps the numbers it was uncovered with; a step that is gone back to is to be
// done again, and another key than that to go on forgets that one wanted to skip it. A
// lesson with skipped steps is not over. Where there is nothing to turn, a turn leads back,
// and an answer stays uncovered for who comes back.
func TestLessonsKeepTheirWord(t *testing.T) {
	testutil.SkipInShort(t)
	all := testutil.Must(lesson.LoadAll(frame.LessonWords()))
	l := newLearner(t, all[5], 0)
	at := &l.scene.Lessons
	l.settle()
	l.turn("angle", "90")
	l.run("enter")
	answer := l.said()
	l.press("#")
	testutil.Contains(t, answer, "with seed 0")
	l.settle()
	testutil.Equal(t, l.said(), answer)
	l.run("enter", "backspace")
	if picture := l.picture(); at.At != 0 || strings.Contains(picture, "Done") || !strings.Contains(picture, "› Turn the target") {
		t.Errorf("gone back to the first step:\n%s", picture)
	}
	l.press("enter")
	testutil.Equal(t, at.At, 1, at.At+1)
	l.settle()
	l.press("enter", "right", "enter")
	testutil.Equal(t, at.At, 1)
	for range 20 {
		if l.scene.TopOverlay() != nil {
			break
		}
		l.run("enter")
	}
	if at.Shown || at.IsFinished() || at.At != 1 {
		t.Errorf("with skipped steps: shown %t, finished %t, step %d", at.Shown, at.IsFinished(), at.At+1)
	}
	l.press("enter")
	if !at.Shown || at.At != 1 {
		t.Errorf("Enter leads to step %d, not to the one that was skipped", at.At+1)
	}
	l.run("L", "1")
	l.requireSeen("Enter go on   Esc leave lesson   L lessons")
	l.run("enter", "right")
	l.requireSeen("this step of the lesson does not ask you to change a control: u undoes the change", "The class changes from one end")
	l.run("u", "esc", "L", "enter")
	l.requireSeen("A cloud that is longer", "The class changes from one end")
	if at.Restore(*at.Bookmark(), frame.LessonWords()) != nil {
		t.Error("where one stands is not restored")
	}
	l.requireSeen("The class changes from one end")
	l.press("2")
	l.requireSeen("Esc leave view")
}

// A Step opens within one frame of its key with two features, and within a second with
// pictures: until it is solved and drawn, its text without the numbers of other states.
func BenchmarkStep(b *testing.B) {
	all := testutil.Must(lesson.LoadAll(frame.LessonWords()))
	for _, of := range []struct {
		lesson, step int
	}{{2, 1}, {3, 0}, {6, 1}} {
		b.Run(fmt.Sprintf("%s-%d", all[of.lesson].Name, of.step+2), func(b *testing.B) {
			l := newLearner(b, all[of.lesson], of.step)
			onward, back := frame.NextStepKey(l.scene), "backspace"
			for range b.N {
				l.press(onward, onward)
				for l.scene.Lessons.At == of.step {
					l.press(onward)
				}
				l.there()
				l.frame = nil
				_ = l.View()
				b.StopTimer()
				l.run(back)
				b.StartTimer()
			}
		})
	}
}
