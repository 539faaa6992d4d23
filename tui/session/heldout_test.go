package session

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
)

// Of a label of coins no judge chooses a setting, by itself or of a sweep; of one that can be
// learned nothing is warned of.
func TestNothingToLearn(t *testing.T) {
	random := rand.New(rand.NewPCG(27, 4))
	for _, coins := range []bool{true, false} {
		x, y := normal(random, 120, 20), make([]float64, 120)
		for i := range y {
			y[i] = float64(2*random.IntN(2) - 1)
			if !coins && x.At(i, 0) > 0 == (y[i] < 0) {
				y[i] = -y[i]
			}
		}
		s := unshifted(x, y)
		params := model.Params{K: 2, KTilde: 2, Epochs: 100}
		chosen := testutil.Must(s.Choose(t.Context(), params, LabelFree, nil))
		sweep := testutil.Must(s.Sweep(t.Context(), s.SearchGrid(params, LabelFree), nil))
		byHeldOut := testutil.Must(s.Choose(t.Context(), params, HeldOut, nil))
		for _, c := range []Choice{chosen, testutil.Must(sweep.Choose(t.Context(), LabelFree, 0)), byHeldOut} {
			if said := strings.Contains(c.Why, "it is not shown that this label can be learned"); said != coins || coins && (c.Cell >= 0 || c.Settings > 0 || c.Params.Lambda != 0) {
				t.Errorf("coins %v: %+v", coins, c)
			}
		}
		if warnings, err := s.UnlearnableWarnings(t.Context()); err != nil || (len(warnings) > 0) != coins {
			t.Errorf("coins %v: %v, %v", coins, warnings, err)
		}
	}
}

// unshifted returns the session of a target that equals the source.
func unshifted(x *mat.Dense, y []float64) *Session {
	data := model.Data{Source: model.Domain{X: x, Y: y}, Target: model.Domain{X: x}}
	return testutil.Must(New(context.Background(), &datasets.Pair{Data: data, ClassNames: []string{"a", "b"}}))
}

// falling draws normal features whose scales fall from d to 1.
func falling(r *rand.Rand, n, d int) *mat.Dense {
	return change(normal(r, n, d), func(_, j int, v float64) float64 { return v * float64(d-j) })
}

// What is chosen by rows held out has the best score that any cell of the grid has on them, by a
// plain loop over folds of which each is a problem of its own.
func TestChooseHeldOut(t *testing.T) {
	random := rand.New(rand.NewPCG(27, 8))
	x, y := falling(random, 90, 6), make([]float64, 90)
	for i := range y {
		y[i] = math.Copysign(1, x.At(i, 2)+3*random.NormFloat64())
	}
	s := unshifted(x, y)
	params := model.Params{K: 6, KTilde: 6, Epochs: 200}
	choice := testutil.Must(s.Choose(t.Context(), params, HeldOut, nil))
	if len(choice.Limits) != 1 || !strings.Contains(choice.Limits[0], "not on the target") {
		t.Errorf("limits %q", choice.Limits)
	}
	right, grid := map[int]float64{}, s.SearchGrid(params, HeldOut)
	const none = -1
	folds := s.drawFolds()
	for _, held := range folds {
		q := testutil.Must(s.Problem.HoldOutRows(t.Context(), held))
		cells := testutil.Must(model.Sweep(t.Context(), q, grid, nil))
		for i, cell := range cells {
			right[i] += cell.Descent[0].Validation.Accuracy / float64(len(folds))
		}
		right[none] += model.NewSolver(q).DescendWithoutAdaptation(params, grid.Epochs)[0].Validation.Accuracy / float64(len(folds))
	}
	best := slices.Max(slices.Collect(maps.Values(right)))
	if math.Abs(right[choice.Cell]-best) > 1e-12 {
		t.Errorf("chosen is cell %d with %v, the best has %v", choice.Cell, right[choice.Cell], best)
	}
}

// A label along the last directions is said to live in the tail, one along the first is not.
func TestTailText(t *testing.T) {
	random := rand.New(rand.NewPCG(27, 9))
	for _, last := range []bool{false, true} {
		x, y, at := falling(random, 200, 16), make([]float64, 200), 1
		if last {
			at = 14
		}
		for i := range y {
			y[i] = math.Copysign(1, x.At(i, at))
		}
		held := testutil.Must(unshifted(x, y).ScoreHeldOut(t.Context()))
		if text := LateDirectionsWarning(held); strings.HasPrefix(text, "LAR does not suit this label") != last {
			t.Errorf("last %v: %q of %+v", last, text, held.Heads)
		}
	}
}
