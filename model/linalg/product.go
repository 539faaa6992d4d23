package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// fewColumns is up to how many columns a product is done one by one: more of them fill the
// vectors that a matrix product works on.
const fewColumns = 4

// Product returns a·x.
func Product(a, x *mat.Dense) *mat.Dense { return multiply(blas.NoTrans, a, x) }

// ProductT returns aᵀ·x.
func ProductT(a, x *mat.Dense) *mat.Dense { return multiply(blas.Trans, a, x) }

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
	sums := blas64.Vector{N: r, Inc: 1, Data: make([]float64, r)}
	column := blas64.Vector{N: s, Inc: 1, Data: make([]float64, s)}
	for j := range c {
		mat.Col(column.Data, j, x)
		blas64.Gemv(trans, 1, a.RawMatrix(), column, 0, sums)
		out.SetCol(j, sums.Data)
	}
	return out
}

// LargeProduct returns a·b, or aᵀ·b, of matrices for which that takes a while; what
// it returns once ctx is done means nothing.
func LargeProduct(ctx context.Context, trans blas.Transpose, a, b *mat.Dense) *mat.Dense {
	rows, inner := a.Dims()
	if trans == blas.Trans {
		rows = inner
	}
	_, columns := b.Dims()
	out := mat.NewDense(rows, columns, nil)
	multiplyInto(ctx, out, trans, a, blas.NoTrans, b)
	return out
}

// uninterrupted is how many multiplications a product does between two looks at the
// context: some hundredths of a second with vector units.
const uninterrupted = 1 << 29

// multiplyInto sets out to the product of a and b, or of their transposes; what it leaves
// once ctx is done means nothing.
func multiplyInto(ctx context.Context, out *mat.Dense, transA blas.Transpose, a *mat.Dense, transB blas.Transpose, b *mat.Dense) {
	rows, columns := out.Dims()
	m, n := a.Dims()
	inner := n
	if transA == blas.Trans {
		inner = m
	}
	together := max(64, uninterrupted/(inner*columns))
	for from := 0; from < rows && ctx.Err() == nil; from += together {
		to := min(from+together, rows)
		var left mat.Matrix
		if transA == blas.Trans {
			left = a.Slice(0, m, from, to)
		} else {
			left = a.Slice(from, to, 0, n)
		}
		part := out.Slice(from, to, 0, columns).(*mat.Dense)
		blas64.Gemm(transA, transB, 1, left.(*mat.Dense).RawMatrix(), b.RawMatrix(), 0, part.RawMatrix())
	}
}
