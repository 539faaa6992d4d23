package datasets

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// rescale applies Standardize, Scale and ScaleLabel.
func rescale(pair *Pair, parts []*loading, spec Spec) error {
	for _, change := range []struct {
		fit  Fit
		what string
		of   func(statistics) rescaling
		left string
	}{
		{spec.Standardize, "standardized", statistics.standard, "constant, so only centred"},
		{spec.Scale, "divided by their largest magnitude", statistics.scale, "zero throughout, so left as they are"},
	} {
		if change.fit == FitNone {
			continue
		}
		source := change.of(parts[0].statistics())
		target, fitted := source, pair.SourceName
		each := change.fit == FitDomain && len(parts) > 1
		if each {
			// The validation set belongs to the target domain.
			target, fitted = change.of(parts[1].statistics()), "each domain by itself"
		}
		pair.note("features are %s, fitted on %s", change.what, fitted)
		pair.noteConstant(pair.SourceName, source.constant, change.left)
		if each {
			pair.noteConstant(pair.TargetName, target.constant, change.left)
		}
		for i, d := range parts {
			by := target
			if i == 0 {
				by = source
			}
			if j := d.rescale(by); j >= 0 {
				return d.in.fault(ErrNotFinite, "feature %s becomes too large when rescaled", pair.featureName(j))
			}
		}
	}
	if spec.ScaleLabel {
		return scaleLabels(pair, parts)
	}
	return nil
}

// noteConstant says which features of a domain have a single value.
func (p *Pair) noteConstant(domain string, features []int, left string) {
	if len(features) == 0 {
		return
	}
	var names []string
	for _, j := range features {
		names = append(names, p.featureName(j))
	}
	p.note("%s: %s (%s) %s", domain, plural(len(features), "feature"), listed(names, 5), left)
}

// statistics describe the features of all rows of the domain.
func (d *loading) statistics() statistics {
	if d.kept.sampled {
		return d.kept.statistics
	}
	return statisticsOf(d.domain.X, len(d.features))
}

// rescale applies r to the rows of the domain. It returns the position of a feature
// that no longer fits into a float64, −1 where there is none.
func (d *loading) rescale(r rescaling) int {
	j := r.apply(d.domain.X)
	if j >= 0 || !d.kept.sampled {
		return j
	}
	d.changes = append(d.changes, r)
	d.kept.statistics, j = d.kept.statistics.rescaled(r)
	return j
}

// scaleLabels maps the labels of a regression so that those of the source fill
// [−1, 1].
func scaleLabels(pair *Pair, parts []*loading) error {
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
		d.labelScale = &r
		// The extremes may be among the rows that were not kept.
		own := d.labels.labelRange
		if !r.scale(d.domain.Y) || own.noted && !r.scale([]float64{own.low, own.high}) {
			return d.in.fault(ErrNotFinite, "a label becomes too large when rescaled")
		}
	}
	pair.note("labels are mapped linearly, from [%v, %v] in %s to [−1, 1]", r.low, r.high, pair.SourceName)
	return nil
}

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

// statistics describe the features of n samples: their lowest and highest values
// and, in units of their largest magnitude, their means and variances (over n,
// not n − 1).
type statistics struct {
	n                         int
	low, high, mean, variance []float64
}

// statisticsOf describes the first features columns of x.
func statisticsOf(x *mat.Dense, features int) statistics {
	n, _ := x.Dims()
	first := x.RawRowView(0)[:features]
	c := statistics{n, slices.Clone(first), slices.Clone(first), make([]float64, features), make([]float64, features)}
	for i := range n {
		for j, v := range x.RawRowView(i)[:features] {
			c.low[j], c.high[j] = min(c.low[j], v), max(c.high[j], v)
		}
	}
	units := make([]float64, features)
	for j := range units {
		units[j] = c.unit(j)
	}
	for i := range n {
		for j, v := range x.RawRowView(i)[:features] {
			c.mean[j] += v / units[j]
		}
	}
	for j := range c.mean {
		c.mean[j] /= float64(n)
	}
	for i := range n {
		for j, v := range x.RawRowView(i)[:features] {
			deviation := v/units[j] - c.mean[j]
			c.variance[j] += deviation * deviation
		}
	}
	for j := range c.variance {
		c.variance[j] /= float64(n)
	}
	return c
}

// unit is the largest magnitude of feature j, 1 where it is 0 throughout.
func (c statistics) unit(j int) float64 {
	if unit := max(math.Abs(c.low[j]), math.Abs(c.high[j])); unit != 0 {
		return unit
	}
	return 1
}

// join describes the samples of c and of e together (Chan, Golub and LeVeque
// 1979).
func (c statistics) join(e statistics) statistics {
	n := float64(c.n + e.n)
	mine, theirs := float64(c.n)/n, float64(e.n)/n
	both := statistics{c.n + e.n, slices.Clone(c.low), slices.Clone(c.high), make([]float64, len(c.mean)), make([]float64, len(c.mean))}
	for j := range both.mean {
		both.low[j], both.high[j] = min(c.low[j], e.low[j]), max(c.high[j], e.high[j])
		unit := both.unit(j)
		p, q := c.unit(j)/unit, e.unit(j)/unit
		if c.low[j] == 0 && c.high[j] == 0 {
			p = 0 // of zeros, whose unit says nothing
		}
		if e.low[j] == 0 && e.high[j] == 0 {
			q = 0
		}
		apart := q*e.mean[j] - p*c.mean[j]
		both.mean[j] = p*c.mean[j] + apart*theirs
		both.variance[j] = mine*p*p*c.variance[j] + theirs*q*q*e.variance[j] + mine*theirs*apart*apart
	}
	return both
}

// standard returns the rescaling to mean 0 and variance 1. Constant features are
// only centred.
func (c statistics) standard() rescaling {
	r := rescaling{make([]float64, len(c.mean)), slices.Clone(c.mean), make([]float64, len(c.mean)), nil}
	for j := range r.unit {
		r.unit[j], r.spread[j] = c.unit(j), math.Sqrt(c.variance[j])
		if c.low[j] == c.high[j] {
			r.unit[j], r.centre[j], r.spread[j] = 1, c.low[j], 1
			r.constant = append(r.constant, j)
		}
	}
	return r
}

// scale returns the rescaling that divides features by their largest magnitude.
// Those that are 0 throughout are left alone.
func (c statistics) scale() rescaling {
	r := rescaling{make([]float64, len(c.mean)), make([]float64, len(c.mean)), make([]float64, len(c.mean)), nil}
	for j := range r.unit {
		r.unit[j], r.spread[j] = c.unit(j), 1
		if c.low[j] == 0 && c.high[j] == 0 {
			r.constant = append(r.constant, j)
		}
	}
	return r
}

// rescaled tells the range of the features once r is applied; their means and
// variances are not kept up. Every step of r is monotone, in floating point too,
// so that the extremes stay where they are: if they fit into a float64, all do. It
// returns the position of a feature that does not, −1 where there is none.
func (c statistics) rescaled(r rescaling) (statistics, int) {
	features := len(c.low)
	extremes := mat.NewDense(2, features, slices.Concat(c.low, c.high))
	j := r.apply(extremes)
	return statistics{c.n, extremes.RawRowView(0), extremes.RawRowView(1), c.mean, c.variance}, j
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
