package rivals

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// A spectralNorm keeps the weights of a layer at the spectral norm 1: W = V/σ, where V is trained
// and σ is its largest singular value (Miyato, Kataoka, Koyama and Yoshida, "Spectral Normalization
// for Generative Adversarial Networks", ICLR 2018). σ = leftᵀ·V·right is updated by one step of the
// power method each time V changes.
type spectralNorm struct {
	v, dv       blas64.General // in×out
	left, right []float64      // in, out; of length 1
	sigma       float64
}

// normalize makes all layers train at the spectral norm 1.
func (p *perceptron) normalize(rng *rand.Rand) {
	for _, l := range p.layers {
		n := &spectralNorm{v: copyOf(l.w), dv: zeros(l.w.Rows, l.w.Cols), left: make([]float64, l.w.Rows), right: make([]float64, l.w.Cols)}
		for i := range n.left {
			n.left[i] = rng.NormFloat64()
		}
		l.norm = n
	}
	p.updateWeights()
}

// updateWeights updates the weights of normalized layers after a change of their V.
func (p *perceptron) updateWeights() {
	for _, l := range p.layers {
		if n := l.norm; n != nil {
			n.power(blas.Trans, n.left, n.right)
			n.sigma = n.power(blas.NoTrans, n.right, n.left)
			floats.ScaleTo(l.w.Data, 1/n.sigma, n.v.Data)
		}
	}
}

// power sets to to V·from or Vᵀ·from, scaled to length 1, and returns the length before scaling.
func (n *spectralNorm) power(t blas.Transpose, from, to []float64) float64 {
	blas64.Gemv(t, 1, n.v, vector(from), 0, vector(to))
	length := floats.Norm(to, 2)
	floats.Scale(1/length, to)
	return length
}

// chainGradients computes the gradients of V from the gradients of W in normalized layers: with
// ∂σ/∂V = left·rightᵀ, dV = (dW − ⟨dW, W⟩·left·rightᵀ)/σ.
func (p *perceptron) chainGradients() {
	for _, l := range p.layers {
		if n := l.norm; n != nil {
			along := floats.Dot(l.dw.Data, l.w.Data)
			for i, left := range n.left {
				for j, right := range n.right {
					row(n.dv, i)[j] = (row(l.dw, i)[j] - along*left*right) / n.sigma
				}
			}
		}
	}
}
