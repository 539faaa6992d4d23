package rivals

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/blas64"
)

// A perceptron is a stack of affine layers with rectifiers between them, and the
// memory of one pass through it and back.
type perceptron struct {
	layers []*affine
	// leak is the rectifier's slope below zero: 0 for ReLU.
	leak float64
	// rectified tells that a rectifier follows the last layer too.
	rectified bool
	// out[i] is the output of layer i, rectified; delta[i] the gradient by it. The
	// last delta is the caller's.
	out, delta []blas64.General
}

// newPerceptron draws a stack with the given widths, from the input's to the
// output's, and memory for passes of up to rows rows.
func newPerceptron(widths []int, bias bool, rng *rand.Rand, rows int) *perceptron {
	p := &perceptron{}
	for i, out := range widths[1:] {
		p.layers = append(p.layers, newAffine(widths[i], out, bias, rng))
		p.out, p.delta = append(p.out, zeros(rows, out)), append(p.delta, zeros(rows, out))
	}
	return p
}

// reader returns a perceptron with the same weights and memory of its own, but
// none for gradients: for forward passes of up to rows rows beside others.
func (p *perceptron) reader(rows int) *perceptron {
	r := &perceptron{leak: p.leak, rectified: p.rectified}
	for _, l := range p.layers {
		r.layers = append(r.layers, &affine{w: l.w, b: l.b})
		r.out = append(r.out, zeros(rows, l.w.Cols))
	}
	return r
}

func (p *perceptron) outputs() int { return p.layers[len(p.layers)-1].w.Cols }

// forward returns the output (n×out) for rows x (n×in). It is overwritten by the
// next pass.
func (p *perceptron) forward(x blas64.General) blas64.General {
	for i, l := range p.layers {
		y := span(p.out[i], 0, x.Rows)
		l.forward(x, y)
		if p.rectifies(i) {
			p.rectify(y)
		}
		x = y
	}
	return x
}

// backward takes the gradient dy of a loss by the output of the last forward
// pass, that of x, sets the gradients of all weights, and writes that by x to dx
// unless nil. It overwrites dy.
func (p *perceptron) backward(x, dy blas64.General, dx *blas64.General) {
	for i := len(p.layers) - 1; i >= 0; i-- {
		if p.rectifies(i) {
			p.mask(span(p.out[i], 0, x.Rows), dy)
		}
		if i == 0 {
			p.layers[i].backward(x, dy, dx)
			return
		}
		below := span(p.delta[i-1], 0, x.Rows)
		p.layers[i].backward(span(p.out[i-1], 0, x.Rows), dy, &below)
		dy = below
	}
}

func (p *perceptron) rectifies(i int) bool { return i < len(p.layers)-1 || p.rectified }

func (p *perceptron) rectify(y blas64.General) {
	for i, v := range y.Data {
		if v < 0 {
			y.Data[i] = p.leak * v
		}
	}
}

// mask multiplies dy by the rectifier's slope where its output was y, which has
// the sign of its input. The slope at zero is that below it.
func (p *perceptron) mask(y, dy blas64.General) {
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
