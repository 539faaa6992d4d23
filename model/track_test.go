package model_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
)

// framesOf collects the frames of a solver.
func framesOf(solver *model.Solver, params model.Params, epochs []int) ([]model.Frame, error) {
	var frames []model.Frame
	err := solver.Frames(context.Background(), params, epochs, func(i int, f model.Frame) {
		if i == len(frames) {
			frames = append(frames, f)
		}
	})
	return frames, err
}

// Frames are what solving for as many epochs gives, without adaptation too, and
// the objective is J/n by its definition.
func TestFramesAgreeWithSolving(t *testing.T) {
	ctx := context.Background()
	epochs := []int{1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 400}
	for _, s := range shapes {
		data := s.draw(newRand(11))
		problem := newProblem(t, data)
		for _, kind := range momenta {
			for _, params := range descentSettings(s, 7) {
				params.Momentum, params.Nesterov = kind.momentum, kind.nesterov
				// Solvers of their own share nothing that could hide a difference.
				frames, err := framesOf(model.NewSolver(problem), params, epochs)
				if err != nil {
					t.Fatal(err)
				}
				system, none := newNaive(t, data, params), newNaive(t, data, params.None())
				solver := model.NewSolver(problem)
				if len(frames) != len(epochs) {
					t.Fatalf("%s: %d frames for %d epochs", s.name, len(frames), len(epochs))
				}
				for i, frame := range frames {
					params.Epochs = epochs[i]
					want, err := solver.Endpoints(ctx, params)
					if err != nil {
						t.Fatal(err)
					}
					if frame.Epoch != epochs[i] {
						t.Fatalf("%s: frame %d is at epoch %d, want %d", s.name, i, frame.Epoch, epochs[i])
					}
					compareFrame(t, s.name, problem, frame.Descent, want.Descent)
					compareFrame(t, s.name+", no adaptation", problem, frame.None, want.None)
					// Relative to ‖y‖²/n, one of the terms that J is a difference of.
					scale := problem.Src.LabelNorm2 / float64(data.Source.Rows())
					if exact := system.objective(frame.Descent.Weights); !(math.Abs(frame.Objective-exact) <= 1e-8*math.Max(scale, math.Abs(exact))) {
						t.Errorf("%s: J/n = %v at epoch %d, want %v", s.name, frame.Objective, epochs[i], exact)
					}
					if exact := none.objective(frame.None.Weights); !(math.Abs(frame.NoneObjective-exact) <= 1e-8*scale) {
						t.Errorf("%s: J/n = %v at epoch %d of no adaptation, want %v", s.name, frame.NoneObjective, epochs[i], exact)
					}
					if t.Failed() {
						t.Fatalf("%s, %+v", kind.name, params)
					}
				}
			}
		}
	}
}

// compareFrame compares the descent of a frame with the same one solved alone, to
// the 1e-8 that both promise.
func compareFrame(t *testing.T, name string, problem *model.Problem, got, want model.Descent) {
	t.Helper()
	if d := distance(got.Weights, want.Weights); !(d <= 1e-8*want.WeightNorm) {
		t.Errorf("%s: weights are off by %v of %v", name, d, want.WeightNorm)
	}
	// The top eigenvalue is found to a residual of 1e-9, or exactly.
	if !near(got.Rate, want.Rate, 1e-9) || !near(got.LargestStableRate, want.LargestStableRate, 1e-9) {
		t.Errorf("%s: rates %v and %v, want %v and %v", name, got.Rate, got.LargestStableRate, want.Rate, want.LargestStableRate)
	}
	for _, pair := range [][2]float64{
		{got.Target.MSE, want.Target.MSE}, {problem.ScoreSource(got.Weights).MSE, want.Source.MSE},
		{got.WeightNorm, want.WeightNorm}, {got.ParameterError, want.ParameterError},
	} {
		// Where a fit is exact, its error is the square of what weights may be off by.
		if !near(pair[0], pair[1], 1e-7) && !(math.Max(pair[0], pair[1]) < 1e-15) {
			t.Errorf("%s: measures %v, want %v", name, pair[0], pair[1])
		}
	}
	if !math.IsNaN(got.Source.MSE) || got.Curve != nil {
		t.Errorf("%s: a frame has source scores or a curve", name)
	}
}

