package model_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
	"larui/model/testutil"
)

// momenta are the three kinds of descent.
var momenta = []model.Params{{}, {Momentum: 0.9}, {Momentum: 0.9, Nesterov: true}}

// descentSettings are settings for every kind of descent.
func descentSettings(s shape, epochs int) []model.Params {
	half := (s.d + 1) / 2
	settings := []model.Params{
		{K: half, KTilde: half, Lambda: 1},
		{K: s.d, KTilde: 1, Lambda: 10},
		{K: 1, KTilde: half, Lambda: 0.1, L2: 0.3},
		{K: half, KTilde: 1, Lambda: 100, KeepImplicit: true},
		{K: half, KTilde: s.d, Lambda: 5},
	}
	if s.full() {
		settings = append(settings, model.Params{K: half, KTilde: 1, Lambda: 3, Tail: model.SourceTail})
	}
	var all []model.Params
	for _, kind := range momenta {
		for _, params := range settings {
			params.Epochs, params.Momentum, params.Nesterov = epochs, kind.Momentum, kind.Nesterov
			all = append(all, params)
		}
	}
	return all
}

// framesOf collects the frames of a solver.
func framesOf(solver *model.Solver, params model.Params, epochs []int) (frames []model.DescentFrame, err error) {
	err = solver.VisitFrames(context.Background(), params, epochs, func(i int, f model.DescentFrame) {
		if i == len(frames) && f.Epoch == epochs[i] {
			frames = append(frames, f)
		}
	})
	return frames, err
}

// TestDescentAgainstLoop compares the weights, every point of the curve and the frames
// on the way, with and without adaptation, with the plain loop on the matrix in original
// coordinates.
func TestDescentAgainstLoop(t *testing.T) {
	testutil.SkipInShort(t)
	const epochs = 700
	unbounded := 0
	for _, s := range shapes {
		data := s.draw(newRand(7))
		problem := newProblem(t, data)
		solver := model.NewSolver(problem)
		for _, params := range descentSettings(s, epochs) {
			name := fmt.Sprintf("%s, %+v", s.name, params)
			solution := solve(t, solver, params)
			if solution.Closed.UnboundedBelow {
				unbounded++
			}
			// A solver of its own shares nothing that could hide a difference.
			frames, err := framesOf(model.NewSolver(problem), params, model.FrameEpochs(epochs, 11))
			if err != nil || len(frames) != 11 {
				t.Fatalf("%s: %d frames, %v", name, len(frames), err)
			}
			compareDescent(t, name, data, params, solution.Descent, func(look func(int, model.Descent, float64)) {
				for _, f := range frames {
					look(f.Epoch, f.Descent, f.Objective)
				}
			})
			compareDescent(t, name+", no adaptation", data, params.WithoutAdaptation(), solution.None, func(look func(int, model.Descent, float64)) {
				for _, f := range frames {
					look(f.Epoch, f.None, f.NoneObjective)
				}
			})
			w := frames[10].Descent.Weights
			if got, want := problem.ScoreSource(w).MSE, mse(data, data.Source, w); !near(got, want, 1e-7) && want > 1e-15 {
				t.Errorf("%s: the last frame's error on the source is %v, want %v", name, got, want)
			}
			if t.Failed() {
				return
			}
		}
	}
	if unbounded < 10 {
		t.Errorf("only %d of the systems are unbounded below", unbounded)
	}
}

