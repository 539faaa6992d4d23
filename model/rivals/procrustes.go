package rivals

import (
	"cmp"
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// inertia is the share of the largest singular value with which the present
// mapping enters Procrustes' problem.
const inertia = 1e-6

// procrustes returns the orthogonal W (d×d) that minimizes Σ ‖Wx − y‖² over the
// matched rows x of source and y of target (Schönemann 1966; Conneau et al. 2017,
// section 2): the orthogonal polar factor UVᵀ of M = Σ yxᵀ = UΣVᵀ. Directions of
// which fewer than d matches say nothing stay as near to the present mapping as
// orthogonality allows, by adding a trace of it to M; it must not be singular.
func procrustes(ctx context.Context, source, target blas64.General, matches []match, present blas64.General) (blas64.General, error) {
	d := source.Cols
	m := zeros(d, d)
	x, y := zeros(blockRows, d), zeros(blockRows, d)
	err := strips(ctx, len(matches), blockRows, func(lo, hi int) {
		for i, pair := range matches[lo:hi] {
			copy(row(x, i), row(source, pair.source))
			copy(row(y, i), row(target, pair.target))
		}
		blas64.Gemm(blas.Trans, blas.NoTrans, 1, span(y, 0, hi-lo), span(x, 0, hi-lo), 1, m)
	})
	if err != nil {
		return m, err
	}
	size := cmp.Or(floats.Norm(m.Data, 2), 1)
	floats.AddScaled(m.Data, inertia*size/floats.Norm(present.Data, 2), present.Data)
	return polar(ctx, m)
}

// polarRounds bounds the iteration; a dozen are usual.
const polarRounds = 60

// polar returns the orthogonal polar factor of a square a that is not singular, by
// Newton's iteration X ← ½(γX + X⁻ᵀ/γ) with the scaling γ² = ‖X⁻¹‖/‖X‖ in
// Frobenius' norm (Higham 1986). Unlike a singular value decomposition it comes in
// small pieces between which the context is obeyed. It overwrites a.
func polar(ctx context.Context, a blas64.General) (blas64.General, error) {
	x := a
	for range polarRounds {
		inverse, err := inverseTranspose(ctx, x)
		if err != nil {
			return x, err
		}
		scale := math.Sqrt(floats.Norm(inverse.Data, 2) / floats.Norm(x.Data, 2))
		moved := 0.0
		for i, v := range x.Data {
			next := (scale*v + inverse.Data[i]/scale) / 2
			moved += (next - v) * (next - v)
			x.Data[i] = next
		}
		// The iteration converges quadratically and ends at norm √d.
		if math.Sqrt(moved) <= 1e-12*math.Sqrt(float64(x.Rows)) {
			break
		}
	}
	return x, ctx.Err()
}

// panelColumns is the number of columns of a factorization or an inverse between
// two looks at the context.
const panelColumns = 64

// inverseTranspose returns a⁻ᵀ (d×d).
func inverseTranspose(ctx context.Context, a blas64.General) (blas64.General, error) {
	d := a.Rows
	lu := copyOf(a)
	pivots, err := factorize(ctx, lu)
	if err != nil {
		return lu, err
	}
	inverse := identity(d)
	return inverse, strips(ctx, d, panelColumns, func(lo, hi int) {
		// Aᵀ X = the unit columns from lo to hi.
		lapack64.Getrs(blas.Trans, lu, block(inverse, 0, d, lo, hi), pivots)
	})
}

// factorize overwrites a square a by the factors of PA = LU, as lapack64.Getrf
// does, and returns the pivots. It works through panels of columns from the left,
// each of which updates what is right of it.
func factorize(ctx context.Context, a blas64.General) ([]int, error) {
	d := a.Rows
	pivots := make([]int, d)
	var lapack gonum.Implementation
	return pivots, strips(ctx, d, panelColumns, func(lo, hi int) {
		own := pivots[lo:hi]
		lapack.Dgetrf(d-lo, hi-lo, a.Data[lo*a.Stride+lo:], a.Stride, own)
		for i := range own {
			own[i] += lo
		}
		// The rows that the panel has swapped, left and right of it.
		lapack.Dlaswp(lo, a.Data, a.Stride, lo, hi-1, pivots[:hi], 1)
		if hi == d {
			return
		}
		lapack.Dlaswp(d-hi, a.Data[hi:], a.Stride, lo, hi-1, pivots[:hi], 1)
		right := block(a, lo, hi, hi, d)
		blas64.Trsm(blas.Left, blas.NoTrans, 1, blas64.Triangular{
			Uplo: blas.Lower, Diag: blas.Unit, N: hi - lo, Data: a.Data[lo*a.Stride+lo:], Stride: a.Stride,
		}, right)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, block(a, hi, d, lo, hi), right, 1, block(a, hi, d, hi, d))
	})
}
