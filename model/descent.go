package model

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Gradient descent (Algorithm 1) runs on J/n from w = 0, where J's gradient is
// 2(Aw − b) with A = S_k + λ·(weighted target tail) + L2·I and b = Φᵀy:
//
//	w ← w − h (A w − b),  h = 2α/n.
//
// This file holds the step size, its stability, the plain loop and the same
// iteration on a single eigenvalue of A.

// stepBound returns the supremum of h·λ_max for which the iteration is stable.
// With momentum β the eigenvalues of the companion matrix of
// w⁺ = w + β(w − w⁻) − h∇ stay in the unit disc up to 2(1+β) for the heavy ball
// (gradient at w) and up to 2(1+β)/(1+2β) for Nesterov (gradient at the
// extrapolated point).
func (p Params) stepBound() float64 {
	switch {
	case p.Momentum == 0:
		return 2
	case p.Nesterov:
		return 2 * (1 + p.Momentum) / (1 + 2*p.Momentum)
	}
	return 2 * (1 + p.Momentum)
}

// LargestStableRate returns the supremum of the rates α for which descent on n
// samples is stable, n·bound/(2·λ_max(A)); +Inf where A is zero.
func (p Params) LargestStableRate(n int, lambdaMax float64) float64 {
	if lambdaMax <= 0 {
		return math.Inf(1)
	}
	return float64(n) * p.stepBound() / (2 * lambdaMax)
}

// resolveRate returns the step size α that the rule gives on n samples. sigma1
// is the largest singular value of the source.
func (p Params) resolveRate(n int, sigma1, lambdaMax float64) float64 {
	paper := 1.0
	if sigma1 > 0 {
		paper = 1 / (2 * sigma1)
	}
	switch p.Rate.Rule {
	case RateFixed:
		return p.Rate.Value
	case RatePaper:
		return paper
	}
	plain := float64(n) / math.Max(lambdaMax, math.SmallestNonzeroFloat64)
	return math.Min(paper, 0.9*math.Min(plain, p.LargestStableRate(n, lambdaMax)))
}

// diverges reports whether descent at rate alpha grows without bound along an
// eigenvector of A.
func (p Params) diverges(n int, alpha, lambdaMax float64) bool {
	return 2*alpha/float64(n)*lambdaMax > p.stepBound()
}

// PlainDescent runs the loop of Algorithm 1 with the d×d matrix a and the d×c
// right-hand side b, step h = 2α/n, and returns w (d×c) after each of the epochs
// named in at, which must ascend from 0 or more. It is the reference that the
// faster solver is tested against. Errors wrap ErrShape, ErrParams or are the
// context's.
func PlainDescent(ctx context.Context, a *mat.SymDense, b *mat.Dense, h, momentum float64, nesterov bool, at []int) ([]*mat.Dense, error) {
	d, c := b.Dims()
	if a.SymmetricDim() != d {
		return nil, fmt.Errorf("%w: a is of size %d, b has %d rows", ErrShape, a.SymmetricDim(), d)
	}
	if !slices.IsSorted(at) || len(at) > 0 && at[0] < 0 {
		return nil, fmt.Errorf("%w: epochs %v do not ascend from 0", ErrParams, at)
	}
	w, previous, point, grad := mat.NewDense(d, c, nil), mat.NewDense(d, c, nil), mat.NewDense(d, c, nil), mat.NewDense(d, c, nil)
	kept := make([]*mat.Dense, 0, len(at))
	for t := 0; len(kept) < len(at); t++ {
		for len(kept) < len(at) && at[len(kept)] == t {
			kept = append(kept, mat.DenseCopyOf(w))
		}
		if t%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		// point = w + β(w − w⁻)
		point.Sub(w, previous)
		point.Scale(momentum, point)
		point.Add(w, point)
		at := w
		if nesterov {
			at = point
		}
		grad.Copy(b)
		blas64.Symm(blas.Left, 1, a.RawSymmetric(), at.RawMatrix(), -1, grad.RawMatrix())
		previous.Copy(w)
		grad.Scale(-h, grad)
		w.Add(point, grad)
	}
	return kept, nil
}

// A filter is descent on a single eigenvalue: from u = 0 on ½λu² − u, so that
// the weights after t epochs are Σ_i φ_t(λ_i) (q_iᵀb) q_i over the eigenpairs of
// A. It steps through ascending epochs.
type filter struct {
	params    Params
	h, lambda float64
	// With momentum the two last iterates are kept; without, φ_t has a closed
	// form.
	epoch       int
	u, previous float64
}

// at returns φ_t(λ). Epochs must not descend between calls.
func (f *filter) at(t int) float64 {
	if f.params.Momentum == 0 {
		return plainFilter(f.h, f.lambda, t)
	}
	// Both kinds step by u⁺ = a·u + c·u⁻ + h. Squaring the step makes a jump of
	// s epochs cost log₂ s.
	beta, x := f.params.Momentum, f.h*f.lambda
	a, c := 1+beta-x, -beta
	if f.params.Nesterov {
		a, c = (1+beta)*(1-x), -beta*(1-x)
	}
	jump := affine{a: a, b: c, c: 1, p: f.h}
	for steps := t - f.epoch; steps > 0; steps >>= 1 {
		if steps&1 == 1 {
			f.u, f.previous = jump.apply(f.u, f.previous)
		}
		jump = jump.squared()
	}
	f.epoch = t
	return f.u
}

// An affine map takes (u, v) to (a·u + b·v + p, c·u + d·v + q).
type affine struct{ a, b, c, d, p, q float64 }

func (m affine) apply(u, v float64) (float64, float64) {
	return m.a*u + m.b*v + m.p, m.c*u + m.d*v + m.q
}

func (m affine) squared() affine {
	p, q := m.apply(m.p, m.q)
	return affine{
		a: m.a*m.a + m.b*m.c, b: m.a*m.b + m.b*m.d,
		c: m.c*m.a + m.d*m.c, d: m.c*m.b + m.d*m.d,
		p: p, q: q,
	}
}

// plainFilter returns φ_t(λ) = (1 − (1−hλ)^t)/λ, which tends to h·t as λ → 0.
func plainFilter(h, lambda float64, t int) float64 {
	x := h * lambda
	steps := float64(t)
	switch {
	case x == 0:
		return h * steps
	case x < 1:
		return -math.Expm1(steps*math.Log1p(-x)) / lambda
	}
	return (1 - math.Pow(1-x, steps)) / lambda
}

// CurveEpochs returns at most points strictly ascending epochs from 1 to epochs,
// evenly spread, the last one included; none where either is below 1.
func CurveEpochs(epochs, points int) []int {
	switch {
	case epochs < 1 || points < 1:
		return nil
	case points == 1:
		return []int{epochs}
	}
	if epochs <= points {
		at := make([]int, epochs)
		for i := range at {
			at[i] = i + 1
		}
		return at
	}
	at := make([]int, points)
	for i := range at {
		at[i] = 1 + int(math.Round(float64(i)*float64(epochs-1)/float64(points-1)))
	}
	return at
}
