package model

import (
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

// Gram returns the second moments S = XᵀX (d×d) of X (n×d), not divided by n.
func Gram(x *mat.Dense) *mat.SymDense {
	n, d := x.Dims()
	parts := gramParts
	if n < 64*gramParts || d > 1024 {
		parts = 1
	}
	sums := make([]*mat.SymDense, parts)
	var wg sync.WaitGroup
	for p := range parts {
		wg.Go(func() {
			lo, hi := n*p/parts, n*(p+1)/parts
			sums[p] = mat.NewSymDense(d, nil)
			for ; lo < hi; lo += gramRows {
				rows := x.Slice(lo, min(lo+gramRows, hi), 0, d).(*mat.Dense)
				blas64.Syrk(blas.Trans, 1, rows.RawMatrix(), 1, sums[p].RawSymmetric())
			}
		})
	}
	wg.Wait()
	for _, s := range sums[1:] {
		sums[0].AddSym(sums[0], s)
	}
	return sums[0]
}
