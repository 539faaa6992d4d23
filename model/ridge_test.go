package model_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"larui/model"
)

// TestRidgePathAgainstSolver compares with the general solver at λ = 0 and the
// implicit term kept, which knows nothing of the source's basis.
func TestRidgePathAgainstSolver(t *testing.T) {
	l2s := []float64{0, 1e-3, 1, 30, 1e4}
	for _, s := range shapes {
		problem := newProblem(t, s.draw(newRand(11)))
		for _, kind := range momenta {
			for _, rate := range []model.Rate{{}, {Rule: model.RatePaper}, {Rule: model.RateFixed, Value: 0.01}} {
				// What RidgePath has no use for is set to something.
				params := model.Params{
					K: 1, KTilde: 1, Lambda: 7, L2: 5, Tail: model.SourceTail, Epochs: 120,
					Rate: rate, Momentum: kind.momentum, Nesterov: kind.nesterov,
				}
				visited := 0
				err := model.NewSolver(problem).RidgePath(context.Background(), params, l2s, func(i int, point model.RidgePoint) {
					if i != visited || point.L2 != l2s[i] {
						t.Errorf("visit %d is of point %d, L2 = %v", visited, i, point.L2)
					}
					visited++
					general := params
					general.Lambda, general.KeepImplicit, general.L2 = 0, true, point.L2
					want, err := model.NewSolver(problem).Endpoints(context.Background(), general)
					if err != nil {
						t.Fatal(err)
					}
					name := fmt.Sprintf("%s, %+v, L2 = %v", s.name, params, point.L2)
					if point.Diverges != want.Descent.Diverges {
						t.Errorf("%s: diverges %t, want %t", name, point.Diverges, want.Descent.Diverges)
					}
					compareEvaluations(t, name+", closed form", point.Closed, want.Closed.Evaluation)
					compareEvaluations(t, name+", descent", point.Descent, want.Descent.Evaluation)
				})
				if err != nil || visited != len(l2s) {
					t.Errorf("%s: %d visits, error %v", s.name, visited, err)
				}
			}
		}
	}
}

// compareEvaluations compares what is continuous in the weights. Singular values
// of a test pair span less than six decades, so that both ways of solving keep
// ten of the sixteen digits.
func compareEvaluations(t *testing.T, name string, got, want model.Evaluation) {
	t.Helper()
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"source error", got.Source.MSE, want.Source.MSE},
		{"target error", got.Target.MSE, want.Target.MSE},
		{"parameter error", got.ParameterError, want.ParameterError},
		{"norm", got.WeightNorm, want.WeightNorm},
	} {
		both := math.IsNaN(c.got) && math.IsNaN(c.want)
		if !both && !(math.Abs(c.got-c.want) <= 1e-9*(1+math.Abs(c.want))) {
			t.Errorf("%s: %s is %v, want %v", name, c.what, c.got, c.want)
		}
	}
}

// Without a ridge term the path is no adaptation; with an overwhelming one the
// weights are Φᵀy/L2.
func TestRidgePathEnds(t *testing.T) {
	problem := newProblem(t, shapes[0].draw(newRand(12)))
	params := model.Params{Epochs: 50}
	solver := model.NewSolver(problem)
	var points []model.RidgePoint
	err := solver.RidgePath(context.Background(), params, []float64{0, 1e9}, func(_ int, p model.RidgePoint) { points = append(points, p) })
	if err != nil {
		t.Fatal(err)
	}
	none := solver.NoneAt(params, []int{params.Epochs})[0]
	compareEvaluations(t, "no ridge", points[0].Descent, none.Evaluation)
	if points[0].Descent.Target.Accuracy != none.Target.Accuracy {
		t.Errorf("no ridge: target accuracy %v, want %v", points[0].Descent.Target.Accuracy, none.Target.Accuracy)
	}
	norm := 0.0
	for i := range problem.D {
		norm = math.Hypot(norm, problem.Src.XtY.At(i, 0)/1e9)
	}
	// σ₁² ≪ 1e9·1e-5 moves the weights by less than that share.
	if got := points[1].Closed.WeightNorm; !(math.Abs(got-norm) <= 1e-5*norm) {
		t.Errorf("overwhelming ridge: ‖w‖ = %v, want %v", got, norm)
	}
}

func TestRidgePathErrors(t *testing.T) {
	problem := newProblem(t, shapes[0].draw(newRand(13)))
	solver := model.NewSolver(problem)
	for _, l2 := range []float64{-1, math.NaN(), math.Inf(1), 1e300} {
		err := solver.RidgePath(context.Background(), model.Params{Epochs: 1}, []float64{l2}, func(int, model.RidgePoint) { t.Errorf("visited L2 = %v", l2) })
		if !errors.Is(err, model.ErrParams) {
			t.Errorf("L2 = %v: error %v", l2, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	visited := 0
	err := solver.RidgePath(ctx, model.Params{Epochs: 1}, []float64{0, 1, 2}, func(int, model.RidgePoint) { visited++; cancel() })
	if visited != 1 || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %d visits, error %v", visited, err)
	}
}

// On the authors' data ridge does what they published of it.
func TestRidgePathPublished(t *testing.T) {
	problem := publishedProblem(t, 0)
	params := model.Params{Epochs: 2000, Rate: model.Rate{Rule: model.RateFixed, Value: 1e-4}}
	l2s := []float64{0, 1, 10, 100, 1000}
	want := publishedRidge(t, 0, params.Epochs, l2s)
	err := model.NewSolver(problem).RidgePath(context.Background(), params, l2s, func(i int, point model.RidgePoint) {
		// Accuracies are counts over 1000 rows; the authors ran in single
		// precision, which moved their weights by up to 1e-4.
		if got := point.Descent.Target.Accuracy; !(math.Abs(got-want[i].TargetAccuracy) <= 1e-12) {
			t.Errorf("L2 = %v: target accuracy %v, published %v", point.L2, got, want[i].TargetAccuracy)
		}
		if got := point.Descent.ParameterError; !(math.Abs(got-want[i].ParameterError) <= 1e-4) {
			t.Errorf("L2 = %v: parameter error %v, published %v", point.L2, got, want[i].ParameterError)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// publishedRidge returns the authors' runs of ridge for a seed.
func publishedRidge(t *testing.T, seed, epochs int, l2s []float64) []published {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(publishedDir, "published.json"))
	if err != nil {
		t.Fatal(err)
	}
	var results struct{ Runs []published }
	if err := json.Unmarshal(text, &results); err != nil {
		t.Fatal(err)
	}
	runs := make([]published, len(l2s))
	for i, l2 := range l2s {
		at := slices.IndexFunc(results.Runs, func(r published) bool {
			return r.Seed == seed && r.Epochs == epochs && r.L2 == l2 && r.Lambda == 0 && !r.RemoveImplicit
		})
		if at < 0 {
			t.Fatalf("no published run at L2 = %v", l2)
		}
		runs[i] = results.Runs[at]
	}
	return runs
}
