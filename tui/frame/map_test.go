package frame

import (
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model/testutil"
	"larui/tui/overlay/export"
	"larui/tui/session"
	"larui/tui/stage"
	"larui/tui/stage/stagetest"
)

// subspace opens a small pair of 40 features.
func subspace(t testing.TB) *desk {
	return newStage(t, "subspace", map[string]string{"n": "150", "m": "120"})
}

// unlabelledPair is a pair of two classes in five features whose target is shifted and has
// no labels.
func unlabelledPair(t *testing.T) *desk {
	return newStage(t, "files", stagetest.Files(t, 60, 5, "binary", false, func(i int) float64 { return float64(i % 2) }))
}

// The key of choosing turns to what session.Choose chooses, as one turn, and says why;
// pressed again it says the limits. Esc and turns give it up, and nothing is changed.
func TestChooses(t *testing.T) {
	for _, c := range []struct {
		s      *desk
		by     session.Judge
		keys   string
		adapts bool
	}{
		{unlabelledPair(t), session.LabelFree, "*", true},
		{newStage(t, "subspace", nil), session.LabelFree, "*", true},
		{newStage(t, "rotated-gaussian", nil), session.LabelFree, "*", false},
		{newStage(t, "rotated-gaussian", nil), session.Validation, "5 v *", true},
		{newStage(t, "rotated-gaussian", nil), session.Validation, "& & & *", true},
		{newStage(t, "rotated-gaussian", nil), session.LabelFree, strings.Repeat("& ", len(session.Judges())+1) + "*", false},
		{newStage(t, "subspace", nil), session.TargetAlignment, "& & *", true},
		{newStage(t, "rotated-regression", nil), session.Validation, "*", true},
	} {
		s, start := c.s, c.s.Explorer.State
		want, err := s.Explorer.Session.Choose(t.Context(), start.Params, c.by, nil)
		if err != nil || want.Cell >= 0 != c.adapts {
			t.Fatalf("%+v, %v", want, err)
		}
		s.press(strings.Fields(c.keys)...)
		if s.Explorer.State.Equal(start) && !s.Scene.IsChoosing() {
			t.Error("nothing is searched for")
		}
		s.settle()
		told := s.Scene.Message
		if s.Explorer.State.Params != want.Params || !strings.HasPrefix(told, want.Brief()) || !c.adapts && !want.Doubtful && !strings.Contains(told, "no evidence of a gain") {
			t.Errorf("by %s it stands at %+v and says %q, want %+v and %q", c.by, s.Explorer.State.Params, told, want.Params, want.Brief())
		}
		if strings.Contains(told, "judges disagree") != (want.Disagreement != "") || strings.Contains(told, "rows change") != withoutLabels(&s.Scene.Stage) ||
			strings.Contains(told, "no estimate of accuracy") != (c.by != session.Validation) {
			t.Errorf("of %+v it says %q", want, told)
		}
		if withoutLabels(&s.Scene.Stage) {
			differ, x := 0, s.Explorer.Session.Pair.Target.X
			for i := range x.RawMatrix().Rows {
				lar, none := mat.Dot(x.RowView(i), s.Scene.Solution.Descent.Weights.ColView(0)), mat.Dot(x.RowView(i), s.Scene.Solution.None.Weights.ColView(0))
				if lar > 0 != (none > 0) {
					differ++
				}
			}
			testutil.Say(t, told, fmt.Sprintf(". %d of %d rows change", differ, x.RawMatrix().Rows))
			s.Scene.Writer.Kinds = []export.Kind{{Proposed: "-%s.svg"}, {Proposed: "-predictions.csv", Of: export.Predictions}}
			OverlayOf[*Export](&s.Scene).appear(s.Host)
			s.Scene.Writer.Kinds = nil
			if !strings.HasSuffix(OverlayOf[*Export](&s.Scene).Text(), "-predictions.csv") {
				t.Errorf("it writes %q at first", OverlayOf[*Export](&s.Scene).Text())
			}
			OverlayOf[*Export](&s.Scene).Shown = false
		}
		s.Scene.Message = ""
		turned, _ := s.Scene.Sentence()
		if strings.Contains(turned, "several") || !s.Explorer.State.Equal(start) && c.keys == "*" && !strings.HasPrefix(turned, "chosen: "+session.Setting(want.Params)+": ") &&
			strings.Count(turned, " → ") != 1 {
			t.Errorf("of the choice of %+v stays %q", want.Params, turned)
		}
		s.run("*")
		why := append([]string{want.Why}, want.Limits...)
		if withoutLabels(&s.Scene.Stage) && want.Cell >= 0 {
			why = append(why, "A loss on the source is expected; it says nothing about the target.")
		}
		testutil.Equal(t, s.Scene.Message, strings.Join(why, " "))
		if c.adapts && c.by == session.LabelFree {
			s.show(stage.MapName)
			if said, at := strings.Join(s.Scene.Lines(), "\n"), fmt.Sprintf("leads without labels: k %d, k̃ %d: ", want.Params.K, want.Params.KTilde); !strings.Contains(said, at) {
				t.Errorf("%q is not in\n%s", at, said)
			}
		}
		s.run("u")
		s.Scene.Message = ""
		if turned, _ := s.Scene.Sentence(); !s.Explorer.State.Equal(start) || strings.Contains(turned, "several") {
			t.Errorf("undo leads to %+v, want %+v, and says %q", s.Explorer.State.Params, start.Params, turned)
		}
		for _, key := range []string{"esc", ">"} {
			before := s.Explorer.State
			s.ChooseSetting(c.by)
			s.run(key)
			after := s.Explorer.State.Params
			after.Lambda = before.Params.Lambda
			if s.Scene.IsChoosing() || after != before.Params || key == "esc" && !s.Explorer.State.Equal(before) {
				t.Errorf("%s leaves it choosing (%t) at %+v", key, s.Scene.IsChoosing(), s.Explorer.State.Params)
			}
		}
	}
	s := newStage(t, "files", stagetest.Files(t, 20, 3, "regression", true, func(i int) float64 { return float64(i % 7) }))
	s.press("*")
	if !strings.Contains(s.Scene.Message, "no judge without labels") || s.Scene.IsChoosing() {
		t.Errorf("of a regression it says %q", s.Scene.Message)
	}
}

