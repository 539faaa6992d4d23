package rivals

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

func zeros(rows, cols int) blas64.General {
	return blas64.General{Rows: rows, Cols: cols, Stride: cols, Data: make([]float64, rows*cols)}
}

// A workspace lends matrices of zeros. After reset it lends the same memory again, for the next
// step of a training. A nil workspace allocates new matrices.
type workspace struct {
	lent [][]float64
	at   int
}

func (m *workspace) reset() { m.at = 0 }

func (m *workspace) lendZeros(rows, cols int) blas64.General {
	if m == nil {
		return zeros(rows, cols)
	}
	if m.at == len(m.lent) {
		m.lent = append(m.lent, nil)
	}
	data := &m.lent[m.at]
	m.at++
	if cap(*data) < rows*cols {
		*data = make([]float64, rows*cols)
	}
	clear((*data)[:rows*cols])
	return blas64.General{Rows: rows, Cols: cols, Stride: cols, Data: (*data)[:rows*cols]}
}

func identity(d int) blas64.General {
	w := zeros(d, d)
	for i := range d {
		row(w, i)[i] = 1
	}
	return w
}

// copyOf returns a copy of a. The stride of a must equal the number of columns.
func copyOf(a blas64.General) blas64.General {
	a.Data = append([]float64(nil), a.Data...)
	return a
}

func row(a blas64.General, i int) []float64 {
	return a.Data[i*a.Stride : i*a.Stride+a.Cols]
}

// sliceRows returns rows lo to hi−1 of a, in the memory of a.
func sliceRows(a blas64.General, lo, hi int) blas64.General { return sliceBlock(a, lo, hi, 0, a.Cols) }

// sliceBlock returns rows top to bottom−1 and columns left to right−1 of a, in the memory of a.
func sliceBlock(a blas64.General, top, bottom, left, right int) blas64.General {
	return blas64.General{
		Rows: bottom - top, Cols: right - left, Stride: a.Stride,
		Data: a.Data[top*a.Stride+left : (bottom-1)*a.Stride+right],
	}
}

func newVector(data []float64) blas64.Vector {
	return blas64.Vector{N: len(data), Inc: 1, Data: data}
}

// toDense returns a as a mat.Dense, in the memory of a.
func toDense(a blas64.General) *mat.Dense {
	var m mat.Dense
	m.SetRawMatrix(a)
	return &m
}

// visitStrips divides n rows into consecutive strips of at most size rows, and calls visit with
// rows lo to hi−1 of each strip. It stops once ctx ends.
func visitStrips(ctx context.Context, n, size int, visit func(lo, hi int)) {
	for lo := 0; lo < n && ctx.Err() == nil; lo += size {
		visit(lo, min(lo+size, n))
	}
}

// stripWork is the number of multiplications between two checks of the context.
const stripWork = 1 << 26

// multiply returns a·b, or a·bᵀ if op is blas.Trans. The result is meaningless once ctx ends.
func multiply(ctx context.Context, op blas.Transpose, a, b blas64.General) blas64.General {
	c := zeros(a.Rows, b.Cols)
	if op == blas.Trans {
		c = zeros(a.Rows, b.Rows)
	}
	visitStrips(ctx, a.Rows, max(1, stripWork/(b.Rows*b.Cols)), func(lo, hi int) {
		blas64.Gemm(blas.NoTrans, op, 1, sliceRows(a, lo, hi), b, 0, sliceRows(c, lo, hi))
	})
	return c
}

// crossProduct returns aᵀ·b. The result is meaningless once ctx ends.
func crossProduct(ctx context.Context, a, b blas64.General) blas64.General {
	c := zeros(a.Cols, b.Cols)
	visitStrips(ctx, a.Rows, max(1, stripWork/(a.Cols*b.Cols)), func(lo, hi int) {
		blas64.Gemm(blas.Trans, blas.NoTrans, 1, sliceRows(a, lo, hi), sliceRows(b, lo, hi), 1, c)
	})
	return c
}
