package model

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Population is the distribution in the example of the paper's section 4.1; a pair of plane
// Gaussians is a sample of it. In the source, x ~ N(0, s₁²p₁p₁ᵀ + s₂²p₂p₂ᵀ) with y = sign(p₁ᵀx),
// for any share of the classes. The target is the same distribution turned about the origin. Noise
// is added to both features last and widens the axes, s'² = s² + noise².
type Population struct {
	// Scale has the standard deviations along the axes, s₁ > s₂.
	Scale [2]float64
	// Axis is the angle between p₁ and the first feature, and Turn the counter-clockwise angle
	// from source to target, both in radians.
	Axis, Turn float64
	// Noise is the standard deviation of the noise.
	Noise float64
}

// halfNormal is √(2/π), the mean of |z| for z ~ N(0, 1).
var halfNormal = math.Sqrt(2 / math.Pi)

// variance returns s'₁² for axis 0 and s'₂² for axis 1.
func (g Population) variance(axis int) float64 {
	return g.Scale[axis]*g.Scale[axis] + g.Noise*g.Noise
}

// along returns the plane vector of the given angle and length.
func along(angle, length float64) *mat.Dense {
	sin, cos := math.Sincos(angle)
	return mat.NewDense(2, 1, []float64{length * cos, length * sin})
}

// CrossMoment returns E[xy] = √(2/π) s₁p₁ of the source (lem:expect-xy). A sample's estimate is Φᵀy/n.
func (g Population) CrossMoment() *mat.Dense { return along(g.Axis, halfNormal*g.Scale[0]) }

// Optimum returns w*_S = √(2/π) s₁/s'₁² p₁ or, for the target, w*_T with p̃₁ in place of p₁.
func (g Population) Optimum(target bool) *mat.Dense {
	angle := g.Axis
	if target {
		angle += g.Turn
	}
	return along(angle, halfNormal*g.Scale[0]/g.variance(0))
}

// Solution returns LAR's closed form for k = k̃ = 1 at any λ > 0, w*_T/(p₁ᵀp̃₁) (prop-gaussian;
// its c is 1 if both domains have the same s₁). It is NaN if p₁ and p̃₁ are at right angles.
func (g Population) Solution() *mat.Dense {
	w, cos := g.Optimum(true), math.Cos(g.Turn)
	if math.Abs(cos) < DoublePrecision {
		cos = nan
	}
	w.Scale(1/cos, w)
	return w
}

// CrossMomentError returns the standard error of Φᵀy/n in a sample of n rows, √(E‖Φᵀy/n − E[xy]‖²).
func (g Population) CrossMomentError(n int) float64 {
	pull := halfNormal * g.Scale[0]
	return math.Sqrt((g.variance(0) + g.variance(1) - pull*pull) / float64(n))
}

// OptimumError returns the standard error of least squares on n rows, for large n. It uses the
// sandwich formula, with the inverse second moments on both sides of E[xxᵀ(1 − yxᵀw)²]/n.
func (g Population) OptimumError(n int) float64 {
	b, s, v := halfNormal, g.Scale[0], g.variance(0)
	a := b * s / v // ‖w*‖
	// u = yp₁ᵀx is |z| plus noise, with E u = bs, E u³ = 2bs³ + 3bs·noise² and E u⁴ = 3v².
	third := 2*b*s*s*s + 3*b*s*g.Noise*g.Noise
	first := (v - 2*a*third + 3*a*a*v*v) / (v * v)
	second := (1 - 2*a*b*s + a*a*v) / g.variance(1)
	return math.Sqrt((first + second) / float64(n))
}

// A SampleComparison compares a sample with its Population.
type SampleComparison struct {
	// CrossMoment compares E[xy], Source w*_S, Target w*_T, and Solution LAR's weights for k = k̃ = 1.
	CrossMoment, Source, Target, Solution Estimate
	// C is the c of prop-gaussian for which c w*_T/(v₁ᵀṽ₁) is nearest to the sample's w, with each
	// singular vector turned towards its positive class. It is 1 in the population, and NaN if the
	// sample has no Solution or no target labels.
	C float64
}

// An Estimate holds a vector of a Population and its estimate from a sample, nil if unknown.
type Estimate struct {
	Population, Sample []float64
	// Apart is the distance between Population and Sample, and StandardError the standard error of
	// Sample, the root of the mean of Apart². Both are NaN if unknown.
	Apart, StandardError float64
}

// estimate returns the Estimate of a population's vector by a sample's, which is nil if unknown.
func estimate(population, sample *mat.Dense, standardError float64) Estimate {
	e := Estimate{Population: mat.Col(nil, 0, population), Apart: nan, StandardError: standardError}
	if sample != nil {
		e.Sample = mat.Col(nil, 0, sample)
		e.Apart = floats.Distance(e.Population, e.Sample, 2)
	}
	return e
}

// CompareSample compares the problem p, a sample of g, with g. w (2×1) is the closed form of p at
// params, nil if unknown.
func (g Population) CompareSample(p *Problem, params Params, w *mat.Dense) SampleComparison {
	if params.K != 1 || params.KTilde != 1 || params.KeepImplicit || params.L2 > 0 || params.Lambda == 0 {
		w = nil // proposition 1 does not apply
	}
	var pull mat.Dense
	pull.Scale(1/float64(p.Src.N), p.Src.XtY)
	s := SampleComparison{
		CrossMoment: estimate(g.CrossMoment(), &pull, g.CrossMomentError(p.Src.N)),
		Source:      estimate(g.Optimum(false), p.Src.leastSquaresWeights(), g.OptimumError(p.Src.N)),
		Target:      estimate(g.Optimum(true), p.Optimum, g.OptimumError(p.Tgt.N)),
		Solution:    estimate(g.Solution(), w, nan),
		C:           nan,
	}
	if w != nil && p.Optimum != nil {
		s.C = dot(w, p.Optimum) / dot(p.Optimum, p.Optimum) * p.leadingCosine()
	}
	return s
}
