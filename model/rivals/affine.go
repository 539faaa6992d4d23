package rivals

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// A tensor is a parameter of a network with the gradient of the loss.
type tensor struct{ value, grad []float64 }

// An affine layer maps rows x (n×in) to xW + 1bᵀ (n×out). W is kept as in×out:
// gonum's product skips zeros of its left factor, and pictures are mostly zeros.
type affine struct {
	w, dw blas64.General // in×out
	b, db []float64      // out, or nil
}

// newAffine draws weights and biases uniformly from ±1/√in.
func newAffine(in, out int, bias bool, rng *rand.Rand) *affine {
	l := &affine{w: zeros(in, out), dw: zeros(in, out)}
	bound := 1 / math.Sqrt(float64(in))
	draw := func(values []float64) {
		for i := range values {
			values[i] = bound * (2*rng.Float64() - 1)
		}
	}
	draw(l.w.Data)
	if bias {
		l.b, l.db = make([]float64, out), make([]float64, out)
		draw(l.b)
	}
	return l
}

// forward returns xW + 1bᵀ.
func (l *affine) forward(m *memory, x blas64.General) blas64.General {
	y := m.zeros(x.Rows, l.w.Cols)
	if l.b != nil {
		for i := range y.Rows {
			copy(row(y, i), l.b)
		}
	}
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, x, l.w, 1, y)
	return y
}

// backward sets the gradients dW = xᵀdy and db = dyᵀ1 of the loss whose gradient
// by the output is dy, and returns that by the input, dyWᵀ, if that is wanted.
func (l *affine) backward(m *memory, x, dy blas64.General, wanted bool) (dx blas64.General) {
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, x, dy, 0, l.dw)
	if l.b != nil {
		clear(l.db)
		for i := range dy.Rows {
			floats.Add(l.db, row(dy, i))
		}
	}
	if wanted {
		dx = m.zeros(x.Rows, x.Cols)
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, dy, l.w, 0, dx)
	}
	return dx
}

func (l *affine) tensors() []tensor {
	t := []tensor{{l.w.Data, l.dw.Data}}
	if l.b != nil {
		t = append(t, tensor{l.b, l.db})
	}
	return t
}
