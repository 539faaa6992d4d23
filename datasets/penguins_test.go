package datasets

import (
	"context"
	"math"
	"testing"

	"larui/model"
	"larui/model/testutil"
)

// The three ways to tell the story of the penguins, as fixtures/penguins has them: what
// adaptation mends, and what scaling each domain by itself does without it.
func TestPenguins(t *testing.T) {
	for _, test := range []struct {
		fit       ScaleFit
		none, lar float64 // correct males of 107
	}{{FitNone, 104, 0}, {FitSource, 96, 102}, {FitDomain, 107, 0}} {
		spec := DefaultSpec("penguins")
		if spec.Standardize != FitSource {
			t.Error("the pair does not open as the one that has something to mend")
		}
		spec.Standardize = test.fit
		pair := mustOpen(t, spec)
		if len(pair.Guesses) > 0 {
			t.Errorf("guesses on built-in files: %q", pair.Guesses)
		}
		problem := testutil.Must(model.NewProblem(context.Background(), pair.Data))
		start := pair.Start
		s := testutil.Must(model.NewSolver(problem).Solve(context.Background(), model.Params{K: max(1, start.K), KTilde: max(1, start.KTilde), Lambda: start.Lambda, Epochs: 1_000_000_000}))
		if got := math.Round(s.None.Target.Accuracy * 107); got != test.none {
			t.Errorf("%v: %v of 107 without adaptation, not %v", test.fit, got, test.none)
		}
		if got := math.Round(s.Closed.Target.Accuracy * 107); test.lar > 0 && got != test.lar {
			t.Errorf("%v: %v of 107 with LAR, not %v", test.fit, got, test.lar)
		}
	}
}
