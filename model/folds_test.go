package model

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"larui/model/testutil"
)

// What a fold held out scores is what a problem of the other rows alone scores on it, at every
// setting, and the mean over folds with its error is that of a plain loop.
func TestCrossValidate(t *testing.T) {
	ctx := context.Background()
	for at, shape := range []struct {
		n, m, d int
		task    Task
	}{{70, 40, 6, Binary}, {60, 40, 5, Binary}, {80, 50, 12, MultiClass}, {50, 30, 4, Regression}, {20, 15, 60, Binary}, {31, 9, 50, Regression}} {
		random := testutil.NewRand(uint64(at), 5)
		draw := func(n int) (*mat.Dense, []float64) {
			x, y := mat.NewDense(n, shape.d, nil), make([]float64, n)
			for i := range n {
				for j := range shape.d {
					x.Set(i, j, random.NormFloat64()*math.Pow(0.9, float64(j)))
				}
				if at == 0 { // years, and a constant
					x.Set(i, 4, 2000+0.01*x.At(i, 4))
					x.Set(i, 5, 1)
				}
				y[i] = x.At(i, 0) + 0.3*x.At(i, 1) + 0.1*random.NormFloat64()
				switch shape.task {
				case Binary:
					y[i] = math.Copysign(1, y[i])
				case MultiClass:
					y[i] = float64(int(math.Abs(3*y[i])) % 3)
				}
			}
			return x, y
		}
		x, y := draw(shape.n)
		target, _ := draw(shape.m)
		data := Data{Task: shape.task, Classes: 3, Source: Domain{X: x, Y: y}, Target: Domain{X: target}}
		p := prepared(t, data)
		grid := Grid{K: []int{2, shape.d}, KTilde: []int{1, 3}, Lambda: []float64{0, 10}, Epochs: []int{30, 300}, Base: Params{K: 1, KTilde: 1}}
		folds := p.DrawFolds(3, nil, 40)
		got := testutil.Must(CrossValidate(ctx, p, grid, folds, nil))
		var want [][]Metrics // of the folds: closed forms, descents, no adaptation
		for _, held := range folds {
			rest := data
			rest.Source, rest.Validation = Domain{X: &mat.Dense{}}, Domain{X: mat.NewDense(len(held), shape.d, nil)}
			rest.Source.X = mat.NewDense(shape.n-len(held), shape.d, nil)
			for i := range shape.n {
				if to := slices.Index(held, i); to >= 0 {
					rest.Validation.X.SetRow(to, x.RawRowView(i))
				} else {
					rest.Source.X.SetRow(len(rest.Source.Y), x.RawRowView(i))
					rest.Source.Y = append(rest.Source.Y, y[i])
				}
			}
			for _, i := range held {
				rest.Validation.Y = append(rest.Validation.Y, y[i])
			}
			q := prepared(t, rest)
			cells := testutil.Must(Sweep(ctx, q, grid, nil))
			var row []Metrics
			for _, cell := range cells {
				row = append(row, cell.Closed.Validation, cell.Descent[0].Validation, cell.Descent[1].Validation)
			}
			for _, run := range NewSolver(q).DescendWithoutAdaptation(grid.Base, grid.Epochs) {
				row = append(row, run.Validation)
			}
			want = append(want, row)
		}
		var spreads []Spread
		for i := range got.Descent {
			spreads = append(append(spreads, got.Closed[i]), got.Descent[i]...)
		}
		spreads = append(spreads, got.None...)
		for i, s := range spreads {
			for name, of := range map[string]func(Metrics) float64{"accuracy": func(m Metrics) float64 { return m.Accuracy },
				"F1": func(m Metrics) float64 { return m.F1 }, "error": func(m Metrics) float64 { return m.MSE }} {
				var values []float64
				for _, row := range want {
					values = append(values, of(row[i]))
				}
				mean, e := stat.Mean(values, nil), math.Sqrt(stat.Variance(values, nil)/float64(len(values)))
				if math.IsNaN(mean) != math.IsNaN(of(s.Mean)) || math.Abs(mean-of(s.Mean)) > 1e-8*max(1, math.Abs(mean)) || math.Abs(e-of(s.Error)) > 1e-8*max(1, math.Abs(e)) {
					t.Errorf("%v, score %d, %s: %v ± %v, want %v ± %v", shape, i, name, of(s.Mean), of(s.Error), mean, e)
				}
			}
		}
	}
}

// Rows of one group fall into one fold, all folds are of about the same size, and each row falls
// into one.
func TestFolds(t *testing.T) {
	p := drawn(t, 1, 230, 3, 1, Binary)
	groups := make([]int, 230)
	for i := range groups {
		groups[i] = i % 46 // of five rows each
	}
	for _, groups := range [][]int{nil, groups} {
		folds, seen := p.DrawFolds(4, groups, 1000), map[int]int{}
		if len(folds) != 10 {
			t.Fatal(len(folds))
		}
		for at, rows := range folds {
			if len(rows) < 18 || len(rows) > 28 {
				t.Errorf("fold %d has %d rows", at, len(rows))
			}
			for _, row := range rows {
				if _, twice := seen[row]; twice {
					t.Errorf("row %d twice", row)
				}
				seen[row] = at
			}
		}
		for row, at := range seen {
			if groups != nil && seen[row%46] != at {
				t.Errorf("row %d is in fold %d, its group in %d", row, at, seen[row%46])
			}
		}
		if len(seen) != 230 {
			t.Error(len(seen))
		}
	}
	if folds := p.DrawFolds(4, make([]int, 230), 1000); folds != nil {
		t.Error("one group", folds)
	}
}

// Rows that are copies of each other make a coin look learned, unless they are one group.
func TestGroupedCoins(t *testing.T) {
	testutil.SkipInShort(t)
	random, called := testutil.NewRand(1, 2), [2]int{}
	for seed := range uint64(50) {
		const people, visits, d = 30, 10, 25
		x, y, groups := mat.NewDense(people*visits, d, nil), make([]float64, people*visits), make([]int, people*visits)
		for i := range y {
			groups[i] = i / visits
			for j := range d {
				x.Set(i, j, random.NormFloat64())
			}
			y[i] = math.Copysign(1, random.NormFloat64())
			if first := i / visits * visits; i > first {
				for j := range d {
					x.Set(i, j, x.At(first, j)+0.1*random.NormFloat64())
				}
				y[i] = y[first]
			}
		}
		p := alone(t, Binary, x, y)
		for at, by := range [][]int{nil, groups} {
			held := testutil.Must(p.HeldOut(context.Background(), seed, by))
			if learnable, known := held.IsLearnable(); learnable && known {
				called[at]++
			}
		}
	}
	if called[0] < 45 || called[1] > 5 {
		t.Errorf("of 50 coins of people %d are called learnable by rows, %d by people", called[0], called[1])
	}
}
