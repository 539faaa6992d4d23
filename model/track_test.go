package model_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
)

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
				frames, err := framesOf(solver, params, []int{10_000_000, 20_000_000})
				if err != nil {
					t.Fatal(err)
				}
				if want := (frames[0].Objective - frames[1].Objective) / 1e7; !math.IsNaN(least) || !near(fall, want, 1e-3) {
					t.Errorf("%s, %+v: least objective %v, falls by %v an epoch, want %v", s.name, params, least, fall, want)
				}
				// It walks by h·P_NΦᵀy an epoch, or more with momentum.
				walked, want := new(mat.Dense), system.solve(t).nullPart
				walked.Sub(frames[1].Descent.Weights, frames[0].Descent.Weights)
				want.Scale(1e7*2*solution.Descent.Rate/float64(s.n)/(1-params.Momentum), want)
				if d := distance(walked, want); !(d <= 1e-6*mat.Norm(want, 2)) {
					t.Errorf("%s, %+v: walks along the null space, off by %v of %v", s.name, params, d, mat.Norm(want, 2))
				}
				continue
			}
			bounded++
			if want := system.objective(solution.Closed.Weights); fall != 0 || !(math.Abs(least-want) <= 1e-8*math.Max(scale, math.Abs(want))) {
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
		none := newNaive(t, data, (model.Params{K: 1, KTilde: 1}).None())
		if got, want := problem.LeastNoneObjective(), none.objective(none.solve(t).w); !(math.Abs(got-want) <= 1e-8*scale) {
			t.Errorf("%s: least squares leave %v, want %v", s.name, got, want)
		}
	}
	if bounded < 20 || unbounded < 20 {
		t.Errorf("%d objectives with a minimum and %d without", bounded, unbounded)
	}
}
