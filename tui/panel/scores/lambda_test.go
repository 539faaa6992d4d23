package scores

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
	"larui/tui/session"
	"larui/tui/stage"
	"larui/tui/stage/stagetest"
)

// sweepsOf solves a whole sweep and returns all reported sweeps.
func sweepsOf(t *testing.T, s *session.Session, params model.Params, known *lambdaSweep) (reports []*lambdaSweep) {
	t.Helper()
	testutil.NoError(t, solveSweep(t.Context(), s, withZeroLambda(params), known, func(sweep *lambdaSweep) { reports = append(reports, sweep) }))
	return reports
}

// The ridge curve equals solutions with L2 set by hand, and the other seeds equal pairs with the
// seed set by hand.
func TestSweepAgainstSolver(t *testing.T) {
	s := stagetest.Open(t, &Convergence{}, "rotated-gaussian", stagetest.SmallPair())
	params := s.State.Params
	reports := sweepsOf(t, s.Session, params, nil)
	sweep := reports[len(reports)-1]
	if len(reports) != sweepSeeds || len(sweep.runs) != sweepSeeds-1 || sweep.tried != sweepSeeds {
		t.Fatalf("%d reports, the last of %d runs of %d tried", len(reports), len(sweep.runs), sweep.tried)
	}
	for after, run := range append([]seedRun{{path: s.Path, ridge: sweep.ridge}}, sweep.runs[:2]...) {
		spec := s.State.Spec
		spec.Seed += uint64(after)
		opened := testutil.Must(session.Open(t.Context(), spec, nil, nil))
		solver := model.NewSolver(opened.Problem)
		solved := func(p model.Params) *model.Solution { return testutil.Must(solver.Endpoints(t.Context(), p)) }
		for i, l2 := range session.PathLambdas() {
			lar, ridge := params, params
			lar.Lambda = l2
			ridge.Lambda, ridge.KeepImplicit, ridge.L2 = 0, true, l2
			want := solved(ridge).Descent.Target.Accuracy
			if got := run.ridge[i].Descent.Target.Accuracy; run.ridge[i].L2 != l2 || got != want {
				t.Errorf("seed %d, L2 = %v: ridge has %v, want %v", spec.Seed, l2, got, want)
			}
			// Sprint makes NaN equal to NaN.
			wanted, point := solved(lar), run.path[i]
			testutil.Equal(t, fmt.Sprint(point.Descent, point.Closed), fmt.Sprint(wanted.Descent.Evaluation, wanted.Closed.Evaluation), spec.Seed, l2)
		}
	}
}

// Known seeds are not solved again, a cancelled sweep keeps them, seeds without a usable pair are
// skipped, and pairs without a seed have no other seeds.
func TestSweepGoesOn(t *testing.T) {
	opened, params := stagetest.OpenSession(t, "rotated-gaussian", stagetest.SmallPair()), model.Params{K: 1, KTilde: 1, Epochs: 50}
	ctx, cancel := context.WithCancel(t.Context())
	var part *lambdaSweep
	err := solveSweep(ctx, opened, params, nil, func(sweep *lambdaSweep) {
		part = sweep
		if len(sweep.runs) == 4 {
			cancel()
		}
	})
	if err == nil || len(part.runs) != 4 {
		t.Fatalf("cancelled at four runs: %d runs, error %v", len(part.runs), err)
	}
	reports, fresh := sweepsOf(t, opened, params, part), sweepsOf(t, opened, params, nil)
	if len(reports) != sweepSeeds-4 || len(part.runs) != 4 {
		t.Errorf("%d reports from the fourth run on, and %d runs in what was handed over before", len(reports), len(part.runs))
	}
	testutil.Equal(t, fmt.Sprint(reports[len(reports)-1].runs), fmt.Sprint(fresh[len(fresh)-1].runs))

	files := stagetest.OpenSession(t, datasets.FilesName, stagetest.FilePair(t, 30, 4, "binary", true, stagetest.BinaryLabel))
	reports = sweepsOf(t, files, params, nil)
	if len(reports) != 1 || reports[0].wanted != 1 || len(reports[0].ridge) != len(session.PathLambdas()) {
		t.Errorf("files: %d reports, the last %+v", len(reports), reports[0])
	}

	// So few samples often have one class only.
	few := datasets.DefaultSpec("rotated-gaussian")
	few.N, few.M = 3, 3
	for opened, err = session.Open(t.Context(), few, nil, nil); err != nil; opened, err = session.Open(t.Context(), few, nil, nil) {
		few.Seed++
	}
	reports = sweepsOf(t, opened, params, nil)
	if end := reports[len(reports)-1]; end.tried != sweepSeeds || len(end.runs) == 0 || len(end.runs) >= sweepSeeds-1 {
		t.Errorf("%d of %d seeds give a pair", len(end.runs), end.tried)
	}
}