func TestFramesErrors(t *testing.T) {
	problem := newProblem(t, shapes[0].draw(newRand(1)))
	params := model.Params{K: 1, KTilde: 1, Lambda: 1, Epochs: 1}
	solver := model.NewSolver(problem)
	for _, epochs := range [][]int{{0, 1}, {3, 2}, {-1}} {
		if _, err := framesOf(solver, params, epochs); !errors.Is(err, model.ErrParams) {
			t.Errorf("epochs %v: error %v", epochs, err)
		}
	}
	if frames, err := framesOf(solver, params, nil); len(frames) != 0 || err != nil {
		t.Errorf("no epochs: %v, %v", frames, err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if err := solver.Frames(cancelled, params, []int{1, 2}, func(int, model.Frame) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
	params.Rate = model.Rate{Rule: model.RateFixed, Value: 1e6}
	frames, err := framesOf(solver, params, []int{1, 2})
	if err != nil || len(frames) != 2 || !frames[1].Descent.Diverges || frames[1].Descent.Weights != nil || !math.IsNaN(frames[1].Objective) {
		t.Errorf("diverging: %+v, %v", frames, err)
	}
}

func TestFrameEpochs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		epochs, frames := rapid.IntRange(-1, 2_000_000).Draw(t, "epochs"), rapid.IntRange(-1, 200).Draw(t, "frames")
		at := model.FrameEpochs(epochs, frames)
		if want := max(0, min(epochs, frames)); len(at) != want {
			t.Fatalf("%d epochs, want %d", len(at), want)
		}
		for i, epoch := range at {
			if epoch < 1 || i > 0 && epoch <= at[i-1] {
				t.Fatalf("epochs %v do not ascend from 1", at)
			}
		}
		if len(at) > 0 && at[len(at)-1] != epochs || len(at) > 1 && at[0] != 1 {
			t.Fatalf("epochs %v do not lead from 1 to %d", at, epochs)
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

// The least objective is J/n by its definition at the closed form, and no other
// weights have less; without a minimum it is unknown, and descent falls for ever
// by what ObjectiveFall says.
func TestLeastObjective(t *testing.T) {
	ctx := context.Background()
	rng := newRand(9)
	bounded, unbounded := 0, 0
	for _, s := range shapes {
		data := s.draw(newRand(13))
		problem := newProblem(t, data)
		solver := model.NewSolver(problem)
		scale := problem.Src.LabelNorm2 / float64(data.Source.Rows())
		for _, kind := range momenta {
			for _, params := range descentSettings(s, 7) {
				params.Momentum, params.Nesterov = kind.momentum, kind.nesterov
				solution, err := solver.Endpoints(ctx, params)
				if err != nil {
					t.Fatal(err)
				}
				system := newNaive(t, data, params)
				least := problem.LeastObjective(solution.Closed)
				if solution.Closed.UnboundedBelow {
					unbounded++
					if !math.IsNaN(least) {
						t.Errorf("%s, %+v: least objective %v of one without a minimum", s.name, params, least)
					}
					// By then all else is at rest but for e^(−1e7/κ).
					frames, err := framesOf(solver, params, []int{10_000_000, 20_000_000})
					if err != nil {
						t.Fatal(err)
					}
					want := (frames[0].Objective - frames[1].Objective) / 1e7
					if got := problem.ObjectiveFall(params, solution.Descent, solution.Closed); !near(got, want, 1e-3) {
						t.Errorf("%s, %+v: falls by %v an epoch, want %v", s.name, params, got, want)
					}
					continue
				}
				bounded++
				if want := system.objective(solution.Closed.Weights); !(math.Abs(least-want) <= 1e-8*math.Max(scale, math.Abs(want))) {
					t.Errorf("%s, %+v: least objective %v, want %v", s.name, params, least, want)
				}
				if problem.ObjectiveFall(params, solution.Descent, solution.Closed) != 0 {
					t.Errorf("%s: an objective with a minimum falls for ever", s.name)
				}
				for range 5 {
					var near mat.Dense
					near.Scale(0.1*rng.NormFloat64(), gaussian(rng, problem.D, problem.C))
					near.Add(&near, solution.Closed.Weights)
					if other := system.objective(&near); other < least-1e-8*scale {
						t.Errorf("%s, %+v: objective %v is below the least, %v", s.name, params, other, least)
					}
				}
			}
		}
		none := newNaive(t, data, (model.Params{K: 1, KTilde: 1}).None())
		if got, want := problem.LeastNoneObjective(), none.objective(none.solve(t).w); !(math.Abs(got-want) <= 1e-8*scale) {
			t.Errorf("%s: least squares leave %v, want %v", s.name, got, want)
		}
	}
	if bounded < 20 || unbounded < 20 {
		t.Errorf("%d objectives with a minimum and %d without", bounded, unbounded)
	}
}

// Growth is how fast the plain loop grows, or shrinks, on the top eigenvector.
func TestGrowth(t *testing.T) {
	problem := newProblem(t, shapes[0].draw(newRand(2)))
	solver := model.NewSolver(problem)
	for _, kind := range momenta {
		for _, share := range []float64{0.2, 0.7, 0.95, 1.05, 1.5, 10} {
			params := model.Params{K: 3, KTilde: 2, Lambda: 1, Epochs: 1, Momentum: kind.momentum, Nesterov: kind.nesterov}
			solution, err := solver.Endpoints(context.Background(), params)
			if err != nil {
				t.Fatal(err)
			}
			params.Rate = model.Rate{Rule: model.RateFixed, Value: share * solution.Descent.LargestStableRate}
			if solution, err = solver.Endpoints(context.Background(), params); err != nil {
				t.Fatal(err)
			}
			// On a single eigenvalue, from zero to its optimum 1. Under a complex pair
			// of roots what is left swings, so that its largest within a few swings
			// counts.
			lambda := newNaive(t, problem.Data, params).solve(t).largest
			h := 2 * solution.Descent.Rate / float64(problem.Src.N)
			a, b := mat.NewSymDense(1, []float64{lambda}), mat.NewDense(1, 1, []float64{lambda})
			const from, to, window = 20, 120, 30
			var epochs []int
			for i := range window {
				epochs = append(epochs, from+i)
			}
			for i := range window {
				epochs = append(epochs, to+i)
			}
			ws, err := model.PlainDescent(context.Background(), a, b, h, params.Momentum, params.Nesterov, epochs)
			if err != nil {
				t.Fatal(err)
			}
			var before, after float64
			for i := range window {
				before = math.Max(before, math.Abs(ws[i].At(0, 0)-1))
				after = math.Max(after, math.Abs(ws[window+i].At(0, 0)-1))
			}
			got := params.Growth(solution.Descent)
			if (got > 1) != solution.Descent.Diverges {
				t.Errorf("%s: growth %v, diverges %t", kind.name, got, solution.Descent.Diverges)
			}
			if after < 1e-13 {
				if got > 0.85 {
					t.Errorf("%s at %v of the stable rate: growth %v where nothing is left", kind.name, share, got)
				}
				continue
			}
			// A hundred epochs apart, what a window misses of a swing hardly counts.
			if want := math.Pow(after/before, 1.0/(to-from)); !near(got, want, 0.01) {
				t.Errorf("%s at %v of the stable rate: growth %v, the loop grows by %v", kind.name, share, got, want)
			}
		}
	}
}
