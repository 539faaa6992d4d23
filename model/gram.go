package model

import (
	"context"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// gramParts is how many partial sums Gram accumulates side by side. It is fixed,
// so that results do not depend on the number of cores.
const gramParts = 4

// gramRows is how many rows are multiplied at a time: few enough to stay in the
// cache while every pair of columns passes over them.
const gramRows = 32

// widestInParts is the number of features above which partial sums would take too
// much memory.
const widestInParts = 1024

// Gram returns the second moments S = XᵀX (d×d) of X (n×d), not divided by n.
func Gram(x *mat.Dense) *mat.SymDense {
	s, _ := newRows(x).gram(context.Background())
	return s
}

// gram returns XᵀX of the rows; it stops soon after ctx is done, with its error.
func (r *rows) gram(ctx context.Context) (*mat.SymDense, error) {
	n, d := r.dense.Dims()
	parts := gramParts
	if n < 64*gramParts || d > widestInParts {
		parts = 1
	}
	sums := make([]*mat.SymDense, parts)
	var wg sync.WaitGroup
	for p := range parts {
		wg.Go(func() {
			sums[p] = mat.NewSymDense(d, nil)
			if r.starts != nil {
				r.addGram(ctx, sums[p], n*p/parts, n*(p+1)/parts)
			} else {
				addGram(ctx, sums[p], r.dense, n*p/parts, n*(p+1)/parts)
			}
		})
	}
	wg.Wait()
	for _, s := range sums[1:] {
		sums[0].AddSym(sums[0], s)
	}
	return sums[0], ctx.Err()
}

// addGram adds XᵀX of the sparse rows from lo to hi to sum, unless ctx is done.
func (r *rows) addGram(ctx context.Context, sum *mat.SymDense, lo, hi int) {
	raw := sum.RawSymmetric()
	for i := lo; i < hi; i++ {
		if i%gramRows == 0 && ctx.Err() != nil {
			return
		}
		from, to := r.starts[i], r.starts[i+1]
		columns, values := r.columns[from:to], r.values[from:to]
		for a, v := range values {
			// Columns ascend, so that these are entries above the diagonal.
			row := raw.Data[int(columns[a])*raw.Stride:]
			rest := values[a:]
			for b, j := range columns[a:] {
				row[j] += v * rest[b]
			}
		}
	}
}

// addGram adds XᵀX of the rows of x from lo to hi to sum, unless ctx is done.
func addGram(ctx context.Context, sum *mat.SymDense, x *mat.Dense, lo, hi int) {
	_, d := x.Dims()
	for ; lo < hi && ctx.Err() == nil; lo += gramRows {
		rows := x.Slice(lo, min(lo+gramRows, hi), 0, d).(*mat.Dense)
		blas64.Syrk(blas.Trans, 1, rows.RawMatrix(), 1, sum.RawSymmetric())
	}
}
