package model

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// An offsets takes something like its mean from each feature: x_j − by_j·x_at, where feature at
// varies least beside its own mean; best of all is the constant 1. Of a feature that lies r times its
// spread from zero, as years do, the direction that tells its offset from the constant has 1/r² of the
// largest singular value or less, and XᵀX little of it; the moments of features without their offsets
// have all of it.
type offsets struct {
	at int
	by []float64 // by[at] is 0
	// squares are those from which the squares of the features without their offsets are made by
	// subtraction, as of sums; nil where none are subtracted, as of rows.
	squares []float64
}

// newOffsets looks at some of the rows of x (n×d), with the result of offsetsOf.
func newOffsets(x *mat.Dense) *offsets {
	const looks = 1000
	n, d := x.Dims()
	first, rows := x.RawRowView(0), 0.0
	means, variances := make([]float64, d), make([]float64, d) // at first sums beside the first row
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

// offsetsOf returns the offsets of features of the means and variances given, which it overwrites. It
// returns nil where XᵀX has nine digits of what tells the features from their offsets. With the constant
// 1 that is asked of all features together where they are few, else of each by itself, as of pictures;
// without it, of their correlations, since features that are none of them constant are told from each
// other by these.
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
	return &offsets{at: at, by: by}
}

// without returns the rows x (n×d) without the offsets.
func (o *offsets) without(x *mat.Dense) *mat.Dense {
	left := mat.DenseCopyOf(x)
	rows, _ := left.Dims()
	for i := range rows {
		row := left.RawRowView(i)
		floats.AddScaled(row, -row[o.at], o.by)
	}
	return left
}

// noOffsets returns offsets that are all zero, beside the largest feature.
func (s *Sums) noOffsets() *offsets {
	at, by := 0, make([]float64, len(s.Shift))
	for j := range by {
		if s.Gram.At(j, j) > s.Gram.At(at, at) {
			at = j
		}
	}
	return &offsets{at: at, by: by}
}

// gram returns the moments (d×d) of the features of s without the offsets, of which it sets squares.
func (s *Sums) gram(o *offsets) *mat.SymDense {
	d := len(s.Shift)
	gram, left := mat.NewSymDense(d, nil), make([]float64, d) // what the offsets leave of the shift
	o.squares = make([]float64, d)
	at, sums, n := s.Gram.RawRowView(o.at), s.Gram.RawRowView(d), s.Gram.At(d, d)
	for j, by := range o.by {
		left[j] = math.FMA(-by, s.Shift[o.at], s.Shift[j])
		o.squares[j] = s.Gram.At(j, j) + by*by*at[o.at] + n*left[j]*left[j]
	}
	for i, a := range o.by {
		row := s.Gram.RawRowView(i)
		for j := i; j < d; j++ {
			b := o.by[j]
			product := row[j] - a*at[j] - b*(at[i]-a*at[o.at])
			gram.SetSym(i, j, product+left[i]*(sums[j]-b*sums[o.at])+left[j]*(sums[i]-a*sums[o.at]+n*left[i]))
		}
	}
	return gram
}

// rounding returns what of the diagonal of gram, the moments without the offsets, may be rounding: the
// share given of the squares, and all of a feature that is a multiple of feature at.
func (o *offsets) rounding(gram *mat.SymDense, share float64) []float64 {
	const most = 4 * DoublePrecision
	rounding := make([]float64, len(o.by))
	for j, by := range o.by {
		square := gram.At(j, j)
		if o.squares != nil {
			square = o.squares[j]
		}
		rounding[j] = max(share*square, most*by*most*by*gram.At(o.at, o.at))
	}
	return rounding
}

// addTo returns the moments XᵀX (d×d) of the features whose moments without their offsets are given.
func (o *offsets) addTo(gram *mat.SymDense) *mat.SymDense {
	d := len(o.by)
	whole, rows := mat.NewSymDense(d, nil), gram.At(o.at, o.at)
	for i, a := range o.by {
		for j := i; j < d; j++ {
			b := o.by[j]
			whole.SetSym(i, j, gram.At(i, j)+a*gram.At(o.at, j)+b*gram.At(i, o.at)+a*b*rows)
		}
	}
	return whole
}

// addToFactor adds the offsets to a factor of the moments without them that begins with feature
// at: only its first column, the first row of f, has something of that feature.
func (o *offsets) addToFactor(f *mat.Dense) {
	row := f.RawRowView(0)
	floats.AddScaled(row, row[o.at], o.by)
}
