package model

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// fewColumns is up to how many columns a product is done one by one: gonum's
// matrix product runs along the columns of its right factor, which is slow where
// they are few.
const fewColumns = 4

// product returns a·x.
func product(a, x *mat.Dense) *mat.Dense { return multiply(blas.NoTrans, a, x) }

// productT returns aᵀ·x.
func productT(a, x *mat.Dense) *mat.Dense { return multiply(blas.Trans, a, x) }

func multiply(trans blas.Transpose, a, x *mat.Dense) *mat.Dense {
	r, s := a.Dims()
	if trans == blas.Trans {
		r, s = s, r
	}
	_, c := x.Dims()
	out := mat.NewDense(r, c, nil)
	if c > fewColumns {
		blas64.Gemm(trans, blas.NoTrans, 1, a.RawMatrix(), x.RawMatrix(), 0, out.RawMatrix())
		return out
	}
	column := blas64.Vector{N: s, Inc: 1, Data: make([]float64, s)}
	sums := blas64.Vector{N: r, Inc: 1, Data: make([]float64, r)}
	for j := range c {
		mat.Col(column.Data, j, x)
		blas64.Gemv(trans, 1, a.RawMatrix(), column, 0, sums)
		out.SetCol(j, sums.Data)
	}
	return out
}
