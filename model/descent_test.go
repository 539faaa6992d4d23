package model_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
)

// momenta are the three kinds of descent.
var momenta = []struct {
	name     string
	momentum float64
	nesterov bool
}{{"plain", 0, false}, {"heavy ball", 0.9, false}, {"nesterov", 0.9, true}}

// TestPlainDescentAgainstScalars runs the loop of Algorithm 1 number by number.
func TestPlainDescentAgainstScalars(t *testing.T) {
	a := mat.NewSymDense(2, []float64{2, 0.5, 0.5, 1})
	b := mat.NewDense(2, 2, []float64{1, -2, 3, 0.25})
	const h, beta, epochs = 0.3, 0.6, 7
	for _, kind := range momenta {
		beta := beta
		if kind.momentum == 0 {
			beta = 0
		}
		want := mat.NewDense(2, 2, nil)
		for j := range 2 {
			var x, y, xOld, yOld float64
			for range epochs {
				xNext, yNext := x+beta*(x-xOld), y+beta*(y-yOld)
				gx, gy := x, y
				if kind.nesterov {
					gx, gy = xNext, yNext
				}
				xNext, yNext = xNext-h*(2*gx+0.5*gy-b.At(0, j)), yNext-h*(0.5*gx+gy-b.At(1, j))
				x, y, xOld, yOld = xNext, yNext, x, y
			}
			want.Set(0, j, x)
			want.Set(1, j, y)
		}
		got, err := model.PlainDescent(context.Background(), a, b, h, beta, kind.nesterov, []int{0, 1, epochs})
		if err != nil {
			t.Fatal(err)
		}
		if mat.Norm(got[0], 2) != 0 {
			t.Errorf("%s does not start at zero: %v", kind.name, mat.Formatted(got[0]))
		}
		var first mat.Dense
		first.Scale(h, b)
		// Rounding of a few sums of numbers of order 1.
		if distance(got[1], &first) > 1e-14 || distance(got[2], want) > 1e-13 {
			t.Errorf("%s: %v, want %v", kind.name, mat.Formatted(got[2]), mat.Formatted(want))
		}
	}
}

func TestPlainDescentErrors(t *testing.T) {
	a, b := mat.NewSymDense(2, []float64{1, 0, 0, 1}), mat.NewDense(2, 1, []float64{1, 1})
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		name string
		ctx  context.Context
		b    *mat.Dense
		at   []int
		want error
	}{
		{"descending epochs", context.Background(), b, []int{5, 3}, model.ErrParams},
		{"negative epoch", context.Background(), b, []int{-1}, model.ErrParams},
		{"three rows for two", context.Background(), mat.NewDense(3, 1, nil), []int{1}, model.ErrShape},
		{"cancelled", cancelled, b, []int{1 << 40}, context.Canceled},
	} {
		if _, err := model.PlainDescent(c.ctx, a, c.b, 0.1, 0, false, c.at); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", c.name, err, c.want)
		}
	}
}

// TestDescentAgainstLoop compares the weights and every point of the curve with
// the plain loop on the matrix in original coordinates.
func TestDescentAgainstLoop(t *testing.T) {
	const epochs = 700
	ctx := context.Background()
	unbounded := 0
	for _, s := range shapes {
		data := s.draw(newRand(7))
		solver := model.NewSolver(newProblem(t, data))
		for _, kind := range momenta {
			for _, params := range descentSettings(s, epochs) {
				params.Momentum, params.Nesterov = kind.momentum, kind.nesterov
				name := fmt.Sprintf("%s, %s, %+v", s.name, kind.name, params)
				solution, err := solver.Solve(ctx, params)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if solution.Closed.UnboundedBelow {
					unbounded++
				}
				compareDescent(t, name, data, params, solution.Descent)
				none := params.None()
				compareDescent(t, name+", no adaptation", data, none, solution.None)
				if t.Failed() {
					return
				}
			}
		}
	}
	if unbounded < 10 {
		t.Errorf("only %d of the systems are unbounded below", unbounded)
	}
}

func descentSettings(s shape, epochs int) []model.Params {
	half := (s.d + 1) / 2
	all := []model.Params{
		{K: half, KTilde: half, Lambda: 1},
		{K: s.d, KTilde: 1, Lambda: 10},
		{K: 1, KTilde: half, Lambda: 0.1, L2: 0.3},
		{K: half, KTilde: 1, Lambda: 100, KeepImplicit: true},
		{K: half, KTilde: s.d, Lambda: 5},
	}
	if s.full() {
		all = append(all, model.Params{K: half, KTilde: 1, Lambda: 3, Tail: model.SourceTail})
	}
	for i := range all {
		all[i].Epochs = epochs
	}
	return all
}

