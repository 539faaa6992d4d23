package datasets_test

import (
	"context"
	"testing"

	"larui/datasets"
	"larui/model"
)

// Where each generated pair opens, no adaptation does well on the source and
// worse on the target, and LAR does better there: on the mean of some seeds by
// the margins given here, which are well below those measured.
func TestPairsShowAdaptation(t *testing.T) {
	const seeds = 4
	for name, want := range map[string]struct {
		// source is the least that no adaptation has on the source, loss what it
		// loses at least on the target and gain what LAR wins back of it; for
		// regression loss and gain are shares of the errors.
		source, loss, gain float64
	}{
		"wide-gaussian":       {0.95, 0.12, 0.08},
		"rotated-regression":  {0, 0.5, 0.4},
		"correlated-features": {0, 0.5, 0.3},
		"subspace":            {0.99, 0.12, 0.12},
		"glyphs":              {0.95, 0.18, 0.06},
	} {
		source, loss, gain := 0.0, 0.0, 0.0
		for seed := range uint64(seeds) {
			spec := datasets.DefaultSpec(name)
			spec.Seed = seed
			pair := open(t, spec)
			params := model.Params{K: pair.Start.K, KTilde: pair.Start.KTilde, Lambda: pair.Start.Lambda, Epochs: pair.Start.Epochs}
			if pair.Start.Rate > 0 {
				params.Rate = model.Rate{Rule: model.RateFixed, Value: pair.Start.Rate}
			}
			solution, err := model.NewSolver(problemOf(t, pair)).Endpoints(context.Background(), params)
			if err != nil {
				t.Fatal(err)
			}
			none, lar := solution.None, solution.Descent
			if pair.Task == model.Regression {
				loss += (1 - none.Source.MSE/none.Target.MSE) / seeds
				gain += (1 - lar.Target.MSE/none.Target.MSE) / seeds
				continue
			}
			source += none.Source.Accuracy / seeds
			loss += (none.Source.Accuracy - none.Target.Accuracy) / seeds
			gain += (lar.Target.Accuracy - none.Target.Accuracy) / seeds
		}
		t.Logf("%s: source %.3f, loss %.3f, gain %.3f", name, source, loss, gain)
		if source < want.source || loss < want.loss || gain < want.gain {
			t.Errorf("%s: source %.3f, loss %.3f, gain %.3f; want %+v", name, source, loss, gain, want)
		}
	}
}

// With the implicit term removed, the wide Gaussian's closed form at λ = 1 points
// along ṽ₁; kept, it gets atan(½/(1 + ½)) = 18.4° of the way there.
func TestWideGaussianAblation(t *testing.T) {
	spec := datasets.DefaultSpec("wide-gaussian")
	spec.N, spec.M = 200_000, 200_000
	solver := model.NewSolver(problemOf(t, open(t, spec)))
	for keep, want := range map[bool]float64{false: 45, true: 18.435} {
		params := model.Params{K: 1, KTilde: 1, Lambda: 1, Epochs: 1, KeepImplicit: keep}
		solution, err := solver.Endpoints(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		none := params
		none.Lambda, none.KeepImplicit = 0, true
		source, err := solver.Endpoints(context.Background(), none)
		if err != nil {
			t.Fatal(err)
		}
		// Axes of 2·10⁵ samples are known to s₁s₂/(s₁²−s₂²)/√n = 0.2° each, labels
		// beside v₁ to 1/√n of those along it; five times their sum is below 3°.
		if got := model.Angle(source.Closed.Weights, solution.Closed.Weights); got < want-3 || got > want+3 {
			t.Errorf("implicit term kept %t: the boundary turns by %v°, want %v°", keep, got, want)
		}
	}
}
