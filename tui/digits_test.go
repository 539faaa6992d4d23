package tui

import (
	"context"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/tui/session"
)

// openDigits opens MNIST → USPS for two digits, or skips the test.
func openDigits(t testing.TB, a, b int) *Session {
	t.Helper()
	folder := os.Getenv("LARUI_DATA")
	if folder == "" || testing.Short() {
		t.Skip("needs LARUI_DATA and some seconds")
	}
	spec := datasets.DefaultSpec("mnist-usps")
	spec.Data, spec.Classes = folder, []int{a, b}
	session, err := session.Open(context.Background(), spec, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// TestDigitWeights compares weights on real digits with slow and simple
// computations in features: the closed form with a singular value decomposition,
// descent with the plain loop.
func TestDigitWeights(t *testing.T) {
	session := openDigits(t, 3, 8)
	p := session.Problem
	solver := model.NewSolver(p)
	for _, params := range []model.Params{
		{K: 64, KTilde: 64, Lambda: 10},
		{K: 256, KTilde: 8, Lambda: 1000},
		{K: 8, KTilde: 256, Lambda: 0.1},
		{K: 256, KTilde: 256, Lambda: 1e-4},
	} {
		params.Epochs, params.Rate = 5000, model.Rate{Rule: model.RatePaper}
		sol, err := solver.Endpoints(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		// A = BᵀB.
		b := rowsOfA(p, params)
		var svd mat.SVD
		if !svd.Factorize(b, mat.SVDThinV) {
			t.Fatal("no singular value decomposition")
		}
		var v mat.Dense
		svd.VTo(&v)
		values := svd.Values(nil)
		right := mat.Col(nil, 0, p.Src.XtY)
		want := make([]float64, p.D)
		for i, sigma := range values {
			if sigma > 1e-7*values[0] {
				column := mat.Col(nil, i, &v)
				floats.AddScaled(want, floats.Dot(column, right)/sigma/sigma, column)
			}
		}
		if got := mat.Col(nil, 0, sol.Closed.Weights); apart(got, want) > 1e-9 {
			t.Errorf("%+v: the closed form is off by %.2g", params, apart(got, want))
		}
		var a mat.SymDense
		a.SymOuterK(1, b.T())
		w, product := make([]float64, p.D), make([]float64, p.D)
		h := 2 * sol.Descent.Rate / float64(p.Src.N)
		for range params.Epochs {
			blas64.Symv(1, a.RawSymmetric(), blas64.Vector{N: p.D, Inc: 1, Data: w}, 0, blas64.Vector{N: p.D, Inc: 1, Data: product})
			floats.AddScaled(w, -h, product)
			floats.AddScaled(w, h, right)
		}
		if got := mat.Col(nil, 0, sol.Descent.Weights); apart(got, w) > 1e-8 {
			t.Errorf("%+v: descent is off by %.2g", params, apart(got, w))
		}
	}
}

// apart is ‖a − b‖/‖b‖.
func apart(a, b []float64) float64 { return floats.Distance(a, b, 2) / floats.Norm(b, 2) }

// rowsOfA returns B with A = BᵀB: the rows σ_i v_iᵀ, i ≤ k, and √λ σ̃_i ṽ_iᵀ, i > k̃,
// without those of the target that are zero but for the rounding of its Gram
// matrix.
func rowsOfA(p *model.Problem, params model.Params) *mat.Dense {
	b := mat.NewDense(params.K+p.D-params.KTilde, p.D, nil)
	for i := range params.K {
		mat.Col(b.RawRowView(i), i, p.Src.V)
		floats.Scale(p.Src.Sigma[i], b.RawRowView(i))
	}
	for i := params.KTilde; i < p.D && p.Tgt.Sigma[i] > 1e-7*p.Tgt.Sigma[0]; i++ {
		row := b.RawRowView(params.K + i - params.KTilde)
		mat.Col(row, i, p.Tgt.V)
		floats.Scale(math.Sqrt(params.Lambda)*p.Tgt.Sigma[i], row)
	}
	return b
}