func compareDescent(t *testing.T, name string, data model.Data, params model.Params, got model.Descent) {
	t.Helper()
	if got.Diverges {
		t.Errorf("%s: diverges at the automatic rate %v of at most %v", name, got.Rate, got.LargestStableRate)
		return
	}
	system := newNaive(t, data, params)
	at := make([]int, len(got.Curve))
	for i, point := range got.Curve {
		at[i] = point.Epoch
	}
	if len(at) == 0 || at[len(at)-1] != params.Epochs {
		t.Errorf("%s: the curve %v does not end at epoch %d", name, at, params.Epochs)
		return
	}
	// The automatic rate: the paper's, or 0.9 of what is stable with and without
	// momentum.
	n, lambdaMax := float64(data.Source.Rows()), system.solve(t).largest
	if want := min(1/(2*system.sigma[0]), 0.9*n/lambdaMax, 0.9*got.LargestStableRate); !near(got.Rate, want, 1e-10) {
		t.Errorf("%s: rate %v, want %v", name, got.Rate, want)
	}
	h := 2 * got.Rate / n
	ws, err := model.PlainDescent(context.Background(), system.a, system.b, h, params.Momentum, params.Nesterov, at)
	if err != nil {
		t.Fatal(err)
	}
	last := ws[len(ws)-1]
	// 1e-8 is what the solver promises; rounding of the two ways to A (relative
	// 1e-14 here) times the epochs stays well below.
	if d := distance(got.Weights, last); !(d <= 1e-8*mat.Norm(last, 2)) {
		t.Errorf("%s: weights differ by %v of %v", name, d, mat.Norm(last, 2))
	}
	for i, point := range got.Curve {
		want := system.objective(ws[i])
		// Relative to the terms that J is the difference of, of which ‖y‖²/n
		// is one.
		y2 := sumSquares(targets(data, data.Source.Y)) / float64(data.Source.Rows())
		if !(math.Abs(point.Objective-want) <= 1e-8*math.Max(math.Abs(want), y2)) {
			t.Errorf("%s: objective %v at epoch %d, want %v", name, point.Objective, point.Epoch, want)
		}
		accuracy, unsure := looseAccuracy(data, ws[i])
		if data.Task == model.Regression {
			if !math.IsNaN(point.Target.Accuracy) {
				t.Errorf("%s: regression has accuracy %v", name, point.Target.Accuracy)
			}
		} else if !(math.Abs(point.Target.Accuracy-accuracy) <= unsure+1e-12) {
			t.Errorf("%s: accuracy %v at epoch %d, want %v", name, point.Target.Accuracy, point.Epoch, accuracy)
		}
	}
}

// looseAccuracy is the accuracy of w on the target and the share of samples so
// near the boundary that rounding may decide them.
func looseAccuracy(data model.Data, w *mat.Dense) (accuracy, unsure float64) {
	var scores mat.Dense
	scores.Mul(data.Target.X, w)
	n, c := scores.Dims()
	limit := 1e-7 * mat.Max(&scores)
	for i := range n {
		row := slices.Clone(scores.RawRowView(i))
		predicted, margin := -1.0, math.Abs(row[0])
		if data.Task == model.MultiClass {
			best := 0
			for j := range c {
				if row[j] > row[best] {
					best = j
				}
			}
			predicted = float64(best)
			slices.Sort(row)
			margin = row[c-1] - row[c-2]
		} else if row[0] > 0 {
			predicted = 1
		}
		if predicted == data.Target.Y[i] {
			accuracy++
		}
		if margin < limit {
			unsure++
		}
	}
	return accuracy / float64(n), unsure / float64(n)
}

