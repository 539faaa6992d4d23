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
		x, y := mat.NewDense(120, 20, nil), make([]float64, 120)
		for i := range y {
			for j := range 20 {
				x.Set(i, j, random.NormFloat64())
			}
			y[i] = float64(2*random.IntN(2) - 1)
			if !coins && x.At(i, 0) > 0 == (y[i] < 0) {
				y[i] = -y[i]
			}
		}
		data := model.Data{Source: model.Domain{X: x, Y: y}, Target: model.Domain{X: x}}
		problem := testutil.Have(model.NewProblem(context.Background(), data))
		pair := &datasets.Pair{Data: data, ClassNames: []string{"heads", "tails"}}
		s := &Session{Pair: pair, Problem: problem, judging: &judgeCache{}}
		params := model.Params{K: 2, KTilde: 2, Epochs: 100}
		chosen := testutil.Have(s.Choose(t.Context(), params, LabelFree, nil))
		sweep := testutil.Have(s.Sweep(t.Context(), s.SearchGrid(params, LabelFree), nil))
		byHeldOut := testutil.Have(s.Choose(t.Context(), params, HeldOut, nil))
		for _, c := range []Choice{chosen, testutil.Have(sweep.Choose(t.Context(), LabelFree, 0)), byHeldOut} {
			if said := strings.Contains(c.Why, "it is not shown that this label can be learned"); said != coins || coins && (c.Cell >= 0 || c.Settings > 0 || c.Params.Lambda != 0) {
				t.Errorf("coins %v: %+v", coins, c)
			}
		}
		if warnings, err := s.UnlearnableWarnings(t.Context()); err != nil || (len(warnings) > 0) != coins {
			t.Errorf("coins %v: %v, %v", coins, warnings, err)
		}
	}
}

// What is chosen by rows held out has the best score that any cell of the grid has on them, by a
// plain loop over folds of which each is a problem of its own.
func TestChooseHeldOut(t *testing.T) {
	random := rand.New(rand.NewPCG(27, 8))
	x, y := mat.NewDense(90, 6, nil), make([]float64, 90)
	for i := range y {
		for j := range 6 {
			x.Set(i, j, random.NormFloat64()*float64(6-j))
		}
		y[i] = math.Copysign(1, x.At(i, 2)+3*random.NormFloat64())
	}
	data := model.Data{Source: model.Domain{X: x, Y: y}, Target: model.Domain{X: x}}
	problem := testutil.Have(model.NewProblem(context.Background(), data))
	s := &Session{Pair: &datasets.Pair{Data: data, ClassNames: []string{"a", "b"}}, Problem: problem, judging: &judgeCache{}}
	params := model.Params{K: 6, KTilde: 6, Epochs: 200}
	choice := testutil.Have(s.Choose(t.Context(), params, HeldOut, nil))
	if len(choice.Limits) != 1 || !strings.Contains(choice.Limits[0], "blind to the target") {
		t.Errorf("limits %q", choice.Limits)
	}
	right, grid := map[int]float64{}, s.SearchGrid(params, HeldOut)
	const none = -1
	folds := problem.Folds(0, nil, 1000)
	for _, held := range folds {
		q := testutil.Have(problem.Without(t.Context(), held))
		cells := testutil.Have(model.Sweep(t.Context(), q, grid, nil))
		for i, cell := range cells {
			right[i] += cell.Descent[0].Validation.Accuracy / float64(len(folds))
		}
		right[none] += model.NewSolver(q).NoneAt(params, grid.Epochs)[0].Validation.Accuracy / float64(len(folds))
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
		x, y := mat.NewDense(200, 16, nil), make([]float64, 200)
		for i := range y {
			for j := range 16 {
				x.Set(i, j, random.NormFloat64()*float64(17-j))
			}
			y[i] = math.Copysign(1, x.At(i, 1))
			if last {
				y[i] = math.Copysign(1, x.At(i, 14))
			}
		}
		p := testutil.Have(model.NewProblem(context.Background(), model.Data{Source: model.Domain{X: x, Y: y}, Target: model.Domain{X: x}}))
		held := testutil.Have(p.HeldOut(context.Background(), 0, nil))
		if text := TailText(held); strings.HasPrefix(text, "your label lives in the tail: LAR is not for this") != last {
			t.Errorf("last %v: %q of %+v", last, text, held.Heads)
		}
	}
}
