package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"
)

// panelWidth is the number of columns that a factorization reduces before it updates the rest of
// the matrix.
const panelWidth = 32

// A reflectorBlock is a product of Householder reflections 1 − τ_i v_iᵀv_i = H_i:
//
//	H_1 H_2 ⋯ = 1 − VᵀTV
//
// The rows of V (b×m) are the v_i, and T (b×b) is upper triangular (Schreiber and Van Loan 1989).
// The block does not change coordinates before index from, so V has no columns for them.
//
// Dlarft of gonum 0.17 computes T incorrectly if the second of several vectors ends in zeros and
// the first does not. Do not use gonum routines that call Dlarft, such as blocked QR.
type reflectorBlock struct {
	from int
	v, t *mat.Dense
}

func newReflectorBlock(from int, v *mat.Dense, tau []float64) reflectorBlock {
	b := len(tau)
	t, products := mat.NewDense(b, b, nil), new(mat.SymDense)
	products.SymOuterK(1, v)
	for j := range b {
		with := mat.Col(nil, j, products)
		for i := range j {
			t.Set(i, j, -tau[j]*floats.Dot(t.RawRowView(i)[i:j], with[i:j]))
		}
		t.Set(j, j, tau[j])
	}
	return reflectorBlock{from, v, t}
}

// apply replaces z by the block times z or, if trans is blas.Trans, by the block's transpose times
// z. It changes only the columns of z from firstColumn on.
func (r reflectorBlock) apply(trans blas.Transpose, z *mat.Dense, firstColumn int) {
	rows, columns := z.Dims()
	below := z.Slice(r.from, rows, firstColumn, columns).(*mat.Dense).RawMatrix()
	b, _ := r.v.Dims()
	w, tw := mat.NewDense(b, below.Cols, nil).RawMatrix(), mat.NewDense(b, below.Cols, nil).RawMatrix()
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, r.v.RawMatrix(), below, 0, w)
	blas64.Gemm(trans, blas.NoTrans, 1, r.t.RawMatrix(), w, 0, tw)
	blas64.Gemm(blas.Trans, blas.NoTrans, -1, r.v.RawMatrix(), tw, 1, below)
}

func joinReflectorBlocks(blocks []reflectorBlock) reflectorBlock {
	first := blocks[0]
	_, length := first.v.Dims()
	var tau []float64
	for _, block := range blocks {
		for i := range block.t.RawMatrix().Rows {
			tau = append(tau, block.t.At(i, i))
		}
	}
	v, row := mat.NewDense(len(tau), length, nil), 0
	for _, block := range blocks {
		for i := range block.v.RawMatrix().Rows {
			copy(v.RawRowView(row)[block.from-first.from:], block.v.RawRowView(i))
			row++
		}
	}
	return newReflectorBlock(first.from, v, tau)
}

// panelsAtOnce returns how many panels of reflections one matrix product applies to an m×n basis.
// More panels need fewer passes over the basis, but delay the next check of the context.
func panelsAtOnce(m, n int) int { return max(1, min(4, multiplicationsPerCheck/(m*n)/panelWidth)) }

// formBasis sets q to the first columns of the product of the blocks. q is undefined if ctx ends.
func formBasis(ctx context.Context, q *mat.Dense, blocks []reflectorBlock) {
	m, n := q.Dims()
	q.Zero()
	for i := range n {
		q.Set(i, i, 1)
	}
	for to := len(blocks); to > 0 && ctx.Err() == nil; {
		from := max(0, to-panelsAtOnce(m, n))
		block := joinReflectorBlocks(blocks[from:to])
		block.apply(blas.NoTrans, q, block.from)
		to = from
	}
}

// Orthonormalize replaces the n columns of a (m×n, m ≥ n) by n orthonormal columns, even if the old
// columns are dependent. For each j, the span of the first j new columns contains the first j old
// columns. a is undefined if ctx ends.
func Orthonormalize(ctx context.Context, a *mat.Dense) { CompleteBasis(ctx, a, a) }

// CompleteBasis sets q (m×c, n ≤ c ≤ m) to orthonormal columns. The first n columns are the result
// of Orthonormalize for a (m×n). CompleteBasis overwrites a.
func CompleteBasis(ctx context.Context, a, q *mat.Dense) {
	raw := a.RawMatrix()
	m, n := raw.Rows, raw.Cols
	var lapack gonum.Implementation
	var blocks []reflectorBlock
	for from := 0; from < n && ctx.Err() == nil; from += panelWidth {
		to := min(from+panelWidth, n)
		tau, work := make([]float64, to-from), make([]float64, to-from)
		lapack.Dgeqr2(m-from, to-from, raw.Data[from*raw.Stride+from:], raw.Stride, tau, work)
		v := mat.NewDense(to-from, m-from, nil)
		for i := range to - from {
			v.Set(i, i, 1)
			for row := i + 1; row < m-from; row++ {
				v.Set(i, row, a.At(from+row, from+i))
			}
		}
		blocks = append(blocks, newReflectorBlock(from, v, tau))
		if to < n {
			blocks[len(blocks)-1].apply(blas.Trans, a, to)
		}
	}
	formBasis(ctx, q, blocks)
}
