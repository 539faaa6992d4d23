package tui

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"larui/datasets"
	"larui/model"
	"larui/tui/session"
)

// sweepOf solves the whole sweep at the start of the pair.
func sweepOf(t testing.TB, s *Session, params model.Params, known *LambdaSweep) (reports []*LambdaSweep) {
	t.Helper()
	if err := solveSweep(context.Background(), s, sweepParams(params), known, func(sweep *LambdaSweep) { reports = append(reports, sweep) }); err != nil {
		t.Fatal(err)
	}
	return reports
}

// The ridge curve is what turning L2 by hand gives, and the seeds are those that
// turning the seed by hand gives.
func TestSweepAgainstSolver(t *testing.T) {
	ctx := context.Background()
	sc := gaussianScene(t)
	params := sc.State.Params
	reports := sweepOf(t, sc.Update.Session, params, nil)
	sweep := reports[len(reports)-1]
	if len(reports) != sweepSeeds || len(sweep.runs) != sweepSeeds-1 || sweep.tried != sweepSeeds {
		t.Fatalf("%d reports, the last of %d runs of %d tried", len(reports), len(sweep.runs), sweep.tried)
	}
	for i, report := range reports {
		if len(report.runs) != i {
			t.Errorf("report %d has %d runs", i, len(report.runs))
		}
	}
	for after := range 3 {
		spec := sc.State.Spec
		spec.Seed += uint64(after)
		session, err := session.Open(ctx, spec, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		ridge := sweep.ridge
		if after > 0 {
			ridge = sweep.runs[after-1].ridge
		}
		for i, l2 := range session.PathLambdas() {
			lar := params
			lar.Lambda = l2
			rival := params
			rival.Lambda, rival.KeepImplicit, rival.L2 = 0, true, l2
			wantLAR, err := model.NewSolver(session.Problem).Endpoints(ctx, lar)
			if err != nil {
				t.Fatal(err)
			}
			wantRidge, err := model.NewSolver(session.Problem).Endpoints(ctx, rival)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := ridge[i].Descent.Target.Accuracy, wantRidge.Descent.Target.Accuracy; ridge[i].L2 != l2 || got != want {
				t.Errorf("seed %d, L2 = %v: ridge has %v, want %v", spec.Seed, l2, got, want)
			}
			if after == 0 {
				continue
			}
			point := sweep.runs[after-1].path[i]
			if fmt.Sprint(point.Descent) != fmt.Sprint(wantLAR.Descent.Evaluation) || fmt.Sprint(point.Closed) != fmt.Sprint(wantLAR.Closed.Evaluation) {
				t.Errorf("seed %d, λ = %v: %+v, want %+v", spec.Seed, l2, point.Descent, wantLAR.Descent.Evaluation)
			}
		}
	}
}

// Known seeds are not solved again, a cancelled sweep keeps them, and pairs
// without a seed have none.
func TestSweepGoesOn(t *testing.T) {
	sc := gaussianScene(t)
	session, params := sc.Update.Session, sweepParams(sc.State.Params)
	ctx, cancel := context.WithCancel(context.Background())
	var part *LambdaSweep
	err := solveSweep(ctx, session, params, nil, func(sweep *LambdaSweep) {
		if part = sweep; len(sweep.runs) == 4 {
			cancel()
		}
	})
	if err == nil || len(part.runs) != 4 {
		t.Fatalf("cancelled at four runs: %d runs, error %v", len(part.runs), err)
	}
	reports := sweepOf(t, session, params, part)
	if len(reports) != sweepSeeds-4 {
		t.Errorf("%d reports from the fourth run on, want %d", len(reports), sweepSeeds-4)
	}
	fresh := sweepOf(t, session, params, nil)
	if got, want := fmt.Sprint(reports[len(reports)-1].runs), fmt.Sprint(fresh[len(fresh)-1].runs); got != want {
		t.Error("going on gives other runs than a fresh start")
	}
	if len(part.runs) != 4 {
		t.Error("a report changed after it was handed over")
	}
	files := sceneOf(t, fileSpec(t, 30, 4, "binary", func(i int) float64 { return float64(i%2*2 - 1) }), nil)
	reports = sweepOf(t, files.Update.Session, files.State.Params, nil)
	if len(reports) != 1 || reports[0].wanted != 1 || len(reports[0].ridge) != len(session.PathLambdas()) {
		t.Errorf("files: %d reports, the last %+v", len(reports), reports[0])
	}
}

// Seeds that give no pair are passed over.
func TestSweepPassesOverSeeds(t *testing.T) {
	spec := datasets.DefaultSpec("rotated-gaussian")
	// So few samples are often all of one class.
	spec.N, spec.M = 3, 3
	var session *Session
	var err error
	for {
		if session, err = session.Open(context.Background(), spec, nil, nil); err == nil {
			break
		}
		spec.Seed++
	}
	state, err := session.Begin(nil)
	if err != nil {
		t.Fatal(err)
	}
	reports := sweepOf(t, session, state.Params, nil)
	end := reports[len(reports)-1]
	if end.tried != sweepSeeds || len(end.runs) == 0 || len(end.runs) >= sweepSeeds-1 {
		t.Errorf("%d of %d seeds give a pair", len(end.runs), end.tried)
	}
}

// The mean and its standard error, by the textbook's sums.
func TestSeedMean(t *testing.T) {
	var runs []seedRun
	values := []float64{0.5, 0.75, 0.875, 1}
	for _, v := range values {
		runs = append(runs, seedRun{path: []model.PathPoint{{Lambda: v}}})
	}
	mean, deviation := seedMean(runs, func(r seedRun) float64 { return r.path[0].Lambda })
	wantMean, squares := 0.0, 0.0
	for _, v := range values {
		wantMean += v / 4
	}
	for _, v := range values {
		squares += (v - wantMean) * (v - wantMean)
	}
	if want := math.Sqrt(squares / 3 / 4); mean != wantMean || math.Abs(deviation-want) > 1e-15 {
		t.Errorf("%v ± %v, want %v ± %v", mean, deviation, wantMean, want)
	}
	if mean, _ := seedMean(append(runs, seedRun{path: []model.PathPoint{{Lambda: math.NaN()}}}), func(r seedRun) float64 { return r.path[0].Lambda }); !math.IsNaN(mean) {
		t.Errorf("the mean of what is not known is %v", mean)
	}
}

// The view says the numbers of its curves, and its keys change what it shows.
func TestLambdaView(t *testing.T) {
	d := newDesk(t, gaussian())
	d.press1("4")
	d.settle()
	sweep := d.scene.currentSweep()
	if sweep == nil || sweep.tried != sweepSeeds {
		t.Fatalf("the sweep is not solved: %+v", sweep)
	}
	rows, seeds := d.scene.lambdaCurves(targetMetric)
	if seeds != sweepSeeds || len(rows) != 4 {
		t.Fatalf("%d curves over %d seeds", len(rows), seeds)
	}
	at := 9 // λ = 1
	if rows[0].X[at] != 1 {
		t.Fatalf("λ is %v", rows[0].X[at])
	}
	sum := d.scene.Update.Path[at].Descent.Target.Accuracy
	for _, run := range sweep.runs {
		sum += run.path[at].Descent.Target.Accuracy
	}
	if got, want := rows[0].Y[at], sum/sweepSeeds; math.Abs(got-want) > 1e-14 {
		t.Errorf("the mean of LAR is %v, want %v", got, want)
	}
	if !(rows[0].Low[at] < rows[0].Y[at] && rows[0].Y[at] < rows[0].High[at]) {
		t.Errorf("no band around %v: %v to %v", rows[0].Y[at], rows[0].Low[at], rows[0].High[at])
	}
	if text := fmt.Sprintf("%.1f ± ", 100*rows[0].Y[at]); !strings.Contains(d.View(), text) {
		t.Errorf("%q is not in\n%s", text, d.View())
	}
	if d.press1("b"); strings.Contains(d.View(), "±") || !strings.Contains(d.View(), "seed 0 alone") {
		t.Errorf("b does not leave the present seed alone:\n%s", d.View())
	}
	for _, m := range []metric{parameterMetric, sourceMetric, validationMetric, targetMetric} {
		if d.press1("v"); !strings.Contains(d.View(), m.name(model.Binary)+" over λ") {
			t.Errorf("%s is not shown:\n%s", m.name(model.Binary), d.View())
		}
	}
	before := d.View()
	if d.press1("c"); d.View() == before {
		t.Error("c changes nothing")
	}
	// The sweep does not depend on λ.
	d.press1(">")
	d.settle()
	if d.scene.currentSweep() != sweep {
		t.Error("turning λ solves the sweep again")
	}
	d.press1("e")
	d.settle()
	if now := d.scene.currentSweep(); now == nil || now == sweep || now.params.Epochs != 5000 {
		t.Error("turning the epochs leaves the sweep as it was")
	}
}

func TestLambdaFrames(t *testing.T) {
	requireFrames(t, viewScene(t, gaussianScene(t), panelLambda), nil)
}
