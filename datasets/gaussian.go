package datasets

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/datasets/table"
	"larui/model"
)

// rotatedGaussian is the example of the paper's section 6.1. Source and target are drawn from N(0, Q) with
// Q = [[1, ½], [½, ½]]. The label is the sign of the coordinate on Q's first principal axis. Then the
// target is rotated counter-clockwise by Spec.Angle degrees.
func rotatedGaussian() pairEntry {
	return gaussianPair("rotated-gaussian", "a plane Gaussian, labelled along its first axis, and the same Gaussian rotated", "", 0.5, 2000)
}

// wideGaussian is the ablation in the paper's section 6.1: the rotated Gaussian with a larger second
// singular value s₂, so that removing the implicit term has an effect. The paper gives no numbers. This
// covariance, [[1, ¼], [¼, ¾]], has the axes of rotatedGaussian, but s₂/s₁ = 0.72 instead of 0.38.
//
// Without the implicit term, the closed form points along ṽ₁ for every λ (paper, prop-gaussian). With it,
// for a target rotated by θ, the angle between the closed form and v₁ is only atan(λ sin θ cos θ/(1 + λ
// cos² θ)): 18.4° for λ = 1 and θ = 45°.
func wideGaussian() pairEntry {
	return gaussianPair("wide-gaussian", "the rotated Gaussian with a wider second axis: removing the implicit term has an effect", "wide ", 0.25, 20000)
}

// gaussianPair returns a pair of a Gaussian with covariance [[1, h], [h, 1−h]] and the same Gaussian
// rotated. The names of the domains are wide, which is "wide " or empty, and "Gaussian". epochs is the initial number of
// epochs.
func gaussianPair(name, summary, wide string, h float64, epochs int) pairEntry {
	return pairEntry{
		PairInfo: PairInfo{Name: name, Summary: summary, Aim: "learn on the source, predict a target turned by {angle}", BuiltIn: true, Options: []string{"angle", "n", "m", "ratio", "noise", "seed"}},
		open: func(report *table.Reporter, spec Spec) (*Pair, error) {
			pair := newPlanePair(spec, cmp.Or(wide, "rotated ")+"Gaussian ")
			pair.SourceName, pair.TargetName = wide+"Gaussian", "rotated "+wide+"Gaussian"
			pair.Start = StartParams{K: 1, KTilde: 1, Lambda: 1, Epochs: epochs, Rate: 1e-4}
			pair.Population = gaussianPopulation(spec, h)
			return pair, pair.drawRotatedPair(report, spec, h)
		},
	}
}

// rotatedRegression is the regression in the paper's appendix D ("Regression"), with the samples of
// rotated-gaussian. The labels of a domain are the first left singular vector of its features Φ: u₁ =
// Φv₁/σ₁, of length 1. So label alignment is exact, with rank 1.
//
// The scalar product of v₁ and the axis that labels rotated-gaussian is positive. A row x of the validation
// set has the label xᵀṽ₁/σ̃₁ with ṽ₁ and σ̃₁ of the target.
func rotatedRegression() pairEntry {
	return pairEntry{
		PairInfo: PairInfo{
			Name:    "rotated-regression",
			Summary: "the same Gaussian, labelled by its first left singular vector",
			Aim:     "learn numbers on the source, predict them on the rotated source",
			BuiltIn: true,
			Options: []string{"angle", "n", "m", "noise", "seed"},
		},
		open: openRotatedRegression,
	}
}

func openRotatedRegression(report *table.Reporter, spec Spec) (*Pair, error) {
	pair := newPlanePair(spec, "rotated regression ")
	pair.Task = model.Regression
	pair.Start = StartParams{K: 1, KTilde: 1, Lambda: 1000, Epochs: 5000, Rate: 1e-4}
	if err := pair.drawPlaneSamples(report, spec, 0.5); err != nil {
		return nil, err
	}
	setLabels(pair.Source, computeLeadingWeights(pair.Source.X))
	weights := computeLeadingWeights(pair.Target.X)
	setLabels(pair.Target, weights)
	setLabels(pair.Validation, weights)
	pair.rotateTarget(spec)
	pair.note("the labels are the first left singular vector of each domain, of length 1")
	return pair, nil
}

func newPlanePair(spec Spec, title string) *Pair {
	return &Pair{
		Title:      title + formatDegrees(spec.Angle),
		SourceName: "Gaussian",
		TargetName: "rotated Gaussian",
		Features:   []string{"x1", "x2"},
	}
}

