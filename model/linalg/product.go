package linalg

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// With at most fewColumns columns, multiply calls a matrix-vector product per column. With more, a
// matrix-matrix product fills the vector registers.
const fewColumns = 4

// Product returns a·x.
func Product(a, x *mat.Dense) *mat.Dense {
	r, _ := a.Dims()
	_, c := x.Dims()
	out := mat.NewDense(r, c, nil)
	ProductTo(out, a, x)
	return out
}

// MultiplyAny returns a·b for any implementations of mat.Matrix, such as transposes.
func MultiplyAny(a, b mat.Matrix) *mat.Dense {
	product := new(mat.Dense)
	product.Mul(a, b)
	return product
}

// ProductT returns aᵀ·x.
func ProductT(a, x *mat.Dense) *mat.Dense {
	_, r := a.Dims()
	_, c := x.Dims()
	out := mat.NewDense(r, c, nil)
	multiply(out, blas.Trans, a, x)
	return out
}

// ProductTo sets out to a·x.
func ProductTo(out, a, x *mat.Dense) { multiply(out, blas.NoTrans, a, x) }

func multiply(out *mat.Dense, trans blas.Transpose, a, x *mat.Dense) {
	r, c := out.Dims()
	s, _ := x.Dims()
	if c > fewColumns {
		blas64.Gemm(trans, blas.NoTrans, 1, a.RawMatrix(), x.RawMatrix(), 0, out.RawMatrix())
		return
	}
	if to, from := out.RawMatrix(), x.RawMatrix(); to.Stride == 1 && from.Stride == 1 {
		blas64.Gemv(trans, 1, a.RawMatrix(), newVector(from.Data[:s]), 0, newVector(to.Data[:r]))
		return
	}
	sums := newVector(make([]float64, r))
	column := newVector(make([]float64, s))
	for j := range c {
		mat.Col(column.Data, j, x)
		blas64.Gemv(trans, 1, a.RawMatrix(), column, 0, sums)
		out.SetCol(j, sums.Data)
	}
}

// LargeProduct returns a·b, or aᵀ·b if trans is blas.Trans, for large matrices. The result is
// undefined if ctx ends.
func LargeProduct(ctx context.Context, trans blas.Transpose, a, b *mat.Dense) *mat.Dense {
	rows, inner := a.Dims()
	if trans == blas.Trans {
		rows = inner
	}
	_, columns := b.Dims()
	out := mat.NewDense(rows, columns, nil)
	LargeProductTo(ctx, out, trans, a, blas.NoTrans, b)
	return out
}

// multiplicationsPerCheck is the number of multiplications between two checks of the context. These
// take some hundredths of a second.
const multiplicationsPerCheck = 1 << 29

// LargeProductTo sets out to a·b, where blas.Trans replaces a factor by its transpose. out is
// undefined if ctx ends.
func LargeProductTo(ctx context.Context, out *mat.Dense, transA blas.Transpose, a *mat.Dense, transB blas.Transpose, b *mat.Dense) {
	rows, columns := out.Dims()
	inner, flipped := b.RawMatrix().Rows, blas.Transpose(blas.Trans)
	if transB == blas.Trans {
		inner, flipped = b.RawMatrix().Cols, blas.NoTrans
	}
	// Blocks are nearly square, because Gemm copies the rows of a and the columns of b for each block.
	most := multiplicationsPerCheck / max(1, inner)
	height := max(64, min(rows, int(math.Sqrt(float64(most)))))
	width := max(64, most/height)
	for top := 0; top < rows; top += height {
		for left := 0; left < columns && ctx.Err() == nil; left += width {
			bottom, right := min(top+height, rows), min(left+width, columns)
			block := out.Slice(top, bottom, left, right).(*mat.Dense).RawMatrix()
			blas64.Gemm(transA, transB, 1, sliceOperandRows(transA, a, top, bottom), sliceOperandRows(flipped, b, left, right), 0, block)
		}
	}
}

// sliceOperandRows returns rows lo to hi−1 of m or, if trans is blas.Trans, of the transpose of m. The
// result shares the memory of m.
func sliceOperandRows(trans blas.Transpose, m *mat.Dense, lo, hi int) blas64.General {
	if trans == blas.Trans {
		return SliceColumns(m, lo, hi).RawMatrix()
	}
	return SliceRows(m, lo, hi).RawMatrix()
}

// SliceRows returns rows lo to hi−1 of m. The result shares the memory of m.
func SliceRows(m *mat.Dense, lo, hi int) *mat.Dense {
	return m.Slice(lo, hi, 0, m.RawMatrix().Cols).(*mat.Dense)
}

// PickRows returns a copy of the rows of m with the given indices.
func PickRows(m *mat.Dense, rows []int) *mat.Dense {
	picked := mat.NewDense(len(rows), m.RawMatrix().Cols, nil)
	for to, from := range rows {
		picked.SetRow(to, m.RawRowView(from))
	}
	return picked
}

// SquaredRowNorms returns the squared Euclidean length of every row of m.
func SquaredRowNorms(m *mat.Dense) []float64 {
	squares := make([]float64, m.RawMatrix().Rows)
	for i := range squares {
		row := m.RawRowView(i)
		squares[i] = floats.Dot(row, row)
	}
	return squares
}

// SliceColumns returns columns lo to hi−1 of m. The result shares the memory of m.
func SliceColumns(m *mat.Dense, lo, hi int) *mat.Dense {
	return m.Slice(0, m.RawMatrix().Rows, lo, hi).(*mat.Dense)
}

func newVector(data []float64) blas64.Vector {
	return blas64.Vector{N: len(data), Inc: 1, Data: data}
}
