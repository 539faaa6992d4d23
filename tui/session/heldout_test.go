package session

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
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
		problem, err := model.NewProblem(context.Background(), data)
		if err != nil {
			t.Fatal(err)
		}
		pair := &datasets.Pair{Data: data, ClassNames: []string{"heads", "tails"}}
		s := &Session{Pair: pair, Problem: problem, judging: &judging{}}
		params := model.Params{K: 2, KTilde: 2, Epochs: 100}
		chosen, err := s.Choose(t.Context(), params, LabelFree, nil)
		if err != nil {
			t.Fatal(err)
		}
		sweep, err := s.Sweep(t.Context(), s.Searched(params, LabelFree), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []Choice{chosen, sweep.Choose(LabelFree, 0)} {
			if said := strings.Contains(c.Why, "this label can't be learned from these features"); said != coins || coins && (c.Cell >= 0 || c.Settings > 0 || c.Params.Lambda != 0) {
				t.Errorf("coins %v: %+v", coins, c)
			}
		}
		if warnings, err := s.Unlearnable(t.Context()); err != nil || (len(warnings) > 0) != coins {
			t.Errorf("coins %v: %v, %v", coins, warnings, err)
		}
	}
}
