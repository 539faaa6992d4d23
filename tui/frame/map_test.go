package frame

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model/testutil"
	"larui/tui/overlay/export"
	"larui/tui/overlay/help"
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
	return newStage(t, "files", stagetest.FilePair(t, 60, 5, "binary", false, func(i int) float64 { return float64(i % 2) }))
}

// The key of choosing turns to what session.Choose chooses, as one turn, and says why;
// pressed again it says the limits. Esc and turns give it up, and nothing is changed.
func TestChooses(t *testing.T) {
	for _, c := range []struct {
		s      *desk
		by     session.JudgeName
		keys   string
		adapts bool
	}{
		{unlabelledPair(t), session.LabelFree, "*", true},
		{newStage(t, "subspace", nil), session.LabelFree, "*", true},
		{newStage(t, "rotated-gaussian", nil), session.LabelFree, "*", false},
		{newStage(t, "rotated-gaussian", nil), session.Validation, "5 v *", true},
		{newStage(t, "rotated-gaussian", nil), session.Validation, "& & *", true},
		{newStage(t, "rotated-gaussian", nil), session.LabelFree, strings.Repeat("& ", len(session.Judges())) + "*", false},
		{newStage(t, "subspace", nil), session.TargetAlignment, "& *", true},
		{newStage(t, "rotated-regression", nil), session.Validation, "*", true},
	} {
		s, start := c.s, c.s.State
		want, err := s.Session.Choose(t.Context(), start.Params, c.by, nil)
		if err != nil || want.Cell >= 0 != c.adapts {
			t.Fatalf("%+v, %v", want, err)
		}
		s.press(strings.Fields(c.keys)...)
		if s.State.Equal(start) && !s.IsChoosing() {
			t.Error("nothing is searched for")
		}
		s.settle()
		told := s.Message
		if s.State.Params != want.Params || !strings.HasPrefix(told, want.Summary()) || !c.adapts && !want.Doubtful && !strings.Contains(told, "shows a gain") {
			t.Errorf("by %s it stands at %+v and says %q, want %+v and %q", c.by, s.State.Params, told, want.Params, want.Summary())
		}
		if strings.Contains(told, "judges disagree") != (want.Disagreement != "") || strings.Contains(told, "rows change") != lacksTargetLabels(&s.Stage) ||
			strings.Contains(told, "no estimate of accuracy") != (c.by != session.Validation) {
			t.Errorf("of %+v it says %q", want, told)
		}
		if lacksTargetLabels(&s.Stage) {
			differ, x := 0, s.Session.Pair.Target.X
			for i := range x.RawMatrix().Rows {
				lar, none := mat.Dot(x.RowView(i), s.Solution.Descent.Weights.ColView(0)), mat.Dot(x.RowView(i), s.Solution.None.Weights.ColView(0))
				if lar > 0 != (none > 0) {
					differ++
				}
			}
			testutil.Contains(t, told, fmt.Sprintf(". %d of %d rows change", differ, x.RawMatrix().Rows))
			s.Writer.Kinds = []export.Kind{{Suffix: "-%s.svg"}, {Suffix: "-predictions.csv", Content: export.Predictions}}
			if !slices.ContainsFunc(s.book().pages(s.Scene)[0].Columns[0], func(e help.Entry) bool { return strings.HasPrefix(e.Key, "O ") }) {
				t.Error("the help of this view has no O")
			}
			OverlayOf[*ExportOverlay](s.Scene).showWithProposedName(s.Host)
			s.Writer.Kinds = nil
			if !strings.HasSuffix(OverlayOf[*ExportOverlay](s.Scene).Text(), "-predictions.csv") {
				t.Errorf("it writes %q at first", OverlayOf[*ExportOverlay](s.Scene).Text())
			}
			OverlayOf[*ExportOverlay](s.Scene).Shown = false
		}
		s.Message = ""
		turned := s.sentence()
		if strings.Contains(turned, "several") || !s.State.Equal(start) && c.keys == "*" && !strings.HasPrefix(turned, "chosen: "+session.FormatSetting(want.Params)+": ") &&
			strings.Count(turned, " → ") != 1 {
			t.Errorf("of the choice of %+v stays %q", want.Params, turned)
		}
		s.run("*")
		why := append([]string{want.Why}, want.Limits...)
		if lacksTargetLabels(&s.Stage) && want.Cell >= 0 {
			why = append(why, "A loss on the source is expected; it says nothing about the target.")
		}
		if s.State.Spec.Name == "subspace" { // with 40 directions, 5 of which carry the labels
			testutil.Contains(t, told, ". Not tried: k(0.1) = 5")
			why[0] += " Not tried: k(0.1) = 5."
		}
		testutil.Equal(t, s.Message, strings.Join(why, " "))
		if lacksTargetLabels(&s.Stage) {
			refused := session.Choice{Judge: session.LabelFree, Cell: -1, Lead: 1, Doubtful: true, LeaderParams: want.Params}
			testutil.Contains(t, choiceText(s.Scene, session.Search{Choice: &refused}, false), session.FormatSetting(want.Params)+", keeps too little accuracy on held-out rows of the source", ". To test the setting by labels, press R")
		}
		if c.adapts && c.by == session.LabelFree {
			s.show(stage.MapName)
			if said, at := strings.Join(s.Lines(), "\n"), fmt.Sprintf("leads without labels: k %d, k̃ %d: ", want.Params.K, want.Params.KTilde); !strings.Contains(said, at) {
				t.Errorf("%q is not in\n%s", at, said)
			}
		}
		s.run("u")
		s.Message = ""
		if turned := s.sentence(); !s.State.Equal(start) || strings.Contains(turned, "several") {
			t.Errorf("undo leads to %+v, want %+v, and says %q", s.State.Params, start.Params, turned)
		}
		for _, key := range []string{"esc", ">"} {
			before := s.State
			s.ChooseSetting(c.by)
			s.run(key)
			after := s.State.Params
			after.Lambda = before.Params.Lambda
			if s.IsChoosing() || after != before.Params || key == "esc" && !s.State.Equal(before) {
				t.Errorf("%s leaves it choosing (%t) at %+v", key, s.IsChoosing(), s.State.Params)
			}
		}
	}
	s := newStage(t, "files", stagetest.FilePair(t, 20, 3, "regression", true, func(i int) float64 { return float64(i % 7) }))
	s.press("*")
	if !strings.Contains(s.Message, "cannot be judged without labels") || s.IsChoosing() {
		t.Errorf("of a regression it says %q", s.Message)
	}
}

