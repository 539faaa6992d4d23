package datasets

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/wording"
	"larui/model"
)

// rescale applies Standardize, Scale and ScaleLabel.
func rescale(pair *Pair, parts []*domainReader, spec Spec) error {
	done := 0 // number of changes
	for _, change := range []struct {
		fit  ScaleFit
		what string
		of   func(feature) step
		left string
	}{
		{spec.Standardize, "standardized", feature.standard, "constant, so only centred"},
		{spec.Scale, "divided by their largest magnitude", feature.scale, "zero throughout, so left as they are"},
	} {
		if change.fit == FitNone {
			continue
		}
		source := parts[0].fit(done, change.of)
		target, fitted := source, pair.SourceName
		each := change.fit == FitDomain && len(parts) > 1
		if each {
			// The validation set belongs to the target domain.
			target, fitted = parts[1].fit(done, change.of), "each domain by itself"
		}
		pair.note("features are %s, fitted on %s", change.what, fitted)
		pair.noteSteps(pair.SourceName, source, change.left)
		if each {
			pair.noteSteps(pair.TargetName, target, change.left)
		}
		for i, d := range parts {
			by := target
			if i == 0 {
				by = source
			}
			if len(d.scaling.features) > done {
				continue // a remembered source is rescaled already
			}
			if j := d.rescale(by); j >= 0 {
				return d.In.Fault(ErrNotFinite, "feature %s becomes too large when rescaled", pair.FeatureName(j))
			}
		}
		done++
	}
	if spec.ScaleLabel {
		return scaleLabels(pair, parts)
	}
	return nil
}

// UnequalScaleRatio is the ratio of scales at which the features of a file should be standardized. A feature s
// times smaller than the largest needs about 5s² epochs of descent at the step 0.9/σ₁² to be fitted
// to a hundredth: for s = 30, 4,500 of the paper's 5,000. Its weight in XᵀX is 1/s² of the largest
// one's, a thousandth, so the leading components counted by k and k̃ miss it.
const UnequalScaleRatio = 30

// CompareScales returns the ratio of the largest to the least feature in scale, and their indices.
// It divides the root mean square of the largest feature by the largest magnitude of the smallest,
// so that a feature that is rarely nonzero but then large does not count as small. Features that
// are 0 everywhere are left out; if all are, the ratio is NaN.
func CompareScales(rootMeanSquares, highest []float64) (ratio float64, largest, least int) {
	for j, v := range highest {
		if rootMeanSquares[j] > rootMeanSquares[largest] {
			largest = j
		}
		if v > 0 && (highest[least] == 0 || v < highest[least]) {
			least = j
		}
	}
	return rootMeanSquares[largest] / highest[least], largest, least
}

// noteSteps adds notes about features with a single value, and about features that vary so little
// beside their size that fewer than 6 of 16 digits are left.
func (p *Pair) noteSteps(domain string, fitted rescaling, left string) {
	const least = 1e-10
	var names, lost []string
	for j, step := range fitted {
		switch {
		case step.constant:
			names = append(names, p.FeatureName(j))
		case step.spread < least:
			lost = append(lost, p.FeatureName(j))
		}
	}
	if len(lost) > 0 {
		p.note("%s: few digits are left of %s (%s), which varies by less than 1e-10 of its size: subtract an offset before",
			domain, wording.Plural(len(lost), "feature"), wording.JoinFirst(lost, 5))
		p.Guesses = append(p.Guesses, p.Notes[len(p.Notes)-1])
	}
	if len(names) > 0 {
		p.note("%s: %s (%s) %s", domain, wording.Plural(len(names), "feature"), wording.JoinFirst(names, 5), left)
	}
}

// fit fits the change number done (from 0) to the features of all rows of the domain, or returns
// the one fitted before.
func (d *domainReader) fit(done int, change func(feature) step) (fitted rescaling) {
	if len(d.scaling.features) > done {
		return d.scaling.features[done]
	}
	features := d.kept.statistics
	if !d.kept.sampled {
		features = describe(d.domain.X, d.features())
	}
	for _, f := range features {
		fitted = append(fitted, change(f))
	}
	return fitted
}

// rescale applies r to the rows of the domain. It returns the index of a feature that becomes too
// large for a float64, or −1.
func (d *domainReader) rescale(r rescaling) int {
	d.scaling.features = append(d.scaling.features, r)
	for j := range d.kept.statistics {
		// Every step is monotone, in floating point too. So the extremes of a feature stay its
		// extremes: if they are finite, all rows are. Means and variances are not updated.
		f := &d.kept.statistics[j]
		f.low, f.high = r[j].apply(f.low), r[j].apply(f.high)
		if f.low-f.low != 0 || f.high-f.high != 0 { // only NaN and infinities
			return j
		}
	}
	return r.apply(d.domain.X)
}

