package session

import (
	"context"

	"larui/datasets"
	"larui/model/shift"
)

// A Shift is the result of testing whether the two domains differ.
type Shift struct {
	// Report is nil if there are too few rows; Untested then gives the reason.
	*shift.Report
	Untested string
	// Rescaled reports whether the features were scaled by the source for the test, because Spec
	// scales each domain by itself.
	Rescaled bool
}

// Shift tests whether the target is shifted. Both domains must be scaled alike, so files that are
// scaled domain by domain are read again. Errors come from opening the pair or from ctx.
func (s *Session) Shift(ctx context.Context, progress func(datasets.Progress)) (found Shift, err error) {
	pair, spec := s.Pair, s.Spec
	if spec.Standardize == datasets.FitDomain || spec.Scale == datasets.FitDomain {
		found.Rescaled = true
		for _, fit := range []*datasets.Fit{&spec.Standardize, &spec.Scale} {
			if *fit == datasets.FitDomain {
				*fit = datasets.FitSource
			}
		}
		pair, _, _, err = datasets.OpenCached(ctx, spec, &s.sources.alike, progress)
		if err != nil {
			return found, err
		}
	}
	found.Report, err = shift.TestShift(ctx, pair.Source.X, pair.Target.X, spec.Seed)
	if err != nil && ctx.Err() == nil {
		found.Untested = PlainError(err)
		return found, nil
	}
	return found, err
}
