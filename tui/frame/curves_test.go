package frame

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/panel/scores"
	"larui/tui/session"
	"larui/tui/stage"
)

// The axes stay where they are while the curves grow.
func TestAxesStayWhilePlaying(t *testing.T) {
	s := inView(t, stage.ConvergenceName, "rotated-gaussian", map[string]string{"lambda": "1000"})
	// Two corners of each picture, as values.
	corners := func(sc *Scene) [2][4]float64 {
		const w, h = 100, 20
		v := viewOf[*scores.Convergence](sc.Views)
		var all [2][4]float64
		for i, plot := range []chart.Curves{v.ScorePlot(&sc.Stage), v.ObjectivePlot(&sc.Stage)} {
			at := plot.Draw(chart.NewGrid(w, h), chart.Braille)
			all[i][0], all[i][1], _ = at.At(w-1, h-5)
			all[i][2], all[i][3], _ = at.At(w-10, 2)
		}
		return all
	}
	for _, view := range []scores.Convergence{{}, {LogX: true}} {
		*viewOf[*scores.Convergence](s.Scene.Views) = view
		s.Scene.Play = stage.Play{}
		want := corners(&s.Scene)
		for at := range session.TrackFrames {
			s.Scene.Play = stage.Play{On: true, At: at}
			if got := corners(asPlayed(&s.Host.Scene)); got != want {
				t.Fatalf("the axes of score and objective are %v at frame %d, %v at the end", got, at, want)
			}
		}
	}
}

// On a logarithmic axis the objective above its minimum only falls, until nothing
// but rounding is left.
func TestObjectiveAboveItsMinimum(t *testing.T) {
	values := map[string]string{"lambda": "1000", "epochs": "20000", "rate": "auto"}
	s := inView(t, stage.ConvergenceName, "rotated-gaussian", values)
	viewOf[*scores.Convergence](s.Scene.Views).LogY = true
	drawn := viewOf[*scores.Convergence](s.Scene.Views).ObjectivePlot(&s.Scene.Stage).Curves[0]
	left := map[float64]float64{}
	last := math.Inf(1)
	for i, y := range drawn.Y {
		left[drawn.X[i]] = y
		// From the rounding of the minimum on there is a gap.
		if math.IsNaN(last) && !math.IsNaN(y) || y >= last {
			t.Errorf("it goes from %v to %v at epoch %v", last, y, drawn.X[i])
		}
		last = y
	}
	least := s.Explorer.Update.Session.Problem.LeastObjective(s.Explorer.Update.Curves.Closed)
	compared := 0
	for _, c := range s.Explorer.Update.Curves.Descent.Curve {
		y, ok := left[float64(c.Epoch)]
		if !ok || !math.IsNaN(y) && y != c.Objective-least {
			t.Errorf("%v is left at epoch %d, want %v", y, c.Epoch, c.Objective-least)
		} else if !math.IsNaN(y) {
			compared++
		}
	}
	if !math.IsNaN(last) || compared < 3 {
		t.Errorf("%d points compared, %v left in the end", compared, last)
	}
}

// Curves hold the points of their descent and the frames of the track between them, in
// order; playing shows them up to its epoch.
func TestWays(t *testing.T) {
	s := inView(t, stage.ConvergenceName, "rotated-gaussian", nil)
	var want []int
	for _, c := range s.Explorer.Update.Curves.Descent.Curve {
		want = append(want, c.Epoch)
	}
	for _, f := range s.Scene.Track().Frames {
		want = append(want, f.Epoch)
	}
	slices.Sort(want)
	want = slices.Compact(want)
	s.press(slices.Repeat([]string{","}, 30)...)
	on := asPlayed(&s.Host.Scene)
	for i, way := range scores.Ways(&on.Stage) {
		var got []int
		for _, c := range way.Points {
			got = append(got, c.Epoch)
		}
		if !slices.Equal(got, want) {
			t.Errorf("way %d passes %v, not %v", i, got, want)
		}
		if n := len(way.Shown); n == 0 || n == len(want) || way.Shown[n-1].Epoch != on.Solution().Epochs {
			t.Errorf("way %d shows %d of %d points at epoch %d", i, n, len(want), on.Solution().Epochs)
		}
	}
}

