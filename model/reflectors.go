package model

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// panelWidth is how many columns of a factorization are reduced before the rest
// of the matrix hears of them.
const panelWidth = 32

// A reflectorBlock is the product H_1 H_2 ⋯ of a few Householder reflections
// H_i = 1 − τ_i v_iᵀv_i as 1 − VᵀTV, with the v_i as the rows of V (b×m) and T
// (b×b) upper triangular (Schreiber and Van Loan 1989).
//
// gonum 0.17 has the same in Dlarft, but gets T wrong where the second of several
// vectors ends in zeros and the first does not; what builds on it there, blocked
// QR above all, is to be avoided.
type reflectorBlock struct{ v, t *mat.Dense }

// newReflectorBlock takes the vectors as the rows of v and their factors τ.
func newReflectorBlock(v *mat.Dense, tau []float64) reflectorBlock {
	b := len(tau)
	t := mat.NewDense(b, b, nil)
	products := make([]float64, b)
	for j := range b {
		for l := range j {
			products[l] = floats.Dot(v.RawRowView(l), v.RawRowView(j))
		}
		for i := range j {
			t.Set(i, j, -tau[j]*floats.Dot(t.RawRowView(i)[i:j], products[i:j]))
		}
		t.Set(j, j, tau[j])
	}
	return reflectorBlock{v, t}
}

// apply multiplies z (m×n) from the left by the product, or by its transpose.
func (r reflectorBlock) apply(trans blas.Transpose, z *mat.Dense) {
	b, _ := r.v.Dims()
	_, n := z.Dims()
	w, tw := mat.NewDense(b, n, nil), mat.NewDense(b, n, nil)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, r.v.RawMatrix(), z.RawMatrix(), 0, w.RawMatrix())
	blas64.Gemm(trans, blas.NoTrans, 1, r.t.RawMatrix(), w.RawMatrix(), 0, tw.RawMatrix())
	blas64.Gemm(blas.Trans, blas.NoTrans, -1, r.v.RawMatrix(), tw.RawMatrix(), 1, z.RawMatrix())
}
