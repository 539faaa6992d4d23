package rivals

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// A spectralNorm keeps a layer's weights at the spectral norm 1: W = V/σ, where V is trained and σ
// is V's largest singular value (Miyato, Kataoka, Koyama and Yoshida, "Spectral Normalization for
// Generative Adversarial Networks", ICLR 2018). Each time V changes, one step of the power method
// updates σ = leftᵀ·V·right.
type spectralNorm struct {
	layer       *affineLayer
	v, dv       blas64.General // in×out
	left, right []float64      // in, out; of length 1
	sigma       float64
}

func (p *perceptron) addSpectralNorms(rng *rand.Rand) (norms []*spectralNorm) {
	for _, l := range p.layers {
		n := &spectralNorm{layer: l, v: copyOf(l.w), dv: zeros(l.w.Rows, l.w.Cols)}
		n.left, n.right = make([]float64, l.w.Rows), make([]float64, l.w.Cols)
		for i := range n.left {
			n.left[i] = rng.NormFloat64()
		}
		l.norm = n
		n.updateWeights()
		norms = append(norms, n)
	}
	return norms
}

func (n *spectralNorm) updateWeights() {
	n.stepPowerMethod(blas.Trans, n.left, n.right)
	n.sigma = n.stepPowerMethod(blas.NoTrans, n.right, n.left)
	floats.ScaleTo(n.layer.w.Data, 1/n.sigma, n.v.Data)
}

// stepPowerMethod sets out to V·x or Vᵀ·x, scaled to length 1, and returns the length before
// scaling.
func (n *spectralNorm) stepPowerMethod(t blas.Transpose, x, out []float64) float64 {
	blas64.Gemv(t, 1, n.v, newVector(x), 0, newVector(out))
	length := floats.Norm(out, 2)
	floats.Scale(1/length, out)
	return length
}

// setGradient computes the gradient of V from the gradient of W: with ∂σ/∂V = left·rightᵀ,
// dV = (dW − ⟨dW, W⟩·left·rightᵀ)/σ.
func (n *spectralNorm) setGradient() {
	l := n.layer
	along := floats.Dot(l.dw.Data, l.w.Data)
	for i, left := range n.left {
		for j, right := range n.right {
			row(n.dv, i)[j] = (row(l.dw, i)[j] - along*left*right) / n.sigma
		}
	}
}
