package rivals

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// A loss returns Σ weights_i·ℓ(z_i, labels_i) over the labelled rows, which come first, and the
// gradient with respect to z. z has a network's logits, and p is softmax(z).
type loss func(z, p blas64.General, labels []int, weights []float64) (total float64, dz blas64.General)

func crossEntropy(z, p blas64.General, labels []int, weights []float64) (total float64, dz blas64.General) {
	dz = zeros(z.Rows, z.Cols)
	for i, y := range labels {
		// ∂(−log p_y)/∂z_j = p_j − [j=y]
		total += weights[i] * (floats.LogSumExp(row(z, i)) - row(z, i)[y])
		grad := row(dz, i)
		for j, q := range row(p, i) {
			grad[j] = weights[i] * q
		}
		grad[y] -= weights[i]
	}
	return total, dz
}

// negativeProbability is the loss with ℓ = −p_y for the label y. In the LAR paper's published code,
// DANN and its source-only network minimize this loss for classes and domains: the code passes
// probabilities to a negative log-likelihood that expects logarithms.
func negativeProbability(_, p blas64.General, labels []int, weights []float64) (total float64, dz blas64.General) {
	dz = zeros(p.Rows, p.Cols)
	for i, y := range labels {
		// ∂(−p_y)/∂z_j = −p_y([j=y] − p_j)
		probs, grad := row(p, i), row(dz, i)
		total -= weights[i] * probs[y]
		for j, q := range probs {
			grad[j] = weights[i] * probs[y] * q
		}
		grad[y] -= weights[i] * probs[y]
	}
	return total, dz
}

func softmax(z blas64.General) blas64.General {
	p := zeros(z.Rows, z.Cols)
	for i := range z.Rows {
		from, to := row(z, i), row(p, i)
		largest, sum := floats.Max(from), 0.0
		for j, v := range from {
			to[j] = math.Exp(v - largest)
			sum += to[j]
		}
		floats.Scale(1/sum, to)
	}
	return p
}
