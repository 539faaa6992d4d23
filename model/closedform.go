package model

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A closedForm solves A z = b in the pseudo-inverse sense for L2 = 0 and every
// λ > 0. The range of A is T beside the row space of M_H, the part of M on H. In
// terms of u = D M z the equations are
//
//	M_Hᵀu = b_H on that row space,  M_Tᵀu + λt z_T = b_T,  M_H z_H + M_T z_T = D⁻¹u.
//
// Where the rows of M_H are independent, the first gives u = (M_Hᵀ)⁺ b_H, and the
// others z_T and z_H, so that the solution is z₀ + z₁/λ. Else u has a part in the
// space X⊥ of vectors with M_Hᵀx = 0, u = u₀ + X⊥η, and the third equation holds
// where
//
//	(X⊥ᵀD⁻¹X⊥ + X⊥ᵀM_T t⁻¹M_TᵀX⊥/λ) η = X⊥ᵀ(M_T t⁻¹(b_T − M_Tᵀu₀)/λ − D⁻¹u₀),
//
// a system as small as M_H lacks rows. Neither λ nor the singular values enter
// what decides about the range, M_H M_Hᵀ, which is made of cosines of angles: the
// result is exact where the eigenvalues of A span too many orders of magnitude to
// be told from rounding.
type closedForm struct {
	split *split
	heads headInverse
	// base and slope are z₀ and z₁ (dim×c) where the rows of M_H are independent.
	base, slope *mat.Dense
	// slack holds what else there is where they are not; nil where they are.
	slack *slack
	// null is the dimension of the null space N of A and leak ‖P_N b‖/‖b‖.
	null int
	leak float64
}

// newClosedForm returns nil where rounding leaves open which rows of M_H are
// independent. Errors are the context's, or wrap ErrNoConvergence.
func newClosedForm(ctx context.Context, s *split) (*closedForm, error) {
	p := s.problem
	heads, rank, err := newHeadInverse(ctx, s)
	if heads == nil || err != nil {
		return nil, err
	}
	f := &closedForm{split: s, heads: heads, null: p.dim - rank - (s.to - s.from)}
	if rank < s.heads {
		f.slack = newSlack(s, heads.(*spectralHeads).null)
	} else {
		f.base, f.slope = mat.NewDense(p.dim, p.C, nil), mat.NewDense(p.dim, p.C, nil)
	}
	var leak2 float64
	b := make([]float64, p.dim)
	for j := range p.C {
		mat.Col(b, j, p.bTilde)
		u, rest := f.leftInverse(b, refined)
		leak2 += floats.Dot(rest, rest)
		if f.slack == nil {
			base, slope := f.parts(b, u, refined)
			f.base.SetCol(j, base)
			f.slope.SetCol(j, slope)
		}
	}
	if f.null > 0 && leak2 > 0 {
		f.leak = math.Sqrt(leak2) / mat.Norm(p.bTilde, 2)
	}
	return f, nil
}

// Passes of a solution: refined to what can be had, or once, for what need not be
// known to many digits.
const (
	refined = 4
	rough   = 1
)

// at returns the solution at λ (dim×c). It reports false where the small system is
// too close to singular.
func (f *closedForm) at(lambda float64) (*mat.Dense, bool) {
	p := f.split.problem
	if f.slack == nil {
		z := mat.DenseCopyOf(f.base)
		if len(f.split.weight) > 0 {
			for i := range p.dim {
				floats.AddScaled(z.RawRowView(i), 1/lambda, f.slope.RawRowView(i))
			}
		}
		return z, true
	}
	z := mat.NewDense(p.dim, p.C, nil)
	for j := range p.C {
		column, ok := f.solve(mat.Col(nil, j, p.bTilde), lambda, refined)
		if !ok {
			return nil, false
		}
		z.SetCol(j, column)
	}
	return z, true
}

// solve returns A⁺b at λ. It reports false where the small system is too close to
// singular.
func (f *closedForm) solve(b []float64, lambda float64, passes int) ([]float64, bool) {
	u, _ := f.leftInverse(b, passes)
	if f.slack != nil {
		if !f.slack.add(u, b, lambda) {
			return nil, false
		}
	}
	base, slope := f.parts(b, u, passes)
	if len(f.split.weight) > 0 {
		floats.AddScaled(base, 1/lambda, slope)
	}
	return base, true
}

// leftInverse returns (M_Hᵀ)⁺ b_H (heads), and P_N b, what it leaves of b_H (dim).
func (f *closedForm) leftInverse(b []float64, passes int) (u, rest []float64) {
	s := f.split
	rest = slices.Clone(b)
	clear(f.tail(rest))
	u, correction := make([]float64, s.heads), make([]float64, s.heads)
	for range passes {
		s.project(correction, rest)
		f.heads.invert(correction)
		floats.Add(u, correction)
		floats.Scale(-1, correction)
		s.lift(rest, correction)
		clear(f.tail(rest))
		if negligibleBeside(correction, u) {
			break
		}
	}
	return u, rest
}

// parts returns z₀ and z₁ that u and b make; it overwrites u.
func (f *closedForm) parts(b, u []float64, passes int) (base, slope []float64) {
	s := f.split
	slope = s.slope0(b, u)
	lack := make([]float64, s.heads)
	s.project(lack, slope)
	floats.Scale(-1, lack)
	f.addRightInverse(slope, lack, passes)
	for i, sigma2 := range s.sigma2 {
		u[i] /= sigma2
	}
	base = make([]float64, len(b))
	f.addRightInverse(base, u, passes)
	return base, slope
}

// slope0 returns t⁻¹(b_T − M_Tᵀu), with zeros on H.
func (s *split) slope0(b, u []float64) []float64 {
	pulled, slope := make([]float64, len(b)), make([]float64, len(b))
	s.lift(pulled, u)
	for i, t := range s.weight {
		slope[s.from+i] = (b[s.from+i] - pulled[s.from+i]) / t
	}
	return slope
}

// addRightInverse adds M_H⁺v to dst.
func (f *closedForm) addRightInverse(dst, v []float64, passes int) {
	s := f.split
	z, step, a := make([]float64, len(dst)), make([]float64, len(dst)), make([]float64, len(v))
	for pass := range passes {
		if pass > 0 {
			s.project(a, z)
		}
		// What z has not made of v yet.
		floats.SubTo(a, v, a)
		f.heads.invert(a)
		clear(step)
		s.lift(step, a)
		clear(f.tail(step))
		floats.Add(z, step)
		if negligibleBeside(step, z) {
			break
		}
	}
	floats.Add(dst, z)
}

// negligibleBeside tells that a correction changes only the last digits of x.
func negligibleBeside(correction, x []float64) bool {
	return floats.Norm(correction, 2) <= 1e-14*floats.Norm(x, 2)
}

// tail returns the coordinates of T.
func (f *closedForm) tail(z []float64) []float64 { return z[f.split.from:f.split.to] }