// scaleLabels maps the labels of a regression linearly, the source's onto [−1, 1].
func scaleLabels(pair *Pair, parts []*domainReader) error {
	if pair.Task != model.Regression {
		pair.note("labels are classes, so they are not rescaled")
		return nil
	}
	r := parts[0].labels.labelRange
	if r.low == r.high {
		pair.note("every label of %s is %v, so labels are not rescaled", pair.SourceName, r.low)
		return nil
	}
	for _, d := range parts {
		if d.scaling.labels != nil {
			continue // a remembered source is rescaled already
		}
		d.scaling.labels = &r
		// The extremes may be labels of rows that were not kept.
		own := d.labels.labelRange
		if !r.scale(d.domain.Y) || own.noted && !r.scale([]float64{own.low, own.high}) {
			return d.In.Fault(ErrNotFinite, "a label becomes too large when rescaled")
		}
	}
	pair.note("labels are mapped linearly, from [%v, %v] in %s to [−1, 1]", r.low, r.high, pair.SourceName)
	return nil
}

// A scaling records the changes of a domain's features and labels, in order.
type scaling struct {
	features []rescaling
	// labels is the range that is mapped to [−1, 1]; nil if labels are not rescaled.
	labels *labelRange
}

// affine returns the combined change of the features, x ↦ (x − mean)/scale; nil without changes.
func (s scaling) affine() (mean, scale []float64) {
	for i, change := range s.features {
		if i == 0 {
			mean, scale = make([]float64, len(change)), make([]float64, len(change))
			for j := range scale {
				scale[j] = 1
			}
		}
		for j, step := range change {
			mean[j] += scale[j] * (step.unit * step.centre)
			scale[j] *= step.unit * step.spread
		}
	}
	return mean, scale
}

// A rescaling has a step for each feature.
type rescaling []step

// apply changes x in place. It returns the index of the first feature that becomes too large for a
// float64, or −1.
func (r rescaling) apply(x *mat.Dense) int {
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		for j, step := range r {
			row[j] = step.apply(row[j])
			if row[j]-row[j] != 0 { // only NaN and infinities
				return j
			}
		}
	}
	return -1
}

// A step is a change x ↦ (x/unit − centre)/spread of a feature: to zero mean and unit variance, or
// to magnitudes of at most 1.
//
// The division by the largest magnitude, unit, comes first, so that means and variances neither
// overflow nor leave rounding errors in constant features.
type step struct {
	unit, centre, spread float64
	// constant is true if the feature has a single value.
	constant bool
}

func (s step) apply(x float64) float64 { return (x/s.unit - s.centre) / s.spread }

// A feature describes n values of a feature: the lowest and the highest and, in units of the
// largest magnitude, the mean and the variance (over n, not n − 1).
type feature struct {
	n                         int
	low, high, mean, variance float64
}

// describe describes the first columns of x.
func describe(x *mat.Dense, columns int) []feature {
	n, _ := x.Dims()
	features, units, lost := make([]feature, columns), make([]float64, columns), make([]float64, columns)
	for j, v := range x.RawRowView(0)[:columns] {
		features[j] = feature{n: n, low: v, high: v}
	}
	for i := range n {
		for j, v := range x.RawRowView(i)[:columns] {
			features[j].low, features[j].high = min(features[j].low, v), max(features[j].high, v)
		}
	}
	for j, f := range features {
		units[j] = f.unit()
	}
	for i := range n {
		for j, v := range x.RawRowView(i)[:columns] {
			features[j].mean += v / units[j]
		}
	}
	for j := range features {
		features[j].mean /= float64(n)
	}
	for i := range n {
		for j, v := range x.RawRowView(i)[:columns] {
			deviation := v/units[j] - features[j].mean
			features[j].variance += deviation * deviation
			lost[j] += deviation
		}
	}
	for j := range features {
		features[j].variance /= float64(n)
		features[j].mean += lost[j] / float64(n) // corrects the rounding of the first sum
	}
	return features
}

// largest returns the largest magnitude of f; unit does too, but 1 instead of 0.
func (f feature) largest() float64 { return max(math.Abs(f.low), math.Abs(f.high)) }
func (f feature) unit() float64    { return cmp.Or(f.largest(), 1) }

// join describes the values of f and g together (Chan, Golub and LeVeque 1979).
func (f feature) join(g feature) feature {
	n := float64(f.n + g.n)
	mine, theirs := float64(f.n)/n, float64(g.n)/n
	both := feature{n: f.n + g.n, low: min(f.low, g.low), high: max(f.high, g.high)}
	p, q := f.largest()/both.unit(), g.largest()/both.unit()
	apart := q*g.mean - p*f.mean
	both.mean = p*f.mean + apart*theirs
	both.variance = mine*p*p*f.variance + theirs*q*q*g.variance + mine*theirs*apart*apart
	return both
}

// standard returns the step to mean 0 and variance 1. It only centres a constant feature.
func (f feature) standard() step {
	if f.low == f.high {
		return step{1, f.low, 1, true}
	}
	return step{f.unit(), f.mean, math.Sqrt(f.variance), false}
}

// scale returns the step that divides by the largest magnitude. It leaves a feature unchanged that
// is 0 throughout.
func (f feature) scale() step { return step{f.unit(), 0, 1, f.largest() == 0} }
