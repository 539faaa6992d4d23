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

// rotatedGaussian is the example of the paper's section 6.1: a Gaussian with covariance Q = [[1,
// ½], [½, ½]], labelled by the sign along Q's first principal axis, and a target drawn in the same
// way, then rotated counter-clockwise by Spec.Angle degrees together with its labels.
func rotatedGaussian() pairRow {
	return planeRow("rotated-gaussian", "a plane Gaussian, labelled along its first axis, and the same rotated", "", 0.5, 2000)
}

// wideGaussian is the ablation of the paper's section 6.1: the rotated Gaussian with a larger s₂,
// where it matters whether the source's own label-alignment term is removed. The paper gives no
// numbers. Here the covariance is [[1, ¼], [¼, ¾]]: the axes are the same as for the rotated
// Gaussian, but s₂/s₁ = 0.72 in place of 0.38.
//
// By prop-gaussian the closed form points along ṽ₁ at any λ. With the term kept, A = S + λ(S̃ −
// S̃₁), it stays atan(λ sin θ cos θ/(1 + λ cos² θ)) away from v₁ when the target is turned by θ:
// 18.4° at λ = 1 and 45°.
func wideGaussian() pairRow {
	return planeRow("wide-gaussian", "the same with a wider second axis: the implicit term matters", "wide ", 0.25, 20000)
}

// planeRow returns the row of a pair of plane Gaussians with covariance [[1, h], [h, 1−h]]; epochs
// is the initial number of epochs.
func planeRow(name, summary, wide string, h float64, epochs int) pairRow {
	return pairRow{
		Info: Info{Name: name, Summary: summary, Aim: "learn on the source, predict a target turned by {angle}", BuiltIn: true, Options: []string{"angle", "n", "m", "ratio", "noise", "seed"}},
		open: func(report *table.Reporter, spec Spec) (*Pair, error) {
			pair := newPlanePair(spec, cmp.Or(wide, "rotated ")+"Gaussian ")
			pair.SourceName, pair.TargetName = wide+"Gaussian", "rotated "+wide+"Gaussian"
			pair.Start = StartParams{K: 1, KTilde: 1, Lambda: 1, Epochs: epochs, Rate: 1e-4}
			pair.Population = populationOf(spec, h)
			return pair, pair.drawRotated(report, spec, h)
		},
	}
}