// TestUnboundedDescent follows the null space of A, where descent walks by
// (2α/n)·T·P_NΦᵀy for ever.
func TestUnboundedDescent(t *testing.T) {
	for _, s := range shapes {
		if s.d < 2 {
			continue
		}
		data := s.draw(newRand(3))
		solver := model.NewSolver(newProblem(t, data))
		for _, epochs := range []int{1, 50, 5000, 1_000_000_000} {
			params := model.Params{K: 1, KTilde: s.d - 1, Lambda: 2, Epochs: epochs}
			solution, err := solver.Solve(context.Background(), params)
			if err != nil {
				t.Fatal(err)
			}
			system := newNaive(t, data, params)
			truth := system.solve(t)
			if !solution.Closed.UnboundedBelow {
				if s.d > 2 {
					t.Errorf("%s is bounded below, leak %v", s.name, solution.Closed.Leak)
				}
				continue
			}
			// P_N w: w without its part on the range of A, for which A⁺A w serves.
			d, c := solution.Descent.Weights.Dims()
			inNull := mat.NewDense(d, c, nil)
			projectOut(t, system, solution.Descent.Weights, inNull)
			want := mat.DenseCopyOf(truth.nullPart)
			want.Scale(2*solution.Descent.Rate/float64(s.n)*float64(epochs), want)
			// The null space itself is known to ε times the condition of A.
			tolerance := 1e3 * epsilon * truth.largest / truth.least
			if d := distance(inNull, want); !(d <= tolerance*(mat.Norm(want, 2)+mat.Norm(solution.Descent.Weights, 2))) {
				t.Errorf("%s after %d epochs: off by %v of %v", s.name, epochs, d, mat.Norm(want, 2))
			}
		}
	}
}

// projectOut writes the part of w in the null space of the system's A to dst.
func projectOut(t *testing.T, system naive, w, dst *mat.Dense) {
	t.Helper()
	system.b = w
	dst.Copy(system.solve(t).nullPart)
}

// TestDescentReachesClosedForm lets descent run out where J has a single
// minimum.
func TestDescentReachesClosedForm(t *testing.T) {
	compared := 0
	for _, s := range shapes {
		if !s.full() {
			continue
		}
		solver := model.NewSolver(newProblem(t, s.draw(newRand(5))))
		for _, kind := range momenta {
			params := model.Params{
				K: (s.d + 1) / 2, KTilde: (s.d + 1) / 2, Lambda: 1, Epochs: 1_000_000,
				Momentum: kind.momentum, Nesterov: kind.nesterov,
			}
			slow, err := solver.Solve(context.Background(), params)
			if err != nil {
				t.Fatal(err)
			}
			// At 0.9 of the stable rate hλ_max > 1, so that (1−hλ_min)^T is below
			// e^(−T/κ) = e^(−50).
			if slow.Closed.RankDeficient || slow.Closed.Condition > 2e4 {
				continue
			}
			params.Rate = model.Rate{Rule: model.RateFixed, Value: 0.9 * slow.Descent.LargestStableRate}
			solution, err := solver.Solve(context.Background(), params)
			if err != nil {
				t.Fatal(err)
			}
			compared++
			if d := distance(solution.Descent.Weights, solution.Closed.Weights); !(d <= 1e-8*solution.Closed.WeightNorm) {
				t.Errorf("%s, %s: after a million epochs still %v of %v away, condition %.3g", s.name, kind.name, d, solution.Closed.WeightNorm, solution.Closed.Condition)
			}
		}
	}
	if compared < 6 {
		t.Errorf("only %d pairs compared", compared)
	}
}

