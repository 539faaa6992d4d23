package model_test

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/linalg"
	"larui/model/testutil"
)

// epsilon is the spacing of 64-bit floats at one.
const epsilon = 2.220446049250313e-16

var gaussian, times, distance, agree, plainDescent = model.Gaussian, linalg.MultiplyAny, model.Distance, model.Agree, model.PlainDescent

// This file holds the independent truth: random pairs of known spectra, and the
// system A w = b, the objective and the metrics built from their definitions in
// the original coordinates.

// A shape describes a random pair: sizes, and ranks where not full.
type shape struct {
	name                   string
	task                   model.Task
	classes                int
	n, m, d                int
	sourceRank, targetRank int
}

func (s shape) full() bool {
	return s.rankOf(s.n, s.sourceRank) == s.d && s.rankOf(s.m, s.targetRank) == s.d
}

func (s shape) rankOf(rows, rank int) int {
	if rank == 0 {
		return min(rows, s.d)
	}
	return rank
}

var shapes = []shape{
	{name: "binary", n: 40, m: 50, d: 8},
	{name: "multiclass", task: model.MultiClass, classes: 3, n: 60, m: 45, d: 9},
	{name: "regression", task: model.Regression, n: 35, m: 30, d: 7},
	{name: "deficient source", n: 40, m: 40, d: 8, sourceRank: 4},
	{name: "deficient target", n: 40, m: 40, d: 8, targetRank: 4},
	{name: "deficient multiclass", task: model.MultiClass, classes: 4, n: 50, m: 50, d: 14, sourceRank: 6, targetRank: 5},
	{name: "wide source", n: 5, m: 30, d: 12},
	{name: "wide target", n: 30, m: 4, d: 12},
	{name: "wide regression", task: model.Regression, n: 6, m: 5, d: 30},
	{name: "two features", n: 20, m: 20, d: 2},
	{name: "one feature", n: 12, m: 9, d: 1},
}

// draw makes a pair of the shape whose singular values fall by about a quarter
// each, so that singular vectors are well determined.
func (s shape) draw(rng *rand.Rand) model.Data {
	data := model.Data{Task: s.task, Classes: s.classes}
	data.Source.X = withSpectrum(rng, s.n, s.d, falling(rng, s.rankOf(s.n, s.sourceRank)))
	data.Target.X = withSpectrum(rng, s.m, s.d, falling(rng, s.rankOf(s.m, s.targetRank)))
	data.Source.Y = s.labels(rng, data.Source.X)
	data.Target.Y = s.labels(rng, data.Target.X)
	return data
}

func falling(rng *rand.Rand, rank int) []float64 {
	sigma := make([]float64, rank)
	for i := range sigma {
		sigma[i] = 5 * math.Pow(0.75, float64(i)) * (1 + 0.1*rng.Float64())
	}
	return sigma
}

// withSpectrum returns U·diag(sigma)·Vᵀ (n×d) with random orthonormal U and V.
func withSpectrum(rng *rand.Rand, n, d int, sigma []float64) *mat.Dense {
	scaled := times(orthonormal(rng, n, len(sigma)), mat.NewDiagDense(len(sigma), sigma))
	return times(scaled, orthonormal(rng, d, len(sigma)).T())
}

// orthonormal returns an n×r matrix with random orthonormal columns.
func orthonormal(rng *rand.Rand, n, r int) *mat.Dense {
	return basisOf(gaussian(rng, n, r))
}

// basisOf returns an orthonormal basis of the columns of a (n×r).
func basisOf(a *mat.Dense) *mat.Dense {
	n, r := a.Dims()
	var qr mat.QR
	var q mat.Dense
	qr.Factorize(a)
	qr.QTo(&q)
	return mat.DenseCopyOf(q.Slice(0, n, 0, r))
}

