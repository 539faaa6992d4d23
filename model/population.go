package model

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Population is the example of the paper's section 4.1 itself, of which a pair of plane
// Gaussians is a sample: x ~ N(0, s₁²p₁p₁ᵀ + s₂²p₂p₂ᵀ) with y = sign(p₁ᵀx), whatever the share of
// the classes, and the same turned about the origin for the target. Noise added to both
// features after that widens the axes, s'² = s² + noise².
type Population struct {
	// Scale is s₁ > s₂, the deviations along the axes.
	Scale [2]float64
	// Axis is at what angle p₁ stands to the first feature, and Turn by how much the target is
	// turned counter-clockwise, in radians.
	Axis, Turn float64
	// Noise is the deviation of the noise.
	Noise float64
}

// halfNormal is √(2/π), the mean of |z| for z ~ N(0, 1).
var halfNormal = math.Sqrt(2 / math.Pi)

// variance is s'₁² or s'₂².
func (g Population) variance(axis int) float64 {
	return g.Scale[axis]*g.Scale[axis] + g.Noise*g.Noise
}

// along is a vector of that length at an angle.
func along(angle, length float64) *mat.Dense {
	sin, cos := math.Sincos(angle)
	return mat.NewDense(2, 1, []float64{length * cos, length * sin})
}

// Pull is E[xy] = √(2/π) s₁p₁ of the source (lem:expect-xy), of which Φᵀy/n is the sample's.
func (g Population) Pull() *mat.Dense { return along(g.Axis, halfNormal*g.Scale[0]) }

// Optimum is w*_S = √(2/π) s₁/s'₁² p₁, and with p̃₁ in place of p₁ w*_T.
func (g Population) Optimum(target bool) *mat.Dense {
	angle := g.Axis
	if target {
		angle += g.Turn
	}
	return along(angle, halfNormal*g.Scale[0]/g.variance(0))
}

// Solution is LAR's closed form for k = k̃ = 1 at any λ > 0, w*_T/(p₁ᵀp̃₁) (prop-gaussian, whose
// c is 1 where both domains have the same s₁); NaN where p₁ and p̃₁ are at right angles.
func (g Population) Solution() *mat.Dense {
	w, cos := g.Optimum(true), math.Cos(g.Turn)
	if math.Abs(cos) < DoublePrecision {
		cos = math.NaN()
	}
	w.Scale(1/cos, w)
	return w
}

// PullError is the standard error of the sample's Φᵀy/n of n rows, √(E‖Φᵀy/n − E[xy]‖²).
func (g Population) PullError(n int) float64 {
	pull := halfNormal * g.Scale[0]
	return math.Sqrt((g.variance(0) + g.variance(1) - pull*pull) / float64(n))
}

// OptimumError is that of least squares on n rows, for large n, by the sandwich of the
// inverse second moments about E[xxᵀ(1 − yxᵀw)²]/n.
func (g Population) OptimumError(n int) float64 {
	b, s, v := halfNormal, g.Scale[0], g.variance(0)
	a := b * s / v // ‖w*‖
	// Of u = yp₁ᵀx, which is |z| and noise, E u = bs, E u³ = 2bs³ + 3bs·noise² and E u⁴ = 3v².
	third := 2*b*s*s*s + 3*b*s*g.Noise*g.Noise
	first := (v - 2*a*third + 3*a*a*v*v) / (v * v)
	second := (1 - 2*a*b*s + a*a*v) / g.variance(1)
	return math.Sqrt((first + second) / float64(n))
}

// A Sampled is a sample of a Population beside it.
type Sampled struct {
	// Pull is E[xy], Source w*_S, Target w*_T, and Solution LAR's for k = k̃ = 1.
	Pull, Source, Target, Solution Estimate
	// C is the sample's c of prop-gaussian that is the nearest, w = c w*_T/(v₁ᵀṽ₁), with vectors turned
	// towards their positive class; 1 in the population. NaN where the sample has no Solution,
	// or target labels are not known.
	C float64
}

// An Estimate is a vector of a Population with that of a sample, nil where it is not known.
type Estimate struct {
	Population, Sample []float64
	// Apart is the length of their difference, and StandardError that of the sample, the root of
	// the mean of Apart²; NaN where they are not known.
	Apart, StandardError float64
}

// estimate sets a sample's vector, nil where it is not known, beside its population's.
func estimate(population, sample *mat.Dense, standardError float64) Estimate {
	e := Estimate{Population: mat.Col(nil, 0, population), Apart: math.NaN(), StandardError: standardError}
	if sample != nil {
		e.Sample = mat.Col(nil, 0, sample)
		e.Apart = floats.Distance(e.Population, e.Sample, 2)
	}
	return e
}

// Sampled compares the problem p, a sample of g, and its closed form w (2×1) at params, nil where
// that is unknown.
func (g Population) Sampled(p *Problem, params Params, w *mat.Dense) Sampled {
	if params.K != 1 || params.KTilde != 1 || params.KeepImplicit || params.L2 > 0 || params.Lambda == 0 {
		w = nil // proposition 1 speaks of another
	}
	var pull mat.Dense
	pull.Scale(1/float64(p.Src.N), p.Src.XtY)
	s := Sampled{
		Pull:     estimate(g.Pull(), &pull, g.PullError(p.Src.N)),
		Source:   estimate(g.Optimum(false), p.Src.leastSquaresWeights(), g.OptimumError(p.Src.N)),
		Target:   estimate(g.Optimum(true), p.Optimum, g.OptimumError(p.Tgt.N)),
		Solution: estimate(g.Solution(), w, math.NaN()),
		C:        math.NaN(),
	}
	if w != nil && p.Optimum != nil {
		s.C = dot(w, p.Optimum) / dot(p.Optimum, p.Optimum) * p.leadingCosine()
	}
	return s
}