// drawRotatedPair draws a binary pair of plane Gaussians with covariance [[1, h], [h, 1−h]], 0 < h < 0.6.
// The target is rotated after all draws, so that the draws do not depend on the angle.
func (p *Pair) drawRotatedPair(report *table.Reporter, spec Spec, h float64) error {
	if err := checkRatio(spec.Ratio); err != nil {
		return err
	}
	p.Task, p.ClassNames = model.Binary, []string{"-1", "+1"}
	if err := p.drawPlaneSamples(report, spec, h); err != nil {
		return err
	}
	if isConstant(p.Source.Y) || isConstant(p.Target.Y) {
		return table.NewFault(ErrOneClass, "seed %d draws samples of only one class (n = %d, m = %d): choose more samples or another seed", spec.Seed, spec.N, spec.M)
	}
	if err := reduceFirstClass(p, spec, "samples of the class"); err != nil {
		return err
	}
	p.rotateTarget(spec)
	return nil
}

func (p *Pair) drawPlaneSamples(report *table.Reporter, spec Spec, h float64) error {
	if err := checkGenerated(spec, 2, 2); err != nil {
		return err
	}
	for _, d := range p.newSamplers(spec) {
		if err := d.drawGaussian(report, h); err != nil {
			return err
		}
	}
	return nil
}

// rotateTarget also rotates the validation set, and then adds noise to all domains.
func (p *Pair) rotateTarget(spec Spec) {
	rotate(p.Target.X, spec.Angle)
	rotate(p.Validation.X, spec.Angle)
	p.addNoise(spec)
}

// principalAxis returns a multiple of the first eigenvector of [[1, h], [h, 1−h]] for any h > 0. The angle
// of the eigenvector is ½·atan(2h/(1 − (1−h))) = ½·atan 2.
func principalAxis() [2]float64 { return [2]float64{2, math.Sqrt(5) - 1} }

func gaussianPopulation(spec Spec, h float64) *model.Population {
	// The eigenvalues are 1 − h/2 ± √(h² + (h/2)²).
	middle, spread, axis := 1-h/2, h*math.Sqrt(5)/2, principalAxis()
	return &model.Population{
		Scale: [2]float64{math.Sqrt(middle + spread), math.Sqrt(middle - spread)},
		Axis:  math.Atan2(axis[1], axis[0]), Turn: math.Remainder(spec.Angle, 360) * math.Pi / 180, Noise: spec.Noise,
	}
}

// drawGaussian draws samples from N(0, [[1, h], [h, 1−h]]) and sets their labels. The first samples are the
// same for any number of samples.
func (d domainSampler) drawGaussian(report *table.Reporter, h float64) error {
	const chunk = 1 << 16 // rows between checks of the context
	axis := principalAxis()
	c := math.Sqrt(1 - h - h*h) // the covariance has the Cholesky factor [[1, 0], [h, c]]
	x := make([]float64, 0, 2*d.rows)
	y := make([]float64, 0, d.rows)
	for i := range d.rows {
		if i%chunk == 0 {
			if err := report.Step("drawing the "+d.name, int64(i), int64(d.rows)); err != nil {
				return err
			}
		}
		z1, z2 := d.random.NormFloat64(), d.random.NormFloat64()
		// The conversions to float64 prevent fused multiply-adds, which round differently on some machines.
		x1, x2 := z1, float64(h*z1)+float64(c*z2)
		label := -1.0
		if axis[0]*x1+axis[1]*x2 > 0 {
			label = 1
		}
		x = append(x, x1, x2)
		y = append(y, label)
	}
	*d.domain = model.Domain{X: mat.NewDense(d.rows, 2, x), Y: y}
	return nil
}

func isConstant(values []float64) bool { return slices.Min(values) == slices.Max(values) }

// rotate rotates the rows of x (n×2) counter-clockwise about the origin.
func rotate(x *mat.Dense, degrees float64) {
	// The remainder makes 360° exactly no rotation.
	sin, cos := math.Sincos(math.Remainder(degrees, 360) * math.Pi / 180)
	if sin == 0 && cos == 1 {
		return
	}
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		row[0], row[1] = cos*row[0]-sin*row[1], sin*row[0]+cos*row[1]
	}
}

// computeLeadingWeights returns v₁/σ₁ of x (n×2, not zero), so that the product of x and the result is u₁.
// The scalar product of v₁ and principalAxis is positive.
func computeLeadingWeights(x *mat.Dense) [2]float64 {
	var gram mat.SymDense
	gram.SymOuterK(1, x.T())
	a, b, c := gram.At(0, 0), gram.At(0, 1), gram.At(1, 1)
	// The first eigenvector of [[a, b], [b, c]] has half the angle of (a−c, 2b).
	sin, cos := math.Sincos(math.Atan2(2*b, a-c) / 2)
	if axis := principalAxis(); cos*axis[0]+sin*axis[1] < 0 {
		sin, cos = -sin, -cos
	}
	sigma := math.Sqrt((a+c)/2 + math.Hypot((a-c)/2, b))
	return [2]float64{cos / sigma, sin / sigma}
}

