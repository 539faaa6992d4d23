package model

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// An offsets replaces each feature x_j by x_j − factors_j·x_reference, which has a mean near zero.
// The reference feature varies least relative to its mean, ideally the constant 1.
//
// Offsets are for features such as years, whose mean is r ≫ 1 times their standard deviation. In
// the direction between such a feature and the constant, σ is at most 1/r² of the largest, so XᵀX
// has few digits of σ.
type offsets struct {
	reference int
	factors   []float64 // factors[reference] is 0
	// squares has Σx² + n·mean² for each feature x, about the origin of Sums. The rounding error of x
	// in XᵀX is proportional to this number. squares is nil for moments that come from rows.
	squares []float64
}

// newOffsets returns the offsets for the features of x (n×d), or nil if no feature needs an offset.
// It estimates means and variances from at most 1000 rows.
func newOffsets(x *mat.Dense) *offsets {
	const looks = 1000
	n, d := x.Dims()
	first, rows := x.RawRowView(0), 0.0
	means, variances := make([]float64, d), make([]float64, d) // the first loop stores sums of differences from the first row
	for i := 0; i < n; i += (n + looks - 1) / looks {
		for j, v := range x.RawRowView(i) {
			means[j] += v - first[j]
			variances[j] += (v - first[j]) * (v - first[j])
		}
		rows++
	}
	for j, sum := range means {
		means[j], variances[j] = first[j]+sum/rows, variances[j]/rows-sum/rows*sum/rows
	}
	return offsetsOf(means, variances)
}

// offsetsOf returns the offsets for features with the given means and variances, or nil if XᵀX
// gives nine digits of the spectrum anyway. The criterion is mean²/variance or, with a constant
// feature 1, a bound of the condition number: of all features together if there are at most
// fewFeatures, else of each feature alone. offsetsOf overwrites means.
func offsetsOf(means, variances []float64) *offsets {
	at, constant, largest, size, ratio, worst := -1, false, 0.0, 1.0, 1.0, 1.0
	for j, variance := range variances {
		square := means[j] * means[j]
		switch {
		case means[j] == 1 && variance == 0:
			at, constant = j, true
			continue
		case !(variance > 0):
			continue
		}
		worst = max(worst, (1+square+variance)*(1+square/variance))
		size, ratio = size+square+variance, ratio+square/variance
		if !constant && square/variance > largest {
			at, largest = j, square/variance
		}
	}
	switch few := len(means) <= fewFeatures; {
	case few && constant:
		worst = size * ratio
	case few:
		worst = ratio
	case !constant:
		worst = largest
	}
	if at < 0 || worst*smallAccurate*DoublePrecision < 1 {
		return nil
	}
	by := means
	if !constant {
		floats.Scale(1/by[at], by)
	}
	by[at] = 0
	return &offsets{reference: at, factors: by}
}

func (o *offsets) subtractFrom(x *mat.Dense) *mat.Dense {
	left := mat.DenseCopyOf(x)
	rows, _ := left.Dims()
	for i := range rows {
		row := left.RawRowView(i)
		floats.AddScaled(row, -row[o.reference], o.factors)
	}
	return left
}

// zeroOffsets returns offsets of zero. The reference is the feature with the largest second moment.
func (s *Sums) zeroOffsets() *offsets {
	at, by := 0, make([]float64, len(s.Origin))
	for j := range by {
		if s.Gram.At(j, j) > s.Gram.At(at, at) {
			at = j
		}
	}
	return &offsets{reference: at, factors: by}
}

// gramWithoutOffsets returns the moments (d×d) of the features minus offsets, and sets o.squares.
func (s *Sums) gramWithoutOffsets(o *offsets) *mat.SymDense {
	d := len(s.Origin)
	gram, left := mat.NewSymDense(d, nil), make([]float64, d) // left is the Origin minus the offsets
	o.squares = make([]float64, d)
	at, sums, n := s.Gram.RawRowView(o.reference), s.Gram.RawRowView(d), s.Gram.At(d, d)
	for j, by := range o.factors {
		left[j] = math.FMA(-by, s.Origin[o.reference], s.Origin[j])
		o.squares[j] = s.Gram.At(j, j) + by*by*at[o.reference] + n*left[j]*left[j]
	}
	for i, a := range o.factors {
		row := s.Gram.RawRowView(i)
		for j := i; j < d; j++ {
			b := o.factors[j]
			product := row[j] - a*at[j] - b*(at[i]-a*at[o.reference])
			gram.SetSym(i, j, product+left[i]*(sums[j]-b*sums[o.reference])+left[j]*(sums[i]-a*sums[o.reference]+n*left[i]))
		}
	}
	return gram
}

// diagonalErrors estimates the rounding error of each diagonal entry of gram, the moments of the
// features minus offsets: share times the feature's sum of squares, but at least (4ε)² times the
// sum of squares of factors_j·x_reference. So a multiple of the reference counts as zero.
func (o *offsets) diagonalErrors(gram *mat.SymDense, share float64) []float64 {
	const most = 4 * DoublePrecision
	rounding := make([]float64, len(o.factors))
	for j, by := range o.factors {
		square := gram.At(j, j)
		if o.squares != nil {
			square = o.squares[j]
		}
		rounding[j] = max(share*square, most*by*most*by*gram.At(o.reference, o.reference))
	}
	return rounding
}

// gramWithOffsets returns the moments XᵀX (d×d) of the features. gram must have the moments of the
// features minus offsets.
func (o *offsets) gramWithOffsets(gram *mat.SymDense) *mat.SymDense {
	d := len(o.factors)
	whole, rows := mat.NewSymDense(d, nil), gram.At(o.reference, o.reference)
	for i, a := range o.factors {
		for j := i; j < d; j++ {
			b := o.factors[j]
			whole.SetSym(i, j, gram.At(i, j)+a*gram.At(o.reference, j)+b*gram.At(i, o.reference)+a*b*rows)
		}
	}
	return whole
}

// addToFactor adds the offsets to a Cholesky factor of the moments of the features minus offsets.
// The columns of the factor are the rows of f. The first pivot must be the reference feature, so
// that only row 0 of f is nonzero in this feature.
func (o *offsets) addToFactor(f *mat.Dense) {
	row := f.RawRowView(0)
	floats.AddScaled(row, row[o.reference], o.factors)
}
