package model

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Population is the distribution of both domains in the example of the paper's section 4.1. The
// source has two features x ~ N(0, s₁²p₁p₁ᵀ + s₂²p₂p₂ᵀ) and labels y = sign(p₁ᵀx). The target is
// the source rotated about the origin. Noise on both features raises the variance along an axis to
// s'² = s² + noise².
type Population struct {
	// Scale has the standard deviations along the axes, s₁ > s₂.
	Scale [2]float64
	// Axis is the angle between p₁ and the axis of the first feature. Turn is the counter-clockwise
	// angle from source to target. Both are in radians.
	Axis, Turn float64
	// Noise is the standard deviation of the noise on each feature.
	Noise float64
}

// halfNormal is √(2/π), the mean of |z| for z ~ N(0, 1).
var halfNormal = math.Sqrt(2 / math.Pi)

func (g Population) variance(axis int) float64 {
	return g.Scale[axis]*g.Scale[axis] + g.Noise*g.Noise
}

func vectorAlong(angle, length float64) *mat.Dense {
	sin, cos := math.Sincos(angle)
	return mat.NewDense(2, 1, []float64{length * cos, length * sin})
}

// CrossMoment returns E[xy] = √(2/π) s₁p₁ of the source (the paper's lem:expect-xy).
func (g Population) CrossMoment() *mat.Dense { return vectorAlong(g.Axis, halfNormal*g.Scale[0]) }

// Optimum returns w*_S = √(2/π) s₁/s'₁² p₁. If target is set, it returns w*_T, with p̃₁ in place of
// p₁.
func (g Population) Optimum(target bool) *mat.Dense {
	angle := g.Axis
	if target {
		angle += g.Turn
	}
	return vectorAlong(angle, halfNormal*g.Scale[0]/g.variance(0))
}

// Solution returns LAR's closed form for k = k̃ = 1 at any λ > 0: w*_T/(p₁ᵀp̃₁), the paper's
// prop-gaussian with c = 1. It is NaN if p₁ and p̃₁ are orthogonal.
func (g Population) Solution() *mat.Dense {
	w, cos := g.Optimum(true), math.Cos(g.Turn)
	if math.Abs(cos) < DoublePrecision {
		cos = nan
	}
	w.Scale(1/cos, w)
	return w
}

// CrossMomentError returns the standard error √(E‖Φᵀy/n − E[xy]‖²) of Φᵀy/n in a sample of n rows.
func (g Population) CrossMomentError(n int) float64 {
	pull := halfNormal * g.Scale[0]
	return math.Sqrt((g.variance(0) + g.variance(1) - pull*pull) / float64(n))
}

// OptimumError returns the standard error of least-squares weights on n rows, for large n: the root
// of the trace of C⁻¹E[xxᵀ(1 − yxᵀw)²]C⁻¹/n with C = E[xxᵀ] (the sandwich formula).
func (g Population) OptimumError(n int) float64 {
	b, s, v := halfNormal, g.Scale[0], g.variance(0)
	a := b * s / v // ‖w*‖
	// For a standard normal z, the label is y = sign z, and p₁ᵀx is s·z plus noise. So u = yp₁ᵀx is
	// s|z| plus noise. With b = E|z| and v = s² + noise²: E u = bs, E u³ = 2bs³ + 3bs·noise², E u⁴ =
	// 3v².
	third := 2*b*s*s*s + 3*b*s*g.Noise*g.Noise
	first := (v - 2*a*third + 3*a*a*v*v) / (v * v)
	second := (1 - 2*a*b*s + a*a*v) / g.variance(1)
	return math.Sqrt((first + second) / float64(n))
}

// A SampleComparison compares a sample with its Population.
type SampleComparison struct {
	// CrossMoment compares E[xy] with Φᵀy/n. Source compares w*_S of population and sample, Target
	// w*_T, and Solution the weights of LAR for k = k̃ = 1.
	CrossMoment, Source, Target, Solution Estimate
	// C is the factor c for which c w*_T/(v₁ᵀṽ₁) is nearest to the sample's w (the paper's
	// prop-gaussian), with v₁ and ṽ₁ towards the positive class. In the population it is 1. It is NaN
	// if the sample has no Solution or no target labels.
	C float64
}

// An Estimate holds a vector of a Population and the estimate of this vector from a sample. Sample is
// nil if unknown.
type Estimate struct {
	Population, Sample []float64
	// Apart is the Euclidean distance between Population and Sample. StandardError is √(E Apart²).
	// Both are NaN if unknown.
	Apart, StandardError float64
}

func newEstimate(population, sample *mat.Dense, standardError float64) Estimate {
	e := Estimate{Population: mat.Col(nil, 0, population), Apart: nan, StandardError: standardError}
	if sample != nil {
		e.Sample = mat.Col(nil, 0, sample)
		e.Apart = floats.Distance(e.Population, e.Sample, 2)
	}
	return e
}

// CompareSample compares g with a sample of g, the problem p. w (2×1) is the closed form of p at
// params, or nil if unknown.
func (g Population) CompareSample(p *Problem, params Params, w *mat.Dense) SampleComparison {
	if params.K != 1 || params.KTilde != 1 || params.KeepImplicit || params.L2 > 0 || params.Lambda == 0 {
		w = nil // Population.Solution does not apply
	}
	var pull mat.Dense
	pull.Scale(1/float64(p.Src.N), p.Src.XtY)
	s := SampleComparison{
		CrossMoment: newEstimate(g.CrossMoment(), &pull, g.CrossMomentError(p.Src.N)),
		Source:      newEstimate(g.Optimum(false), p.Src.leastSquaresWeights(), g.OptimumError(p.Src.N)),
		Target:      newEstimate(g.Optimum(true), p.Optimum, g.OptimumError(p.Tgt.N)),
		Solution:    newEstimate(g.Solution(), w, nan),
		C:           nan,
	}
	if w != nil && p.Optimum != nil {
		s.C = dot(w, p.Optimum) / dot(p.Optimum, p.Optimum) * p.leadingCosine()
	}
	return s
}
