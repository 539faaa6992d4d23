package rivals

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// Loss is what a network's outputs z are trained on, through p = softmax(z).
type Loss int

const (
	// CrossEntropy is −log p_y, the textbook's.
	CrossEntropy Loss = iota
	// NegativeProbability is −p_y. The experiments that the LAR paper published for
	// DANN and its source-only network take the negative log-likelihood of
	// probabilities where it expects their logarithms, and so minimize this, for
	// classes and domains alike.
	NegativeProbability
)

// String returns "cross-entropy" or "negative probability".
func (l Loss) String() string {
	switch l {
	case CrossEntropy:
		return "cross-entropy"
	case NegativeProbability:
		return "negative probability"
	}
	return "unknown"
}

// softmax writes exp(z_j)/Σ exp(z) of every row of z to p.
func softmax(z, p blas64.General) {
	for i := range z.Rows {
		from, to := row(z, i), row(p, i)
		largest, sum := floats.Max(from), 0.0
		for j, v := range from {
			to[j] = math.Exp(v - largest)
			sum += to[j]
		}
		floats.Scale(1/sum, to)
	}
}

// of returns Σ_i weights_i·ℓ(z_i, labels_i) and writes its gradient by z to dz; p
// is softmax(z).
func (l Loss) of(z, p, dz blas64.General, labels []int, weights []float64) float64 {
	total := 0.0
	for i, y := range labels {
		probs, grad := row(p, i), row(dz, i)
		if l == NegativeProbability {
			// ∂(−p_y)/∂z_j = −p_y([j=y] − p_j)
			total -= weights[i] * probs[y]
			for j, q := range probs {
				grad[j] = weights[i] * probs[y] * q
			}
			grad[y] -= weights[i] * probs[y]
			continue
		}
		// ∂(−log p_y)/∂z_j = p_j − [j=y]
		total += weights[i] * (floats.LogSumExp(row(z, i)) - row(z, i)[y])
		for j, q := range probs {
			grad[j] = weights[i] * q
		}
		grad[y] -= weights[i]
	}
	return total
}