// labels are noisy functions of x; the first ones cover all classes.
func (s shape) labels(rng *rand.Rand, x *mat.Dense) []float64 {
	n, d := x.Dims()
	scores := times(x, gaussian(rng, d, max(1, s.classes)))
	y := make([]float64, n)
	for i := range y {
		row := scores.RawRowView(i)
		for j := range row {
			row[j] += 0.3 * rng.NormFloat64()
		}
		switch s.task {
		case model.Regression:
			y[i] = row[0]
		case model.MultiClass:
			y[i] = float64(floats.MaxIdx(row))
			if i < s.classes {
				y[i] = float64(i)
			}
		default:
			y[i] = math.Copysign(1, row[0])
			if i < 2 {
				y[i] = float64(2*i - 1)
			}
		}
	}
	return y
}

// targets is the n×c matrix that weights are fitted to.
func targets(data model.Data, y []float64) *mat.Dense {
	t := mat.NewDense(len(y), data.Outputs(), nil)
	for i, v := range y {
		if data.Task != model.MultiClass {
			t.Set(i, 0, v)
			continue
		}
		for j := range data.Classes {
			t.Set(i, j, -1)
			if j == int(v) {
				t.Set(i, j, 1)
			}
		}
	}
	return t
}

// mse is the mean squared error of the weights w on a domain of data.
func mse(data model.Data, domain model.Domain, w *mat.Dense) float64 {
	scores := times(domain.X, w)
	n, c := scores.Dims()
	return math.Pow(distance(scores, targets(data, domain.Y)), 2) / float64(n*c)
}

func newProblem(t testutil.Test, data model.Data) *model.Problem {
	t.Helper()
	return testutil.Must(model.NewProblem(context.Background(), data))
}

func solve(t testutil.Test, solver *model.Solver, params model.Params) *model.Solution {
	t.Helper()
	solution, err := solver.Solve(context.Background(), params)
	if err != nil {
		t.Fatal(params, err)
	}
	return solution
}

// agreeSolutions fails the test if weights of the solutions differ by more than within·‖weights‖.
func agreeSolutions(t testutil.Test, got, want *model.Solution, within float64, labels ...any) {
	t.Helper()
	for _, w := range [][2]model.Fit{{got.Closed.Fit, want.Closed.Fit}, {got.Descent.Fit, want.Descent.Fit}, {got.None.Fit, want.None.Fit}} {
		agree(t, w[0].Weights, w[1].Weights, within, labels...)
	}
}

// solveData solves the problem of data.
func solveData(t testutil.Test, data model.Data, params model.Params) *model.Solution {
	t.Helper()
	return solve(t, model.NewSolver(newProblem(t, data)), params)
}

func theoryOf(t testutil.Test, solver *model.Solver, params model.Params) model.Theory {
	t.Helper()
	theory, err := solver.Theory(context.Background(), params)
	if err != nil {
		t.Fatal(params, err)
	}
	return theory
}

// A naive system is A w = b and the objective in the original coordinates.
type naive struct {
	data   model.Data
	params model.Params
	a      *mat.SymDense
	b      *mat.Dense
	// sigma and v are those of the source, weight and vTilde the tail's.
	sigma, weight []float64
	v, vTilde     *mat.Dense
}

// rightSVD returns all d singular values and the d×d right singular vectors of x
// from a decomposition of x itself.
func rightSVD(t testutil.Test, x *mat.Dense) ([]float64, *mat.Dense) {
	t.Helper()
	n, d := x.Dims()
	if n < d {
		// Rows of zeros change neither and make the decomposition complete.
		padded := mat.NewDense(d, d, nil)
		padded.Slice(0, n, 0, d).(*mat.Dense).Copy(x)
		x = padded
	}
	svd := svdOf(t, x)
	var v mat.Dense
	svd.VTo(&v)
	return svd.Values(nil), &v
}

// svdOf returns the thin singular value decomposition.
func svdOf(t testutil.Test, x mat.Matrix) *mat.SVD {
	t.Helper()
	svd := new(mat.SVD)
	if !svd.Factorize(x, mat.SVDThin) {
		t.Fatal("no singular value decomposition")
	}
	return svd
}

