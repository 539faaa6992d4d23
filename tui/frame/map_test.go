package frame

import (
	"context"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/overlay/export"
	"larui/tui/panel/scores"
	"larui/tui/session"
	"larui/tui/stage"
)

// subspace opens a small pair of 40 features.
func subspace(t testing.TB) *desk {
	return newStage(t, "subspace", map[string]string{"n": "150", "m": "120"})
}

// mapOf solves a map around params and returns all that is reported of it.
func mapOf(t *testing.T, s *session.Session, params model.Params, known *scores.ComponentMap) (reports []*scores.ComponentMap) {
	t.Helper()
	if err := scores.SolveMap(t.Context(), s, params, known, func(m *scores.ComponentMap) { reports = append(reports, m) }); err != nil {
		t.Fatal(err)
	}
	return reports
}

// Every cell is what a Solver of its own gives there, and scores nothing where that
// diverges; what is said of the map is compared with a plain search in package plain.
func TestMapAgainstSolver(t *testing.T) {
	opened := subspace(t).Explorer.Update.Session
	for _, params := range []model.Params{
		{K: 5, KTilde: 3, Lambda: 10, Epochs: 300},
		{K: 1, KTilde: 1, Lambda: 1e4, Epochs: 20, Rate: model.Rate{Rule: model.RatePaper}, Tail: model.SourceTail},
	} {
		reports := mapOf(t, opened, params, nil)
		m := reports[len(reports)-1]
		if len(m.Cells) != len(m.Places()) || !slices.Contains(m.K, params.K) || !slices.Contains(m.KTilde, params.KTilde) {
			t.Fatalf("%d cells of %v × %v", len(m.Cells), m.K, m.KTilde)
		}
		diverging := 0
		for _, p := range m.Places() {
			at := params
			at.K, at.KTilde = p.K, p.KTilde
			want, err := model.NewSolver(opened.Problem).Endpoints(t.Context(), at)
			if err != nil {
				t.Fatal(err)
			}
			// Sprint, because an unknown number does not equal itself.
			got := m.Cells[p].Descent[0]
			if fmt.Sprint(m.Cells[p].Closed.Evaluation, got.Evaluation) != fmt.Sprint(want.Closed.Evaluation, want.Descent.Evaluation) {
				t.Errorf("%+v: %+v, want %+v and %+v", p, m.Cells[p], want.Closed.Evaluation, want.Descent.Evaluation)
			}
			score, v := want.Descent.Target.Accuracy, m.Value(p, scores.Reading{Metric: stage.TargetMetric})
			if math.IsNaN(v) != want.Descent.Diverges || !math.IsNaN(v) && v != score {
				t.Errorf("%+v: %v, want %v, diverging %t", p, v, score, want.Descent.Diverges)
			}
			if got.Diverges {
				diverging++
			}
		}
		if params.Rate.Rule == model.RatePaper && diverging == 0 {
			t.Error("no cell diverges: nothing is tested")
		}
	}
}

