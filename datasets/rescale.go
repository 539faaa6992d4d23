package datasets

import (
	"strings"

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
	const listed = 5
	var names []string
	for _, j := range features[:min(listed, len(features))] {
		names = append(names, p.featureName(j))
	}
	if len(features) > listed {
		names = append(names, "…")
	}
	p.note("%s: %s (%s) %s", domain, plural(len(features), "feature"), strings.Join(names, ", "), left)
}

// statistics describe the features of all rows of the domain.
func (d *loading) statistics() statistics {
	if d.again != nil {
		return d.kept.statistics
	}
	return statisticsOf(d.domain.X, len(d.features))
}

// rescale applies r to the rows of the domain. It returns the position of a feature
// that no longer fits into a float64, −1 where there is none.
func (d *loading) rescale(r rescaling) int {
	j := r.apply(d.domain.X)
	if j >= 0 || d.again == nil {
		return j
	}
	d.again.changes = append(d.again.changes, r)
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
		if d.again != nil {
			d.again.labels = &r
		}
		// The extremes may be among the rows that were not kept.
		own := d.labels.labelRange
		if !r.scale(d.domain.Y) || own.noted && !r.scale([]float64{own.low, own.high}) {
			return d.in.fault(ErrNotFinite, "a label becomes too large when rescaled")
		}
	}
	pair.note("labels are mapped linearly, from [%v, %v] in %s to [−1, 1]", r.low, r.high, pair.SourceName)
	return nil
}