// The keys of the view switch what their hints say.
func TestConvergenceKeys(t *testing.T) {
	s := inView(t, stage.ConvergenceName, "rotated-gaussian", nil)
	if track := s.Scene.Track(); track == nil || len(track.Frames) != session.TrackFrames {
		t.Fatal("the view does not ask for the track")
	}
	var logX, logY bool
	for _, key := range []string{"x", "X", "X", "x"} {
		s.press(key)
		logX, logY = logX != (key == "x"), logY != (key == "X")
		text := s.Scene.picture(120, 36)
		for label, shown := range map[string]bool{"epoch, log": logX, "1 − accuracy, log": logY, "J/n above its minimum, log": logY} {
			if strings.Contains(text, label) != shown {
				t.Errorf("after %s %q should show: %v\n%s", key, label, shown, text)
			}
		}
	}
	for _, height := range []int{36, 22} {
		before := s.Scene.picture(120, height)
		offered := strings.Contains(before, " v J/n ")
		s.press("v")
		s.Scene.Message = ""
		if works := s.Scene.picture(120, height) != before; offered != (height == 22) || works != offered {
			t.Errorf("at %d rows v is offered: %t, and works: %t", height, offered, works)
		}
	}
}

// The view of a divergence says by how much weights grow (which the model's tests compare
// with the plain loop), and pressing what it says ends it, and not sooner.
func TestDivergence(t *testing.T) {
	for _, rate := range []string{"0.7", "1", "1000"} {
		s := inView(t, stage.ConvergenceName, "rotated-gaussian", map[string]string{"rate": rate})
		growth := number.Measure(s.Scene.Solution().Params.Growth(s.Scene.Solution().Descent)) + " times as large"
		if text := s.Scene.picture(120, 36); !strings.Contains(text, growth) {
			t.Errorf("%q is not in\n%s", growth, text)
		}
		text := scores.GrowthRemedy(&s.Scene.Stage)
		var key string
		presses := 1
		if _, err := fmt.Sscanf(text, "press %s %d times", &key, &presses); err != nil {
			if _, err := fmt.Sscanf(text, "press %s once", &key); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
		}
		for i := range presses {
			if !s.Scene.Solution().Descent.Diverges {
				t.Errorf("rate %s: %q, but %d are enough", rate, text, i)
			}
			s.press(key)
			s.settle()
		}
		if s.Scene.Solution().Descent.Diverges {
			t.Errorf("rate %s: %q does not help", rate, text)
		}
	}
}

// sweepOf solves a whole sweep and returns all that is reported of it.
func sweepOf(t *testing.T, s *session.Session, params model.Params, known *scores.LambdaSweep) (reports []*scores.LambdaSweep) {
	t.Helper()
	if err := scores.SolveSweep(t.Context(), s, scores.SweepParams(params), known, func(sweep *scores.LambdaSweep) { reports = append(reports, sweep) }); err != nil {
		t.Fatal(err)
	}
	return reports
}

