package session

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
)

// A choice adapts where both conditions hold, and never untried.
func TestSound(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name  string
		trial SourceTrial
		lead  float64
		sound bool
	}{
		{"both", SourceTrial{0.9, 0.85, 0.5}, 0.06, true},
		{"a small lead", SourceTrial{0.9, 0.95, 0.5}, 0.04, false},
		{"a third of the margin is lost", SourceTrial{0.9, 0.76, 0.5}, 0.3, false},
		{"classes of 90 to 10", SourceTrial{0.92, 0.91, 0.9}, 0.3, false},
		{"no adaptation guesses", SourceTrial{0.48, 0.49, 0.5}, 0.3, true},
		{"no adaptation does not count", SourceTrial{0.9, 0.85, 0.5}, nan, true},
		{"nothing was tried", newUnknownTrial(), 0.3, false},
	} {
		testutil.Equal(t, c.trial.Supports(c.lead), c.sound, c.name)
	}
}

// A trial that gains more than five points says that a ridge may do.
func TestTrialGains(t *testing.T) {
	for there, want := range map[float64]bool{0.94: false, 0.96: true} {
		testutil.Equal(t, strings.Contains(SourceTrial{0.9, there, 0.5}.summary(), "a ridge term, L2"), want, there)
	}
}

// The standard error of a paired lead is that of the differences of rows.
func TestLeadError(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	for _, n := range []int{1, 2, 40, 150} {
		held := model.Domain{X: mat.NewDense(n, 2, nil), Y: make([]float64, n)}
		for i := range n {
			held.X.SetRow(i, []float64{r.NormFloat64(), r.NormFloat64()})
			held.Y[i] = math.Copysign(1, held.X.At(i, 0)+r.NormFloat64())
		}
		data := model.Data{Task: model.Binary, Classes: 2, Validation: held}
		s := &Session{Pair: &datasets.Pair{Data: data}, Problem: &model.Problem{Data: data}}
		w, others := mat.NewDense(2, 1, []float64{1, 0}), mat.NewDense(2, 1, []float64{1, 1})
		sum, squares := 0.0, 0.0
		for i := range n {
			right := func(score float64) float64 { return oneIf(score > 0 == (held.Y[i] > 0)) }
			d := right(held.X.At(i, 0)) - right(held.X.At(i, 0)+held.X.At(i, 1))
			sum, squares = sum+d, squares+d*d
		}
		count := float64(n)
		want := math.Sqrt((squares - sum*sum/count) / (count - 1) / count)
		if got := s.leadStandardError(w, others); !agree(got, want) {
			t.Errorf("%d rows: %v, want %v", n, got, want)
		}
	}
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
