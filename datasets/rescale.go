package datasets

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// A rescaling is a change x ↦ (x/unit − centre)/spread of every feature: to zero
// mean and unit variance, or to magnitudes of at most 1.
//
// Features are first divided by their largest magnitude, unit, so that means and
// variances neither overflow nor leave rounding errors in constant features.
type rescaling struct {
	unit, centre, spread []float64
	// constant are the features that have a single value.
	constant []int
}

// fitStandard returns the rescaling that gives the first features columns of x
// mean 0 and variance 1 (over n, not n − 1). Constant features are only centred.
func fitStandard(x *mat.Dense, features int) rescaling {
	r := fitScale(x, features)
	n, _ := x.Dims()
	r.centre = make([]float64, features)
	squares := make([]float64, features)
	for i := range n {
		for j, v := range x.RawRowView(i)[:features] {
			r.centre[j] += v / r.unit[j]
		}
	}
	for j := range r.centre {
		r.centre[j] /= float64(n)
	}
	for i := range n {
		for j, v := range x.RawRowView(i)[:features] {
			deviation := v/r.unit[j] - r.centre[j]
			squares[j] += deviation * deviation
		}
	}
	for j := range squares {
		r.spread[j] = math.Sqrt(squares[j] / float64(n))
	}
	r.constant = nil
	first := x.RawRowView(0)
	for j := range features {
		same := true
		for i := 1; i < n && same; i++ {
			same = x.At(i, j) == first[j]
		}
		if same {
			r.unit[j], r.centre[j], r.spread[j] = 1, first[j], 1
			r.constant = append(r.constant, j)
		}
	}
	return r
}

// fitScale returns the rescaling that divides the first features columns of x by
// their largest magnitude. Features that are 0 throughout are left alone.
func fitScale(x *mat.Dense, features int) rescaling {
	r := rescaling{
		unit:   make([]float64, features),
		centre: make([]float64, features),
		spread: make([]float64, features),
	}
	n, _ := x.Dims()
	for i := range n {
		for j, v := range x.RawRowView(i)[:features] {
			r.unit[j] = max(r.unit[j], math.Abs(v))
		}
	}
	for j := range r.unit {
		r.spread[j] = 1
		if r.unit[j] == 0 {
			r.unit[j] = 1
			r.constant = append(r.constant, j)
		}
	}
	return r
}

// apply changes x in place. It returns the position of the first feature that
// no longer fits into a float64, −1 where there is none.
func (r rescaling) apply(x *mat.Dense) int {
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		for j := range r.unit {
			row[j] = (row[j]/r.unit[j] - r.centre[j]) / r.spread[j]
			if math.IsInf(row[j], 0) || math.IsNaN(row[j]) {
				return j
			}
		}
	}
	return -1
}

// fitRange returns the lowest and highest label.
func fitRange(y []float64) (low, high float64) {
	low, high = y[0], y[0]
	for _, v := range y {
		low, high = min(low, v), max(high, v)
	}
	return low, high
}

// scaleRange maps y linearly and in place, low to −1 and high to 1. It tells
// whether the results fit into a float64.
func scaleRange(y []float64, low, high float64) bool {
	// Halved, so that the width of the range cannot overflow.
	width := high/2 - low/2
	for i, v := range y {
		y[i] = (v/2-low/2)/width*2 - 1
		if math.IsInf(y[i], 0) || math.IsNaN(y[i]) {
			return false
		}
	}
	return true
}
