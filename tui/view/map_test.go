package view

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
	"larui/tui/export"
	"larui/tui/session"
)

// subspace opens a small pair of 40 features.
func subspace(t testing.TB) *stage {
	return newStage(t, "subspace", map[string]string{"n": "150", "m": "120"})
}

// mapOf solves a map around params and returns all that is reported of it.
func mapOf(t *testing.T, s *session.Session, params model.Params, known *componentMap) (reports []*componentMap) {
	t.Helper()
	if err := solveMap(t.Context(), s, params, known, func(m *componentMap) { reports = append(reports, m) }); err != nil {
		t.Fatal(err)
	}
	return reports
}

// Every cell is what a Solver of its own gives there, and scores nothing where that
// diverges; what is said of the map is compared with a plain search in package plain.
func TestMapAgainstSolver(t *testing.T) {
	opened := subspace(t).Update.Session
	for _, params := range []model.Params{
		{K: 5, KTilde: 3, Lambda: 10, Epochs: 300},
		{K: 1, KTilde: 1, Lambda: 1e4, Epochs: 20, Rate: model.Rate{Rule: model.RatePaper}, Tail: model.SourceTail},
	} {
		reports := mapOf(t, opened, params, nil)
		m := reports[len(reports)-1]
		if len(m.cells) != len(m.places()) || !slices.Contains(m.k, params.K) || !slices.Contains(m.kTilde, params.KTilde) {
			t.Fatalf("%d cells of %v × %v", len(m.cells), m.k, m.kTilde)
		}
		diverging := 0
		for _, p := range m.places() {
			at := params
			at.K, at.KTilde = p.k, p.kTilde
			want, err := model.NewSolver(opened.Problem).Endpoints(t.Context(), at)
			if err != nil {
				t.Fatal(err)
			}
			// Sprint, because an unknown number does not equal itself.
			got := m.cells[p].Descent[0]
			if fmt.Sprint(m.cells[p].Closed.Evaluation, got.Evaluation) != fmt.Sprint(want.Closed.Evaluation, want.Descent.Evaluation) {
				t.Errorf("%+v: %+v, want %+v and %+v", p, m.cells[p], want.Closed.Evaluation, want.Descent.Evaluation)
			}
			score, v := want.Descent.Target.Accuracy, m.value(p, reading{targetMetric, false})
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
	opened := subspace(t).Update.Session
	params := model.Params{K: 4, KTilde: 4, Lambda: 1, Epochs: 50}
	before := slices.Clone(mapOf(t, opened, params, nil))
	known := before[len(before)-1]
	if len(before[0].cells) != 0 {
		t.Error("a report changed after it was handed over")
	}
	moved, turned := params, params
	moved.K, turned.Lambda = 7, 3
	filled, fresh := mapOf(t, opened, moved, known), mapOf(t, opened, moved, nil)
	if m := filled[0]; len(m.places())-len(m.cells) != len(m.kTilde) {
		t.Errorf("k = 7 solves %d of %d cells again, want but its row", len(m.places())-len(m.cells), len(m.places()))
	}
	if fmt.Sprint(filled[len(filled)-1].cells) != fmt.Sprint(fresh[len(fresh)-1].cells) {
		t.Error("the map that was kept and filled differs from a fresh one")
	}
	if m := newComponentMap(opened, turned, known); len(m.cells) != 0 {
		t.Errorf("at another λ %d cells are taken over", len(m.cells))
	}
	if m := newComponentMap(subspace(t).Update.Session, params, known); len(m.cells) != 0 {
		t.Errorf("in another session %d cells are taken over", len(m.cells))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var last *componentMap
	err := solveMap(ctx, opened, params, nil, func(m *componentMap) { last = m })
	if err == nil || last == nil || len(last.cells) > runtime.GOMAXPROCS(0) {
		t.Errorf("cancelled: error %v, map %+v", err, last)
	}
}

// From the map to a cell and back, by keys.
func TestMapByKeys(t *testing.T) {
	s := subspace(t)
	start := s.State
	s.press("5")
	s.settle()
	v := &s.Views.grid
	m := v.current(&s.Scene)
	if m == nil || len(m.cells) != len(m.places()) {
		t.Fatalf("the map is not solved: %+v", m)
	}
	hints := strings.Join(s.hintWords(), " ")
	for word, there := range map[string]bool{"cursor": true, "turn": false, "next": true, "go there": false} {
		if strings.Contains(hints, word) != there {
			t.Errorf("%q is among the hints %s: %t", word, hints, !there)
		}
	}
	if s.press("enter"); !s.State.Equal(start) {
		t.Error("Enter without a move changes the state")
	}
	here := m.position(present(&s.Scene))
	for _, c := range []struct {
		keys     string
		row, col int
	}{
		{"left up", here.Row - 1, here.Col - 1},
		{"shift+up shift+left up left", 0, 0},
		{"shift+down end down right", len(m.k) - 1, len(m.kTilde) - 1},
		{"home shift+up right down", 1, 1},
	} {
		s.press(strings.Fields(c.keys)...)
		at := place{m.k[c.row], m.kTilde[c.col]}
		if v.cursor(&s.Scene) != at || !s.State.Equal(start) {
			t.Errorf("%s leads to %+v, want %+v, and the state to %+v", c.keys, v.cursor(&s.Scene), at, s.State.Params)
		}
	}
	want := m.value(place{m.k[1], m.kTilde[1]}, reading{targetMetric, false})
	at := v.cursor(&s.Scene)
	if line := fmt.Sprintf("[k = %d, k̃ = %d]   target %.1f %%", at.k, at.kTilde, 100*want); !strings.Contains(s.picture(120, 36), line) {
		t.Errorf("%q is not in\n%s", line, s.picture(120, 36))
	}
	s.press("enter")
	s.settle()
	if got := s.Solution().Descent.Target.Accuracy; present(&s.Scene) != at || got != want {
		t.Errorf("Enter leads to %+v with %v, want %+v with %v", present(&s.Scene), got, at, want)
	}
	s.press("u")
	if s.settle(); !s.State.Equal(start) {
		t.Error("undo does not lead back")
	}
	for _, shown := range metrics() {
		s.press("b")
		by := shown // where that is no judge by labels, the target's labels
		if shown == labelFreeMetric || shown == sourceMetric {
			by = targetMetric
		}
		if best := m.ranked(reading{by, false})[0]; v.cursor(&s.Scene) != best {
			t.Errorf("the best by %s is %+v, want %+v", shown.name(model.Binary), v.cursor(&s.Scene), best)
		}
		if !strings.Contains(s.picture(120, 36), shown.name(model.Binary)) {
			t.Errorf("%s is not named", shown.name(model.Binary))
		}
		s.press("v")
		s.settle()
	}
	if s.press("c"); !strings.Contains(s.picture(120, 36), "trained to the end at λ") {
		t.Error("c does not show LAR trained to the end")
	}
	// Esc and back: the map is there before the engine says anything.
	s.press("esc", "5")
	if m := v.current(&s.Scene); m == nil || len(m.cells) != len(m.places()) {
		t.Error("coming back shows no map")
	}
	s.settle()
}

// A click puts the cursor on the cell that is seen there, a second one goes there.
func TestClickOnTheMap(t *testing.T) {
	s := subspace(t)
	s.show(mapName)
	v, inner := &s.Views.grid, s.Body(s.Width, s.Height).Inner()
	m := v.current(&s.Scene)
	hit := v.plot(&s.Scene, chart.NewGrid(inner.W, inner.H))
	found := map[chart.Position]bool{}
	for y := range inner.H {
		for x := range inner.W {
			at, ok := hit(x, y)
			if !ok || found[at] || m.at(at) == present(&s.Scene) {
				continue
			}
			found[at] = true
			if v.Click(&s.Scene, x, y); v.cursor(&s.Scene) != m.at(at) {
				t.Fatalf("a click on %+v leads to %+v", m.at(at), v.cursor(&s.Scene))
			}
			if in := v.Click(&s.Scene, x, y); in.Kind != Turn || in.State.Params.K != m.at(at).k || in.State.Params.KTilde != m.at(at).kTilde {
				t.Fatalf("a second click on %+v leads to %+v", m.at(at), in)
			}
		}
	}
	if len(found) < len(m.cells)-len(m.kTilde) {
		t.Errorf("%d of %d cells can be clicked", len(found), len(m.cells))
	}
}

func TestMapFrames(t *testing.T) {
	s := subspace(t)
	s.show(mapName)
	s.Views.grid.lookAt(&s.Scene, place{8, 2})
	part := *s.Views.grid.current(&s.Scene)
	part.cells = maps.Clone(part.cells)
	for i, p := range part.places() {
		if i%3 == 0 || i > 20 {
			delete(part.cells, p)
		}
	}
	s.Update.Results = map[string]any{mapName: &part}
	s.requireFrame(t, "partial", 100, 30)
	s.Zoom = false
	s.requireFrame(t, "dashboard", 120, 36)
}

// unlabelledPair is a pair of two classes in five features whose target is shifted and has
// no labels.
func unlabelledPair(t *testing.T) *stage {
	return newStage(t, "files", fileValues(t, 60, 5, "binary", false, func(i int) float64 { return float64(i / 3 % 2) }))
}

// The key of choosing turns to what session.Choose chooses, as one turn, and says why;
// pressed again it says the limits. Esc and turns give it up, and nothing is changed.
func TestChooses(t *testing.T) {
	for _, c := range []struct {
		s      *stage
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
		s, start := c.s, c.s.State
		want, err := s.Update.Session.Choose(t.Context(), start.Params, c.by, nil)
		if err != nil || want.Cell >= 0 != c.adapts {
			t.Fatalf("%+v, %v", want, err)
		}
		s.press(strings.Fields(c.keys)...)
		if s.State.Equal(start) && !s.Choosing() {
			t.Error("nothing is searched for")
		}
		s.settle()
		told := s.Message
		if s.State.Params != want.Params || !strings.HasPrefix(told, want.Brief()) || !c.adapts && !strings.Contains(told, "no evidence of a gain") {
			t.Errorf("by %s it stands at %+v and says %q, want %+v and %q", c.by, s.State.Params, told, want.Params, want.Brief())
		}
		if strings.Contains(told, "judges disagree") != (want.Disagreement != "") || strings.Contains(told, "O writes") != withoutLabels(&s.Scene) ||
			strings.Contains(told, "no estimate of accuracy") != (c.by != session.Validation) {
			t.Errorf("of %+v it says %q", want, told)
		}
		if withoutLabels(&s.Scene) {
			differ, x := 0, s.Update.Session.Pair.Target.X
			for i := range x.RawMatrix().Rows {
				lar, none := mat.Dot(x.RowView(i), s.Solution().Descent.Weights.ColView(0)), mat.Dot(x.RowView(i), s.Solution().None.Weights.ColView(0))
				if lar > 0 != (none > 0) {
					differ++
				}
			}
			if !strings.Contains(told, fmt.Sprintf("loss on the source is expected and tells nothing of the target. %d of %d predictions change: ", differ, x.RawMatrix().Rows)) {
				t.Errorf("%d rows differ, it says %q", differ, told)
			}
			if s.showExport(); !strings.HasSuffix(s.Export.Text(), "-predictions.csv") {
				t.Errorf("it writes %q at first", s.Export.Text())
			}
			s.Export.Shown = false
		}
		s.Message = ""
		turned, _ := s.Sentence()
		if strings.Contains(turned, "several") || !s.State.Equal(start) && c.keys == "*" && !strings.HasPrefix(turned, "chosen: "+session.Setting(want.Params)+": ") &&
			strings.Count(turned, " → ") != 1 {
			t.Errorf("of the choice of %+v stays %q", want.Params, turned)
		}
		s.press("*")
		if s.settle(); s.Message != strings.Join(append([]string{want.Why}, want.Limits...), " ") {
			t.Errorf("again it says %q", s.Message)
		}
		if c.adapts && c.by == session.LabelFree {
			s.show(mapName)
			if m := s.Views.grid.current(&s.Scene); m.at(*m.chosen()) != (place{want.Params.K, want.Params.KTilde}) {
				t.Errorf("the map's ☆ stands at %+v, want %+v", m.at(*m.chosen()), want.Params)
			}
			if m, there := s.Views.grid.current(&s.Scene), s.Solution().Descent.Target.Accuracy; !math.IsNaN(there) {
				best := 0.0
				for _, cell := range m.cells {
					best = max(best, cell.Descent[0].Target.Accuracy)
				}
				said := strings.Join(m.judged(&s.Scene), " ")
				if apart := fmt.Sprintf("%.1f %%: %.1f points apart", 100*best, 100*(best-there)); !strings.Contains(said, apart) {
					t.Errorf("%q does not say %q", said, apart)
				}
			}
		}
		s.press("u")
		s.settle()
		s.Message = ""
		if turned, _ := s.Sentence(); !s.State.Equal(start) || strings.Contains(turned, "several") {
			t.Errorf("undo leads to %+v, want %+v, and says %q", s.State.Params, start.Params, turned)
		}
		for _, key := range []string{"esc", ">"} {
			before := s.State
			s.Choose(c.by)
			s.press(key)
			s.settle()
			after := s.State.Params
			if after.Lambda = before.Params.Lambda; s.Choosing() || after != before.Params || key == "esc" && !s.State.Equal(before) {
				t.Errorf("%s leaves it choosing (%t) at %+v", key, s.Choosing(), s.State.Params)
			}
		}
	}
	s := newStage(t, "files", fileValues(t, 20, 3, "regression", true, func(i int) float64 { return float64(i % 7) }))
	if s.press("*"); !strings.Contains(s.Message, "no classes") || s.Choosing() {
		t.Errorf("of a regression it says %q", s.Message)
	}
}

// The map marks what a sweep of its cells chooses, which after a search is what that has
// chosen; without labels it marks no best cell, and shows no metric that it can't know.
func TestMapWithoutLabels(t *testing.T) {
	s := unlabelledPair(t)
	s.press("*", "5") // the map waits for the search
	s.settle()
	chosen := s.State.Params
	v := &s.Views.grid
	m := v.current(&s.Scene)
	sweep, err := m.session.Sweep(t.Context(), m.grid(chosen), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := sweep.Choose(session.LabelFree, 0)
	if at := m.chosen(); at == nil || m.at(*at) != (place{chosen.K, chosen.KTilde}) || want.Params != chosen || m.choice.Why != want.Why {
		t.Errorf("☆ at %v, the search stands at %+v, the sweep chooses %+v", at, chosen, want)
	}
	for i, p := range m.places() {
		r, none, _ := sweep.Rating(i, 0)
		if got := m.cells[p].rating; fmt.Sprint(got) != fmt.Sprint(r) || fmt.Sprint(m.noneRatings[slices.Index(m.kTilde, p.kTilde)]) != fmt.Sprint(none) {
			t.Errorf("%v is rated %+v, want %+v", p, got, r)
		}
	}
	s.Writer.Exporter = func(context.Context, export.Request) (int, error) { return 0, nil }
	if got := fmt.Sprint(simpleHints(&s.Scene, hints(&s.Scene))); !strings.Contains(got, "choose} {O export}") {
		t.Errorf("the hints are %s", got)
	}
	if frame := s.picture(120, 36); strings.Count(frame, "predictions change") != 1 {
		t.Errorf("what is chosen is said twice:\n%s", frame)
	}
	s.Message, s.Writer.Exporter = "", nil
	s.requireFrame(t, "unlabelled", 120, 36)
	for _, want := range []metric{labelFreeMetric, sourceMetric, labelFreeMetric} {
		picture := s.picture(120, 36)
		if !strings.Contains(picture, want.name(model.Binary)) || strings.Contains(picture, "★") || !strings.Contains(picture, "☆") {
			t.Errorf("%s:\n%s", want.name(model.Binary), picture)
		}
		s.press("home", "b")
		if v.cursor(&s.Scene) != (place{chosen.K, chosen.KTilde}) {
			t.Errorf("b leads to %v", v.cursor(&s.Scene))
		}
		s.press("v")
	}
	s.show(lambdaName)
	judged := s.Views.lambda.ratings(&s.Scene)
	rows, _ := s.Views.lambda.curves(&s.Scene, labelFreeMetric)
	judge, err := m.session.Judge(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, lambda := range session.PathLambdas() {
		at := chosen
		at.Lambda = lambda
		solved, err := model.NewSolver(m.session.Problem).Endpoints(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		r, _, _ := judged.Rating(i, 0)
		if want := judge.Rate(solved.Descent.Weights, at.KTilde); fmt.Sprint(r) != fmt.Sprint(want) || !want.Vetoed && rows[larCurve].Y[i] != want.JLA {
			t.Errorf("λ = %v is rated %+v, want %+v", lambda, r, want)
		}
	}
	s.requireFrame(t, "lambda", 120, 36)
	if s.press("c", "b"); !strings.Contains(s.Message, "changes nothing") {
		t.Errorf("of what it does not show it says %q", s.Message)
	}
}
