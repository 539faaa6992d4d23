package model

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// eigenpairs is the eigendecomposition A = Σ λ_i q_iq_iᵀ at one λ and L2, on a space that contains
// b = Φᵀy and the range of A. It gives the closed form, and descent without a loop over epochs.
type eigenpairs struct {
	// values are the λ_i in ascending order, and row i of beta (p×c) is q_iᵀb.
	values []float64
	beta   *mat.Dense
	// lift maps coefficients of q_1, …, q_p (p×c) to coordinates along Ṽ (dim×c) or, for least
	// squares, along the directions from leastSquaresEigenpairs.
	lift func(coefs *mat.Dense) *mat.Dense
	// toCoefficients is the inverse of lift; nil if unused.
	toCoefficients func(z *mat.Dense) *mat.Dense
	// null is the number of eigenvalues that were zero up to rounding. They come first and are set to
	// 0.
	null int
}

// newEigenpairs leaves beta empty. It sets eigenvalues of at most rounding·λ_max to zero.
func newEigenpairs(rounding float64, values []float64, lift func(*mat.Dense) *mat.Dense) *eigenpairs {
	f := &eigenpairs{values: values, beta: new(mat.Dense), lift: lift}
	tolerance := rounding * f.lambdaMax()
	for f.null < len(values) && values[f.null] <= tolerance {
		values[f.null] = 0
		f.null++
	}
	return f
}

// leastSquaresEigenpairs returns the eigenpairs of a domain's XᵀX in coordinates of directions
// (r×p). The directions are the singular vectors with σ above rounding. If Xᵀy has a part outside
// their span, the directions are all singular vectors, and σ below rounding counts as zero: descent
// then moves along these vectors without end.
func (s *Side) leastSquaresEigenpairs() (f *eigenpairs, directions *mat.Dense) {
	directions = s.resolvedDirections()
	_, kept := directions.Dims()
	values := s.squaredSigmas(0, kept)
	if _, share := s.unresolvedPart(); share > roundoffBound(max(s.N, s.D)) {
		directions = s.V
		values = append(values, make([]float64, len(s.Sigma)-kept)...)
	}
	slices.Reverse(values)
	f = newEigenpairs(0, values, reverseRows)
	f.beta = reverseRows(linalg.ProductT(directions, s.XtY))
	return f, directions
}

func (s *Side) resolvedDirections() *mat.Dense {
	return linalg.SliceColumns(s.V, 0, max(1, s.ResolvedCount()))
}

// unresolvedPart returns the dimension of the null space N of XᵀX, where σ lost in rounding counts
// as zero, and the share ‖P_N Xᵀy‖/‖Xᵀy‖ in N.
func (s *Side) unresolvedPart() (dimension int, share float64) {
	v := s.resolvedDirections()
	r, kept := v.Dims()
	if total := mat.Norm(s.XtY, 2); kept < r && total > 0 {
		var rest mat.Dense
		rest.Sub(s.XtY, linalg.Product(v, linalg.ProductT(v, s.XtY)))
		share = mat.Norm(&rest, 2) / total
	}
	return r - kept, share
}

func (s *Side) leastSquaresWeights() *mat.Dense {
	f, directions := s.leastSquaresEigenpairs()
	return linalg.Product(directions, f.pseudoInverse())
}

func reverseRows(rows *mat.Dense) *mat.Dense {
	r, c := rows.Dims()
	turned := mat.NewDense(r, c, nil)
	for i := range r {
		copy(turned.RawRowView(i), rows.RawRowView(r-1-i))
	}
	return turned
}

// withRidge returns the eigenpairs of A + l2·I. If the part of b in the null space of A is only
// rounding, withRidge sets it to zero.
func (f *eigenpairs) withRidge(l2 float64) *eigenpairs {
	if l2 == 0 {
		return f
	}
	shifted := *f
	shifted.values, shifted.null = slices.Clone(f.values), 0
	floats.AddConst(l2, shifted.values)
	if f.null > 0 && f.leak() <= roundoffBound(len(f.values)) {
		shifted.beta = mat.DenseCopyOf(f.beta)
		for i := range f.null {
			clear(shifted.beta.RawRowView(i))
		}
	}
	return &shifted
}

func (f *eigenpairs) lambdaMax() float64 { return max(0, f.values[len(f.values)-1]) }

// applyInverse returns A⁺r = Σ_i q_i(q_iᵀr)/λ_i over the nonzero λ_i, in the coordinates of lift.
// coefs must have the coefficients q_iᵀr (p×c), and is overwritten.
func (f *eigenpairs) applyInverse(coefs *mat.Dense) *mat.Dense {
	for i, v := range f.values {
		scale := 0.0
		if i >= f.null {
			scale = 1 / v
		}
		floats.Scale(scale, coefs.RawRowView(i))
	}
	return f.lift(coefs)
}

func (f *eigenpairs) pseudoInverse() *mat.Dense { return f.applyInverse(mat.DenseCopyOf(f.beta)) }

func (f *eigenpairs) condition() float64 {
	if f.null == len(f.values) {
		return 0
	}
	return f.lambdaMax() / f.values[f.null]
}

// leak returns ‖P_N b‖/‖b‖, where P_N projects on the null space of A, or 0 for b = 0. If leak is not
// zero, the objective has no minimum.
func (f *eigenpairs) leak() float64 {
	var inside, total float64
	for i := range f.values {
		row := f.beta.RawRowView(i)
		square := floats.Dot(row, row)
		total += square
		if i < f.null {
			inside += square
		}
	}
	if total == 0 {
		return 0
	}
	return math.Sqrt(inside / total)
}

func (f *eigenpairs) newFilters(p Params, h float64) []descentFilter {
	fs := make([]descentFilter, len(f.values))
	for i, v := range f.values {
		fs[i] = descentFilter{params: p, h: h, lambda: v}
	}
	return fs
}

// objective returns J(w)/n = (‖y‖² − 2bᵀw + wᵀAw)/n for w = Σ phi_i (q_iᵀb) q_i.
func (f *eigenpairs) objective(labelNorm2 float64, n int, phi []float64) float64 {
	j := labelNorm2
	for i, v := range f.values {
		row := f.beta.RawRowView(i)
		j += floats.Dot(row, row) * phi[i] * (v*phi[i] - 2)
	}
	return j / float64(n)
}
