package model

import "math"

// A descentFilter computes φ_t(λ), the result of t steps of gradient descent on ½λu² − u from u =
// 0. If A = Σ λ_i q_iq_iᵀ, descent has the weights Σ_i φ_t(λ_i) (q_iᵀb) q_i after t epochs.
type descentFilter struct {
	params    Params
	h, lambda float64
	// With momentum, u is the iterate after epoch epochs, and step is the last step to u. Without
	// momentum these fields are unused.
	epoch   int
	u, step float64
}

// coefficient returns φ_t(λ). Without momentum it is (1 − (1−hλ)^t)/λ, or h·t for λ = 0. t must not be
// smaller than in earlier calls.
func (f *descentFilter) coefficient(t int) float64 {
	x, steps := f.h*f.lambda, float64(t)
	switch {
	case f.params.Momentum != 0:
		return f.coefficientWithMomentum(t)
	case x == 0:
		return f.h * steps
	case x < 1:
		return -math.Expm1(steps*math.Log1p(-x)) / f.lambda
	}
	return (1 - math.Pow(1-x, steps)) / f.lambda
}

// coefficientWithMomentum moves u to epoch t and returns u. Repeated squaring makes s epochs cost
// log₂ s matrix products.
func (f *descentFilter) coefficientWithMomentum(t int) float64 {
	beta, x := f.params.Momentum, f.h*f.lambda
	// Along an eigenvector with eigenvalue λ, an epoch sets the step v to βv − x·u + h, or by
	// Nesterov's method to βv − x(u + βv) + h, and adds v to the weight u. A stepMatrix has the
	// changes of u and v, so that d is β − 1.
	next := stepMatrix{a: -x, b: beta, c: -x, d: beta - 1, p: f.h, q: f.h}
	if f.params.Nesterov {
		next.b -= x * beta
		next.d -= x * beta
	}
	for steps := t - f.epoch; steps > 0; steps >>= 1 {
		if steps&1 == 1 {
			u, v := next.apply(f.u, f.step)
			f.u, f.step = f.u+u, f.step+v
		}
		next = next.squared()
	}
	f.epoch = t
	return f.u
}

// A stepMatrix adds (a·u + b·v + p, c·u + d·v + q) to (u, v). It stores E = (a b; c d) instead of I
// + E, because entries of E far below 1 would lose digits in the sum.
type stepMatrix struct{ a, b, c, d, p, q float64 }

func (m stepMatrix) apply(u, v float64) (float64, float64) {
	return m.a*u + m.b*v + m.p, m.c*u + m.d*v + m.q
}

// squared returns the stepMatrix that has the effect of applying m twice: (1 + E)² = 1 + 2E + E².
func (m stepMatrix) squared() stepMatrix {
	p, q := m.apply(m.p, m.q)
	return stepMatrix{
		a: 2*m.a + m.a*m.a + m.b*m.c, b: 2*m.b + m.a*m.b + m.b*m.d,
		c: 2*m.c + m.c*m.a + m.d*m.c, d: 2*m.d + m.c*m.b + m.d*m.d,
		p: m.p + p, q: m.q + q,
	}
}