// compareDescent compares the end of a descent, its curve and its frames, each of which
// frames hands to look with its J/n.
func compareDescent(t *testing.T, name string, data model.Data, params model.Params, got model.Descent,
	frames func(look func(epoch int, d model.Descent, objective float64))) {
	t.Helper()
	if got.Diverges || len(got.Curve) == 0 || got.Curve[len(got.Curve)-1].Epoch != params.Epochs {
		t.Errorf("%s: diverges, or has a curve that ends elsewhere: %+v", name, got)
		return
	}
	system := newNaive(t, data, params)
	// The automatic rate: the paper's, or 0.9 of what is stable with and without
	// momentum.
	n, lambdaMax := float64(data.Source.Rows()), system.solve(t).largest
	rate := min(1/(2*system.sigma[0]), 0.9*n/lambdaMax, 0.9*got.LargestStableRate)
	testutil.Near(t, got.Rate, rate, 1e-10*rate, name, "rate")
	every := make([]int, params.Epochs+1)
	for i := range every {
		every[i] = i
	}
	ws := plainDescent(system.a, system.b, 2*got.Rate/n, params, every)
	// 1e-8 is what the solver promises; rounding of the two ways to A (relative
	// 1e-14 here) times the epochs stays well below. The objective is relative to the
	// terms that J is the difference of, of which ‖y‖²/n is one.
	y2 := sumSquares(targets(data, data.Source.Y)) / n
	check := func(epoch int, objective float64, weights *mat.Dense) {
		want := system.objective(ws[epoch])
		testutil.Near(t, objective, want, 1e-8*max(math.Abs(want), y2), name, "objective at epoch", epoch)
		if weights == nil {
			return
		}
		agree(t, weights, ws[epoch], 1e-8, name, "weights at epoch", epoch)
	}
	last := len(got.Curve) - 1
	check(params.Epochs, got.Curve[last].Objective, got.Weights)
	for _, point := range got.Curve {
		check(point.Epoch, point.Objective, nil)
		accuracy, unsure := looseAccuracy(data, ws[point.Epoch])
		if data.Task == model.Regression {
			accuracy = math.NaN()
		}
		if d := math.Abs(point.Target.Accuracy - accuracy); d > unsure+1e-12 || math.IsNaN(d) != math.IsNaN(accuracy) {
			t.Errorf("%s: accuracy %v at epoch %d, want %v", name, point.Target.Accuracy, point.Epoch, accuracy)
		}
	}
	frames(func(epoch int, d model.Descent, objective float64) {
		check(epoch, objective, d.Weights)
		// The top eigenvalue is found to a residual of 1e-9, or exactly.
		if !near(d.Rate, got.Rate, 1e-9) || !math.IsNaN(d.Source.MSE) || d.Curve != nil {
			t.Errorf("%s: a frame at rate %v, want %v, with source scores %+v or a curve", name, d.Rate, got.Rate, d.Source)
		}
		// Where a fit is exact, its error is the square of what weights may be off by.
		if want := mse(data, data.Target, d.Weights); !near(d.Target.MSE, want, 1e-7) && want > 1e-15 {
			t.Errorf("%s: a frame's error is %v, want %v", name, d.Target.MSE, want)
		}
	})
}

