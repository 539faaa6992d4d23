package model

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model/testutil"
)

// What rows held out are predicted to be is what scikit-learn's cross_val_predict has, with the
// same folds: testdata/heldout.py.
func TestHeldOut(t *testing.T) {
	var problems []struct {
		Task      string
		X         [][]float64
		Y         []float64
		Folds     [][]int
		Predicted [][]float64
	}
	testutil.ReadJSON(t, "testdata/heldout.json", &problems)
	testutil.Equal(t, len(problems), 20)
	for at, truth := range problems {
		x := mat.NewDense(len(truth.X), len(truth.X[0]), nil)
		for i, row := range truth.X {
			for j, v := range row {
				x.Set(i, j, v/16)
			}
		}
		data := Data{Source: Domain{X: x, Y: truth.Y}, Target: Domain{X: x}}
		for _, task := range []Task{Binary, MultiClass, Regression} {
			if task.String() == truth.Task {
				data.Task, data.Classes = task, 3
			}
		}
		p := prepared(t, data)
		rank := max(p.Src.Rank, p.Src.graded)
		rows, labels := slices.Concat(truth.Folds...), []float64{}
		for _, row := range rows {
			labels = append(labels, truth.Y[row])
		}
		y := p.Targets(labels)
		predicted := p.newHeldOutRows(truth.Folds, y, rank).predictAll(t.Context(), y)
		for i, row := range rows {
			for j, want := range truth.Predicted[row] {
				testutil.Near(t, predicted[len(predicted)-1].At(i, j), want, 1e-9*max(1, math.Abs(want)), at, "row", row)
			}
		}
	}
}

// drawn returns a problem of n rows and d features, of which each label is by a share of the first
// features' sum and else a coin.
func drawn(t *testing.T, seed uint64, n, d int, noise float64, task Task) *Problem {
	t.Helper()
	random := testutil.NewRand(seed, uint64(n*1000+d))
	x, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		for j := range d {
			x.Set(i, j, random.NormFloat64()*float64(d-j))
		}
		y[i] = (x.At(i, 0)/float64(d) + noise*random.NormFloat64())
		if task == Binary {
			y[i] = math.Copysign(1, y[i])
		}
	}
	return alone(t, task, x, y)
}

// Labels of chance are called learnable in about 5 % of cases. Labels of which 65 % follow the sign of
// one of five features, in 200 rows, are called so in more than 66 of 150 cases, and so is each small
// table of which the fits predict nearly all rows.
func TestLearnable(t *testing.T) {
	testutil.SkipInShort(t)
	for name, c := range map[string]struct {
		task         Task
		n, d, seeds  int
		label        func(x float64, random *rand.Rand) float64
		fewest, most int // of all seeds
	}{
		"coins":      {Binary, 200, 5, 293, func(_ float64, r *rand.Rand) float64 { return float64(2*r.IntN(2) - 1) }, 5, 25},
		"rare":       {Binary, 60, 3, 200, func(_ float64, r *rand.Rand) float64 { return math.Copysign(1, r.Float64()-0.8) }, 0, 19},
		"classes":    {MultiClass, 50, 3, 100, func(_ float64, r *rand.Rand) float64 { return float64(r.IntN(3)) }, 0, 12},
		"heavy":      {Regression, 60, 3, 200, func(_ float64, r *rand.Rand) float64 { return math.Exp(2 * r.NormFloat64()) }, 0, 19},
		"many":       {Regression, 40, 60, 100, func(_ float64, r *rand.Rand) float64 { return r.NormFloat64() }, 0, 12},
		"35 % noise": {Binary, 200, 5, 150, func(x float64, r *rand.Rand) float64 { return math.Copysign(1, x*(r.Float64()-0.35)) }, 66, 150},
		"small":      {Binary, 28, 2, 50, func(x float64, _ *rand.Rand) float64 { return math.Copysign(1, x-0.5) }, 49, 50},
		"square":     {Regression, 120, 8, 50, func(x float64, r *rand.Rand) float64 { return math.Exp(x) + 0.5*r.NormFloat64() }, 50, 50},
	} {
		called := 0
		for seed := range uint64(c.seeds) {
			random := testutil.NewRand(7919*seed+3, uint64(c.n))
			x, y := mat.NewDense(c.n, c.d+1, nil), make([]float64, c.n)
			for i := range y {
				for j := range c.d {
					x.Set(i, j, random.NormFloat64())
				}
				x.Set(i, c.d, 1)
				y[i] = c.label(x.At(i, 0), random)
			}
			p := alone(t, c.task, x, y)
			held := testutil.Must(p.HeldOut(t.Context(), seed, nil))
			if learnable, known := held.IsLearnable(); learnable && known {
				called++
			}
		}
		t.Logf("%s: %d of %d are called learnable", name, called, c.seeds)
		if called < c.fewest || called > c.most {
			t.Errorf("%s: %d of %d are called learnable, want %d to %d", name, called, c.seeds, c.fewest, c.most)
		}
	}
}

