package model

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"
)

// orthonormalize replaces the columns of a (m×n, m ≥ n) by an orthonormal basis
// of a space that holds them, the first j columns by one that holds the first j,
// by Householder reflections, which stay orthonormal where columns are dependent.
// Errors are the context's.
func orthonormalize(ctx context.Context, a *mat.Dense) error {
	raw := a.RawMatrix()
	m, n := raw.Rows, raw.Cols
	var lapack gonum.Implementation
	var blocks []reflectorBlock
	for from := 0; from < n; from += panelWidth {
		if err := ctx.Err(); err != nil {
			return err
		}
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
		block := newReflectorBlock(v, tau)
		blocks = append(blocks, block)
		if to < n {
			block.apply(blas.Trans, a.Slice(from, m, to, n).(*mat.Dense))
		}
	}
	a.Zero()
	for i := range n {
		a.Set(i, i, 1)
	}
	for i := len(blocks) - 1; i >= 0; i-- {
		if err := ctx.Err(); err != nil {
			return err
		}
		from := i * panelWidth
		blocks[i].apply(blas.NoTrans, a.Slice(from, m, from, n).(*mat.Dense))
	}
	return nil
}