// From the map to a cell and back, by keys.
func TestMapByKeys(t *testing.T) {
	s := subspace(t)
	start := s.Explorer.State
	s.run("5")
	hints := strings.Join(s.hintWords(), " ")
	for word, there := range map[string]bool{"cursor": true, "turn": false, "next": true, "go there": false} {
		testutil.Equal(t, strings.Contains(hints, word), there, word, hints, !there)
	}
	s.press("enter")
	if !s.Explorer.State.Equal(start) {
		t.Error("Enter without a move changes the state")
	}
	s.press("left", "up")
	before := s.Scene.picture(120, 36)
	s.run("enter")
	line := fmt.Sprintf("[k = %d, k̃ = %d]   target %.1f %%", s.Explorer.State.Params.K, s.Explorer.State.Params.KTilde, 100*s.Scene.Solution.Descent.Target.Accuracy)
	if s.Explorer.State.Params.K >= start.Params.K || s.Explorer.State.Params.KTilde >= start.Params.KTilde || !strings.Contains(before, line) {
		t.Errorf("Enter leads to %q from\n%s", line, before)
	}
	s.run("u")
	if !s.Explorer.State.Equal(start) {
		t.Error("undo does not lead back")
	}
	// Esc and back: the map is there before the engine says anything.
	s.press("esc", "5")
	if picture := s.Scene.picture(120, 36); !strings.Contains(picture, "[k = ") || strings.Contains(picture, "cells") {
		t.Errorf("coming back shows no map:\n%s", picture)
	}
	s.settle()
}

// What a search chooses stands in the map, which waits for that, and is said once; views that
// have nothing to show without labels say so.
func TestMapWithoutLabels(t *testing.T) {
	s := unlabelledPair(t)
	s.run("*", "5")
	s.Scene.Writer.Kinds = []export.Kind{{}}
	testutil.Say(t, fmt.Sprint(simpleHints(&s.Scene, hints(&s.Scene))), "choose} {R label} {O export}")
	if frame := s.Scene.picture(120, 36); strings.Count(frame, "rows change") != 1 {
		t.Errorf("what is chosen is said twice:\n%s", frame)
	}
	s.Scene.Message, s.Scene.Writer.Kinds = "", nil
	s.requireFrame(t, "unlabelled", 120, 36)
	s.press("b")
	testutil.Say(t, s.Scene.picture(120, 36), fmt.Sprintf("[k = %d, k̃ = %d]", s.Explorer.State.Params.K, s.Explorer.State.Params.KTilde))
	s.press("v", "v")
	s.show(stage.LambdaName)
	s.requireFrame(t, "lambda", 120, 36)
	s.press("c", "b")
	testutil.Say(t, s.Scene.Message, "changes nothing")
}
