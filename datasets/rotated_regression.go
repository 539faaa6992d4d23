package datasets

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// openRotatedRegression draws the regression variant of the rotated Gaussian
// (paper, appendix D, "Regression"): the samples are those of rotated-gaussian,
// but the labels of each domain are its first left singular vector, u₁ = Φv₁/σ₁,
// a vector of length 1. Label alignment holds exactly, with rank 1.
//
// Both u₁ have the sign that points along the positive class of rotated-gaussian.
// Validation rows are labelled as the target is, by xᵀṽ₁/σ̃₁.
func openRotatedRegression(report *reporter, spec Spec) (*Pair, error) {
	if err := checkGenerated(spec, 2, 2); err != nil {
		return nil, err
	}
	pair := newPlanePair(spec)
	pair.Title = "rotated regression " + pair.Title
	pair.Task = model.Regression
	if err := pair.draw(report, spec, 0.5); err != nil {
		return nil, err
	}
	labelBy(pair.Source, leadingWeights(pair.Source.X))
	weights := leadingWeights(pair.Target.X)
	labelBy(pair.Target, weights)
	labelBy(pair.Validation, weights)
	pair.turn(spec)
	pair.note("the labels are the first left singular vector of each domain, of length 1")
	pair.Start = Start{K: 1, KTilde: 1, Lambda: 1000, Epochs: 5000, Rate: 1e-4}
	return pair, nil
}

// leadingWeights returns v₁/σ₁ of x, n×2 and not zero, with v₁ turned towards
// planeAxis: x times it is u₁.
func leadingWeights(x *mat.Dense) [2]float64 {
	var gram mat.SymDense
	gram.SymOuterK(1, x.T())
	a, b, c := gram.At(0, 0), gram.At(0, 1), gram.At(1, 1)
	// The eigenvectors of [[a, b], [b, c]] stand at half the angle of (a−c, 2b),
	// the first of them on its side.
	sin, cos := math.Sincos(math.Atan2(2*b, a-c) / 2)
	if axis := planeAxis(); cos*axis[0]+sin*axis[1] < 0 {
		sin, cos = -sin, -cos
	}
	sigma := math.Sqrt((a+c)/2 + math.Hypot((a-c)/2, b))
	return [2]float64{cos / sigma, sin / sigma}
}

// labelBy sets the labels of d to xᵀw.
func labelBy(d model.Domain, w [2]float64) {
	for i := range d.Y {
		row := d.X.RawRowView(i)
		d.Y[i] = row[0]*w[0] + row[1]*w[1]
	}
}