// The ridge curve is what turning L2 by hand gives, and the seeds are those that
// turning the seed by hand gives.
func TestSweepAgainstSolver(t *testing.T) {
	s := newStage(t, "rotated-gaussian", small())
	params := s.Explorer.State.Params
	reports := sweepOf(t, s.Explorer.Update.Session, params, nil)
	sweep := reports[len(reports)-1]
	if len(reports) != scores.SweepSeeds || len(sweep.Runs) != scores.SweepSeeds-1 || sweep.Tried != scores.SweepSeeds {
		t.Fatalf("%d reports, the last of %d runs of %d tried", len(reports), len(sweep.Runs), sweep.Tried)
	}
	for after, run := range append([]scores.SeedRun{{Path: s.Explorer.Update.Path, Ridge: sweep.Ridge}}, sweep.Runs[:2]...) {
		spec := s.Explorer.State.Spec
		spec.Seed += uint64(after)
		opened, err := session.Open(t.Context(), spec, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		solver := model.NewSolver(opened.Problem)
		solved := func(p model.Params) *model.Solution {
			solution, err := solver.Endpoints(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			return solution
		}
		for i, l2 := range session.PathLambdas() {
			lar, ridge := params, params
			lar.Lambda = l2
			ridge.Lambda, ridge.KeepImplicit, ridge.L2 = 0, true, l2
			want := solved(ridge).Descent.Target.Accuracy
			if got := run.Ridge[i].Descent.Target.Accuracy; run.Ridge[i].L2 != l2 || got != want {
				t.Errorf("seed %d, L2 = %v: ridge has %v, want %v", spec.Seed, l2, got, want)
			}
			// Sprint, because an unknown number does not equal itself.
			wanted := solved(lar)
			if point := run.Path[i]; fmt.Sprint(point.Descent) != fmt.Sprint(wanted.Descent.Evaluation) || fmt.Sprint(point.Closed) != fmt.Sprint(wanted.Closed.Evaluation) {
				t.Errorf("seed %d, λ = %v: %+v, want %+v", spec.Seed, l2, point, wanted)
			}
		}
	}
}

// Known seeds are not solved again, a cancelled sweep keeps them, those that give no
// pair are passed over, and pairs without a seed have none.
func TestSweepGoesOn(t *testing.T) {
	opened, params := newStage(t, "rotated-gaussian", small()).Explorer.Update.Session, model.Params{K: 1, KTilde: 1, Epochs: 50}
	ctx, cancel := context.WithCancel(t.Context())
	var part *scores.LambdaSweep
	err := scores.SolveSweep(ctx, opened, params, nil, func(sweep *scores.LambdaSweep) {
		if part = sweep; len(sweep.Runs) == 4 {
			cancel()
		}
	})
	if err == nil || len(part.Runs) != 4 {
		t.Fatalf("cancelled at four runs: %d runs, error %v", len(part.Runs), err)
	}
	reports, fresh := sweepOf(t, opened, params, part), sweepOf(t, opened, params, nil)
	if len(reports) != scores.SweepSeeds-4 || len(part.Runs) != 4 {
		t.Errorf("%d reports from the fourth run on, and %d runs in what was handed over before", len(reports), len(part.Runs))
	}
	if got, want := fmt.Sprint(reports[len(reports)-1].Runs), fmt.Sprint(fresh[len(fresh)-1].Runs); got != want {
		t.Error("going on gives other runs than a fresh start")
	}

	files := newStage(t, datasets.FilesName, fileValues(t, 30, 4, "binary", true, signs))
	reports = sweepOf(t, files.Explorer.Update.Session, params, nil)
	if len(reports) != 1 || reports[0].Wanted != 1 || len(reports[0].Ridge) != len(session.PathLambdas()) {
		t.Errorf("files: %d reports, the last %+v", len(reports), reports[0])
	}

	// So few samples are often all of one class.
	few := datasets.DefaultSpec("rotated-gaussian")
	few.N, few.M = 3, 3
	for opened, err = session.Open(t.Context(), few, nil, nil); err != nil; opened, err = session.Open(t.Context(), few, nil, nil) {
		few.Seed++
	}
	reports = sweepOf(t, opened, params, nil)
	if end := reports[len(reports)-1]; end.Tried != scores.SweepSeeds || len(end.Runs) == 0 || len(end.Runs) >= scores.SweepSeeds-1 {
		t.Errorf("%d of %d seeds give a pair", len(end.Runs), end.Tried)
	}
}

// The view says the numbers of its curves, its keys change what it shows, and a turn of
// λ solves nothing again.
func TestLambdaView(t *testing.T) {
	s := inView(t, stage.LambdaName, "rotated-gaussian", nil)
	v := viewOf[*scores.Lambda](s.Scene.Views)
	sweep := scores.SweepOf(&s.Scene.Stage)
	rows, seeds := v.Curves(&s.Scene.Stage, stage.TargetMetric)
	if seeds != scores.SweepSeeds || len(rows) != 4 {
		t.Fatalf("%d curves over %d seeds", len(rows), seeds)
	}
	s.requireFrame(t, "narrow", 80, 24)
	// The mean and its standard error, by the textbook's sums.
	const at = 9
	values := []float64{s.Explorer.Update.Path[at].Descent.Target.Accuracy}
	for _, run := range sweep.Runs {
		values = append(values, run.Path[at].Descent.Target.Accuracy)
	}
	var mean, squares float64
	for _, v := range values {
		mean += v / scores.SweepSeeds
	}
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	lar, deviation := rows[scores.LarCurve], math.Sqrt(squares/(scores.SweepSeeds-1)/scores.SweepSeeds)
	for what, pair := range map[string][2]float64{
		"mean": {lar.Y[at], mean}, "low": {lar.Low[at], mean - deviation}, "high": {lar.High[at], mean + deviation},
	} {
		if lar.X[at] != 1 || math.Abs(pair[0]-pair[1]) > 1e-14 || deviation == 0 {
			t.Errorf("at λ = %v the %s is %v, want %v", lar.X[at], what, pair[0], pair[1])
		}
	}
	shows := func(text string) {
		t.Helper()
		if picture := s.Scene.picture(120, 36); !strings.Contains(picture, text) {
			t.Errorf("%q is not in\n%s", text, picture)
		}
	}
	shows(fmt.Sprintf("%.1f ± ", 100*lar.Y[at]))
	s.press("b")
	if shows("seed 0 alone"); strings.Contains(s.Scene.picture(120, 36), "±") {
		t.Error("b does not leave the present seed alone")
	}
	for _, m := range []stage.Metric{stage.ValidationMetric, stage.LabelFreeMetric, stage.ParameterMetric, stage.SourceMetric, stage.TargetMetric} {
		s.press("v")
		s.settle()
		shows(m.Name(model.Binary) + " over λ")
	}
	before := s.Scene.picture(120, 36)
	if s.press("c"); s.Scene.picture(120, 36) == before {
		t.Error("c changes nothing")
	}
	s.press(">")
	if s.settle(); scores.SweepOf(&s.Scene.Stage) != sweep {
		t.Error("turning λ solves the sweep again")
	}
	s.press(")")
	if s.settle(); scores.SweepOf(&s.Scene.Stage) == nil || scores.SweepOf(&s.Scene.Stage).Params.Epochs != 5000 {
		t.Error("turning the epochs leaves the sweep as it was")
	}
}

// readLine is what is read off at the bottom of the view that fills the screen.
func (s *desk) readLine() string {
	s.t.Helper()
	pictures := stage.InSight(&s.Host.Scene.Stage, s.Scene.Named(s.Scene.Panel))
	at, ok := stage.Standing(&s.Host.Scene.Stage, pictures)
	if !ok {
		return ""
	}
	return chart.InWords(stage.ReadOff(&s.Host.Scene.Stage, pictures, at))
}

// Keys move the cursor from value to value, see less of the axis around it until no
// values are left between, and turn to where it stands; Esc goes back layer by layer.
func TestReading(t *testing.T) {
	s := inView(t, stage.LambdaName, "rotated-gaussian", map[string]string{"n": "80", "m": "70"})
	says := func(want string) {
		t.Helper()
		if got := s.readLine(); !strings.HasPrefix(got, want) || got == "" != (want == "") {
			t.Errorf("it reads %q, want %q", got, want)
		}
	}
	says("")
	for _, c := range []struct{ keys, want string }{
		{"enter", "λ = 1, LAR "}, {"right", "λ = 3, "}, {"left left left", "λ = 0.1, "}, {"home", "λ = 0, "}, {"shift+right", "λ = 3, "}, {"end", "λ = 1e4, "},
	} {
		s.press(strings.Fields(c.keys)...)
		if says(c.want); !strings.Contains(s.Scene.picture(120, 36), strings.SplitN(c.want, ",", 2)[0]+"   LAR ") {
			t.Errorf("after %s it is not on\n%s", c.keys, s.Scene.picture(120, 36))
		}
	}
	if s.press("right"); s.Scene.Message == "" {
		t.Error("at the end → is silent")
	}
	if s.press("down"); s.Scene.Focused().Name != "lambda" || !strings.Contains(s.Scene.Message, "every curve at once") {
		t.Errorf("down selects %s and says %q", s.Scene.Focused().Name, s.Scene.Message)
	}
	s.press("left", "left", "left", "left")
	before := ""
	for range 20 {
		s.press("+")
		says("λ = 100, ")
		if s.Scene.Message == "" && s.Scene.picture(120, 36) == before {
			t.Fatalf("+ is silent:\n%s", before)
		}
		before = s.Scene.picture(120, 36)
	}
	if r := s.Scene.Reading(); !(r.Low < 100 && r.High > 100 && r.High/r.Low < 30) || s.Scene.Message == "" {
		t.Errorf("+ comes to %v…%v and says %q", r.Low, r.High, s.Scene.Message)
	}
	s.press("-", "esc")
	if r := s.Scene.Reading(); !r.On || r.Low != r.High {
		t.Errorf("Esc leaves %+v", r)
	}
	s.press("enter")
	s.settle()
	if says("λ = 100, "); s.Explorer.State.Params.Lambda != 100 {
		t.Errorf("Enter turns λ to %v", s.Explorer.State.Params.Lambda)
	}
	s.press("u", "esc")
	s.settle()
	if says(""); strings.Contains(s.Scene.picture(120, 36), "λ = 100   LAR") {
		t.Errorf("Esc leaves\n%s", s.Scene.picture(120, 36))
	}
}
