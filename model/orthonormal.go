package model

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"
)

// orthonormalize replaces the columns of a (m×n, m ≥ n) by an orthonormal basis
// of a space that holds them, by Householder reflections, which stay orthonormal
// where the columns are dependent.
//
// The blocked routines of gonum 0.17 (through Dlarft) get reflectors wrong where
// the second of a block ends in zeros and the first does not. That is rare and
// shows at once, so their result is checked and, where it fails, made again by
// the slower routines without blocks.
func orthonormalize(a *mat.Dense) {
	raw := a.RawMatrix()
	m, n := raw.Rows, raw.Cols
	original := mat.DenseCopyOf(a)
	var lapack gonum.Implementation
	tau, size := make([]float64, n), make([]float64, 1)
	lapack.Dgeqrf(m, n, raw.Data, raw.Stride, tau, size, -1)
	work := make([]float64, int(size[0]))
	lapack.Dgeqrf(m, n, raw.Data, raw.Stride, tau, work, len(work))
	lapack.Dorgqr(m, n, n, raw.Data, raw.Stride, tau, size, -1)
	work = make([]float64, int(size[0]))
	lapack.Dorgqr(m, n, n, raw.Data, raw.Stride, tau, work, len(work))
	if spans(a, original) {
		return
	}
	a.Copy(original)
	work = make([]float64, n)
	lapack.Dgeqr2(m, n, raw.Data, raw.Stride, tau, work)
	lapack.Dorg2r(m, n, n, raw.Data, raw.Stride, tau, work)
}

// spans reports whether q has orthonormal columns whose span holds those of a, by
// two products with a vector in general position: QᵀQx = x and QQᵀ(ax) = ax.
func spans(q, a *mat.Dense) bool {
	m, n := q.Dims()
	x := mat.NewVecDense(n, nil)
	for i := range n {
		// Without pattern, and the same every time.
		x.SetVec(i, 1+math.Sin(float64(7*i*i+3*i+1)))
	}
	// A few products of n terms, each rounded.
	bound := 1e3 * roundoff(m)
	same := func(got, want *mat.VecDense) bool {
		return floats.Distance(got.RawVector().Data, want.RawVector().Data, 2) <= bound*mat.Norm(want, 2)
	}
	var product, back mat.VecDense
	product.MulVec(q, x)
	back.MulVec(q.T(), &product)
	if !same(&back, x) {
		return false
	}
	var inside, coordinates, projected mat.VecDense
	inside.MulVec(a, x)
	coordinates.MulVec(q.T(), &inside)
	projected.MulVec(q, &coordinates)
	return same(&projected, &inside)
}
