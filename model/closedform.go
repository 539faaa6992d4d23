package model

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A closedForm solves A z = b in the pseudo-inverse sense for L2 = 0 and every
// λ > 0 at once, given that the rows of M_H, the part of M on H, are independent.
// The range of A is then T beside the row space of M_H, and with u = (M_Hᵀ)⁺ b_H
//
//	z_T = (b_T − M_Tᵀu) / (λt),  z_H = M_H⁺ (D⁻¹u − M_T z_T),
//
// so that the solution is z₀ + z₁/λ. Neither λ nor the singular values enter what
// has to be inverted, which is M_H M_Hᵀ, made of cosines of angles: the result is
// exact where the eigenvalues of A span too many orders of magnitude to be told
// from rounding.
type closedForm struct {
	split *split
	// factor is the Cholesky factor R of M_H M_Hᵀ = RᵀR.
	factor blas64.Triangular
	// base and slope are z₀ and z₁ (dim×c).
	base, slope *mat.Dense
	// null is the dimension of the null space N of A and leak ‖P_N b‖/‖b‖.
	null int
	leak float64
}

// worstHeads bounds the condition number of M_H M_Hᵀ up to which a solution and
// one step of refinement are as good as exact.
const worstHeads = 1e8

// Passes of a solution: refined to what can be had, or once, for what need not be
// known to many digits.
const (
	refined = 2
	rough   = 1
)

// newClosedForm returns nil where the rows of M_H are dependent, to within
// rounding.
func newClosedForm(s *split) *closedForm {
	p := s.problem
	tail := s.to - s.from
	if s.heads > p.dim-tail {
		return nil
	}
	var chol mat.Cholesky
	if !chol.Factorize(s.headGram()) || !(chol.Cond() < worstHeads) {
		return nil
	}
	var upper mat.TriDense
	chol.UTo(&upper)
	f := &closedForm{
		split: s, factor: upper.RawTriangular(), null: p.dim - s.heads - tail,
		base: mat.NewDense(p.dim, p.C, nil), slope: mat.NewDense(p.dim, p.C, nil),
	}
	var leak2 float64
	b := make([]float64, p.dim)
	for j := range p.C {
		mat.Col(b, j, p.bTilde)
		base, slope, rest := f.solve(b, refined)
		f.base.SetCol(j, base)
		f.slope.SetCol(j, slope)
		leak2 += floats.Dot(rest, rest)
	}
	if f.null > 0 && leak2 > 0 {
		f.leak = math.Sqrt(leak2) / mat.Norm(p.bTilde, 2)
	}
	return f
}

// headGram returns M_H M_Hᵀ (heads×heads), by the orthogonality of the overlap
// also I − M_T M_Tᵀ: whichever is less work.
func (s *split) headGram() *mat.SymDense {
	gram := mat.NewSymDense(s.heads, nil)
	part := func(alpha float64, from, to int) {
		if from < to {
			columns := s.m.Slice(0, s.heads, from, to).(*mat.Dense)
			blas64.Syrk(blas.NoTrans, alpha, columns.RawMatrix(), 1, gram.RawSymmetric())
		}
	}
	if width := s.width(); s.to-s.from > s.from+width-s.to {
		part(1, 0, s.from)
		part(1, s.to, width)
		return gram
	}
	for i := range s.heads {
		gram.SetSym(i, i, 1)
	}
	part(-1, s.from, s.to)
	return gram
}

// solve returns z₀ and z₁ for the right-hand side b (dim), and P_N b.
func (f *closedForm) solve(b []float64, passes int) (base, slope, rest []float64) {
	s := f.split
	// u = (M_Hᵀ)⁺ b_H; what it leaves of b_H is P_N b.
	rest = slices.Clone(b)
	clear(f.tail(rest))
	u, correction := make([]float64, s.heads), make([]float64, s.heads)
	for range passes {
		s.project(correction, rest)
		f.invert(correction)
		floats.Add(u, correction)
		floats.Scale(-1, correction)
		s.lift(rest, correction)
		clear(f.tail(rest))
	}
	pulled := make([]float64, len(b))
	s.lift(pulled, u)
	slope = make([]float64, len(b))
	for i, t := range s.weight {
		slope[s.from+i] = (b[s.from+i] - pulled[s.from+i]) / t
	}
	s.project(correction, slope)
	floats.Scale(-1, correction)
	f.addRightInverse(slope, correction, passes)
	for i, sigma2 := range s.sigma2 {
		u[i] /= sigma2
	}
	base = make([]float64, len(b))
	f.addRightInverse(base, u, passes)
	return base, slope, rest
}

// addRightInverse adds M_H⁺v to dst.
func (f *closedForm) addRightInverse(dst, v []float64, passes int) {
	s := f.split
	z, a := make([]float64, len(dst)), make([]float64, len(v))
	for pass := range passes {
		if pass > 0 {
			s.project(a, z)
		}
		// What z has not made of v yet.
		floats.SubTo(a, v, a)
		f.invert(a)
		s.lift(z, a)
		clear(f.tail(z))
	}
	floats.Add(dst, z)
}

// invert overwrites v with (M_H M_Hᵀ)⁻¹v.
func (f *closedForm) invert(v []float64) {
	x := blas64.Vector{N: len(v), Inc: 1, Data: v}
	blas64.Trsv(blas.Trans, f.factor, x)
	blas64.Trsv(blas.NoTrans, f.factor, x)
}

// tail returns the coordinates of T.
func (f *closedForm) tail(z []float64) []float64 { return z[f.split.from:f.split.to] }

// at returns the solution at λ (dim×c).
func (f *closedForm) at(lambda float64) *mat.Dense {
	z := mat.DenseCopyOf(f.base)
	if f.split.from == f.split.to {
		return z
	}
	for i := range f.split.problem.dim {
		floats.AddScaled(z.RawRowView(i), 1/lambda, f.slope.RawRowView(i))
	}
	return z
}
