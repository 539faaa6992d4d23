package model_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// settings lists parameters that together cover full-rank and deficient systems
// on d features. The source's tail needs a target of full rank: on directions
// that the target does not have, its singular vectors are arbitrary.
func settings(s shape) []model.Params {
	var all []model.Params
	ks := []int{1, (s.d + 1) / 2, max(1, s.d-1), s.d}
	for _, k := range ks {
		for _, kTilde := range ks {
			for _, lambda := range []float64{0, 0.1, 10, 1e4} {
				for _, l2 := range []float64{0, 0.5} {
					for _, keep := range []bool{false, true} {
						for _, tail := range []model.Tail{model.TargetTail, model.SourceTail} {
							if tail == model.SourceTail && !s.full() {
								continue
							}
							all = append(all, model.Params{
								K: k, KTilde: kTilde, Lambda: lambda, L2: l2,
								KeepImplicit: keep, Tail: tail, Epochs: 1,
							})
						}
					}
				}
			}
		}
	}
	return all
}

func TestClosedFormAgainstDense(t *testing.T) {
	var deficient, regular, unbounded int
	for _, s := range shapes {
		for seed := range uint64(2) {
			data := s.draw(newRand(seed))
			solver := model.NewSolver(newProblem(t, data))
			for _, params := range settings(s) {
				name := fmt.Sprintf("%s, seed %d, %+v", s.name, seed, params)
				solution, err := solver.Solve(context.Background(), params)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				got, want := solution.Closed, newNaive(t, data, params).solve(t)
				condition := 0.0
				if want.least > 0 {
					condition = want.largest / want.least
				}
				// A perturbation δ·λ_max of A moves A⁺b by at most about
				// 2δ·κ·‖b‖/λ_min (Wedin 1973). δ is d·ε times the inverse of the
				// relative gaps between singular values, which are about 1/4; 1e3·ε
				// covers d ≤ 30.
				delta := 1e3 * epsilon * math.Max(1, condition)
				scale := want.rightHandSideLength / math.Max(want.least, 1e-300)
				if d := distance(got.Weights, want.w); !(d <= delta*scale) {
					t.Errorf("%s: weights differ by %v of %v, condition %.3g", name, d, mat.Norm(want.w, 2), condition)
				}
				if !near(got.Condition, condition, math.Max(1e-3, delta)) {
					t.Errorf("%s: condition %v, want %v", name, got.Condition, condition)
				}
				if got.RankDeficient != want.deficient {
					t.Errorf("%s: rank deficient %t, want %t", name, got.RankDeficient, want.deficient)
				}
				if !(math.Abs(got.Leak-want.leak) <= delta) {
					t.Errorf("%s: leak %v, want %v", name, got.Leak, want.leak)
				}
				if wantUnbounded := !params.KeepImplicit && want.leak > model.LeakTolerance; got.UnboundedBelow != wantUnbounded {
					t.Errorf("%s: unbounded below %t, want %t", name, got.UnboundedBelow, wantUnbounded)
				}
				if want.deficient {
					deficient++
				} else {
					regular++
				}
				if got.UnboundedBelow {
					unbounded++
				}
				if t.Failed() {
					return
				}
			}
		}
	}
	// The comparison means little if the settings reach one kind only.
	if min(deficient, regular, unbounded) < 50 {
		t.Errorf("the settings reach %d deficient, %d regular and %d unbounded systems", deficient, regular, unbounded)
	}
}

// Where a leading source direction is one that the regularizer weights, nothing of S_k
// is left beside the tail: with features swapped exactly, or up to rounding.
func TestLeadingDirectionsApart(t *testing.T) {
	const d = 3
	turn := orthonormal(newRand(5), d, d)
	for _, turned := range []bool{false, true} {
		var data model.Data
		for at, scales := range [][]float64{{3, 2, 1}, {1, 2, 3}} {
			x, y := mat.NewDense(2*d, d, nil), make([]float64, 2*d)
			for i := range y {
				y[i] = float64(1 - i%2*2)
				x.Set(i, i/2, y[i]*scales[i/2])
			}
			if turned {
				x.Mul(mat.DenseCopyOf(x), turn)
			}
			*[]*model.Domain{&data.Source, &data.Target}[at] = model.Domain{X: x, Y: y}
		}
		solver := model.NewSolver(newProblem(t, data))
		for k := 1; k <= d; k++ {
			params := model.Params{K: k, KTilde: 1, Lambda: 10, Epochs: 1}
			solution, err := solver.Solve(context.Background(), params)
			if err != nil {
				t.Fatal(err)
			}
			got, want := solution.Closed, newNaive(t, data, params).solve(t)
			if got.RankDeficient != (want.deficient) || !(distance(got.Weights, want.w) <= 1e-12) || math.Abs(got.Leak-want.leak) > 1e-12 {
				t.Errorf("turned %t, k = %d: %+v, want %+v", turned, k, got, want)
			}
		}
	}
}

// With the source's weights on the tail, nothing depends on the target's null
// space, whose directions are arbitrary: permuting the features permutes w.
func TestSourceTailOfADeficientTarget(t *testing.T) {
	rng := newRand(21)
	const n, m, d = 60, 2, 5
	data := model.Data{Source: model.Domain{X: gaussian(rng, n, d), Y: make([]float64, n)}, Target: model.Domain{X: gaussian(rng, m, d)}}
	for i := range data.Source.Y {
		data.Source.Y[i] = float64(i%2*2 - 1)
	}
	params := model.Params{K: 3, KTilde: 1, Lambda: 1, Epochs: 100, Tail: model.SourceTail}
	order := []int{3, 0, 4, 1, 2}
	permuted := data
	permuted.Source.X, permuted.Target.X = permute(data.Source.X, order), permute(data.Target.X, order)
	want, err := model.NewSolver(newProblem(t, data)).Solve(context.Background(), params)
	if err != nil {
		t.Fatal(err)
	}
	got, err := model.NewSolver(newProblem(t, permuted)).Solve(context.Background(), params)
	if err != nil {
		t.Fatal(err)
	}
	for j, from := range order {
		if g, w := got.Closed.Weights.At(j, 0), want.Closed.Weights.At(from, 0); math.Abs(g-w) > 1e-9*want.Closed.WeightNorm {
			t.Errorf("weight of feature %d is %v, in another order of the features %v", from, w, g)
		}
	}
}

// permute orders the columns of x.
func permute(x *mat.Dense, order []int) *mat.Dense {
	n, d := x.Dims()
	out := mat.NewDense(n, d, nil)
	for i := range n {
		for j, from := range order {
			out.Set(i, j, x.At(i, from))
		}
	}
	return out
}
