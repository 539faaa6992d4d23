package rivals

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// A perceptron is a stack of affine layers with rectifiers between them.
type perceptron struct {
	layers []*affineLayer
	// leak is the rectifier's slope below zero: 0 for ReLU.
	leak float64
	// rectified reports whether a rectifier follows the last layer too.
	rectified bool
}

func newPerceptron(widths []int, bias bool, rng *rand.Rand) *perceptron {
	p := &perceptron{}
	for i, out := range widths[1:] {
		p.layers = append(p.layers, newAffine(widths[i], out, bias, rng))
	}
	return p
}

func (p *perceptron) outputWidth() int { return p.layers[len(p.layers)-1].w.Cols }

// A layerOutputs has the input rows (n×in) of a perceptron and then the output of each layer, after the
// rectifier.
type layerOutputs []blas64.General

func (a layerOutputs) last() blas64.General { return a[len(a)-1] }

func (p *perceptron) forward(m *workspace, x blas64.General) layerOutputs {
	a := layerOutputs{x}
	for i, l := range p.layers {
		y := l.forward(m, a.last())
		if p.isRectified(i) {
			p.rectify(y)
		}
		a = append(a, y)
	}
	return a
}

// backward sets the gradients of all weights. dy is the gradient of a loss with respect to the last
// layer's output; backward overwrites dy. If withInput is true, dx is the gradient with respect to
// the input.
func (p *perceptron) backward(m *workspace, a layerOutputs, dy blas64.General, withInput bool) (dx blas64.General) {
	for i := len(p.layers) - 1; i >= 0; i-- {
		if p.isRectified(i) {
			p.maskGradient(a[i+1], dy)
		}
		dy = p.layers[i].backward(m, a[i], dy, i > 0 || withInput)
	}
	return dy
}

func (p *perceptron) isRectified(i int) bool { return i < len(p.layers)-1 || p.rectified }

func (p *perceptron) rectify(y blas64.General) {
	for i, v := range y.Data {
		if v < 0 {
			y.Data[i] = p.leak * v
		}
	}
}

// maskGradient multiplies dy by the rectifier's slope: leak where the rectifier's output y is zero
// or negative, else 1.
func (p *perceptron) maskGradient(y, dy blas64.General) {
	for i, v := range y.Data {
		if v <= 0 {
			dy.Data[i] *= p.leak
		}
	}
}

func (p *perceptron) tensors() []tensor {
	var all []tensor
	for _, l := range p.layers {
		all = append(all, l.tensors()...)
	}
	return all
}

type tensor struct{ value, grad []float64 }

// An affineLayer maps rows x (n×in) to xW + 1bᵀ (n×out). W is in×out, because gonum's product xW
// then skips the zeros of x, and images are mostly zeros.
type affineLayer struct {
	w, dw blas64.General // in×out
	b, db []float64      // out, or nil
	// norm, if not nil, has the matrix that is trained in place of w.
	norm *spectralNorm
}

// newAffine draws weights and biases uniformly from ±1/√in.
func newAffine(in, out int, bias bool, rng *rand.Rand) *affineLayer {
	l := &affineLayer{w: zeros(in, out), dw: zeros(in, out)}
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

func (l *affineLayer) forward(m *workspace, x blas64.General) blas64.General {
	y := m.lendZeros(x.Rows, l.w.Cols)
	if l.b != nil {
		for i := range y.Rows {
			copy(row(y, i), l.b)
		}
	}
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, x, l.w, 1, y)
	return y
}

// backward sets the gradients dW = xᵀdy and db = dyᵀ1. dy is the gradient with respect to the
// output. If withInput is true, dx = dyWᵀ is the gradient with respect to the input.
func (l *affineLayer) backward(m *workspace, x, dy blas64.General, withInput bool) (dx blas64.General) {
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, x, dy, 0, l.dw)
	if l.b != nil {
		clear(l.db)
		for i := range dy.Rows {
			floats.Add(l.db, row(dy, i))
		}
	}
	if withInput {
		dx = m.lendZeros(x.Rows, x.Cols)
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, dy, l.w, 0, dx)
	}
	return dx
}

func (l *affineLayer) tensors() []tensor {
	t := []tensor{{l.w.Data, l.dw.Data}}
	if l.norm != nil {
		t[0] = tensor{l.norm.v.Data, l.norm.dv.Data}
	}
	if l.b != nil {
		t = append(t, tensor{l.b, l.db})
	}
	return t
}
