package model

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// An offsets takes something like its mean from each feature: x_j − by_j·x_at, where feature at
// is 1 in every row. Of a feature that lies r times its spread from zero, as years do, the direction
// that tells its offset from the constant has 1/r² of the largest singular value or less, and XᵀX
// little of it; the moments of features without their offsets have all of it.
type offsets struct {
	at int
	by []float64 // by[at] is 0
}

// newOffsets looks at some of the rows of x (n×d). It returns nil where no feature is 1 in all of
// them, or XᵀX has nine digits of what tells the offsets from that: those of all features
// together where they are few, else of each by itself, as of pictures.
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
	at, size, ratio, worst := -1, 1.0, 1.0, 1.0
	for j, sum := range by {
		if first[j] == 1 && squares[j] == 0 {
			at = j
			continue
		}
		by[j] = first[j] + sum/rows
		square := by[j] * by[j]
		if variance := squares[j]/rows - sum/rows*sum/rows; variance > 0 {
			worst = max(worst, (1+square+variance)*(1+square/variance))
			size, ratio = size+square+variance, ratio+square/variance
		}
	}
	if d <= fewFeatures {
		worst = size * ratio
	}
	if at < 0 || worst*smallAccurate*DoublePrecision < 1 {
		return nil
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
