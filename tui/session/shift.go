package session

import (
	"context"

	"larui/datasets"
	"larui/model/shift"
)

// A Shift is what tests of both domains come to.
type Shift struct {
	// Report is nil where there are too few rows, which Untested says.
	*shift.Report
	Untested string
	// Rescaled tells that features were compared by the source's scale, though each domain has its own.
	Rescaled bool
}

// Shift tests whether the target is shifted, in features that are scaled alike in both domains: where
// each is by itself, the files are read again. Errors are those of opening, and ctx's.
func (s *Session) Shift(ctx context.Context, progress func(datasets.Progress)) (found Shift, err error) {
	pair, spec := s.Pair, s.Spec
	if spec.Standardize == datasets.FitDomain || spec.Scale == datasets.FitDomain {
		found.Rescaled = true
		for _, fit := range []*datasets.Fit{&spec.Standardize, &spec.Scale} {
			if *fit == datasets.FitDomain {
				*fit = datasets.FitSource
			}
		}
		pair, _, _, err = datasets.OpenKept(ctx, spec, &s.sources.alike, progress)
		if err != nil {
			return found, err
		}
	}
	found.Report, err = shift.Test(ctx, pair.OwnRows(), pair.Target.X, spec.Seed)
	if err != nil && ctx.Err() == nil {
		found.Untested = PlainError(err)
		return found, nil
	}
	return found, err
}
