package model_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/testutil"
)

// settings lists parameters that together cover full-rank and deficient systems
// on d features. The source's tail needs a target of full rank: on directions
// that the target does not have, its singular vectors are arbitrary.
func settings(s shape) []model.Params {
	var all []model.Params
	ks := []int{1, (s.d + 1) / 2, max(1, s.d-1), s.d}
	for i := range 4 * 4 * 4 * 8 {
		params := model.Params{
			K: ks[i%4], KTilde: ks[i/4%4], Lambda: []float64{0, 0.1, 10, 1e4}[i/16%4], L2: 0.5 * float64(i/64%2),
			KeepImplicit: i/128%2 > 0, Tail: model.Tail(i / 256), Epochs: 1,
		}
		if params.Tail == model.TargetTail || s.full() {
			all = append(all, params)
		}
	}
	return all
}

// TestClosedFormAgainstDense compares the closed form, and what the theorems assume
// of A and of the labels, with plain decompositions of A and of the data.
func TestClosedFormAgainstDense(t *testing.T) {
	testutil.SkipInShort(t)
	var deficient, regular, unbounded int
	for _, s := range shapes {
		data := s.draw(newRand(1))
		solver := model.NewSolver(newProblem(t, data))
		sourceTails := labelTails(t, data, data.Source, s.rankOf(s.n, s.sourceRank))
		targetTails := labelTails(t, data, data.Target, s.rankOf(s.m, s.targetRank))
		for _, params := range settings(s) {
			name := fmt.Sprintf("%s, %+v", s.name, params)
			solution := solve(t, solver, params)
			got, want := solution.Closed, newNaive(t, data, params).solve(t)
			condition := 0.0
			if want.least > 0 {
				condition = want.largest / want.least
			}
			// A perturbation δ·λ_max of A moves A⁺b by at most about
			// 2δ·κ·‖b‖/λ_min (Wedin 1973). δ is d·ε times the inverse of the
			// relative gaps between singular values, which are about 1/4; 1e3·ε
			// covers d ≤ 30.
			delta := 1e3 * epsilon * max(1, condition)
			scale := want.length / max(want.least, 1e-300)
			testutil.Near(t, distance(got.Weights, want.w), 0, delta*scale, name, "weights")
			testutil.Near(t, got.Condition, condition, max(1e-3, delta)*condition, name, "condition")
			testutil.Equal(t, got.RankDeficient, (want.nullity > 0), name, want.nullity)
			testutil.Near(t, got.Leak, want.leak, delta, name, "leak")
			testutil.Equal(t, got.UnboundedBelow, !params.KeepImplicit && want.leak > model.LeakTolerance, name)
			theory := theoryOf(t, solver, params)
			// Eigenvectors of a Gram matrix whose eigenvalues are a fifth apart are
			// known to about 1e-13 of the smallest, (5·0.75¹⁴)².
			const rounding = 1e-9
			if tail := sourceTails[params.K]; theory.Params != params || !(math.Abs(theory.LabelTail-tail) <= rounding) {
				t.Errorf("%s: the labels leave %v beyond k, want %v", name, theory.LabelTail, tail)
			}
			testutil.Near(t, theory.TargetLabelTail, targetTails[params.KTilde], rounding, name, "target labels beyond k̃")
			if params.Lambda == 0 {
				params.Lambda = 100
				want = newNaive(t, data, params).solve(t)
			}
			testutil.Equal(t, theory.Nullity, float64(want.nullity), name, want.nullity)
			if want.nullity > 0 {
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
	// The comparison means little if the settings reach one kind only.
	if min(deficient, regular, unbounded) < 50 {
		t.Errorf("the settings reach %d deficient, %d regular and %d unbounded systems", deficient, regular, unbounded)
	}
}

// labelTails lists ‖y^U_{i>k}‖/‖y^U‖ for k = 0..d from the left singular vectors that
// have a singular value, y^U_i = u_iᵀy.
func labelTails(t *testing.T, data model.Data, domain model.Domain, rank int) []float64 {
	t.Helper()
	var u mat.Dense
	svdOf(t, domain.X).UTo(&u)
	projection := times(u.T(), targets(data, domain.Y))
	_, d := domain.X.Dims()
	_, c := projection.Dims()
	tails := make([]float64, d+1)
	for k := range rank {
		tails[k] = mat.Norm(projection.Slice(k, rank, 0, c), 2) / mat.Norm(projection.Slice(0, rank, 0, c), 2)
	}
	return tails
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
			solution := solve(t, solver, params)
			got, want := solution.Closed, newNaive(t, data, params).solve(t)
			if got.RankDeficient != (want.nullity > 0) || !(distance(got.Weights, want.w) <= 1e-12) || math.Abs(got.Leak-want.leak) > 1e-12 {
				t.Errorf("turned %t, k = %d: %+v, want %+v", turned, k, got, want)
			}
		}
	}
}

// The tail with the source's weights reaches a single direction beyond the target's rank, which is
// determined, and nothing is cut. Of several, it says so.
func TestSourceTailToTheEnd(t *testing.T) {
	for _, m := range []int{4, 5, 6} {
		data := shape{task: model.Regression, n: 30, m: m, d: 6}.draw(newRand(9))
		p := newProblem(t, data)
		for _, params := range []model.Params{{K: 6, KTilde: 1}, {K: 4, KTilde: 4}, {K: 5, KTilde: 5}} {
			params.Lambda, params.Epochs, params.Tail = 2, 50, model.SourceTail
			cut := m == 4 && params.KTilde < 6
			if said := p.TailCutMessage(params); (said != "") != cut {
				t.Errorf("%d rows, %+v: %q", m, params, said)
			}
			got, want := solve(t, model.NewSolver(p), params), newNaive(t, data, params)
			if !cut {
				agree(t, got.Closed.Weights, want.solve(t).w, 1e-9, m, params)
			}
			curve := got.Descent.Curve
			if truth := want.objective(got.Descent.Weights); !cut && math.Abs(curve[len(curve)-1].Objective/truth-1) > 1e-9 {
				t.Errorf("%d rows, %+v: objective %v, not %v", m, params, curve[len(curve)-1].Objective, truth)
			}
		}
	}
}

// TestClosedFormBesideRounding takes λ in small steps to where some of λσ̃_i² are lost in the
// rounding of σ_1² and some are not, of which the structure of A makes little by itself: A has its
// condition from the source alone, and w all digits that this leaves.
func TestClosedFormBesideRounding(t *testing.T) {
	testutil.SkipInShort(t)
	const n, d = 40, 6
	for seed := range uint64(10) {
		rng := newRand(seed)
		data := model.Data{Task: model.Regression, Source: model.Domain{X: gaussian(rng, n, d)}, Target: model.Domain{X: gaussian(rng, n, d)}}
		for i := range n {
			data.Source.Y = append(data.Source.Y, data.Source.X.At(i, 0)+0.1*rng.NormFloat64())
			floats.Mul(data.Target.X.RawRowView(i), []float64{3, 1, 2, 1, 0.5, 1})
		}
		solver := model.NewSolver(newProblem(t, data))
		for exponent := -16.0; exponent <= -11; exponent += 1.0 / 16 {
			params := model.Params{K: d, KTilde: 2, Lambda: math.Pow(10, exponent), Epochs: 1}
			want := newNaive(t, data, params).solve(t)
			off := distance(solve(t, solver, params).Closed.Weights, want.w) / mat.Norm(want.w, 2)
			if !(off <= 64*epsilon*want.largest/want.least) {
				t.Errorf("seed %d, λ = %.3g: w is %.2g off, %.2g of the condition", seed, params.Lambda, off, off/(epsilon*want.largest/want.least))
			}
		}
	}
}

// A ridge far below rounding is none where A has no null space; where it has, the part of b in
// that is all that is left of l2·w, until w overflows and is unknown.
func TestTinyRidge(t *testing.T) {
	s := shapes[0]
	problem := newProblem(t, s.draw(newRand(3)))
	closed := func(k int, l2 float64) *mat.Dense {
		params := model.Params{K: k, KTilde: 2, Lambda: 1, L2: l2, Epochs: 1}
		return solve(t, model.NewSolver(problem), params).Closed.Weights
	}
	none, limit := closed(s.d, 0), closed(1, 1e-30)
	for _, l2 := range []float64{5e-324, 1e-310, 1e-305, 1e-200, 1e-100, 1e-30, 1e-20} {
		whole, leaking := closed(s.d, l2), closed(1, l2)
		if leaking == nil && l2 > 1e-200 {
			t.Errorf("l2 = %v: no weights", l2)
		}
		for j := range s.d {
			testutil.Near(t, whole.At(j, 0), none.At(j, 0), 1e-12*math.Abs(none.At(j, 0)), l2, "weight beside none without a ridge", j)
			if leaking != nil && !near(l2*leaking.At(j, 0), 1e-30*limit.At(j, 0), 1e-9) {
				t.Errorf("l2 = %v: weight %d times it is %v, in the limit %v", l2, j, l2*leaking.At(j, 0), 1e-30*limit.At(j, 0))
			}
		}
	}
}