// Another k solves only what the map before does not hold; other parameters hold
// nothing in common; and a cancelled map hands over what it has.
func TestMapKeepsCells(t *testing.T) {
	opened := subspace(t).Explorer.Update.Session
	params := model.Params{K: 4, KTilde: 4, Lambda: 1, Epochs: 50}
	before := slices.Clone(mapOf(t, opened, params, nil))
	known := before[len(before)-1]
	if len(before[0].Cells) != 0 {
		t.Error("a report changed after it was handed over")
	}
	moved, turned := params, params
	moved.K, turned.Lambda = 7, 3
	filled, fresh := mapOf(t, opened, moved, known), mapOf(t, opened, moved, nil)
	if m := filled[0]; len(m.Places())-len(m.Cells) != len(m.KTilde) {
		t.Errorf("k = 7 solves %d of %d cells again, want but its row", len(m.Places())-len(m.Cells), len(m.Places()))
	}
	if fmt.Sprint(filled[len(filled)-1].Cells) != fmt.Sprint(fresh[len(fresh)-1].Cells) {
		t.Error("the map that was kept and filled differs from a fresh one")
	}
	if m := scores.NewComponentMap(opened, turned, known); len(m.Cells) != 0 {
		t.Errorf("at another λ %d cells are taken over", len(m.Cells))
	}
	if m := scores.NewComponentMap(subspace(t).Explorer.Update.Session, params, known); len(m.Cells) != 0 {
		t.Errorf("in another session %d cells are taken over", len(m.Cells))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var last *scores.ComponentMap
	err := scores.SolveMap(ctx, opened, params, nil, func(m *scores.ComponentMap) { last = m })
	if err == nil || last == nil || len(last.Cells) > runtime.GOMAXPROCS(0) {
		t.Errorf("cancelled: error %v, map %+v", err, last)
	}
}

// From the map to a cell and back, by keys.
func TestMapByKeys(t *testing.T) {
	s := subspace(t)
	start := s.Explorer.State
	s.press("5")
	s.settle()
	v := viewOf[*scores.Map](s.Scene.Views)
	m := v.Current(&s.Scene.Stage)
	if m == nil || len(m.Cells) != len(m.Places()) {
		t.Fatalf("the map is not solved: %+v", m)
	}
	hints := strings.Join(s.hintWords(), " ")
	for word, there := range map[string]bool{"cursor": true, "turn": false, "next": true, "go there": false} {
		if strings.Contains(hints, word) != there {
			t.Errorf("%q is among the hints %s: %t", word, hints, !there)
		}
	}
	if s.press("enter"); !s.Explorer.State.Equal(start) {
		t.Error("Enter without a move changes the state")
	}
	here := m.Position(scores.Present(&s.Scene.Stage))
	for _, c := range []struct {
		keys     string
		row, col int
	}{
		{"left up", here.Row - 1, here.Col - 1},
		{"shift+up shift+left up left", 0, 0},
		{"shift+down end down right", len(m.K) - 1, len(m.KTilde) - 1},
		{"home shift+up right down", 1, 1},
	} {
		s.press(strings.Fields(c.keys)...)
		at := scores.Place{K: m.K[c.row], KTilde: m.KTilde[c.col]}
		if v.Cursor(&s.Scene.Stage) != at || !s.Explorer.State.Equal(start) {
			t.Errorf("%s leads to %+v, want %+v, and the state to %+v", c.keys, v.Cursor(&s.Scene.Stage), at, s.Explorer.State.Params)
		}
	}
	want := m.Value(scores.Place{K: m.K[1], KTilde: m.KTilde[1]}, scores.Reading{Metric: stage.TargetMetric})
	at := v.Cursor(&s.Scene.Stage)
	if line := fmt.Sprintf("[k = %d, k̃ = %d]   target %.1f %%", at.K, at.KTilde, 100*want); !strings.Contains(s.Scene.picture(120, 36), line) {
		t.Errorf("%q is not in\n%s", line, s.Scene.picture(120, 36))
	}
	s.press("enter")
	s.settle()
	if got := s.Scene.Solution().Descent.Target.Accuracy; scores.Present(&s.Scene.Stage) != at || got != want {
		t.Errorf("Enter leads to %+v with %v, want %+v with %v", scores.Present(&s.Scene.Stage), got, at, want)
	}
	s.press("u")
	if s.settle(); !s.Explorer.State.Equal(start) {
		t.Error("undo does not lead back")
	}
	for _, shown := range stage.Metrics() {
		s.press("b")
		by := shown // where that is no judge by labels, the target's labels
		if shown == stage.LabelFreeMetric || shown == stage.SourceMetric {
			by = stage.TargetMetric
		}
		if best := m.Ranked(scores.Reading{Metric: by})[0]; v.Cursor(&s.Scene.Stage) != best {
			t.Errorf("the best by %s is %+v, want %+v", shown.Name(model.Binary), v.Cursor(&s.Scene.Stage), best)
		}
		if !strings.Contains(s.Scene.picture(120, 36), shown.Name(model.Binary)) {
			t.Errorf("%s is not named", shown.Name(model.Binary))
		}
		s.press("v")
		s.settle()
	}
	if s.press("c"); !strings.Contains(s.Scene.picture(120, 36), "trained to the end at λ") {
		t.Error("c does not show LAR trained to the end")
	}
	// Esc and back: the map is there before the engine says anything.
	s.press("esc", "5")
	if m := v.Current(&s.Scene.Stage); m == nil || len(m.Cells) != len(m.Places()) {
		t.Error("coming back shows no map")
	}
	s.settle()
}

// A click puts the cursor on the cell that is seen there, a second one goes there.
func TestClickOnTheMap(t *testing.T) {
	s := subspace(t)
	s.show(stage.MapName)
	v, inner := viewOf[*scores.Map](s.Scene.Views), s.Scene.Body(s.Scene.Width, s.Scene.Height).Inner()
	m := v.Current(&s.Scene.Stage)
	hit := v.Plot(&s.Scene.Stage, chart.NewGrid(inner.W, inner.H))
	found := map[chart.Position]bool{}
	for y := range inner.H {
		for x := range inner.W {
			at, ok := hit(x, y)
			if !ok || found[at] || m.At(at) == scores.Present(&s.Scene.Stage) {
				continue
			}
			found[at] = true
			if v.Click(&s.Scene.Stage, x, y); v.Cursor(&s.Scene.Stage) != m.At(at) {
				t.Fatalf("a click on %+v leads to %+v", m.At(at), v.Cursor(&s.Scene.Stage))
			}
			if in := v.Click(&s.Scene.Stage, x, y); in.Kind != stage.Turn || in.State.Params.K != m.At(at).K || in.State.Params.KTilde != m.At(at).KTilde {
				t.Fatalf("a second click on %+v leads to %+v", m.At(at), in)
			}
		}
	}
	if len(found) < len(m.Cells)-len(m.KTilde) {
		t.Errorf("%d of %d cells can be clicked", len(found), len(m.Cells))
	}
}

func TestMapFrames(t *testing.T) {
	s := subspace(t)
	s.show(stage.MapName)
	viewOf[*scores.Map](s.Scene.Views).LookAt(&s.Scene.Stage, scores.Place{K: 8, KTilde: 2})
	part := *viewOf[*scores.Map](s.Scene.Views).Current(&s.Scene.Stage)
	part.Cells = maps.Clone(part.Cells)
	for i, p := range part.Places() {
		if i%3 == 0 || i > 20 {
			delete(part.Cells, p)
		}
	}
	s.Explorer.Update.Results = map[string]any{stage.MapName: &part}
	s.requireFrame(t, "partial", 100, 30)
	s.Scene.Zoom = false
	s.requireFrame(t, "dashboard", 120, 36)
}

// unlabelledPair is a pair of two classes in five features whose target is shifted and has
// no labels.
func unlabelledPair(t *testing.T) *desk {
	return newStage(t, "files", fileValues(t, 60, 5, "binary", false, func(i int) float64 { return float64(i / 3 % 2) }))
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
		{newStage(t, "rotated-gaussian", nil), session.LabelFree, "& & & & *", false},
		{newStage(t, "subspace", nil), session.TargetAlignment, "& & *", true},
		{newStage(t, "rotated-regression", nil), session.Validation, "*", true},
	} {
		s, start := c.s, c.s.Explorer.State
		want, err := s.Explorer.Update.Session.Choose(t.Context(), start.Params, c.by, nil)
		if err != nil || want.Cell >= 0 != c.adapts {
			t.Fatalf("%+v, %v", want, err)
		}
		s.press(strings.Fields(c.keys)...)
		if s.Explorer.State.Equal(start) && !s.Scene.Choosing() {
			t.Error("nothing is searched for")
		}
		s.settle()
		told := s.Scene.Message
		if s.Explorer.State.Params != want.Params || !strings.HasPrefix(told, want.Brief()) || !c.adapts && !strings.Contains(told, "no evidence of a gain") {
			t.Errorf("by %s it stands at %+v and says %q, want %+v and %q", c.by, s.Explorer.State.Params, told, want.Params, want.Brief())
		}
		if strings.Contains(told, "judges disagree") != (want.Disagreement != "") || strings.Contains(told, "O writes") != withoutLabels(&s.Scene.Stage) ||
			strings.Contains(told, "no estimate of accuracy") != (c.by != session.Validation) {
			t.Errorf("of %+v it says %q", want, told)
		}
		if withoutLabels(&s.Scene.Stage) {
			differ, x := 0, s.Explorer.Update.Session.Pair.Target.X
			for i := range x.RawMatrix().Rows {
				lar, none := mat.Dot(x.RowView(i), s.Scene.Solution().Descent.Weights.ColView(0)), mat.Dot(x.RowView(i), s.Scene.Solution().None.Weights.ColView(0))
				if lar > 0 != (none > 0) {
					differ++
				}
			}
			if !strings.Contains(told, fmt.Sprintf("loss on the source is expected and tells nothing of the target. %d of %d predictions change: ", differ, x.RawMatrix().Rows)) {
				t.Errorf("%d rows differ, it says %q", differ, told)
			}
			if showExport(s.Host); !strings.HasSuffix(OverlayOf[*Export](&s.Scene).Text(), "-predictions.csv") {
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
		s.press("*")
		if s.settle(); s.Scene.Message != strings.Join(append([]string{want.Why}, want.Limits...), " ") {
			t.Errorf("again it says %q", s.Scene.Message)
		}
		if c.adapts && c.by == session.LabelFree {
			s.show(stage.MapName)
			if m := viewOf[*scores.Map](s.Scene.Views).Current(&s.Scene.Stage); m.At(*m.Chosen()) != (scores.Place{K: want.Params.K, KTilde: want.Params.KTilde}) {
				t.Errorf("the map's ☆ stands at %+v, want %+v", m.At(*m.Chosen()), want.Params)
			}
			if m, there := viewOf[*scores.Map](s.Scene.Views).Current(&s.Scene.Stage), s.Scene.Solution().Descent.Target.Accuracy; !math.IsNaN(there) {
				best := 0.0
				for _, cell := range m.Cells {
					best = max(best, cell.Descent[0].Target.Accuracy)
				}
				said := strings.Join(m.Judged(&s.Scene.Stage), " ")
				if apart := fmt.Sprintf("%.1f %%: %.1f points apart", 100*best, 100*(best-there)); !strings.Contains(said, apart) {
					t.Errorf("%q does not say %q", said, apart)
				}
			}
		}
		s.press("u")
		s.settle()
		s.Scene.Message = ""
		if turned, _ := s.Scene.Sentence(); !s.Explorer.State.Equal(start) || strings.Contains(turned, "several") {
			t.Errorf("undo leads to %+v, want %+v, and says %q", s.Explorer.State.Params, start.Params, turned)
		}
		for _, key := range []string{"esc", ">"} {
			before := s.Explorer.State
			s.Choose(c.by)
			s.press(key)
			s.settle()
			after := s.Explorer.State.Params
			if after.Lambda = before.Params.Lambda; s.Scene.Choosing() || after != before.Params || key == "esc" && !s.Explorer.State.Equal(before) {
				t.Errorf("%s leaves it choosing (%t) at %+v", key, s.Scene.Choosing(), s.Explorer.State.Params)
			}
		}
	}
	s := newStage(t, "files", fileValues(t, 20, 3, "regression", true, func(i int) float64 { return float64(i % 7) }))
	if s.press("*"); !strings.Contains(s.Scene.Message, "no classes") || s.Scene.Choosing() {
		t.Errorf("of a regression it says %q", s.Scene.Message)
	}
}

// The map marks what a sweep of its cells chooses, which after a search is what that has
// chosen; without labels it marks no best cell, and shows no metric that it can't know.
func TestMapWithoutLabels(t *testing.T) {
	s := unlabelledPair(t)
	s.press("*", "5") // the map waits for the search
	s.settle()
	chosen := s.Explorer.State.Params
	v := viewOf[*scores.Map](s.Scene.Views)
	m := v.Current(&s.Scene.Stage)
	sweep, err := m.Session.Sweep(t.Context(), m.Grid(chosen), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := sweep.Choose(session.LabelFree, 0)
	if at := m.Chosen(); at == nil || m.At(*at) != (scores.Place{K: chosen.K, KTilde: chosen.KTilde}) || want.Params != chosen || m.Choice.Why != want.Why {
		t.Errorf("☆ at %v, the search stands at %+v, the sweep chooses %+v", at, chosen, want)
	}
	for i, p := range m.Places() {
		r, none, _ := sweep.Rating(i, 0)
		if got := m.Cells[p].Rating; fmt.Sprint(got) != fmt.Sprint(r) || fmt.Sprint(m.NoneRatings[slices.Index(m.KTilde, p.KTilde)]) != fmt.Sprint(none) {
			t.Errorf("%v is rated %+v, want %+v", p, got, r)
		}
	}
	s.Scene.Writer.Exporter = func(context.Context, export.Request) (int, error) { return 0, nil }
	if got := fmt.Sprint(simpleHints(&s.Scene, hints(&s.Scene))); !strings.Contains(got, "choose} {O export}") {
		t.Errorf("the hints are %s", got)
	}
	if frame := s.Scene.picture(120, 36); strings.Count(frame, "predictions change") != 1 {
		t.Errorf("what is chosen is said twice:\n%s", frame)
	}
	s.Scene.Message, s.Scene.Writer.Exporter = "", nil
	s.requireFrame(t, "unlabelled", 120, 36)
	for _, want := range []stage.Metric{stage.LabelFreeMetric, stage.SourceMetric, stage.LabelFreeMetric} {
		picture := s.Scene.picture(120, 36)
		if !strings.Contains(picture, want.Name(model.Binary)) || strings.Contains(picture, "★") || !strings.Contains(picture, "☆") {
			t.Errorf("%s:\n%s", want.Name(model.Binary), picture)
		}
		s.press("home", "b")
		if v.Cursor(&s.Scene.Stage) != (scores.Place{K: chosen.K, KTilde: chosen.KTilde}) {
			t.Errorf("b leads to %v", v.Cursor(&s.Scene.Stage))
		}
		s.press("v")
	}
	s.show(stage.LambdaName)
	judged := scores.Ratings(&s.Scene.Stage)
	rows, _ := viewOf[*scores.Lambda](s.Scene.Views).Curves(&s.Scene.Stage, stage.LabelFreeMetric)
	judge, err := m.Session.Judge(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, lambda := range session.PathLambdas() {
		at := chosen
		at.Lambda = lambda
		solved, err := model.NewSolver(m.Session.Problem).Endpoints(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		r, _, _ := judged.Rating(i, 0)
		if want := judge.Rate(solved.Descent.Weights, at.KTilde); fmt.Sprint(r) != fmt.Sprint(want) || !want.Vetoed && rows[scores.LarCurve].Y[i] != want.JLA {
			t.Errorf("λ = %v is rated %+v, want %+v", lambda, r, want)
		}
	}
	s.requireFrame(t, "lambda", 120, 36)
	if s.press("c", "b"); !strings.Contains(s.Scene.Message, "changes nothing") {
		t.Errorf("of what it does not show it says %q", s.Scene.Message)
	}
}
