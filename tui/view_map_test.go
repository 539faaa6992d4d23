package tui

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
)

// subspaceSession is a small pair of 40 features.
func subspaceSession(t testing.TB) *Session {
	t.Helper()
	spec := datasets.DefaultSpec("subspace")
	spec.N, spec.M = 150, 120
	session, err := session.Open(context.Background(), spec, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// mapOf solves the whole map around params.
func mapOf(t testing.TB, s *Session, params model.Params) *ComponentMap {
	t.Helper()
	var last *ComponentMap
	if err := solveMap(context.Background(), s, params, nil, func(m *ComponentMap) { last = m }); err != nil {
		t.Fatal(err)
	}
	return last
}

// Every cell is what a Solver of its own gives there, and the best one is that of
// a plain search.
func TestMapAgainstSolver(t *testing.T) {
	session := subspaceSession(t)
	for _, params := range []model.Params{
		{K: 5, KTilde: 3, Lambda: 10, Epochs: 300},
		{K: 1, KTilde: 1, Lambda: 1e4, Epochs: 20, Rate: model.Rate{Rule: model.RatePaper}, Tail: model.SourceTail},
	} {
		m := mapOf(t, session, params)
		if m.solved != len(m.k)*len(m.kTilde) || !slices.Contains(m.k, params.K) || !slices.Contains(m.kTilde, params.KTilde) {
			t.Fatalf("%d cells of %v × %v", m.solved, m.k, m.kTilde)
		}
		diverging := 0
		wantBest := map[bool]float64{true: math.Inf(-1), false: math.Inf(-1)}
		for r, k := range m.k {
			for c, kTilde := range m.kTilde {
				at := params
				at.K, at.KTilde = k, kTilde
				want, err := model.NewSolver(session.Problem).Endpoints(context.Background(), at)
				if err != nil {
					t.Fatal(err)
				}
				cell := m.at(r, c)
				// Sprint, because an unknown number does not equal itself.
				if !cell.solved || cell.diverges != want.Descent.Diverges ||
					fmt.Sprint(cell.closed) != fmt.Sprint(want.Closed.Evaluation) || fmt.Sprint(cell.descent) != fmt.Sprint(want.Descent.Evaluation) {
					t.Errorf("k = %d, k̃ = %d: %+v, want %+v and %+v", k, kTilde, cell, want.Closed.Evaluation, want.Descent.Evaluation)
				}
				wantBest[true] = math.Max(wantBest[true], want.Closed.Target.Accuracy)
				if want.Descent.Diverges {
					diverging++
				} else {
					wantBest[false] = math.Max(wantBest[false], want.Descent.Target.Accuracy)
				}
			}
		}
		if params.Rate.Rule == model.RatePaper && diverging == 0 {
			t.Error("no cell diverges: nothing is tested")
		}
		for closed, want := range wantBest {
			row, col, ok := m.best(targetMetric, closed)
			if math.IsInf(want, -1) {
				if ok {
					t.Errorf("closed %t: best of nothing", closed)
				}
				continue
			}
			if got := m.value(row, col, targetMetric, closed); !ok || got != want {
				t.Errorf("closed %t: best is %v, want %v", closed, got, want)
			}
		}
		least := math.Inf(1)
		for r := range m.k {
			for c := range m.kTilde {
				least = math.Min(least, m.at(r, c).closed.ParameterError)
			}
		}
		if row, col, _ := m.best(parameterMetric, true); m.value(row, col, parameterMetric, true) != least {
			t.Errorf("the least parameter error is %v, want %v", m.value(row, col, parameterMetric, true), least)
		}
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
		if got := componentLadder(c.rank, c.beside...); !slices.Equal(got, c.want) {
			t.Errorf("rank %d beside %v: %v, want %v", c.rank, c.beside, got, c.want)
		}
	}
}

// Another k solves only what the map before does not hold; other parameters hold
// nothing in common.
func TestMapKeepsCells(t *testing.T) {
	session := subspaceSession(t)
	params := model.Params{K: 4, KTilde: 4, Lambda: 1, Epochs: 50}
	before := mapOf(t, session, params)
	moved := params
	moved.K = 7
	if m := newComponentMap(session, moved, before); len(m.cells)-m.solved != len(m.kTilde) {
		t.Errorf("k = 7 leaves %d cells to be solved, want its row of %d", len(m.cells)-m.solved, len(m.kTilde))
	}
	var reports []*ComponentMap
	if err := solveMap(context.Background(), session, moved, before, func(m *ComponentMap) { reports = append(reports, m) }); err != nil {
		t.Fatal(err)
	}
	end := reports[len(reports)-1]
	if fresh := mapOf(t, session, moved); fmt.Sprint(end.cells) != fmt.Sprint(fresh.cells) {
		t.Error("the map that was kept and filled differs from a fresh one")
	}
	if reports[0].solved == len(reports[0].cells) {
		t.Error("a report changed after it was handed over")
	}
	turned := params
	turned.Lambda = 3
	if m := newComponentMap(session, turned, before); m.solved != 0 {
		t.Errorf("at another λ %d cells are taken over", m.solved)
	}
	if m := newComponentMap(subspaceSession(t), params, before); m.solved != 0 {
		t.Errorf("in another session %d cells are taken over", m.solved)
	}
}

// A cancelled map stops with the cells that the workers had begun, and hands over
// what it has.
func TestMapCancelled(t *testing.T) {
	session := subspaceSession(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var last *ComponentMap
	err := solveMap(ctx, session, model.Params{K: 4, KTilde: 4, Lambda: 1, Epochs: 50}, nil, func(m *ComponentMap) { last = m })
	if err == nil || last == nil || last.solved > runtime.GOMAXPROCS(0) {
		t.Errorf("error %v, map %+v", err, last)
	}
}

// Turning a control while the map fills ends its work: no more cells are solved
// than the workers begin at once, and the turn is answered.
func TestEngineLeavesTheMap(t *testing.T) {
	updates := make(chan Update, 1024)
	submitted, sent := make(chan uint64, 1), false
	var e *Engine
	e = session.NewEngine(func(u Update) {
		if u.Map != nil && !sent {
			// The first report, of an empty map: the worker waits here.
			sent = true
			turned := u.State
			turned.Params.Lambda *= 3
			submitted <- e.Submit(Request{State: turned})
		}
		updates <- u
	})
	defer e.Close()
	spec := datasets.DefaultSpec("subspace")
	spec.N, spec.M = 150, 120
	view := Scene{Panel: panelMap, Zoom: true}
	e.Submit(Request{State: State{Spec: spec}, Begin: true, Extras: view.extrasOf})
	newest := <-submitted
	var left *ComponentMap
	for u := range updates {
		if u.Map != nil {
			left = u.Map
		}
		if u.Generation == newest && u.Done {
			if u.Err != nil || u.Map != nil || u.Solution.Lambda != left.params.Lambda*3 {
				t.Errorf("the turn gives λ = %v, map %v, error %v", u.Solution.Lambda, u.Map, u.Err)
			}
			break
		}
	}
	if most := runtime.GOMAXPROCS(0); left.solved > most || len(left.cells) <= most {
		t.Errorf("%d of %d cells solved, want at most %d", left.solved, len(left.cells), most)
	}
}

// From the map to a cell and back, by keys.
func TestMapByKeys(t *testing.T) {
	request := gaussian()
	request.State.Spec = datasets.DefaultSpec("subspace")
	request.State.Spec.N, request.State.Spec.M = 150, 120
	d := newDesk(t, request)
	start := d.scene.State
	d.press1("5")
	d.settle()
	m := d.scene.currentMap()
	if m == nil || m.solved != len(m.cells) {
		t.Fatalf("the map is not solved: %+v", m)
	}
	words := map[string]int{}
	for _, h := range d.hints() {
		words[h.word]++
	}
	if words["cursor"] != 1 || words["turn"] != 0 || words["next"] != 1 || words["go there"] != 0 {
		t.Errorf("the bottom line says %v", d.hints())
	}
	if d.press1("enter"); !d.scene.State.Equal(start) {
		t.Error("Enter without a move changes the state")
	}
	d.press1("left", "up")
	k, kTilde := d.scene.cursor()
	row, _ := slices.BinarySearch(m.k, start.Params.K)
	col, _ := slices.BinarySearch(m.kTilde, start.Params.KTilde)
	if k != m.k[row-1] || kTilde != m.kTilde[col-1] {
		t.Errorf("the cursor is at (%d, %d)", k, kTilde)
	}
	if !d.scene.State.Equal(start) {
		t.Error("moving the cursor turns something")
	}
	want := m.value(row-1, col-1, targetMetric, false)
	if line := fmt.Sprintf("[k = %d, k̃ = %d]   target %.1f %%", k, kTilde, 100*want); !strings.Contains(d.View(), line) {
		t.Errorf("%q is not in\n%s", line, d.View())
	}
	d.press1("enter")
	d.settle()
	if p := d.scene.State.Params; p.K != k || p.KTilde != kTilde || d.accuracy() != want {
		t.Errorf("Enter leads to (%d, %d) with %v, want (%d, %d) with %v", p.K, p.KTilde, d.accuracy(), k, kTilde, want)
	}
	d.press1("u")
	d.settle()
	if !d.scene.State.Equal(start) {
		t.Error("undo does not lead back")
	}
	// Held at the edges.
	d.press1("shift+up", "shift+left", "up", "left")
	if k, kTilde := d.scene.cursor(); k != m.k[0] || kTilde != m.kTilde[0] {
		t.Errorf("the upper left corner is (%d, %d)", k, kTilde)
	}
	d.press1("shift+down", "end", "down", "right")
	if k, kTilde := d.scene.cursor(); k != m.k[len(m.k)-1] || kTilde != m.kTilde[len(m.kTilde)-1] {
		t.Errorf("the lower right corner is (%d, %d)", k, kTilde)
	}
	for _, metric := range []metric{targetMetric, parameterMetric, sourceMetric, validationMetric} {
		d.press1("b")
		k, kTilde = d.scene.cursor()
		row, col, _ = m.best(metric, false)
		if k != m.k[row] || kTilde != m.kTilde[col] {
			t.Errorf("the best by %s is (%d, %d), want (%d, %d)", metric.name(model.Binary), k, kTilde, m.k[row], m.kTilde[col])
		}
		if !strings.Contains(d.View(), metric.name(model.Binary)) {
			t.Errorf("%s is not named in\n%s", metric.name(model.Binary), d.View())
		}
		d.press1("v")
	}
	if d.press1("c"); !strings.Contains(d.View(), "closed form at λ") {
		t.Errorf("c does not show the closed form:\n%s", d.View())
	}
	// Esc and back: the map is there before the engine says anything.
	d.press1("esc", "5")
	if m := d.scene.currentMap(); m == nil || m.solved != len(m.cells) {
		t.Error("coming back shows no map")
	}
	d.settle()
}

// What was there at another λ is there again without being solved.
func TestExtrasAreKept(t *testing.T) {
	e := &Engine{session: &Session{}, notify: func(Update) {}}
	runs := map[int]int{}
	ask := func(key int) (got int) {
		var u Update
		extras := []Extra{{Name: "x", Key: key, Run: func(_ context.Context, _ *Session, report func(any)) error {
			runs[key]++
			report(func(u *Update) { u.Generation = uint64(key) })
			return nil
		}}}
		if err := e.runExtras(context.Background(), extras, &u); err != nil {
			t.Fatal(err)
		}
		return int(u.Generation)
	}
	for _, key := range []int{1, 2, 1, 2, 3, 1} {
		if got := ask(key); got != key {
			t.Errorf("asked for %d, got %d", key, got)
		}
	}
	if runs[1] != 1 || runs[2] != 1 || runs[3] != 1 {
		t.Errorf("runs %v, want one each", runs)
	}
	for key := range extrasKept {
		ask(10 + key)
	}
	if ask(1); runs[1] != 2 {
		t.Errorf("after %d others the first is run %d times, want twice", extrasKept, runs[1])
	}
	e.session = &Session{}
	if ask(1); runs[1] != 3 {
		t.Error("the result of another session is kept")
	}
}

// viewScene shows the panel over the whole screen with its extras solved.
func viewScene(t testing.TB, sc Scene, id panelID) Scene {
	t.Helper()
	sc.Panel, sc.Zoom = id, true
	for _, x := range sc.extrasOf(sc.State) {
		if err := x.Run(context.Background(), sc.Update.Session, func(put func(*Update)) { put(&sc.Update) }); err != nil {
			t.Fatal(err)
		}
	}
	return sc
}

func subspaceScene(t testing.TB) Scene {
	spec := datasets.DefaultSpec("subspace")
	spec.N, spec.M = 150, 120
	return sceneOf(t, spec, nil)
}

func TestMapFrames(t *testing.T) {
	sc := viewScene(t, subspaceScene(t), panelMap)
	sc.lookAt(8, 2)
	requireFrames(t, sc, nil)
	t.Run("partial", func(t *testing.T) {
		sc := sc
		part := *sc.Update.Map
		part.cells = slices.Clone(part.cells)
		for i := range part.cells {
			if i%3 == 0 || i > 20 {
				part.cells[i] = mapCell{}
			}
		}
		part.solved = 14
		sc.Update.Map = &part
		golden.RequireEqual(t, []byte(strings.Join(sc.Frame(100, 30).Plain(), "\n")+"\n"))
	})
	t.Run("dashboard", func(t *testing.T) {
		sc := sc
		sc.Zoom = false
		golden.RequireEqual(t, []byte(strings.Join(sc.Frame(120, 36).Plain(), "\n")+"\n"))
	})
}

// viewScenes are scenes of every kind of data with what both views solve.
func viewScenes(t testing.TB) map[string]Scene {
	sign := func(i int) float64 { return float64(i%2*2 - 1) }
	all := map[string]Scene{
		"gaussian":   gaussianScene(t),
		"diverging":  sceneOf(t, datasets.DefaultSpec("rotated-gaussian"), map[string]string{"rate": "1000"}),
		"line":       sceneOf(t, fileSpec(t, 12, 1, "binary", sign), nil),
		"wide":       sceneOf(t, fileSpec(t, 8, 40, "binary", sign), map[string]string{"k": "41"}),
		"classes":    sceneOf(t, fileSpec(t, 30, 5, "multiclass", func(i int) float64 { return float64(i % 3) }), nil),
		"regression": sceneOf(t, fileSpec(t, 30, 4, "regression", func(i int) float64 { return float64(i*i%11) / 3 }), nil),
		"unlabelled": unlabelled(t),
		"subspace":   subspaceScene(t),
	}
	for name, sc := range all {
		sc = viewScene(t, viewScene(t, sc, panelLambda), panelMap)
		all[name] = sc
	}
	return all
}

// No frame of either view is taller or wider than asked or writes beyond ASCII
// where it must not, whatever is solved, chosen or looked at.
func TestViewFramesFit(t *testing.T) {
	all := viewScenes(t)
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	encoder := chart.NewEncoder(chart.Dark, termenv.TrueColor)
	rapid.Check(t, func(t *rapid.T) {
		sc := all[rapid.SampledFrom(names).Draw(t, "scene")]
		w, h := rapid.IntRange(0, 210).Draw(t, "w"), rapid.IntRange(0, 70).Draw(t, "h")
		sc.Panel = rapid.SampledFrom([]panelID{panelLambda, panelMap}).Draw(t, "panel")
		sc.Zoom = rapid.Bool().Draw(t, "zoom")
		m := metric(rapid.IntRange(0, int(metricCount)-1).Draw(t, "metric"))
		sc.Views.grid = mapView{metric: m, closed: rapid.Bool().Draw(t, "closed")}
		sc.Views.lambda = lambdaView{metric: m, single: rapid.Bool().Draw(t, "single"), withoutClosed: rapid.Bool().Draw(t, "open")}
		for range rapid.IntRange(0, 3).Draw(t, "moves") {
			sc.moveCursor(rapid.IntRange(-3, 3).Draw(t, "rows"), rapid.IntRange(-3, 3).Draw(t, "cols"))
		}
		part := *sc.Update.Map
		part.cells = slices.Clone(part.cells)
		for i := range part.cells {
			if rapid.IntRange(0, 4).Draw(t, "lost") == 0 {
				part.cells[i] = mapCell{}
				part.solved--
			}
		}
		sc.Update.Map = &part
		sc.Glyphs = rapid.SampledFrom([]chart.Glyphs{chart.Braille, chart.Block, chart.ASCII}).Draw(t, "glyphs")
		frame := encoder.Encode(sc.Frame(w, h))
		requireFits(t, frame, w, h)
		if beyond := strings.IndexFunc(frame, func(r rune) bool { return r >= 0x80 }); sc.Glyphs == chart.ASCII && beyond >= 0 && w >= minWidth && h >= minHeight {
			t.Fatalf("%q in an ASCII frame", frame[beyond:min(len(frame), beyond+20)])
		}
	})
}
