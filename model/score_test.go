package model

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model/testutil"
)

// Scores are those of scikit-learn, with ties, a single class and weights of zero, and unknown
// where it has none: testdata/scores.py.
func TestScores(t *testing.T) {
	var cases []struct {
		Regression bool
		Y, Scores  []float64
		Want       map[string]*float64
	}
	testutil.ReadJSON(t, "testdata/scores.json", &cases)
	testutil.Equal(t, len(cases), 30)
	for at, c := range cases {
		data := Data{}
		if c.Regression {
			data.Task = Regression
		}
		for name, want := range c.Want {
			got := 0.0
			if name == "r2" {
				got = data.ComputeMetrics(mat.NewDense(len(c.Y), 1, c.Scores), c.Y).R2
			} else {
				data.ScoreChoice = ScoreChoice{Name: name}
				if _, err := data.ScoreChoice.Select(data.Task); err != nil {
					t.Fatal(err)
				}
				got = data.ComputeMetrics(mat.NewDense(len(c.Y), 1, c.Scores), c.Y).Score
			}
			if want == nil != math.IsNaN(got) || want != nil && math.Abs(got-*want) > 1e-12*max(1, math.Abs(*want)) {
				t.Errorf("case %d: %s is %v, scikit-learn has %v", at, name, got, want)
			}
		}
	}
}

// Recall at a budget is that of a plain loop over orders of the rows in which those of equal score
// are shuffled, on average.
func TestRecallAtBudget(t *testing.T) {
	random := testutil.NewRand(1, 27)
	for range 20 {
		n := 4 + random.IntN(12)
		x, y := mat.NewDense(n, 1, nil), make([]float64, n)
		for i := range n {
			x.Set(i, 0, float64(random.IntN(4)))
			y[i] = float64(2*random.IntN(2) - 1)
		}
		y[0] = 1
		hundredths := 1 + random.IntN(100)
		budget := max(1, hundredths*n/100) // whole rows
		data := Data{ScoreChoice: ScoreChoice{Name: "recall-at-budget", Budget: float64(hundredths) / 100}}
		const orders = 4000
		found, positive := 0.0, 0.0
		for _, label := range y {
			positive += max(label, 0)
		}
		for range orders {
			order := random.Perm(n)
			for k := range budget { // the largest of those left come first
				for i := k + 1; i < n; i++ {
					if x.At(order[i], 0) > x.At(order[k], 0) {
						order[i], order[k] = order[k], order[i]
					}
				}
				found += max(y[order[k]], 0) / positive / orders
			}
		}
		testutil.Near(t, data.ComputeMetrics(x, y).Score, found, 0.05, budget, "of", n, "rows")
	}
}

// A score that has no meaning for a task is refused, and others are not.
func TestScoreHasMeaning(t *testing.T) {
	allowed := map[Task]int{Binary: 6, MultiClass: 3, Regression: 3}
	for task, want := range allowed {
		count := 0
		for _, s := range Scores() {
			by, err := ScoreChoice{Name: s.Name, Budget: 0.1}.Select(task)
			if err == nil {
				count++
			}
			if err == nil && by.Name != s.Name || err != nil && !errors.Is(err, ErrScore) {
				t.Errorf("%s of a %s task: %v, %v", s.Name, task, by.Name, err)
			}
		}
		testutil.Equal(t, count, want, task)
	}
	for _, j := range []ScoreChoice{{Name: "typo"}, {Name: "recall-at-budget"}, {Name: "recall-at-budget", Budget: 2}} {
		if _, err := j.Select(Binary); !errors.Is(err, ErrScore) {
			t.Errorf("%+v: %v", j, err)
		}
	}
}