// looseAccuracy is the accuracy of w on the target and the share of samples so
// near the boundary that rounding may decide them.
func looseAccuracy(data model.Data, w *mat.Dense) (accuracy, unsure float64) {
	scores := times(data.Target.X, w)
	n, c := scores.Dims()
	limit := 1e-7 * mat.Max(scores)
	for i, predicted := range data.Task.Predict(scores) {
		row := slices.Sorted(slices.Values(scores.RawRowView(i)))
		margin := math.Abs(row[0])
		if c > 1 {
			margin = row[c-1] - row[c-2]
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

// TestGrowth compares how fast descent grows, or shrinks, on the top eigenvector with
// the plain loop, on both sides of the largest stable rate, and runs it out where it is
// stable.
func TestGrowth(t *testing.T) {
	data := shapes[0].draw(newRand(2))
	solver := model.NewSolver(newProblem(t, data))
	for _, kind := range momenta {
		for _, share := range []float64{0, 0.2, 0.7, 0.95, 1.05, 1.5, 10} {
			params := model.Params{K: 3, KTilde: 3, Lambda: 1, Epochs: 1_000_000, Momentum: kind.Momentum, Nesterov: kind.Nesterov}
			solution := solve(t, solver, params)
			params.Rate = model.LearningRate{Rule: model.RateFixed, Value: max(1e-9, share*solution.Descent.LargestStableRate)}
			solution = solve(t, solver, params)
			d, diverges := solution.Descent, share > 1
			if d.Diverges != diverges || (d.Weights == nil) != diverges || (len(d.Curve) == 0) != diverges ||
				math.IsNaN(d.Target.Accuracy) != diverges || math.IsNaN(d.WeightNorm) != diverges {
				t.Errorf("%+v at %v of the stable rate: %+v", kind, share, d)
			}
			// At 0.95 of the bound hλ_max > 1, so that what is left is below e^(−T/κ).
			if c := solution.Closed; share == 0.95 && (c.Condition > 2e4 || !(distance(d.Weights, c.Weights) <= 1e-8*c.WeightNorm)) {
				t.Errorf("%+v: after a million epochs %v of %v away from the minimum, condition %v", kind, distance(d.Weights, c.Weights), c.WeightNorm, c.Condition)
			}
			// On a single eigenvalue, from zero to its optimum 1. Under a complex pair
			// of roots what is left swings, so that its largest within a few swings
			// counts.
			lambda := newNaive(t, data, params).solve(t).largest
			a, b := mat.NewSymDense(1, []float64{lambda}), mat.NewDense(1, 1, []float64{lambda})
			const from, to, window = 20, 120, 30
			epochs := make([]int, to+window)
			for i := range epochs {
				epochs[i] = i
			}
			var before, after float64
			for i, w := range plainDescent(a, b, 2*d.Rate/float64(shapes[0].n), params, epochs) {
				left := math.Abs(w.At(0, 0) - 1)
				if i >= from && i < from+window {
					before = max(before, left)
				}
				if i >= to {
					after = max(after, left)
				}
			}
			got := params.ErrorGrowth(d)
			if (got > 1) != diverges || after < 1e-13 && got > 0.85 {
				t.Errorf("%+v at %v of the stable rate: growth %v, of which %v is left", kind, share, got, after)
			}
			// A hundred epochs apart, what a window misses of a swing hardly counts.
			if want := math.Pow(after/before, 1.0/(to-from)); after > 1e-13 && !near(got, want, 0.01) {
				t.Errorf("%+v at %v of the stable rate: growth %v, the loop grows by %v", kind, share, got, want)
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
		data.Source.X.Scale(math.Pow(10, rapid.Float64Range(-6, 6).Draw(t, "log scale")), data.Source.X)
		problem := newProblem(t, data)
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
		solution := solve(t, model.NewSolver(problem), params)
		for _, d := range []model.Descent{solution.Descent, solution.None} {
			if d.Diverges || d.Rate > d.LargestStableRate || d.Rate > 1/(2*problem.Src.Sigma[0]) {
				t.Fatalf("rate %v, largest stable %v, paper's %v, diverges %t", d.Rate, d.LargestStableRate, 1/(2*problem.Src.Sigma[0]), d.Diverges)
			}
			numbers := append([]float64{d.WeightNorm, d.Target.MSE, d.ParameterError}, d.Weights.RawMatrix().Data...)
			for _, point := range d.Curve {
				numbers = append(numbers, point.Objective, point.Target.MSE)
			}
			if !finite(numbers...) {
				t.Fatalf("not finite: %+v", d)
			}
		}
	})
}

func finite(numbers ...float64) bool {
	return !slices.ContainsFunc(numbers, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

// TestEpochs asks the epochs of curves and of frames to ascend from 1 to the last, and
// to be spread evenly, those of frames on a logarithmic scale.
func TestEpochs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		epochs, points := rapid.IntRange(-2, 2_000_000).Draw(t, "epochs"), rapid.IntRange(-2, 300).Draw(t, "points")
		curve, frames := model.CurveEpochs(epochs, points), model.FrameEpochs(epochs, points)
		for _, at := range [][]int{curve, frames} {
			if want := max(0, min(epochs, points)); len(at) != want {
				t.Fatalf("%d epochs, want %d", len(at), want)
			}
			if len(at) > 0 && at[len(at)-1] != epochs || len(at) > 1 && at[0] != 1 {
				t.Fatalf("epochs %v do not lead from 1 to %d", at, epochs)
			}
			for i := 1; i < len(at); i++ {
				if at[i] <= at[i-1] {
					t.Fatalf("epochs %v do not ascend", at)
				}
			}
		}
		for i := 1; i < len(curve); i++ {
			// Steps differ by rounding only.
			if step := curve[i] - curve[i-1]; math.Abs(float64(step)-float64(epochs-1)/float64(len(curve)-1)) > 1 {
				t.Fatalf("step of %d before %d", step, curve[i])
			}
		}
	})
	// Ten to each factor of ten, once there are so many whole numbers.
	at := model.FrameEpochs(1_000_000, 61)
	for i := 20; i < len(at); i++ {
		// Both are rounded.
		if at[i-10] > 20 && math.Abs(float64(at[i]-10*at[i-10])) > 5.5 {
			t.Errorf("from epoch %d to %d in ten frames", at[i-10], at[i])
		}
	}
}

// TestLeastObjective holds that the least objective is J/n by its definition at the
// closed form, and that no other weights have less; without a minimum it is unknown, and
// descent falls for ever by what ObjectiveFall says.
func TestLeastObjective(t *testing.T) {
	rng := newRand(9)
	bounded, unbounded := 0, 0
	for _, s := range shapes {
		data := s.draw(newRand(13))
		problem := newProblem(t, data)
		solver := model.NewSolver(problem)
		scale := problem.Src.LabelNorm2 / float64(data.Source.Rows())
		for _, params := range descentSettings(s, 7) {
			solution := solve(t, solver, params)
			system := newNaive(t, data, params)
			least := problem.LeastObjective(solution.Closed)
			fall := problem.ObjectiveFall(params, solution.Descent, solution.Closed)
			if solution.Closed.UnboundedBelow {
				unbounded++
				// By then all else is at rest but for e^(−1e7/κ).
				frames := testutil.Must(framesOf(solver, params, []int{10_000_000, 20_000_000}))
				if want := (frames[0].Objective - frames[1].Objective) / 1e7; !math.IsNaN(least) || !near(fall, want, 1e-3) {
					t.Errorf("%s, %+v: least objective %v, falls by %v an epoch, want %v", s.name, params, least, fall, want)
				}
				// It walks by h·P_NΦᵀy an epoch, or more with momentum.
				walked, want := new(mat.Dense), system.solve(t).nullPart
				walked.Sub(frames[1].Descent.Weights, frames[0].Descent.Weights)
				want.Scale(1e7*2*solution.Descent.Rate/float64(s.n)/(1-params.Momentum), want)
				agree(t, walked, want, 1e-6, s.name, params, "step along the null space")
				continue
			}
			bounded++
			if want := system.objective(solution.Closed.Weights); fall != 0 || !(math.Abs(least-want) <= 1e-8*max(scale, math.Abs(want))) {
				t.Errorf("%s, %+v: least objective %v, want %v, falls by %v", s.name, params, least, want, fall)
			}
			for range 5 {
				var beside mat.Dense
				beside.Scale(0.1*rng.NormFloat64(), gaussian(rng, problem.D, problem.C))
				beside.Add(&beside, solution.Closed.Weights)
				if other := system.objective(&beside); other < least-1e-8*scale {
					t.Errorf("%s, %+v: objective %v is below the least, %v", s.name, params, other, least)
				}
			}
		}
		none := newNaive(t, data, (model.Params{K: 1, KTilde: 1}).WithoutAdaptation())
		testutil.Near(t, problem.LeastSquaresObjective(), none.objective(none.solve(t).w), 1e-8*scale, s.name, "least squares")
	}
	if bounded < 20 || unbounded < 20 {
		t.Errorf("%d objectives with a minimum and %d without", bounded, unbounded)
	}
}

// TestReach compares how far descent comes with the plain loop at 0.9 of the largest
// stable rate, and its end with a decomposition of the source.
func TestReach(t *testing.T) {
	const epochs = 30
	for _, s := range shapes {
		data := s.draw(newRand(17))
		problem := newProblem(t, data)
		reach := testutil.Must(model.NewSolver(problem).CompareWithLimit(t.Context(), model.Params{K: 1, KTilde: 1, Lambda: 5, Epochs: epochs}))
		x, y := data.Source.X, targets(data, data.Source.Y)
		end := leastSquares(t, x, y, s.rankOf(s.n, s.sourceRank))
		largest := svdOf(t, x).Values(nil)[0]
		w := mat.NewDense(s.d, data.Outputs(), nil)
		for range epochs { // h = 2α/n, and stable below 2/σ₁²
			residual := times(x, w)
			residual.Sub(residual, y)
			gradient := times(x.T(), residual)
			gradient.Scale(0.9*2/(largest*largest), gradient)
			w.Sub(w, gradient)
		}
		none := mse(data, data.Source, mat.NewDense(s.d, data.Outputs(), nil))
		want := (none - mse(data, data.Source, w)) / (none - mse(data, data.Source, end))
		if !(math.Abs(reach.Share-want) <= 1e-9) || !(want > 0 && want <= 1) {
			t.Errorf("%s: the share is %v, want %v", s.name, reach.Share, want)
		}
		least := mse(data, data.Target, end)
		testutil.Near(t, reach.End.Target.MSE, least, 1e-8*(1+least), s.name, "least squares on the target")
	}
}

// TestNotFinite asks that weights that are not finite are unknown, with a reason and
// without a score.
func TestNotFinite(t *testing.T) {
	problem := newProblem(t, shape{n: 30, m: 25, d: 4}.draw(newRand(3)))
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		fit := problem.FitOf(mat.NewDense(4, 1, []float64{1, bad, 0, 0}))
		if fit.Weights != nil || fit.Unknown == "" || !math.IsNaN(fit.Target.Accuracy) || !math.IsNaN(fit.WeightNorm) {
			t.Errorf("weights of %v are known as %v, %v", bad, fit.Weights, fit.Evaluation)
		}
		solution := model.Solution{Closed: model.ClosedSolution{Fit: fit}}
		if unknown := solution.UnknownResults(); len(unknown) != 1 || !math.IsNaN(problem.LeastObjective(solution.Closed)) {
			t.Errorf("unknown: %q", unknown)
		}
	}
}

// TestMomentumOfManyEpochs compares descent on single eigenvalues with its recurrence at 50
// digits.
func TestMomentumOfManyEpochs(t *testing.T) {
	testutil.SkipInShort(t)
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(170).SetFloat64(v) }
	epochs := []int{1, 2, 3, 10, 99, 1000, 10_000}
	worst := 0.0
	for _, beta := range []float64{1e-3, 0.5, 0.9, 0.99, 0.999, 0.9999} {
		for _, nesterov := range []bool{false, true} {
			params := model.Params{Momentum: beta, Nesterov: nesterov}
			double := math.Pow(1-math.Sqrt(beta), 2) // where both modes of the heavy ball are one
			for _, x := range []float64{1e-300, 1e-16, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.9, double, double * (1 - 1e-9), double * 1.001} {
				const h = 0.75
				lambda := x / h
				hLambda := number(0).Mul(number(h), number(lambda))
				u, previous, ahead, pull := number(0), number(0), number(0), number(0)
				got := model.Filter(params, h, lambda, epochs)
				largest, at := 0.0, 0
				for epoch := 1; at < len(epochs); epoch++ {
					ahead.Sub(u, previous)
					ahead.Mul(ahead, number(beta))
					ahead.Add(ahead, u)
					from := u
					if nesterov {
						from = ahead
					}
					pull.Mul(hLambda, from)
					previous.Set(u)
					u.Sub(ahead, pull)
					u.Add(u, number(h))
					want, _ := u.Float64()
					largest = max(largest, math.Abs(want))
					if epoch == epochs[at] {
						// Where it swings around 1/λ, what counts is how far,
						// and that is known as the phase is, about √x for an epoch.
						bound := epsilon * (50 + float64(epoch)*math.Sqrt(x))
						worst = max(worst, math.Abs(got[at]-want)/largest/bound)
						at++
					}
				}
			}
		}
	}
	if worst > 1 {
		t.Errorf("%v of what rounding allows", worst)
	}
	t.Logf("to %.2g of what rounding allows", worst)
}
