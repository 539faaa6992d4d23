package session

import (
	"context"

	"larui/datasets"
	"larui/model/shift"
)

// A Shift is the result of a statistical test of whether the rows of source and target differ in
// distribution.
type Shift struct {
	// Report is nil if the test is impossible, as with too few rows. Untested is the reason.
	*shift.Report
	Untested string
	// Rescaled reports whether the test scales both domains by the source although the pair's options
	// scale each domain by its own rows.
	Rescaled bool
}

// TestForShift tests whether the target is shifted against the source. If each domain is scaled by
// itself, it reads the files again and scales both by the source. Errors come from opening the pair
// or from ctx.
func (s *Session) TestForShift(ctx context.Context, progress func(datasets.Progress)) (found Shift, err error) {
	pair, spec := s.Pair, s.Spec
	if spec.Standardize == datasets.FitDomain || spec.Scale == datasets.FitDomain {
		found.Rescaled = true
		for _, fit := range []*datasets.ScaleFit{&spec.Standardize, &spec.Scale} {
			if *fit == datasets.FitDomain {
				*fit = datasets.FitSource
			}
		}
		pair, _, _, err = datasets.OpenCached(ctx, spec, &s.sources.sourceScale, progress)
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