// rotatedRegression is the regression variant of the rotated Gaussian (paper, appendix D,
// "Regression"). The samples are those that rotated-gaussian draws, but the labels of each domain
// are its first left singular vector, u₁ = Φv₁/σ₁, a vector of length 1. Label alignment is exact,
// with rank 1.
//
// Both u₁ have the sign that points towards the positive class of rotated-gaussian. Validation rows
// are labelled like the target, by xᵀṽ₁/σ̃₁.
func rotatedRegression() pairRow {
	return pairRow{
		Info: Info{
			Name:    "rotated-regression",
			Summary: "the same Gaussian, labelled by its first left singular vector",
			Aim:     "learn numbers on the source, predict them where it is turned",
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
	if err := pair.drawPlane(report, spec, 0.5); err != nil {
		return nil, err
	}
	labelBy(pair.Source, leadingWeights(pair.Source.X))
	weights := leadingWeights(pair.Target.X)
	labelBy(pair.Target, weights)
	labelBy(pair.Validation, weights)
	pair.turn(spec)
	pair.note("the labels are the first left singular vector of each domain, of length 1")
	return pair, nil
}

// newPlanePair returns an empty pair of two features. Its title is what and the angle.
func newPlanePair(spec Spec, what string) *Pair {
	return &Pair{
		Name:       spec.Name,
		Title:      what + degrees(spec.Angle),
		SourceName: "Gaussian",
		TargetName: "rotated Gaussian",
		Features:   []string{"x1", "x2"},
	}
}

// drawRotated draws a binary pair of plane Gaussians with covariance [[1, h], [h, 1−h]], 0 < h <
// 0.6.
//
// Source, target, validation and noise come from independent streams, and the rotation follows the
// draws: another angle moves the very same points.
func (p *Pair) drawRotated(report *table.Reporter, spec Spec, h float64) error {
	if err := checkRatio(spec.Ratio); err != nil {
		return err
	}
	p.Task, p.ClassNames = model.Binary, []string{"-1", "+1"}
	if err := p.drawPlane(report, spec, h); err != nil {
		return err
	}
	if constant(p.Source.Y) || constant(p.Target.Y) {
		return table.NewFault(ErrOneClass, "seed %d gives samples of one class only (n = %d, m = %d): take more samples or another seed", spec.Seed, spec.N, spec.M)
	}
	if err := keepRatio(p, spec, "samples of the class"); err != nil {
		return err
	}
	p.turn(spec)
	return nil
}

// drawPlane fills the domains with samples that are not rotated yet.
func (p *Pair) drawPlane(report *table.Reporter, spec Spec, h float64) error {
	if err := checkGenerated(spec, 2, 2); err != nil {
		return err
	}
	for _, d := range p.generatedDomains(spec) {
		if err := d.drawGaussian(report, h); err != nil {
			return err
		}
	}
	return nil
}

// turn rotates target and validation and then adds noise to all three domains.
func (p *Pair) turn(spec Spec) {
	rotate(p.Target.X, spec.Angle)
	rotate(p.Validation.X, spec.Angle)
	p.addNoise(spec)
}

// planeAxis returns the first eigenvector, up to its length, of [[1, h], [h, 1−h]]. Its angle to
// the first axis is ½·atan(2h/(1 − (1−h))) = ½·atan 2 for every h.
func planeAxis() [2]float64 { return [2]float64{2, math.Sqrt(5) - 1} }

// populationOf returns the distribution of a pair of plane Gaussians with covariance [[1, h], [h,
// 1−h]].
func populationOf(spec Spec, h float64) *model.Population {
	// The eigenvalues are 1 − h/2 ± √(h² + (h/2)²).
	middle, spread, axis := 1-h/2, h*math.Sqrt(5)/2, planeAxis()
	return &model.Population{
		Scale: [2]float64{math.Sqrt(middle + spread), math.Sqrt(middle - spread)},
		Axis:  math.Atan2(axis[1], axis[0]), Turn: math.Remainder(spec.Angle, 360) * math.Pi / 180, Noise: spec.Noise,
	}
}

// drawGaussian draws samples x ~ N(0, [[1, h], [h, 1−h]]) in order, with two random numbers each:
// the first rows do not depend on the number of rows.
func (d draft) drawGaussian(report *table.Reporter, h float64) error {
	const chunk = 1 << 16 // rows between checks of the context
	axis := planeAxis()
	c := math.Sqrt(1 - h - h*h) // the Cholesky factor is [[1, 0], [h, c]]
	x := make([]float64, 0, 2*d.rows)
	y := make([]float64, 0, d.rows)
	for i := range d.rows {
		if i%chunk == 0 {
			if err := report.Step("drawing the "+d.name, int64(i), int64(d.rows)); err != nil {
				return err
			}
		}
		z1, z2 := d.random.NormFloat64(), d.random.NormFloat64()
		// The conversions prevent fused multiply-adds, which round differently on some machines.
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

// constant reports whether all values are equal.
func constant(values []float64) bool { return slices.Min(values) == slices.Max(values) }

// rotate turns the rows of x, n×2, counter-clockwise about the origin.
func rotate(x *mat.Dense, degrees float64) {
	// Whole turns are removed first, so that 360° is no rotation at all.
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

// leadingWeights returns v₁/σ₁ of x, n×2 and not zero, with v₁ turned towards planeAxis. x times
// the result is u₁.
func leadingWeights(x *mat.Dense) [2]float64 {
	var gram mat.SymDense
	gram.SymOuterK(1, x.T())
	a, b, c := gram.At(0, 0), gram.At(0, 1), gram.At(1, 1)
	// The first eigenvector of [[a, b], [b, c]] has half the angle of (a−c, 2b).
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

const (
	correlatedWidth = 10 // d
	correlatedCount = 9  // k̂, the features correlated with the label
)

// correlatedFeatures is the example of the paper's appendix A for both domains: labels y ~ N(0, I),
// normalized to length 1, and ten features, nine of them drawn from N(y, s²I), where s is
// Spec.Noise, and one from N(0, I), all normalized to length 1. Because nine features follow the
// labels, the labels are aligned with the leading singular vectors.
//
// The appendix has one domain. Here the feature without correlation is the last one in the source
// and the first one in the target, like a sensor that broke down: least squares on the source
// relies on it, while the target's own spectrum shows that it is no part of ṽ₁.
func correlatedFeatures() pairRow {
	return pairRow{
		Info: Info{
			Name:    "correlated-features",
			Summary: "ten features, nine that follow the label: another nine in the target",
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
		Name:       spec.Name,
		Title:      "correlated features",
		Data:       model.Data{Task: model.Regression},
		SourceName: "nine of ten",
		TargetName: "another nine of ten",
		Start:      StartParams{K: 1, KTilde: 1, Lambda: 10, Epochs: 5000},
	}
	for j := range correlatedWidth {
		pair.Features = append(pair.Features, fmt.Sprintf("x%d", j+1))
	}
	apart := correlatedWidth - 1 // the feature without correlation
	var lengths []float64        // of the target's columns, labels first
	for _, d := range pair.generatedDomains(spec) {
		if err := report.Step("drawing the "+d.name, 0, int64(d.rows)); err != nil {
			return nil, err
		}
		if d.domain == &pair.Validation {
			// The validation rows are more rows of the target, in its scale for any number of rows.
			d.drawCorrelated(apart, spec.Noise, lengths)
			break
		}
		lengths = d.drawCorrelated(apart, spec.Noise, nil)
		pair.noteCorrelation(d.name, *d.domain, apart)
		apart = 0
	}
	return pair, nil
}

// drawCorrelated draws the labels and then each feature. It divides each column by its own length
// or, if like is not nil, by the entry of like, and returns the divisors.
func (d draft) drawCorrelated(apart int, s float64, like []float64) (lengths []float64) {
	column := make([]float64, d.rows)
	draw := func(mean []float64, s float64) {
		for i := range column {
			column[i] = float64(s * d.random.NormFloat64())
			if mean != nil {
				column[i] += mean[i]
			}
		}
		length := floats.Norm(column, 2)
		if like != nil {
			length = like[len(lengths)]
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

// noteCorrelation adds a note on how strongly the features follow the labels, and on the bound of
// the appendix for it.
func (p *Pair) noteCorrelation(name string, d model.Domain, apart int) {
	least := 1.0
	for j := range correlatedWidth {
		if j != apart {
			phi := mat.Col(nil, j, d.X)
			least = math.Min(least, math.Abs(floats.Dot(phi, d.Y)))
		}
	}
	const k = correlatedWidth - correlatedCount + 1
	text := fmt.Sprintf("%s: nine features correlate with the label by %.3f and more", name, least)
	if bound, ok := model.AlignmentBound(correlatedCount, correlatedWidth, 1-least); ok {
		text += fmt.Sprintf("; the bound of appendix A on the share of its norm in the first %d components is %.3f", k, bound)
	}
	p.note("%s", text)
}
