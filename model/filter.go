package model

import "math"

// A filter is gradient descent on one eigenvalue λ of A, the minimization of ½λu² − u from u = 0.
// The weights after t epochs are Σ_i φ_t(λ_i) (q_iᵀb) q_i over the eigenpairs of A. A filter steps
// through ascending epochs.
type filter struct {
	params    Params
	h, lambda float64
	// With momentum, u is the last iterate, after epoch epochs, and step its last step. Without
	// momentum, φ_t has a closed form.
	epoch   int
	u, step float64
}

// coefficient returns φ_t(λ), without momentum (1 − (1−hλ)^t)/λ, which tends to h·t as λ → 0.
// Epochs must not descend between calls.
func (f *filter) coefficient(t int) float64 {
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

// coefficientWithMomentum steps on to epoch t. Squaring the step makes a coefficientWithMomentum of s epochs cost log₂ s.
func (f *filter) coefficientWithMomentum(t int) float64 {
	beta, x := f.params.Momentum, f.h*f.lambda
	// With the step v: v⁺ = βv − x·u + h and u⁺ = u + v⁺. Nesterov's method replaces u by u + βv
	// in −x·u.
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

// A stepMatrix adds (a·u + b·v + p, c·u + d·v + q) to (u, v). It stores the added matrix E and not
// 1 + E, so that entries of E far below 1 keep their digits.
type stepMatrix struct{ a, b, c, d, p, q float64 }

func (m stepMatrix) apply(u, v float64) (float64, float64) {
	return m.a*u + m.b*v + m.p, m.c*u + m.d*v + m.q
}

// squared returns the change that equals two changes m in turn: (1 + E)² = 1 + 2E + E².
func (m stepMatrix) squared() stepMatrix {
	p, q := m.apply(m.p, m.q)
	return stepMatrix{
		a: 2*m.a + m.a*m.a + m.b*m.c, b: 2*m.b + m.a*m.b + m.b*m.d,
		c: 2*m.c + m.c*m.a + m.d*m.c, d: 2*m.d + m.c*m.b + m.d*m.d,
		p: m.p + p, q: m.q + q,
	}
}