// The score of all directions is that of the rows held out, with the error of so many.
func TestHeldOutScore(t *testing.T) {
	p := drawn(t, 1, 200, 5, 0.5, Binary)
	held := testutil.Must(p.HeldOut(context.Background(), 7, nil))
	s := held.Score()
	if want := math.Sqrt(s.Score * (1 - s.Score) / 199); held.Rows != 200 || held.Folds != 10 || s.K != 5 || math.Abs(s.StandardError-want) > 1e-12 {
		t.Errorf("%+v, standard error %v", held, want)
	}
	if again, _ := p.HeldOut(context.Background(), 7, nil); again.Score() != s {
		t.Errorf("again %+v", again.Score())
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.HeldOut(ctx, 8, nil); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
	for _, value := range []float64{0, 1.5} {
		x := mat.NewDense(12, 3, slices.Repeat([]float64{value}, 36))
		held := testutil.Must(alone(t, Binary, x, p.Source.Y[:12]).HeldOut(context.Background(), 0, nil))
		if learnable, known := held.IsLearnable(); learnable || !known {
			t.Errorf("rows of %v: %+v", value, held)
		}
	}
	few := drawn(t, 1, 4, 2, 0.5, Regression)
	held = testutil.Must(few.HeldOut(context.Background(), 0, nil))
	if _, known := held.IsLearnable(); known || held.Folds != 4 {
		t.Errorf("of four rows: %+v", held)
	}
}

// Whatever the features are, of scales that differ, columns that repeat or are zero, few rows or
// few features, all scores are finite.
func TestHeldOutIsFinite(t *testing.T) {
	testutil.SkipInShort(t)
	random := testutil.NewRand(27, 3)
	for i := range 400 {
		n, d := 2+random.IntN(40), 1+random.IntN(30)
		x, y := mat.NewDense(n, d, nil), make([]float64, n)
		for j := range d {
			scale := math.Pow(10, float64(random.IntN(25)-12))
			for row := range n {
				switch {
				case i%4 == 1 && j > 0 && j%3 == 0:
					x.Set(row, j, x.At(row, j-1))
				case i%4 == 2 && j%2 == 0:
					x.Set(row, j, scale*indicator(row == j%n))
				case i%4 == 3:
					x.Set(row, j, random.NormFloat64())
				default:
					x.Set(row, j, scale*random.NormFloat64())
				}
			}
		}
		for row := range y {
			y[row] = float64(row % 3)
		}
		task := Regression
		if i%2 == 0 && n > 3 {
			task = MultiClass
		}
		p := alone(t, task, x, y)
		held := testutil.Must(p.HeldOut(context.Background(), uint64(i), nil))
		for _, head := range held.Heads {
			if math.IsNaN(head.Score) && n > 2 || math.IsInf(head.Score, 0) || !(0 <= held.Chance && held.Chance <= 1) {
				t.Errorf("problem %d of %d×%d: %+v", i, n, d, head)
			}
		}
	}
}

// TestHeldOutTie scores no fit within directions that equal singular values leave open.
func TestHeldOutTie(t *testing.T) {
	x, y := mat.NewDense(40, 3, nil), make([]float64, 40)
	for i := range y {
		x.Set(i, i%2, 1-2*float64(i/2%2)) // σ_1 = σ_2
		x.Set(i, 2, 0.1)
		y[i] = 1 - 2*float64(i/2%2)
	}
	p := alone(t, Binary, x, y)
	held := testutil.Must(p.HeldOut(t.Context(), 1, nil))
	if first, all := held.Heads[0], held.Score(); first.K != 1 || !math.IsNaN(first.Score) || !(all.Score == 1) {
		t.Errorf("%+v", held.Heads)
	}
}