// TestStabilityBound runs the plain loop just below and just above the largest
// stable rate.
func TestStabilityBound(t *testing.T) {
	s := shapes[0]
	data := s.draw(newRand(11))
	solver := model.NewSolver(newProblem(t, data))
	for _, kind := range momenta {
		params := model.Params{K: 4, KTilde: 3, Lambda: 2, Epochs: 100, Momentum: kind.momentum, Nesterov: kind.nesterov}
		solution, err := solver.Solve(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		bound := solution.Descent.LargestStableRate
		system := newNaive(t, data, params)
		fixed := system.solve(t).w
		distanceAfter := func(rate float64, epochs int) float64 {
			ws, err := model.PlainDescent(context.Background(), system.a, system.b, 2*rate/float64(s.n), kind.momentum, kind.nesterov, []int{epochs})
			if err != nil {
				t.Fatal(err)
			}
			return distance(ws[0], fixed)
		}
		// At 1 ± 1 % a mode grows or shrinks by at least a thousandth each step,
		// 20,000 steps change it by e^20 or more.
		if start, late := distanceAfter(0.99*bound, 200), distanceAfter(0.99*bound, 20_000); !(late < start) {
			t.Errorf("%s: goes from %v to %v away from the fixed point below the bound %v", kind.name, start, late, bound)
		}
		if start, late := distanceAfter(1.01*bound, 200), distanceAfter(1.01*bound, 20_000); late < 1e6*start {
			t.Errorf("%s: goes only from %v to %v away from the fixed point above the bound %v", kind.name, start, late, bound)
		}
		for _, c := range []struct {
			factor   float64
			diverges bool
		}{{0.99, false}, {1.01, true}} {
			params.Rate = model.Rate{Rule: model.RateFixed, Value: c.factor * bound}
			solution, err := solver.Solve(context.Background(), params)
			if err != nil {
				t.Fatal(err)
			}
			d := solution.Descent
			if d.Diverges != c.diverges || (d.Weights == nil) != c.diverges || (len(d.Curve) == 0) != c.diverges {
				t.Errorf("%s at %v of the bound: %+v", kind.name, c.factor, d)
			}
			if c.diverges != math.IsNaN(d.Target.Accuracy) || c.diverges != math.IsNaN(d.WeightNorm) {
				t.Errorf("%s at %v of the bound: accuracy %v, norm %v", kind.name, c.factor, d.Target.Accuracy, d.WeightNorm)
			}
		}
	}
}

// TestAutomaticRate holds that the automatic rate never diverges, never exceeds
// the paper's, and leaves nothing that is not a finite number.
func TestAutomaticRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(shapes).Draw(t, "shape")
		data := s.draw(newRand(rapid.Uint64Range(0, 1000).Draw(t, "seed")))
		scale := math.Pow(10, rapid.Float64Range(-6, 6).Draw(t, "log scale"))
		data.Source.X.Scale(scale, data.Source.X)
		problem, err := model.NewProblem(context.Background(), data)
		if err != nil {
			t.Fatal(err)
		}
		params := model.Params{
			K:            rapid.IntRange(1, s.d).Draw(t, "k"),
			KTilde:       rapid.IntRange(1, s.d).Draw(t, "ktilde"),
			Lambda:       rapid.Float64Range(0, 1e4).Draw(t, "lambda"),
			L2:           rapid.Float64Range(0, 100).Draw(t, "l2"),
			KeepImplicit: rapid.Bool().Draw(t, "keep"),
			Momentum:     rapid.Float64Range(0, 0.999).Draw(t, "momentum"),
			Nesterov:     rapid.Bool().Draw(t, "nesterov"),
			Epochs:       rapid.IntRange(1, 1_000_000).Draw(t, "epochs"),
		}
		solution, err := model.NewSolver(problem).Solve(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range []model.Descent{solution.Descent, solution.None} {
			if d.Diverges || d.Rate > d.LargestStableRate || d.Rate > 1/(2*problem.Src.Sigma[0]) {
				t.Fatalf("rate %v, largest stable %v, paper's %v, diverges %t", d.Rate, d.LargestStableRate, 1/(2*problem.Src.Sigma[0]), d.Diverges)
			}
			if !finite(d.Weights.RawMatrix().Data...) || !finite(d.WeightNorm, d.Target.MSE, d.ParameterError) {
				t.Fatalf("not finite: %+v", d)
			}
			for _, point := range d.Curve {
				if !finite(point.Objective, point.Target.MSE) {
					t.Fatalf("not finite: %+v", point)
				}
			}
		}
	})
}

func finite(numbers ...float64) bool {
	for _, v := range numbers {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

func TestCurveEpochs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		epochs := rapid.IntRange(-2, 100_000).Draw(t, "epochs")
		points := rapid.IntRange(-2, 300).Draw(t, "points")
		at := model.CurveEpochs(epochs, points)
		if want := max(0, min(epochs, points)); len(at) != want {
			t.Fatalf("%d epochs, want %d", len(at), want)
		}
		if len(at) == 0 {
			return
		}
		if at[len(at)-1] != epochs {
			t.Fatalf("ends at %d", at[len(at)-1])
		}
		if len(at) > 1 && at[0] != 1 {
			t.Fatalf("starts at %d", at[0])
		}
		for i := 1; i < len(at); i++ {
			// Evenly spread: steps differ by rounding only.
			if step := at[i] - at[i-1]; step < 1 || math.Abs(float64(step)-float64(epochs-1)/float64(len(at)-1)) > 1 {
				t.Fatalf("step of %d before %d", step, at[i])
			}
		}
	})
}
