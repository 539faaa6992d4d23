package model

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model/must"
)

// What rows held out are predicted to be is what scikit-learn's cross_val_predict has, with the
// same folds: testdata/heldout.py.
func TestHeldOut(t *testing.T) {
	text, err := os.ReadFile("testdata/heldout.json")
	if err != nil {
		t.Fatal(err)
	}
	var problems []struct {
		Task      string
		X         [][]float64
		Y         []float64
		Folds     [][]int
		Predicted [][]float64
	}
	if err := json.Unmarshal(text, &problems); err != nil || len(problems) != 20 {
		t.Fatal(len(problems), err)
	}
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
		p, err := NewProblem(context.Background(), data)
		if err != nil {
			t.Fatal(err)
		}
		rank := max(p.Src.Rank, p.Src.graded)
		for _, rows := range truth.Folds {
			f := p.newFold(rows, rank)
			f.widen(0, rank)
			predicted := f.predict(rank)
			for i, row := range rows {
				for j, want := range truth.Predicted[row] {
					if got := predicted.At(i, j); math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
						t.Errorf("problem %d, row %d: %v, scikit-learn has %v", at, row, got, want)
					}
				}
			}
		}
	}
}

// drawn returns a problem of n rows and d features, of which each label is by a share of the first
// features' sum and else a coin.
func drawn(t *testing.T, seed uint64, n, d int, noise float64, task Task) *Problem {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, uint64(n*1000+d)))
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
	p, err := NewProblem(context.Background(), Data{Task: task, Source: Domain{X: x, Y: y}, Target: Domain{X: x}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Coins are called learnable in 5 % of cases at most, and labels that are, to 80 % or more held
// out, always.
func TestLearnable(t *testing.T) {
	must.Sequential(t)
	const seeds = 50
	for _, task := range []Task{Binary, Regression} {
		called, cases := 0, 0
		for _, shape := range [][2]int{{120, 40}, {60, 3}, {300, 10}, {80, 120}, {1500, 20}} {
			for seed := range uint64(seeds) {
				held, err := drawn(t, seed, shape[0], shape[1], 1e6, task).HeldOut(context.Background(), seed, nil)
				if err != nil {
					t.Fatal(err)
				}
				cases++
				if learnable, known := held.Learnable(); learnable && known {
					called++
				}
			}
		}
		t.Logf("%s: %d coins of %d are called learnable", task, called, cases)
		if 20*called > cases {
			t.Errorf("%s: %d coins of %d are called learnable", task, called, cases)
		}
	}
	for seed := range uint64(seeds) {
		shape := [][2]int{{120, 40}, {60, 3}, {300, 10}, {80, 70}, {1500, 20}}[seed%5]
		held, err := drawn(t, seed, shape[0], shape[1], 0.3, Binary).HeldOut(context.Background(), seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		if learnable, known := held.Learnable(); !learnable || !known {
			t.Errorf("%v, seed %d: held out %+v, and not learnable", shape, seed, held.Heads)
		}
	}
}

// The score of all directions is that of the rows held out, with the error of so many.
func TestHeldOutScore(t *testing.T) {
	p := drawn(t, 1, 200, 5, 0.5, Binary)
	held, err := p.HeldOut(context.Background(), 7, nil)
	if err != nil {
		t.Fatal(err)
	}
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
	zero, err := NewProblem(context.Background(), Data{Source: Domain{X: mat.NewDense(40, 3, nil), Y: p.Source.Y[:40]}, Target: Domain{X: mat.NewDense(9, 3, nil)}})
	if err == nil {
		held, err = zero.HeldOut(context.Background(), 0, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	if learnable, known := held.Learnable(); learnable || !known {
		t.Errorf("rows of zeros: %+v", held)
	}
	few := drawn(t, 1, 4, 2, 0.5, Regression)
	held, err = few.HeldOut(context.Background(), 0, nil)
	if _, known := held.Learnable(); err != nil || known || held.Folds != 4 {
		t.Errorf("of four rows: %+v, %v", held, err)
	}
}

// Whatever the features are, of scales that differ, columns that repeat or are zero, few rows or
// few features, all scores are finite.
func TestHeldOutIsFinite(t *testing.T) {
	must.Sequential(t)
	random := rand.New(rand.NewPCG(27, 3))
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
					x.Set(row, j, scale*oneIf(row == j%n))
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
		p, err := NewProblem(context.Background(), Data{Task: task, Classes: 3, Source: Domain{X: x, Y: y}, Target: Domain{X: x}})
		if err != nil {
			t.Fatal(err)
		}
		held, err := p.HeldOut(context.Background(), uint64(i), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, head := range held.Heads {
			if v := head.Score + head.Lead + head.SquaredLead; math.IsNaN(v) && n > 2 || math.IsInf(head.Score, 0) {
				t.Errorf("problem %d of %d×%d: %+v", i, n, d, head)
			}
		}
	}
}
