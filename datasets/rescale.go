package datasets

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/wording"
	"larui/model"
)

func rescale(pair *Pair, readers []*domainReader, spec Spec) error {
	done := 0 // the number of changes so far
	for _, change := range []struct {
		fit  ScaleFit
		what string
		of   func(featureStatistics) rescaleStep
		left string
	}{
		{spec.Standardize, "standardized", featureStatistics.standardizeStep, "equal, so they are only shifted to 0"},
		{spec.Scale, "divided by their largest magnitude", featureStatistics.scaleStep, "0, so they stay unchanged"},
	} {
		if !change.fit.IsRescaling() {
			continue
		}
		source := readers[0].fitRescaling(done, change.of)
		target, fitted := source, pair.SourceName
		each := change.fit == FitDomain && len(readers) > 1
		if each {
			// The validation set belongs to the target domain.
			target, fitted = readers[1].fitRescaling(done, change.of), "each domain by itself"
		}
		pair.note("features are %s, fitted on %s", change.what, fitted)
		pair.noteRescaling(pair.SourceName, source, change.left)
		if each {
			pair.noteRescaling(pair.TargetName, target, change.left)
		}
		for i, d := range readers {
			by := target
			if i == 0 {
				by = source
			}
			if len(d.scaling.features) > done {
				continue // the source from a SourceCache is rescaled already
			}
			if j := d.rescale(by); j >= 0 {
				return d.In.Fault(ErrNotFinite, "feature %s becomes too large when rescaled", pair.FeatureName(j))
			}
		}
		done++
	}
	if spec.ScaleLabel {
		return scaleLabels(pair, readers)
	}
	return nil
}

// UnequalScaleRatio is a ratio of the largest to the smallest scale of the features in a file. If the
// features have this ratio or a higher one, they should be standardized. Gradient descent with step 0.9/σ₁²
// needs about 5s² epochs to fit a feature that is s times smaller than the largest one to within 1 %: for s
// = 30, 4,500 of the paper's 5,000 epochs. The smaller feature also has almost no part in the leading
// components.
const UnequalScaleRatio = 30

// CompareScales returns the ratio of the largest scale of a feature to the smallest one, and the indices of
// the two features. The largest scale is a root mean square, the smallest a highest magnitude, so that a
// feature with few but large values does not count as small. Features that are always 0 are ignored; if all
// are, the ratio is NaN.
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

// noteRescaling adds notes about constant features, and about features that vary by less than 1e-10 of
// their magnitude: rescaling leaves fewer than 6 of their 16 digits.
func (p *Pair) noteRescaling(domain string, fitted rescaling, left string) {
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
		p.note("%s: rescaling leaves few digits of %s (%s), which varies by less than 1e-10 of its magnitude: subtract a constant first",
			domain, wording.Plural(len(lost), "feature"), wording.JoinFirst(lost, 5))
		p.Guesses = append(p.Guesses, p.Notes[len(p.Notes)-1])
	}
	if len(names) > 0 {
		p.note("%s: all values of %s (%s) are %s", domain, wording.Plural(len(names), "feature"), wording.JoinFirst(names, 5), left)
	}
}

// fitRescaling returns a change of scale for the features of the domain. If the domain already has a change
// with this index, fitRescaling returns that one. Otherwise it calls fit for each feature, with statistics
// over all rows.
func (d *domainReader) fitRescaling(index int, fit func(featureStatistics) rescaleStep) (fitted rescaling) {
	if len(d.scaling.features) > index {
		return d.scaling.features[index]
	}
	features := d.kept.statistics
	if !d.kept.sampled {
		features = computeStatistics(d.domain.X, d.featureCount())
	}
	for _, f := range features {
		fitted = append(fitted, fit(f))
	}
	return fitted
}

// rescale rescales the rows by r and records r. It returns the index of a feature that becomes too large
// for a float64, or −1.
func (d *domainReader) rescale(r rescaling) int {
	d.scaling.features = append(d.scaling.features, r)
	for j := range d.kept.statistics {
		// A step is monotone, also in floating point. So if the lowest and the highest value stay finite,
		// all rows do. Mean and variance are not needed again.
		f := &d.kept.statistics[j]
		f.low, f.high = r[j].apply(f.low), r[j].apply(f.high)
		if f.low-f.low != 0 || f.high-f.high != 0 { // true only for NaN and infinities
			return j
		}
	}
	return r.apply(d.domain.X)
}

