package rivals

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// gradientMomentum is the momentum β for all networks (the LAR paper's appendix B).
const gradientMomentum = 0.9

// A momentumOptimizer is the heavy-ball method (Polyak 1964), v ← βv + ∇, w ← w − αv. If nesterov
// is true, the second formula is w ← w − α(∇ + βv) (Sutskever et al. 2013).
type momentumOptimizer struct {
	tensors  []tensor
	velocity [][]float64
	beta     float64
	nesterov bool
	// decay is the weight of ½‖w‖² in the loss. step adds the gradient of this term.
	decay float64
}

func newMomentumOptimizer(beta float64, tensors []tensor) *momentumOptimizer {
	m := &momentumOptimizer{tensors: tensors, beta: beta}
	for _, t := range tensors {
		m.velocity = append(m.velocity, make([]float64, len(t.value)))
	}
	return m
}

func (m *momentumOptimizer) step(rate float64) {
	for i, t := range m.tensors {
		v, w := m.velocity[i][:len(t.grad)], t.value[:len(t.grad)]
		for j, g := range t.grad {
			g += m.decay * w[j]
			v[j] = m.beta*v[j] + g
			step := v[j]
			if m.nesterov {
				step = g + m.beta*v[j]
			}
			w[j] -= rate * step
		}
	}
}

// clipGradients scales all gradients by one factor, so that the norm of all gradients together is
// at most maxNorm.
func clipGradients(tensors []tensor, maxNorm float64) {
	sum := 0.0
	for _, t := range tensors {
		for _, g := range t.grad {
			sum += g * g
		}
	}
	length := math.Sqrt(sum)
	if length <= maxNorm {
		return
	}
	for _, t := range tensors {
		floats.Scale(maxNorm/length, t.grad)
	}
}

// annealedRate returns the learning rate rate/(1 + 10p)^0.75 at progress p (Ganin et al. 2016,
// section 5.2.2).
func annealedRate(rate, p float64) float64 {
	return rate / math.Pow(1+10*p, 0.75)
}

// reversalStrength returns the factor 2/(1 + exp(−10p)) − 1 of the reversed domain gradient at
// progress p (Ganin et al. 2016, section 5.2.2).
func reversalStrength(p float64) float64 {
	return 2/(1+math.Exp(-10*p)) - 1
}
