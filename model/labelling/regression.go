package labelling

import (
	"math"
	"slices"
)

// A RegressionSample has the labels of some rows on which two regression models differ. Rows were
// drawn with a probability in proportion to the difference of their two predictions.
type RegressionSample struct {
	// Rows is the number of all target rows.
	Rows int
	// Predicted has the predictions of both models for all rows where they differ, in the order of
	// the draw.
	Predicted [][2]float64
	// Labels has the labels of the first rows of Predicted, NaN if unknown. Estimates assume that rows
	// with unknown labels are like the other rows.
	Labels []float64
	// Least and Most are bounds of the labels of all rows; NaN if unknown.
	Least, Most float64
}

// weightAndFall returns the weight w of a row, and the fall of the squared error from the second
// model to the first if the label is y.
//
//	fall = (ŷ₂ − y)² − (ŷ₁ − y)² = w·s(h − y),  w = 2|ŷ₂ − ŷ₁|, s = sign(ŷ₂ − ŷ₁), h = (ŷ₁ + ŷ₂)/2
func (f RegressionSample) weightAndFall(at int, y float64) (weight, fall float64) {
	first, second := f.Predicted[at][0], f.Predicted[at][1]
	return 2 * math.Abs(second-first), 2 * (second - first) * ((first+second)/2 - y)
}

// Gain estimates the mean over all rows of the fall f = (ŷ₂ − y)² − (ŷ₁ − y)² of the squared error.
// It returns NaN without labels.
//
// A drawn row of weight w gives the estimate s + S·f/w of the sum of all falls, where s is the sum
// of the falls of earlier labelled rows, and S the total weight of all other rows. Gain uses the
// mean of these estimates, weighted by 1/S².
func (f RegressionSample) Gain() float64 {
	left, before := 0.0, 0.0
	var weights, falls []float64
	for at := range f.Predicted {
		if weight, fall := f.weightAndFall(at, f.labelOrNaN(at)); math.IsNaN(fall) {
			left += weight
		} else {
			weights, falls, before = append(weights, weight), append(falls, fall), before+fall
		}
	}
	if len(falls) == len(f.Predicted) {
		return before / float64(f.Rows)
	}
	sum, norm := 0.0, 0.0
	for i, weight := range slices.Backward(weights) {
		left, before = left+weight, before-falls[i]
		sum += (before + left*falls[i]/weight) / left / left
		norm += 1 / left / left
	}
	return sum / norm / float64(f.Rows)
}

func (f RegressionSample) labelOrNaN(index int) float64 {
	if index < len(f.Labels) {
		return f.Labels[index]
	}
	return math.NaN()
}

// CountOutOfBounds counts the labels below Least or above Most.
func (f RegressionSample) CountOutOfBounds() (count int) {
	for _, y := range f.Labels {
		if y < f.Least || y > f.Most {
			count++
		}
	}
	return count
}

// AnytimeInterval returns an interval for the gain. The intervals after 1, 2, 3, … labels all
// contain the gain with a probability of at least level. If all rows are labelled, both ends are
// Gain. Otherwise both are NaN if Least and Most are unknown, or if a label is out of these bounds.
func (f RegressionSample) AnytimeInterval(level float64) Interval {
	known, span := 0.0, f.Most-f.Least // known is the sum of the falls if all labels were (Least + Most)/2
	var d weightedDraw
	for at := range f.Predicted {
		weight, fall := f.weightAndFall(at, f.Least+span/2)
		known, d.totalWeight = known+fall, d.totalWeight+weight
		if _, actual := f.weightAndFall(at, f.labelOrNaN(at)); !math.IsNaN(actual) {
			d.weights, d.z = append(d.weights, weight), append(d.z, max(0, min(1, 0.5+(actual-fall)/weight/span)))
		}
	}
	switch {
	case len(d.z) == len(f.Predicted):
		return Interval{f.Gain(), f.Gain()}
	case f.CountOutOfBounds() > 0 || !(span > 0):
		return Interval{math.NaN(), math.NaN()}
	}
	low, high := d.interval(level)
	gain := func(m float64) float64 { return (known + d.totalWeight*span*(m-0.5)) / float64(f.Rows) }
	return Interval{gain(low), gain(high)}
}