func newNaive(t testutil.Test, data model.Data, params model.Params) naive {
	t.Helper()
	s := naive{data: data, params: params}
	s.sigma, s.v = rightSVD(t, data.Source.X)
	s.weight, s.vTilde = rightSVD(t, data.Target.X)
	if params.Tail == model.SourceTail {
		s.weight = s.sigma
	}
	_, d := data.Source.X.Dims()
	s.a = mat.NewSymDense(d, nil)
	for i := range d {
		if i < params.K || params.KeepImplicit {
			s.a.SymRankOne(s.a, s.sigma[i]*s.sigma[i], s.v.ColView(i))
		}
		if i >= params.KTilde {
			s.a.SymRankOne(s.a, params.Lambda*s.weight[i]*s.weight[i], s.vTilde.ColView(i))
		}
		s.a.SetSym(i, i, s.a.At(i, i)+params.L2)
	}
	s.b = new(mat.Dense)
	s.b.Mul(data.Source.X.T(), targets(data, data.Source.Y))
	return s
}

// objective is J(w)/n, term by term as in the paper.
func (s naive) objective(w *mat.Dense) float64 {
	n, _ := s.data.Source.X.Dims()
	d, c := w.Dims()
	residual := times(s.data.Source.X, w)
	residual.Sub(residual, targets(s.data, s.data.Source.Y))
	j := sumSquares(residual) + s.params.L2*sumSquares(w)
	for i := range d {
		for out := range c {
			if i >= s.params.K && !s.params.KeepImplicit {
				j -= math.Pow(s.sigma[i]*mat.Dot(s.v.ColView(i), w.ColView(out)), 2)
			}
			if i >= s.params.KTilde {
				j += s.params.Lambda * math.Pow(s.weight[i]*mat.Dot(s.vTilde.ColView(i), w.ColView(out)), 2)
			}
		}
	}
	return j / float64(n)
}

func sumSquares(m mat.Matrix) float64 {
	norm := mat.Norm(m, 2)
	return norm * norm
}

// A naiveSolution is the pseudo-inverse solution and what is known of A.
type naiveSolution struct {
	w              *mat.Dense
	least, largest float64 // eigenvalues of the numerical range
	nullity        int
	nullPart       *mat.Dense // P_N b
	length, leak   float64    // ‖b‖ and ‖P_N b‖/‖b‖
}

// solve uses the documented numerical range: eigenvalues above
// max(d, 16)·ε·λ_max.
func (s naive) solve(t testutil.Test) naiveSolution {
	t.Helper()
	var eig mat.EigenSym
	if !eig.Factorize(s.a, true) {
		t.Fatal("no eigendecomposition")
	}
	var q mat.Dense
	eig.VectorsTo(&q)
	inside := times(q.T(), s.b)
	outside := mat.DenseCopyOf(inside)
	values := eig.Values(nil)
	sol := naiveSolution{w: new(mat.Dense), nullPart: new(mat.Dense), largest: values[len(values)-1]}
	tolerance := float64(max(len(values), 16)) * epsilon * sol.largest
	for i, v := range values {
		if v <= tolerance {
			sol.nullity++
			clear(inside.RawRowView(i))
			continue
		}
		if sol.least == 0 {
			sol.least = v
		}
		clear(outside.RawRowView(i))
		floats.Scale(1/v, inside.RawRowView(i))
	}
	sol.w.Mul(&q, inside)
	sol.nullPart.Mul(&q, outside)
	sol.length = mat.Norm(s.b, 2)
	if sol.length > 0 {
		sol.leak = mat.Norm(sol.nullPart, 2) / sol.length
	}
	return sol
}

// near reports whether a and b agree to tolerance, relative to the larger.
func near(a, b, tolerance float64) bool {
	return math.Abs(a-b) <= tolerance*max(math.Abs(a), math.Abs(b))
}

func newRand(seed uint64) *rand.Rand { return testutil.NewRand(seed, 1) }
