package model

import (
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
}

// newOffsets looks at some of the rows of x (n×d). It returns nil where XᵀX has nine digits of what
// tells the features from their offsets. With the constant 1 that is asked of all features together
// where they are few, else of each by itself, as of pictures; without it, of their correlations, since
// features that are none of them constant are told from each other by these.
func newOffsets(x *mat.Dense) *offsets {
	const looks = 1000
	n, d := x.Dims()
	first, rows := x.RawRowView(0), 0.0
	by, squares := make([]float64, d), make([]float64, d) // beside the first row
	for i := 0; i < n; i += (n + looks - 1) / looks {
		for j, v := range x.RawRowView(i) {
			by[j] += v - first[j]
			squares[j] += (v - first[j]) * (v - first[j])
		}
		rows++
	}
	at, constant, largest, size, ratio, worst := -1, false, 0.0, 1.0, 1.0, 1.0
	for j, sum := range by {
		if first[j] == 1 && squares[j] == 0 {
			at, constant = j, true
			continue
		}
		by[j] = first[j] + sum/rows
		square := by[j] * by[j]
		variance := squares[j]/rows - sum/rows*sum/rows
		if !(variance > 0) {
			continue
		}
		worst = max(worst, (1+square+variance)*(1+square/variance))
		size, ratio = size+square+variance, ratio+square/variance
		if !constant && square/variance > largest {
			at, largest = j, square/variance
		}
	}
	switch few := d <= fewFeatures; {
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
	if !constant {
		floats.Scale(1/by[at], by)
	}
	by[at] = 0
	return &offsets{at, by}
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

// settle takes for zero, in the moments without the offsets, features of which rounding alone is left:
// multiples of feature at.
func (o *offsets) settle(gram *mat.SymDense) {
	const most = 4 * DoublePrecision
	for j, by := range o.by {
		if by != 0 && gram.At(j, j) <= most*by*most*by*gram.At(o.at, o.at) {
			for i := range o.by {
				gram.SetSym(i, j, 0)
			}
		}
	}
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
