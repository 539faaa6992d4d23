package model

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// eigenpairs is the eigendecomposition A = Σ λ_i q_iq_iᵀ at one λ and L2, on a
// space that holds b = Φᵀy and the range of A. From it the closed form and
// descent after any number of epochs follow without solving or looping.
type eigenpairs struct {
	// values ascend; row i of beta (p×c) is q_iᵀb.
	values []float64
	beta   *mat.Dense
	// lift maps coefficients of q_1..q_p (p×c) to coordinates: of Ṽ (dim×c) or, for least squares,
	// of the directions that leastSquares returns.
	lift func(coefs *mat.Dense) *mat.Dense
	// drop maps these coordinates to coefficients of q_1..q_p (p×c); nil where it is not needed.
	drop func(z *mat.Dense) *mat.Dense
	// null counts the leading values that are zero within rounding; they are set
	// to zero.
	null int
}

// newEigenpairs sets eigenvalues of at most rounding·λ_max to zero.
func newEigenpairs(rounding float64, values []float64, lift func(*mat.Dense) *mat.Dense) *eigenpairs {
	f := &eigenpairs{values: values, beta: new(mat.Dense), lift: lift}
	tolerance := rounding * f.lambdaMax()
	for f.null < len(values) && values[f.null] <= tolerance {
		values[f.null] = 0
		f.null++
	}
	return f
}

// leastSquares returns the eigendecomposition of one domain's second moments S = VΣ²Vᵀ, taken from
// its spectrum, in coordinates of directions (r×p). The directions are the singular vectors above
// rounding or, if Xᵀy has a part outside their span, all singular vectors. S is set to zero along
// the others: the closed form ignores them, and descent moves along them without end.
func (s *Side) leastSquares() (f *eigenpairs, directions *mat.Dense) {
	directions = s.resolvedDirections()
	_, kept := directions.Dims()
	values := s.squares(0, kept)
	if _, share := s.lostPart(); share > roundoff(max(s.N, s.D)) {
		directions = s.V
		values = append(values, make([]float64, len(s.Sigma)-kept)...)
	}
	slices.Reverse(values)
	f = newEigenpairs(0, values, reverseRows)
	f.beta = reverseRows(linalg.ProductT(directions, s.XtY))
	return f, directions
}

// resolvedDirections returns the singular vectors above rounding (r×kept).
func (s *Side) resolvedDirections() *mat.Dense {
	return linalg.SliceColumns(s.V, 0, max(1, s.resolved()))
}

// lostPart returns the dimension of the orthogonal complement of directions, and the share of Xᵀy in
// it, ‖P Xᵀy‖/‖Xᵀy‖.
func (s *Side) lostPart() (dimension int, share float64) {
	v := s.resolvedDirections()
	r, kept := v.Dims()
	if total := mat.Norm(s.XtY, 2); kept < r && total > 0 {
		var rest mat.Dense
		rest.Sub(s.XtY, linalg.Product(v, linalg.ProductT(v, s.XtY)))
		share = mat.Norm(&rest, 2) / total
	}
	return r - kept, share
}

// leastSquaresWeights returns (XᵀX)⁺Xᵀy (r×c).
func (s *Side) leastSquaresWeights() *mat.Dense {
	f, directions := s.leastSquares()
	return linalg.Product(directions, f.pseudoInverse())
}

// reverseRows returns the rows in reverse order. It converts between descending singular values and
// ascending eigenvalues.
func reverseRows(rows *mat.Dense) *mat.Dense {
	r, c := rows.Dims()
	turned := mat.NewDense(r, c, nil)
	for i := range r {
		copy(turned.RawRowView(i), rows.RawRowView(r-1-i))
	}
	return turned
}

// addRidge returns the eigenpairs of A + l2·I. No eigenvalue is null if l2 > 0. The part of b in
// the null space of A is dropped if it is only rounding.
func (f *eigenpairs) addRidge(l2 float64) *eigenpairs {
	if l2 == 0 {
		return f
	}
	shifted := *f
	shifted.values, shifted.null = slices.Clone(f.values), 0
	floats.AddConst(l2, shifted.values)
	if f.null > 0 && f.leak() <= roundoff(len(f.values)) {
		shifted.beta = mat.DenseCopyOf(f.beta)
		for i := range f.null {
			clear(shifted.beta.RawRowView(i))
		}
	}
	return &shifted
}

func (f *eigenpairs) lambdaMax() float64 { return max(0, f.values[len(f.values)-1]) }

// applyInverse returns Σ_i q_i(q_iᵀr)/λ_i over the numerical range, given the
// coefficients q_iᵀr (p×c), which it overwrites, in the coordinates of lift.
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

// pseudoInverse returns the closed form A⁺b in the coordinates of lift.
func (f *eigenpairs) pseudoInverse() *mat.Dense { return f.applyInverse(mat.DenseCopyOf(f.beta)) }

// condition returns the ratio of the largest to the smallest eigenvalue in the numerical range, 0
// where A is zero.
func (f *eigenpairs) condition() float64 {
	if f.null == len(f.values) {
		return 0
	}
	return f.lambdaMax() / f.values[f.null]
}

// leak returns ‖P_N b‖/‖b‖, the share of b in the null space N of A, or 0 for b = 0. If it is not
// zero, the objective falls without bound.
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

// filters returns descent on each eigenvalue.
func (f *eigenpairs) filters(p Params, h float64) []filter {
	fs := make([]filter, len(f.values))
	for i, v := range f.values {
		fs[i] = filter{params: p, h: h, lambda: v}
	}
	return fs
}

// objective returns J(w)/n at w = Σ φ_i β_i q_i, given ‖y‖²:
// J = ‖y‖² − 2bᵀw + wᵀAw.
func (f *eigenpairs) objective(labelNorm2 float64, n int, phi []float64) float64 {
	j := labelNorm2
	for i, v := range f.values {
		row := f.beta.RawRowView(i)
		j += floats.Dot(row, row) * phi[i] * (v*phi[i] - 2)
	}
	return j / float64(n)
}
