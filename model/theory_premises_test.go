package model_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// naiveLabelTail is ‖y^U_{i>k}‖/‖y^U‖ from the left singular vectors of x that have a
// singular value, y^U_i = u_iᵀy.
func naiveLabelTail(t *testing.T, x, y *mat.Dense, rank, k int) float64 {
	t.Helper()
	var svd mat.SVD
	if !svd.Factorize(x, mat.SVDThin) {
		t.Fatal("no singular value decomposition")
	}
	var u, projection mat.Dense
	svd.UTo(&u)
	projection.Mul(u.T(), y)
	tail, total := 0.0, 0.0
	for i := range rank {
		for j := range projection.RawMatrix().Cols {
			square := projection.At(i, j) * projection.At(i, j)
			total += square
			if i >= k {
				tail += square
			}
		}
	}
	return math.Sqrt(tail / total)
}

// TestPremises compares what the theorems assume with plain decompositions of the
// data and of A.
func TestPremises(t *testing.T) {
	singular, regular := 0, 0
	for _, s := range shapes {
		data := s.draw(newRand(3))
		solver := model.NewSolver(newProblem(t, data))
		for _, params := range settings(s) {
			name := fmt.Sprintf("%s, %+v", s.name, params)
			theory, err := solver.Theory(context.Background(), params)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if theory.Params != params {
				t.Fatalf("%s: measured at %+v", name, theory.Params)
			}
			// Eigenvectors of a Gram matrix whose eigenvalues are a fifth apart are
			// known to about 1e-13 of the smallest, (5·0.75¹⁴)².
			const rounding = 1e-9
			source := naiveLabelTail(t, data.Source.X, targets(data, data.Source.Y), s.rankOf(s.n, s.sourceRank), params.K)
			if !(math.Abs(theory.LabelTail-source) <= rounding) {
				t.Errorf("%s: the labels leave %v beyond k, want %v", name, theory.LabelTail, source)
			}
			target := naiveLabelTail(t, data.Target.X, targets(data, data.Target.Y), s.rankOf(s.m, s.targetRank), params.KTilde)
			if !(math.Abs(theory.TargetLabelTail-target) <= rounding) {
				t.Errorf("%s: the target's labels leave %v beyond k̃, want %v", name, theory.TargetLabelTail, target)
			}
			at := params
			if at.Lambda == 0 {
				at.Lambda = 100
			}
			if want := nullity(t, newNaive(t, data, at).a); theory.Nullity != want {
				t.Errorf("%s: a null space of dimension %d, want %d", name, theory.Nullity, want)
			}
			if theory.Nullity > 0 {
				singular++
			} else {
				regular++
			}
			if t.Failed() {
				return
			}
		}
	}
	if min(singular, regular) < 50 {
		t.Errorf("the settings reach %d singular and %d regular systems", singular, regular)
	}
}

// nullity counts the eigenvalues within max(d, 16)·ε·λ_max of zero.
func nullity(t *testing.T, a *mat.SymDense) int {
	t.Helper()
	var eig mat.EigenSym
	if !eig.Factorize(a, false) {
		t.Fatal("no eigendecomposition")
	}
	values := eig.Values(nil)
	d, count := len(values), 0
	for _, v := range values {
		if v <= float64(max(d, 16))*epsilon*values[d-1] {
			count++
		}
	}
	return count
}

// TestLeadingCosine turns leading singular vectors, whose signs a decomposition is
// free to choose, towards the labels.
func TestLeadingCosine(t *testing.T) {
	for _, s := range shapes {
		for seed := range uint64(4) {
			data := s.draw(newRand(seed))
			params := model.Params{K: 1, KTilde: 1, Lambda: 1, Epochs: 1}
			theory, err := model.NewSolver(newProblem(t, data)).Theory(context.Background(), params)
			if err != nil {
				t.Fatal(err)
			}
			if s.task == model.MultiClass {
				if !math.IsNaN(theory.LeadingCosine) || !math.IsNaN(theory.PredictedAngle) {
					t.Errorf("%s: cosine %v, predicted %v with several outputs", s.name, theory.LeadingCosine, theory.PredictedAngle)
				}
				continue
			}
			towards := func(d model.Domain) *mat.VecDense {
				_, v := rightSVD(t, d.X)
				first := mat.VecDenseCopyOf(v.ColView(0))
				var scores mat.VecDense
				scores.MulVec(d.X, first)
				if mat.Dot(&scores, mat.NewVecDense(len(d.Y), d.Y)) < 0 {
					first.ScaleVec(-1, first)
				}
				return first
			}
			want := mat.Dot(towards(data.Source), towards(data.Target))
			// Leading vectors are a gap of a quarter apart from the next.
			if !(math.Abs(theory.LeadingCosine-want) <= 1e-12) {
				t.Errorf("%s, seed %d: cosine %v, want %v", s.name, seed, theory.LeadingCosine, want)
			}
			if predicted := 90 - math.Copysign(90, want); theory.PredictedAngle != predicted {
				t.Errorf("%s, seed %d: predicted %v°, want %v°", s.name, seed, theory.PredictedAngle, predicted)
			}
		}
	}
}

// TestOutsideSpanFallsWithLambda holds what follows from the proof of thm:alignment
// where only its labels fail: the part of w outside span(ṽ₁..ṽ_k̃) is
// (1/λ)·diag(σ̃_i⁻²)(V'ᵀṼ')⁻¹(σ_i y^U_i)_{i>k}.
func TestOutsideSpanFallsWithLambda(t *testing.T) {
	const d, k = 7, 3
	data := shape{task: model.Regression, n: 30, m: 40, d: d}.draw(newRand(4))
	solver := model.NewSolver(newProblem(t, data))
	s := newNaive(t, data, model.Params{K: k, KTilde: k, Lambda: 1, Epochs: 1})
	var overlap mat.Dense
	overlap.Mul(s.v.Slice(0, d, k, d).T(), s.vTilde.Slice(0, d, k, d))
	var right, inner mat.VecDense
	right.MulVec(s.v.Slice(0, d, k, d).T(), s.b.ColView(0)) // σ_i y^U_i = v_iᵀΦᵀy
	if err := inner.SolveVec(&overlap, &right); err != nil {
		t.Fatal(err)
	}
	for i := range d - k {
		inner.SetVec(i, inner.AtVec(i)/(s.weight[k+i]*s.weight[k+i]))
	}
	for _, lambda := range []float64{0.1, 1, 10, 1e3} {
		params := model.Params{K: k, KTilde: k, Lambda: lambda, Epochs: 1}
		theory, err := solver.Theory(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		solution, err := solver.Solve(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		want := mat.Norm(&inner, 2) / lambda / mat.Norm(solution.Closed.Weights, 2)
		if !near(theory.OutsideSpan, want, 1e-8) {
			t.Errorf("λ = %v: %v outside, want %v", lambda, theory.OutsideSpan, want)
		}
	}
}