func scaleLabels(pair *Pair, readers []*domainReader) error {
	if pair.Task != model.Regression {
		pair.note("labels are classes, so they are not rescaled")
		return nil
	}
	r := readers[0].labels.labelRange
	if r.low == r.high {
		pair.note("every label of %s is %v, so labels are not rescaled", pair.SourceName, r.low)
		return nil
	}
	for _, d := range readers {
		if d.scaling.labels != nil {
			continue // the source from a SourceCache is rescaled already
		}
		d.scaling.labels = &r
		// The lowest and highest label may belong to rows that are not in memory.
		own := d.labels.labelRange
		if !r.scale(d.domain.Y) || own.isSet && !r.scale([]float64{own.low, own.high}) {
			return d.In.Fault(ErrNotFinite, "a label becomes too large when rescaled")
		}
	}
	pair.note("labels are mapped linearly, from [%v, %v] in %s to [−1, 1]", r.low, r.high, pair.SourceName)
	return nil
}

// An appliedScaling records the changes of the scale of a domain's features and labels, in order.
type appliedScaling struct {
	features []rescaling
	// labels is the range that is mapped to [−1, 1]; nil if labels are not rescaled.
	labels *labelRange
}

// meanAndScale returns, for each feature, mean and scale so that all changes together are x ↦ (x −
// mean)/scale. Both are nil without changes.
func (s appliedScaling) meanAndScale() (mean, scale []float64) {
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

type rescaling []rescaleStep

// apply returns the index of a feature that becomes too large for a float64, or −1.
func (r rescaling) apply(x *mat.Dense) int {
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		for j, step := range r {
			row[j] = step.apply(row[j])
			if row[j]-row[j] != 0 { // true only for NaN and infinities
				return j
			}
		}
	}
	return -1
}

// A rescaleStep is the change x ↦ (x/unit − centre)/spread of one feature. Dividing by unit first, usually
// the largest magnitude, prevents overflow.
type rescaleStep struct {
	unit, centre, spread float64
	constant             bool // all values of the feature are equal
}

func (s rescaleStep) apply(x float64) float64 { return (x/s.unit - s.centre) / s.spread }

// featureStatistics describes n values of a feature: the lowest and highest value, and the mean and
// variance (divided by n) after the values are divided by their largest magnitude.
type featureStatistics struct {
	n                         int
	low, high, mean, variance float64
}

// computeStatistics describes only the first columns of x, as many as columns says.
func computeStatistics(x *mat.Dense, columns int) []featureStatistics {
	n, _ := x.Dims()
	features, units, rest := make([]featureStatistics, columns), make([]float64, columns), make([]float64, columns)
	for j, v := range x.RawRowView(0)[:columns] {
		features[j] = featureStatistics{n: n, low: v, high: v}
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
			rest[j] += deviation
		}
	}
	for j := range features {
		features[j].variance /= float64(n)
		features[j].mean += rest[j] / float64(n) // corrects the rounding error of the first sum
	}
	return features
}

func (f featureStatistics) largestMagnitude() float64 { return max(math.Abs(f.low), math.Abs(f.high)) }

func (f featureStatistics) unit() float64 { return cmp.Or(f.largestMagnitude(), 1) }

// join returns the statistics of the values of f and g together (Chan, Golub and LeVeque 1979).
func (f featureStatistics) join(g featureStatistics) featureStatistics {
	n := float64(f.n + g.n)
	mine, theirs := float64(f.n)/n, float64(g.n)/n
	both := featureStatistics{n: f.n + g.n, low: min(f.low, g.low), high: max(f.high, g.high)}
	p, q := f.largestMagnitude()/both.unit(), g.largestMagnitude()/both.unit()
	apart := q*g.mean - p*f.mean
	both.mean = p*f.mean + apart*theirs
	both.variance = mine*p*p*f.variance + theirs*q*q*g.variance + mine*theirs*apart*apart
	return both
}

// standardizeStep shifts a constant feature to 0.
func (f featureStatistics) standardizeStep() rescaleStep {
	if f.low == f.high {
		return rescaleStep{1, f.low, 1, true}
	}
	return rescaleStep{f.unit(), f.mean, math.Sqrt(f.variance), false}
}

// scaleStep does not change a feature that is always 0.
func (f featureStatistics) scaleStep() rescaleStep {
	return rescaleStep{f.unit(), 0, 1, f.largestMagnitude() == 0}
}