// Lines has the numbers of the curves, keys change the picture, and another λ solves nothing again.
func TestLambdaView(t *testing.T) {
	v := &Lambda{}
	s := stagetest.Open(t, v, "rotated-gaussian", nil)
	sweep := currentSweep(&s.Stage)
	rows, seeds := v.metricCurves(&s.Stage, stage.TargetMetric)
	if seeds != sweepSeeds || len(rows) != 4 {
		t.Fatalf("%d curves over %d seeds", len(rows), seeds)
	}
	// The mean and its standard error by the textbook's sums.
	const at = 9
	values := []float64{s.Path[at].Descent.Target.Accuracy}
	for _, run := range sweep.runs {
		values = append(values, run.path[at].Descent.Target.Accuracy)
	}
	var mean, squares float64
	for _, v := range values {
		mean += v / sweepSeeds
	}
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	lar, deviation := rows[larCurve], math.Sqrt(squares/(sweepSeeds-1)/sweepSeeds)
	for what, pair := range map[string][2]float64{
		"mean": {lar.Y[at], mean}, "low": {lar.Low[at], mean - deviation}, "high": {lar.High[at], mean + deviation},
	} {
		if lar.X[at] != 1 || math.Abs(pair[0]-pair[1]) > 1e-14 || deviation == 0 {
			t.Errorf("at λ = %v the %s is %v, want %v", lar.X[at], what, pair[0], pair[1])
		}
	}
	shows := func(text string) {
		t.Helper()
		testutil.Contains(t, s.Picture(120, 36), text)
	}
	shows(fmt.Sprintf("%.1f ± ", 100*lar.Y[at]))
	s.Press("b")
	shows("seed 0 alone")
	if strings.Contains(s.Picture(120, 36), "±") {
		t.Error("b does not leave the present seed alone")
	}
	for _, m := range []stage.Metric{stage.ValidationMetric, stage.LabelFreeMetric, stage.ParameterMetric, stage.SourceMetric, stage.TargetMetric} {
		s.Press("v")
		testutil.Equal(t, v.Title(&s.Stage), m.Name(s.PairScore())+" over λ")
	}
	before := s.Picture(120, 36)
	s.Press("c")
	if s.Picture(120, 36) == before {
		t.Error("c changes nothing")
	}
	s.Set("lambda", "3")
	if currentSweep(&s.Stage) != sweep {
		t.Error("turning λ solves the sweep again")
	}
	s.Set("epochs", "5000")
	if currentSweep(&s.Stage) == nil || currentSweep(&s.Stage).params.Epochs != 5000 {
		t.Error("turning the epochs leaves the sweep as it was")
	}
}

// Trained rivals have a level among the curves, except for metrics that rivals lack.
func TestRivalLevels(t *testing.T) {
	s := stagetest.Open(t, &Convergence{}, "rotated-gaussian", stagetest.SmallPair())
	var want []string
	for i, r := range session.Rivals() {
		entry := session.RivalEntry{State: session.RivalState(i % 3), Result: session.RivalResult{Target: float64(i) / 100}}
		s.Trainer.Board[s.Session.RivalKey(r, s.Trainer.ShownSetting(s.Session, r))] = entry
		if entry.State == session.Trained {
			want = append(want, fmt.Sprint(r.Title, entry.Result.Target))
		}
	}
	var got []string
	for _, level := range rivalLevels(&s.Stage, stage.TargetMetric) {
		got = append(got, fmt.Sprint(level.Name, level.Y))
	}
	if !slices.Equal(got, want) {
		t.Errorf("levels %v, want %v", got, want)
	}
	if levels := rivalLevels(&s.Stage, stage.ParameterMetric); levels != nil {
		t.Errorf("rivals have a parameter error: %v", levels)
	}
}
