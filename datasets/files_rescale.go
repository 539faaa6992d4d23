package datasets

import "larui/model"

// rescale applies Standardize, Scale and ScaleLabel.
func rescale(pair *Pair, parts []*loading, spec Spec) error {
	for _, change := range []struct {
		fit  Fit
		what string
		of   func(columns) rescaling
		left string
	}{
		{spec.Standardize, "standardized", columns.standard, "constant, so only centred"},
		{spec.Scale, "divided by their largest magnitude", columns.scale, "zero throughout, so left as they are"},
	} {
		if change.fit == FitNone {
			continue
		}
		source := change.of(parts[0].columns())
		target, fitted := source, pair.SourceName
		constant := source.constant
		if change.fit == FitDomain && pair.Target.X != nil {
			// The validation set belongs to the target domain.
			target = change.of(parts[1].columns())
			fitted = "each domain by itself"
		}
		pair.note("features are %s, fitted on %s", change.what, fitted)
		pair.noteConstant(pair.SourceName, constant, change.left)
		if change.fit == FitDomain && pair.Target.X != nil {
			pair.noteConstant(pair.TargetName, target.constant, change.left)
		}
		for i, p := range parts {
			by := target
			if i == 0 {
				by = source
			}
			if j := p.rescale(by); j >= 0 {
				return p.fault(ErrNotFinite, "feature %s becomes too large when rescaled", pair.featureName(j))
			}
		}
	}
	if spec.ScaleLabel {
		return scaleLabels(pair, parts)
	}
	return nil
}

// scaleLabels maps the labels of a regression so that those of the source fill
// [−1, 1].
func scaleLabels(pair *Pair, parts []*loading) error {
	if pair.Task != model.Regression {
		pair.note("labels are classes, so they are not rescaled")
		return nil
	}
	r := parts[0].labels
	if r.low == r.high {
		pair.note("every label of %s is %v, so labels are not rescaled", pair.SourceName, r.low)
		return nil
	}
	for _, p := range parts {
		if !p.scaleLabels(r) {
			return p.fault(ErrNotFinite, "a label becomes too large when rescaled")
		}
	}
	pair.note("labels are mapped linearly, from [%v, %v] in %s to [−1, 1]", r.low, r.high, pair.SourceName)
	return nil
}

// columns describes the features of all rows of the domain.
func (p *loading) columns() columns {
	if p.again != nil {
		return p.kept.columns
	}
	return columnsOf(p.X, len(p.features))
}

// rescale applies r to the rows of the domain. It returns the position of a feature
// that no longer fits into a float64, −1 where there is none.
func (p *loading) rescale(r rescaling) int {
	if j := r.apply(p.X); j >= 0 {
		return j
	}
	if p.again == nil {
		return -1
	}
	p.again.changes = append(p.again.changes, r)
	var j int
	p.kept.columns, j = p.kept.columns.rescaled(r)
	return j
}

// scaleLabels maps the labels of the domain, r to [−1, 1]. It tells whether they
// still fit into a float64.
func (p *loading) scaleLabels(r labelRange) bool {
	if p.again != nil {
		p.again.labels = &r
	}
	// The extremes may be among the rows that were not kept.
	return scaleRange(p.Y, r.low, r.high) && (!p.labels.noted || scaleRange([]float64{p.labels.low, p.labels.high}, r.low, r.high))
}