func setLabels(d model.Domain, w [2]float64) {
	for i := range d.Y {
		row := d.X.RawRowView(i)
		d.Y[i] = row[0]*w[0] + row[1]*w[1]
	}
}

const (
	correlatedWidth = 10 // the number d of features
	correlatedCount = 9  // k̂, the number of features correlated with the label
)

// correlatedFeatures is a pair like the example of the paper's appendix A. The labels y are drawn from N(0,
// I). Nine of ten features are drawn from N(y, s²I), where s is Spec.Noise; one is drawn from N(0, I). All
// columns are normalized to length 1. The nine features align the labels with the leading singular vectors.
//
// The feature without correlation is the last one in the source and the first one in the target. Least
// squares on the source gives the first feature a weight, but in the target this feature has no part in ṽ₁.
func correlatedFeatures() pairEntry {
	return pairEntry{
		PairInfo: PairInfo{
			Name:    "correlated-features",
			Summary: "ten features: nine are correlated with the label, but not the same nine in the target",
			Aim:     "learn from ten sensors, predict where another one is broken",
			BuiltIn: true,
			Options: []string{"n", "m", "noise", "seed"},
		},
		defaults: func(spec *Spec) { spec.Noise = 0.01 },
		open:     openCorrelatedFeatures,
	}
}

func openCorrelatedFeatures(report *table.Reporter, spec Spec) (*Pair, error) {
	if err := checkGenerated(spec, 2, correlatedWidth); err != nil {
		return nil, err
	}
	pair := &Pair{
		Title:      "correlated features",
		Data:       model.Data{Task: model.Regression},
		SourceName: "nine of ten",
		TargetName: "another nine of ten",
		Start:      StartParams{K: 1, KTilde: 1, Lambda: 10, Epochs: 5000},
	}
	for j := range correlatedWidth {
		pair.Features = append(pair.Features, fmt.Sprintf("x%d", j+1))
	}
	apart := correlatedWidth - 1 // the index of the feature without correlation
	var lengths []float64        // lengths of the previous domain's columns, labels first
	for _, d := range pair.newSamplers(spec) {
		if err := report.Step("drawing the "+d.name, 0, int64(d.rows)); err != nil {
			return nil, err
		}
		if d.domain == &pair.Validation {
			// Dividing by the lengths of the target's columns gives the validation rows the scale of the
			// target.
			d.drawCorrelatedFeatures(apart, spec.Noise, lengths)
			break
		}
		lengths = d.drawCorrelatedFeatures(apart, spec.Noise, nil)
		pair.noteCorrelation(d.name, *d.domain, apart)
		apart = 0
	}
	return pair, nil
}

// drawCorrelatedFeatures draws labels and features. The feature at index apart is independent noise; the
// others are the labels plus noise of standard deviation s. It divides the labels and each feature by
// divisors (nil: by their lengths), and returns the numbers it divided by.
func (d domainSampler) drawCorrelatedFeatures(apart int, s float64, divisors []float64) (lengths []float64) {
	column := make([]float64, d.rows)
	draw := func(mean []float64, s float64) {
		for i := range column {
			column[i] = float64(s * d.random.NormFloat64())
			if mean != nil {
				column[i] += mean[i]
			}
		}
		length := floats.Norm(column, 2)
		if divisors != nil {
			length = divisors[len(lengths)]
		}
		lengths = append(lengths, length)
		floats.Scale(1/length, column)
	}
	draw(nil, 1)
	y := slices.Clone(column)
	x := mat.NewDense(d.rows, correlatedWidth, nil)
	for j := range correlatedWidth {
		if j == apart {
			draw(nil, 1)
		} else {
			draw(y, s)
		}
		x.SetCol(j, column)
	}
	*d.domain = model.Domain{X: x, Y: y}
	return lengths
}

func (p *Pair) noteCorrelation(name string, d model.Domain, apart int) {
	least := 1.0
	for j := range correlatedWidth {
		if j != apart {
			phi := mat.Col(nil, j, d.X)
			least = math.Min(least, math.Abs(floats.Dot(phi, d.Y)))
		}
	}
	const k = correlatedWidth - correlatedCount + 1
	text := fmt.Sprintf("%s: nine features have a correlation of at least %.3f with the label", name, least)
	if bound, ok := model.AlignmentBound(correlatedCount, correlatedWidth, 1-least); ok {
		text += fmt.Sprintf("; by appendix A the first %d components have a share of at least %.3f in the norm of the label", k, bound)
	}
	p.note("%s", text)
}
