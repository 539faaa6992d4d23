package rivals

import (
	"cmp"
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// procrustes adds a multiple of the present mapping to M, with the norm inertia·‖M‖, so that M
// determines W in all directions.
const inertia = 1e-6

// procrustes returns the orthogonal W (d×d) that minimizes Σ ‖Wx − y‖² over the matched rows x of
// source and y of target. W is the polar factor UVᵀ of M = Σ yxᵀ = UΣVᵀ (Schönemann 1966; Conneau
// et al. 2017, section 2). Fewer than d matches leave some directions undetermined: there W stays
// as near as possible to the mapping present, which must not be singular.
func procrustes(ctx context.Context, source, target blas64.General, matches []rowPair, present blas64.General) blas64.General {
	d := source.Cols
	m := zeros(d, d)
	x, y := zeros(blockRows, d), zeros(blockRows, d)
	visitStrips(ctx, len(matches), blockRows, func(lo, hi int) {
		for i, pair := range matches[lo:hi] {
			copy(row(x, i), row(source, pair.source))
			copy(row(y, i), row(target, pair.target))
		}
		blas64.Gemm(blas.Trans, blas.NoTrans, 1, sliceRows(y, 0, hi-lo), sliceRows(x, 0, hi-lo), 1, m)
	})
	size := cmp.Or(floats.Norm(m.Data, 2), 1)
	floats.AddScaled(m.Data, inertia*size/floats.Norm(present.Data, 2), present.Data)
	return polarFactor(ctx, m)
}

// polarRounds is the largest number of iterations of polarFactor. A dozen are usual.
const polarRounds = 60

// polarFactor returns the orthogonal polar factor of a nonsingular square matrix a, and overwrites
// a. Newton's iteration X ← ½(γX + X⁻ᵀ/γ) with γ² = ‖X⁻¹‖/‖X‖ in the Frobenius norm (Higham 1986)
// can check ctx more often than gonum's singular value decomposition.
func polarFactor(ctx context.Context, a blas64.General) blas64.General {
	x := a
	for round := 0; round < polarRounds && ctx.Err() == nil; round++ {
		inverse := inverseTranspose(ctx, x)
		scale := math.Sqrt(floats.Norm(inverse.Data, 2) / floats.Norm(x.Data, 2))
		moved := 0.0
		for i, v := range x.Data {
			next := (scale*v + inverse.Data[i]/scale) / 2
			moved += (next - v) * (next - v)
			x.Data[i] = next
		}
		// The iteration converges quadratically, and the limit has the norm √d.
		if math.Sqrt(moved) <= 1e-12*math.Sqrt(float64(x.Rows)) {
			break
		}
	}
	return x
}

// panelColumns is the number of columns that inverseTranspose computes between two checks of ctx.
// Before the first column, a factorization takes 20 ms for a thousand features.
const panelColumns = 64

func inverseTranspose(ctx context.Context, a blas64.General) blas64.General {
	d, lu := a.Rows, copyOf(a)
	pivots, inverse := make([]int, d), identity(d)
	lapack64.Getrf(lu, pivots)
	visitStrips(ctx, d, panelColumns, func(lo, hi int) {
		// Solve Aᵀ X = B, where B has columns lo to hi−1 of the identity.
		lapack64.Getrs(blas.Trans, lu, sliceBlock(inverse, 0, d, lo, hi), pivots)
	})
	return inverse
}
