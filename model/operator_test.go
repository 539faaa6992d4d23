package model

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// factorOf returns B with A = BᵀB: the rows σ_i v_iᵀ of the head, √(λt_i) ṽ_iᵀ of the
// tail and √L2·I, in features.
func factorOf(p *Problem, params Params) *mat.Dense {
	heads := p.heads(params.systemKey())
	from, weights := p.tail(params.systemKey())
	b := mat.NewDense(heads+len(weights)+p.D, p.D, nil)
	for i := range p.D {
		b.Set(heads+len(weights)+i, i, math.Sqrt(params.L2))
	}
	for i := range heads {
		mat.Col(b.RawRowView(i), i, p.Src.V)
		floats.Scale(p.Src.Sigma[i], b.RawRowView(i))
	}
	for i, t := range weights {
		mat.Col(b.RawRowView(heads+i), from+i, p.Tgt.V)
		floats.Scale(math.Sqrt(params.Lambda*t), b.RawRowView(heads+i))
	}
	return b
}

// pictureSettings are k, k̃ on both sides of the ranks, for λ over the ladder.
func pictureSettings() []Params {
	var all []Params
	for _, k := range []int{1, 8, 40, 70, 120} {
		for _, kTilde := range []int{1, 8, 40, 64, 100} {
			for _, lambda := range []float64{1e-4, 0.1, 10, 1e4} {
				all = append(all, Params{K: k, KTilde: kTilde, Lambda: lambda, Epochs: 1})
			}
		}
	}
	return append(all,
		Params{K: 40, KTilde: 8, Lambda: 0, Epochs: 1},
		Params{K: 1, KTilde: 8, Lambda: 10, KeepImplicit: true, Epochs: 1},
		Params{K: 40, KTilde: 8, Lambda: 10, Tail: SourceTail, Epochs: 1})
}

// TestClosedFormPictures compares the closed form with the singular value
// decomposition of B, A = BᵀB, from which A⁺b = B⁺(B⁺)ᵀb follows to full
// accuracy, on pairs where A is deficient, and where k leaves no room beside the
// tail, so that the rows of M_H are dependent; and with a little L2.
func TestClosedFormPictures(t *testing.T) {
	p := prepared(t, Pictures(rand.New(rand.NewPCG(1, 1)), 150, 110, 64))
	solver := NewSolver(p)
	dependent := 0
	for i, params := range pictureSettings() {
		params.L2 = 1e-3 * float64(i%3/2)
		op, err := solver.operator(params)
		if err != nil {
			t.Fatal(err)
		}
		if err := op.solve(context.Background()); err != nil || (op.by == nil) != (params.L2 > 0) {
			t.Errorf("%+v: not solved through the structure (%v)", params, err)
		} else if op.by != nil && op.by.slack != nil {
			dependent++
		}
		sol, err := solver.Solve(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		want, leak, condition := pseudoInverseSolution(t, factorOf(p, params), p.Src.XtY)
		if got := relative(sol.Closed.Weights, want); got > 1e-7 {
			t.Errorf("%+v: the closed form is off by %.2g", params, got)
		}
		if got := sol.Closed.Leak; math.Abs(got-leak) > 1e-7 {
			t.Errorf("%+v: leak %v, want %v", params, got, leak)
		}
		if got := sol.Closed.Condition; math.Abs(got/condition-1) > 1e-3 {
			t.Errorf("%+v: condition %v, want %v", params, got, condition)
		}
	}
	if dependent == 0 {
		t.Error("no setting has dependent rows")
	}
}

// pseudoInverseSolution returns A⁺b of A = BᵀB, the share of b outside the range
// of A, and the condition number of A on it.
func pseudoInverseSolution(t *testing.T, b, right *mat.Dense) (w *mat.Dense, leak, condition float64) {
	t.Helper()
	var svd mat.SVD
	if !svd.Factorize(b, mat.SVDThinV) {
		t.Fatal("no singular value decomposition")
	}
	var v mat.Dense
	svd.VTo(&v)
	values := svd.Values(nil)
	rank := 0
	for rank < len(values) && values[rank] > 1e-12*values[0] {
		rank++
	}
	d, _ := v.Dims()
	basis := v.Slice(0, d, 0, rank).(*mat.Dense)
	coefs := productT(basis, right)
	inside := product(basis, coefs)
	for i := range rank {
		floats.Scale(1/values[i]/values[i], coefs.RawRowView(i))
	}
	return product(basis, coefs), relative(inside, right), values[0] / values[rank-1] * values[0] / values[rank-1]
}

// relative is ‖a − b‖/‖b‖.
func relative(a, b *mat.Dense) float64 { return Distance(a, b) / mat.Norm(b, 2) }

// TestKrylov compares descent in the Krylov space with the plain loop, which
// it must meet on a space of fewer dimensions than there are features.
func TestKrylov(t *testing.T) {
	p := prepared(t, Pictures(rand.New(rand.NewPCG(2, 1)), 50, 40, 20))
	solver := NewSolver(p)
	epochs := []int{1, 10, 100, 1000}
	for i, params := range pictureSettings() {
		if params.K > p.D || params.KTilde > p.D || i%5 > 1 {
			continue
		}
		params.Momentum, params.L2 = 0.9*float64(i%2), float64(i%2)
		op, err := solver.operator(params)
		if err != nil {
			t.Fatal(err)
		}
		b := factorOf(p, params)
		a := mat.NewSymDense(p.D, nil)
		a.SymOuterK(1, b.T())
		_, runs, err := solver.ends(context.Background(), params, epochs, false)
		if err != nil {
			t.Fatal(err)
		}
		plain := PlainDescent(a, p.Src.XtY, solver.step(runs[0]), params, epochs)
		for e, epoch := range epochs {
			if got := relative(runs[e].Weights, plain[e]); got > 1e-9 {
				t.Errorf("%+v after %d epochs: off by %.2g", params, epoch, got)
			}
		}
		if params.L2 == 0 && params.Lambda > 0 && len(op.space.diagonal) >= p.D {
			t.Errorf("%+v: a space of %d dimensions", params, len(op.space.diagonal))
		}
	}
}

// Products are gonum's, whichever way they are made: by columns, shared among the cores
// or as a whole. 1e-13 bounds the rounding of sums of 700 products of numbers below 1.
func TestProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(rows, columns int) *mat.Dense {
		m := mat.NewDense(rows, columns, nil)
		m.Apply(func(int, int, float64) float64 { return rng.Float64() - 0.5 }, m)
		return m
	}
	for _, c := range []int{1, fewColumns, fewColumns + 1, 10, 40} {
		for _, r := range []int{7, 300} {
			a, x, y := random(r, 700), random(700, c), random(r, c)
			var want, wantT mat.Dense
			want.Mul(a, x)
			wantT.Mul(a.T(), y)
			if !mat.EqualApprox(product(a, x), &want, 1e-13) || !mat.EqualApprox(productT(a, y), &wantT, 1e-13) {
				t.Errorf("%d×700 by %d columns is another product", r, c)
			}
		}
	}
}
