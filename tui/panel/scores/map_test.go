package scores

import (
	"context"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
	"larui/tui/stage/stagetest"
)

// smallSubspace returns the options of a small pair of 40 features.
var smallSubspace = map[string]string{"n": "150", "m": "120"}

// mapOf solves a map around params and returns all reported maps.
func mapOf(t *testing.T, s *session.Session, params model.Params, known *componentMap) (reports []*componentMap) {
	t.Helper()
	testutil.NoError(t, solveMap(t.Context(), s, params, known, func(m *componentMap) { reports = append(reports, m) }))
	return reports
}

// Every cell equals the result of a new Solver, and a descent that diverges has no score. Package
// plain compares the map's sentences with a plain search.
func TestMapAgainstSolver(t *testing.T) {
	opened := openSubspace(t)
	for _, params := range []model.Params{
		{K: 5, KTilde: 3, Lambda: 10, Epochs: 300},
		{K: 1, KTilde: 1, Lambda: 1e4, Epochs: 20, Rate: model.LearningRate{Rule: model.RatePaper}, Tail: model.SourceTail},
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
			want := testutil.Must(model.NewSolver(opened.Problem).Endpoints(t.Context(), at))
			// Sprint makes NaN equal to NaN.
			got := m.cells[p].Descent[0]
			testutil.Equal(t, fmt.Sprint(m.cells[p].Closed.Evaluation, got.Evaluation), fmt.Sprint(want.Closed.Evaluation, want.Descent.Evaluation), p, m.cells[p], want.Closed.Evaluation, want.Descent.Evaluation)
			score, v := want.Descent.Target.Accuracy, m.valueAt(p, cellMetric{Metric: stage.TargetMetric})
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

// With another k only missing cells are solved; with other parameters all are; a cancelled map
// reports its solved cells.
func TestMapKeepsCells(t *testing.T) {
	opened := openSubspace(t)
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
	if m := newComponentMap(openSubspace(t), params, known); len(m.cells) != 0 {
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

// A click puts the cursor on the cell under the mouse; a second click adopts the cell.
func TestClickOnTheMap(t *testing.T) {
	v := &Map{}
	s := stagetest.Open(t, v, "subspace", smallSubspace)
	m := v.currentMap(&s.Stage)
	hit := v.drawMap(&s.Stage, chart.NewGrid(s.ZoomedSize()))
	w, h := s.ZoomedSize()
	found := map[chart.Position]bool{}
	for y := range h {
		for x := range w {
			at, ok := hit(x, y)
			if !ok || found[at] || m.placeAt(at) == presentPlace(&s.Stage) {
				continue
			}
			found[at] = true
			v.Click(&s.Stage, x, y)
			if v.cursorOrPresentPlace(&s.Stage) != m.placeAt(at) {
				t.Fatalf("a click on %+v leads to %+v", m.placeAt(at), v.cursorOrPresentPlace(&s.Stage))
			}
			if in := v.Click(&s.Stage, x, y); in.Kind != stage.ChangeState || placeOf(in.State.Params) != m.placeAt(at) {
				t.Fatalf("a second click on %+v leads to %+v", m.placeAt(at), in)
			}
		}
	}
	if len(found) < len(m.cells)-len(m.kTilde) {
		t.Errorf("%d of %d cells can be clicked", len(found), len(m.cells))
	}
}

func TestComponentLadder(t *testing.T) {
	for _, c := range []struct {
		rank   int
		beside []int
		want   []int
	}{
		{1, []int{1}, []int{1}},
		{0, []int{3}, []int{1, 3}},
		{4, []int{2}, []int{1, 2, 3, 4}},
		{16, []int{40}, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 40}},
		{17, []int{5, 5}, []int{1, 2, 4, 5, 8, 16}},
		{257, []int{64, 300}, []int{1, 2, 4, 8, 16, 32, 64, 128, 256, 300}},
	} {
		if got := model.ComponentCounts(c.rank, maxFullRank, c.beside...); !slices.Equal(got, c.want) {
			t.Errorf("rank %d beside %v: %v, want %v", c.rank, c.beside, got, c.want)
		}
	}
}

// While the map is being solved, it shows the solved cells.
func TestPartialMap(t *testing.T) {
	v := &Map{}
	s := stagetest.Open(t, v, "subspace", smallSubspace)
	v.moveCursor(&s.Stage, place{k: 8, kTilde: 2})
	part := *v.currentMap(&s.Stage)
	part.cells = maps.Clone(part.cells)
	for i, p := range part.places() {
		if i%3 == 0 || i > 20 {
			delete(part.cells, p)
		}
	}
	s.Results = map[string]session.Result{stage.MapName: {Value: &part}}
	g := chart.NewGrid(98, 20).WithGlyphs(s.Glyphs)
	v.Draw(&s.Stage, g)
	golden.RequireEqual(t, strings.Join(g.Plain(), "\n")+"\n")
}

// Keys move the cursor over the cells and to the best one, and the view describes the cursor's
// cell. Enter adopts it.
func TestMapByKeys(t *testing.T) {
	v := &Map{}
	s := stagetest.Open(t, v, "subspace", smallSubspace)
	start, m := s.State, v.currentMap(&s.Stage)
	if m == nil || len(m.cells) != len(m.places()) {
		t.Fatalf("the map is not solved: %+v", m)
	}
	s.Press("enter")
	if !s.State.Equal(start) || s.Message == "" {
		t.Errorf("Enter without a move says %q and changes the state", s.Message)
	}
	here := m.position(presentPlace(&s.Stage))
	for _, c := range []struct {
		keys     string
		row, col int
	}{
		{"left up", here.Row - 1, here.Col - 1},
		{"shift+up shift+left up left", 0, 0},
		{"shift+down end down right", len(m.k) - 1, len(m.kTilde) - 1},
		{"home shift+up right down", 1, 1},
	} {
		s.Press(strings.Fields(c.keys)...)
		at := place{k: m.k[c.row], kTilde: m.kTilde[c.col]}
		if v.cursorOrPresentPlace(&s.Stage) != at || !s.State.Equal(start) {
			t.Errorf("%s leads to %+v, want %+v, and the state to %+v", c.keys, v.cursorOrPresentPlace(&s.Stage), at, s.State.Params)
		}
	}
	want := m.valueAt(place{k: m.k[1], kTilde: m.kTilde[1]}, cellMetric{Metric: stage.TargetMetric})
	at := v.cursorOrPresentPlace(&s.Stage)
	testutil.Contains(t, s.Picture(120, 36), fmt.Sprintf("[k = %d, k̃ = %d]   target %.1f %%", at.k, at.kTilde, 100*want))
	s.Press("enter")
	if got := s.Solution.Descent.Target.Accuracy; presentPlace(&s.Stage) != at || got != want {
		t.Errorf("Enter leads to %+v with %v, want %+v with %v", presentPlace(&s.Stage), got, at, want)
	}
	s.Undo()
	testutil.Equal(t, v.cursorOrPresentPlace(&s.Stage), presentPlace(&s.Stage))
	for _, shown := range stage.Metrics() {
		s.Press("b")
		by := shown // where that is no judge by labels, the target's labels
		if shown == stage.LabelFreeMetric || shown == stage.SourceMetric {
			by = stage.TargetMetric
		}
		testutil.Equal(t, v.cursorOrPresentPlace(&s.Stage), m.rankPlaces(cellMetric{Metric: by})[0], shown.Name(s.PairScore()))
		testutil.Contains(t, s.Picture(120, 36), shown.Name(s.PairScore()))
		s.Press("v")
	}
	s.Press("c")
	testutil.Contains(t, s.Picture(120, 36), "trained to the end at λ")
}

// Where J has no minimum at the best cell, the view says so and calls the closed form pseudo-inverse.
func TestMapWithoutMinimum(t *testing.T) {
	v := &Map{}
	for pair, unbounded := range map[string]bool{"glyphs": true, "subspace": false} {
		s := stagetest.Open(t, v, pair, map[string]string{"n": "60", "m": "60"})
		s.Press("b")
		p := s.State.Params
		at := v.cursorOrPresentPlace(&s.Stage)
		p.K, p.KTilde = at.k, at.kTilde
		want := testutil.Must(model.NewSolver(s.Session.Problem).Endpoints(t.Context(), p)).Closed.UnboundedBelow
		testutil.Equal(t, want, unbounded, pair)
		picture := s.Picture(120, 36)
		testutil.Contains(t, picture, "★ best by labels k = ")
		testutil.Equal(t, strings.Contains(picture, "there J has no minimum"), want, picture)
		testutil.Equal(t, strings.Contains(picture, "pseudo-inverse target"), want, picture)
	}
}

func openSubspace(t *testing.T) *session.Session {
	return stagetest.OpenSession(t, "subspace", smallSubspace)
}

// unlabelled returns the options of two classes in five features without target labels.
func unlabelled(t *testing.T) map[string]string {
	return stagetest.FilePair(t, 60, 5, "binary", false, func(i int) float64 { return float64(i / 3 % 2) })
}

// choose sets the parameters to those that lead in a search without labels.
func choose(t *testing.T, s *stagetest.Desk) model.Params {
	t.Helper()
	chosen, err := s.Session.Choose(t.Context(), s.State.Params, session.LabelFree, nil)
	if err != nil || chosen.Cell < 0 && !chosen.Doubtful {
		t.Fatalf("%+v, %v", chosen, err)
	}
	s.Set("k", fmt.Sprint(chosen.LeaderParams.K))
	s.Set("ktilde", fmt.Sprint(chosen.LeaderParams.KTilde))
	s.Set("lambda", number.AllDigits(chosen.LeaderParams.Lambda))
	return chosen.LeaderParams
}

// The map marks the choice of a sweep over its cells. Without labels it marks no best cell and
// shows no unknown metric.
func TestMapWithoutLabels(t *testing.T) {
	v := &Map{}
	s := stagetest.Open(t, v, datasets.FilesName, unlabelled(t))
	chosen := choose(t, s)
	m := v.currentMap(&s.Stage)
	sweep := testutil.Must(m.session.Sweep(t.Context(), m.grid(chosen), nil))
	want := testutil.Must(sweep.Choose(t.Context(), session.LabelFree, 0))
	if at := m.bestRatedPosition(); at == nil || m.placeAt(*at) != placeOf(chosen) || want.LeaderParams != chosen || m.choice.Why != want.Why {
		t.Errorf("☆ at %v, the search stands at %+v, the sweep chooses %+v", at, chosen, want)
	}
	for i, p := range m.places() {
		r, none, _ := sweep.Rating(i, 0)
		if got := m.cells[p].rating; fmt.Sprint(got) != fmt.Sprint(r) || fmt.Sprint(m.noneRatings[slices.Index(m.kTilde, p.kTilde)]) != fmt.Sprint(none) {
			t.Errorf("%v is rated %+v, want %+v", p, got, r)
		}
	}
	for _, want := range []stage.Metric{stage.LabelFreeMetric, stage.SourceMetric, stage.LabelFreeMetric} {
		picture := s.Picture(120, 36)
		if !strings.Contains(picture, want.Name(s.PairScore())) || strings.Contains(picture, "★") || !strings.Contains(picture, "☆") {
			t.Errorf("%s:\n%s", want.Name(s.PairScore()), picture)
		}
		s.Press("home", "b")
		testutil.Equal(t, v.cursorOrPresentPlace(&s.Stage), placeOf(chosen))
		s.Press("v")
	}
}

// With labels the sentence on the choice has its distance from the best cell.
func TestJudgedMap(t *testing.T) {
	v := &Map{}
	s := stagetest.Open(t, v, "subspace", nil)
	chosen := choose(t, s)
	m, there := v.currentMap(&s.Stage), s.Solution.Descent.Target.Accuracy
	if at := m.bestRatedPosition(); at == nil || m.placeAt(*at) != placeOf(chosen) {
		t.Errorf("the map's ☆ stands at %v, want %+v", at, chosen)
	}
	best := 0.0
	for _, cell := range m.cells {
		best = max(best, cell.Descent[0].Target.Accuracy)
	}
	said := strings.Join(m.choiceLines(&s.Stage), " ")
	testutil.Contains(t, said, fmt.Sprintf("%.1f %%: %.1f points apart", 100*best, 100*(best-there)))
}

// Judged without labels, every λ has the rating of its solution.
func TestJudgedLambda(t *testing.T) {
	v := &Lambda{}
	s := stagetest.Open(t, v, datasets.FilesName, unlabelled(t))
	chosen := choose(t, s)
	judged := currentRatings(&s.Stage)
	rows, _ := v.metricCurves(&s.Stage, stage.LabelFreeMetric)
	rater := testutil.Must(s.Session.LabelFreeRater(t.Context()))
	for i, lambda := range session.PathLambdas() {
		at := chosen
		at.Lambda = lambda
		solved := testutil.Must(model.NewSolver(s.Session.Problem).Endpoints(t.Context(), at))
		r, _, _ := judged.Rating(i, 0)
		if want := rater.RateWeights(solved.Descent.Weights, at.KTilde); fmt.Sprint(r) != fmt.Sprint(want) || !want.Vetoed && rows[larCurve].Y[i] != want.JLA {
			t.Errorf("λ = %v is rated %+v, want %+v", lambda, r, want)
		}
	}
}