// The bottom line has the keys of the map. Esc and back: the map is there before the engine says anything.
func TestMapByKeys(t *testing.T) {
	s := subspace(t)
	s.run("5")
	hints := strings.Join(s.hintWords(), " ")
	for word, there := range map[string]bool{"cursor": true, "turn": false, "next": true, "go there": false} {
		testutil.Equal(t, strings.Contains(hints, word), there, word, hints)
	}
	s.press("esc", "5")
	if picture := s.picture(); !strings.Contains(picture, "[k = ") || strings.Contains(picture, "cells") {
		t.Errorf("coming back shows no map:\n%s", picture)
	}
	s.settle()
}

// What a search chooses stands in the map, which waits for that, and is said once; views that
// have nothing to show without labels say so.
func TestMapWithoutLabels(t *testing.T) {
	s := unlabelledPair(t)
	s.run("*", "5")
	s.Writer.Kinds = []export.Kind{{}}
	testutil.Contains(t, fmt.Sprint(simpleHints(s.Scene, hints(s.Scene))), "choose} {R label} {O export}")
	if frame := s.picture(); strings.Count(frame, "rows change") != 1 {
		t.Errorf("what is chosen is said twice:\n%s", frame)
	}
	s.Message, s.Writer.Kinds = "", nil
	s.requireFrame(t, "unlabelled", 120, 36)
	s.press("b")
	testutil.Contains(t, s.picture(), fmt.Sprintf("[k = %d, k̃ = %d]", s.State.Params.K, s.State.Params.KTilde))
	s.press("v", "v")
	s.show(stage.LambdaName)
	s.requireFrame(t, "lambda", 120, 36)
	s.press("c", "b")
	testutil.Contains(t, s.Message, "has no effect")
}
