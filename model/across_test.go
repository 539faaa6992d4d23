package model_test

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// The coordinates across w have the largest sum of squares that any direction
// orthogonal to w gives: the largest eigenvalue of the target's second moments
// with w projected out.
func TestAcross(t *testing.T) {
	for _, s := range shapes {
		data := s.draw(newRand(9))
		_, d := data.Source.X.Dims()
		if data.Task == model.MultiClass || d < 3 {
			continue
		}
		p := newProblem(t, data)
		w := p.Optimum
		if w == nil {
			continue
		}
		norm := mat.Norm(w, 2)
		projector := mat.NewDense(d, d, nil)
		for i := range d {
			for j := range d {
				v := -w.At(i, 0) * w.At(j, 0) / norm / norm
				if i == j {
					v++
				}
				projector.Set(i, j, v)
			}
		}
		var inside mat.Dense
		inside.Mul(data.Target.X, projector)
		s1, err := model.NewSpectrum(context.Background(), model.Gram(&inside))
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, v := range p.Across(w) {
			sum += v * v
		}
		// Power iteration has come close where it has not converged: good enough
		// for a picture, and never above the maximum.
		if got, most := math.Sqrt(sum), s1.Sigma[0]; got > most*(1+1e-9) || got < 0.99*most {
			t.Errorf("%s: the strongest component across w has σ = %v, want %v", s.name, got, most)
		}
	}
}

// Where features outnumber rows, k and k̃ may still be anything up to d.
func TestWideBeyondTheRowSpace(t *testing.T) {
	rng := newRand(10)
	const n, m, d = 6, 5, 40
	data := model.Data{
		Source: model.Domain{X: gaussian(rng, n, d), Y: []float64{1, -1, 1, 1, -1, -1}},
		Target: model.Domain{X: gaussian(rng, m, d), Y: []float64{1, -1, 1, 1, -1}},
	}
	solver := model.NewSolver(newProblem(t, data))
	for _, k := range []int{1, 6, 11, 12, d} {
		for _, kTilde := range []int{1, 5, 11, d} {
			params := model.Params{K: k, KTilde: kTilde, Lambda: 2, Epochs: 50}
			solution, err := solver.Solve(context.Background(), params)
			if err != nil {
				t.Fatal(err)
			}
			if rows, _ := solution.Closed.Weights.Dims(); rows != d {
				t.Fatalf("weights of %d features, want %d", rows, d)
			}
			theory, err := solver.Theory(context.Background(), params)
			if err != nil {
				t.Fatal(err)
			}
			if math.IsNaN(theory.OutsideSpan) || math.IsNaN(theory.HeadOverlapMin) {
				t.Errorf("k = %d, k̃ = %d: theory %+v", k, kTilde, theory)
			}
		}
	}
}
