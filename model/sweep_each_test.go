package model_test

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"go.uber.org/goleak"

	"larui/model"
)

// Every cell is visited once, and is the one that Sweep returns in its place.
func TestSweepEachAgainstSweep(t *testing.T) {
	defer goleak.VerifyNone(t)
	problem := newProblem(t, shapes[1].draw(newRand(21)))
	grid := model.Grid{
		K: []int{1, 3, 9}, KTilde: []int{2, 9}, Lambda: []float64{0, 0.1, 10}, Epochs: []int{5, 80},
		Base: model.Params{Momentum: 0.5},
	}
	want, err := model.Sweep(context.Background(), problem, grid, nil)
	if err != nil {
		t.Fatal(err)
	}
	visits := make([]int, grid.Cells())
	err = model.SweepEach(context.Background(), problem, grid, nil, func(i int, cell model.Cell) {
		visits[i]++
		if cell.K != want[i].K || cell.KTilde != want[i].KTilde || cell.Lambda != want[i].Lambda {
			t.Errorf("cell %d is (%d, %d, %v), want (%d, %d, %v)", i, cell.K, cell.KTilde, cell.Lambda, want[i].K, want[i].KTilde, want[i].Lambda)
		}
		if distance(cell.Closed.Weights, want[i].Closed.Weights) != 0 || distance(cell.Descent[1].Weights, want[i].Descent[1].Weights) != 0 {
			t.Errorf("cell %d has other weights", i)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range visits {
		if n != 1 {
			t.Errorf("cell %d is visited %d times", i, n)
		}
	}
	err = model.SweepEach(context.Background(), problem, grid, func(i int) bool { return i%3 == 1 }, func(i int, _ model.Cell) { visits[i]++ })
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range visits {
		if want := 1 + min(1, (i+2)%3); n != want {
			t.Errorf("with a third left out, cell %d is visited %d times, want %d", i, n, want)
		}
	}
}

// Cancelled from within, no more is visited than what the workers had begun, and
// nothing afterwards.
func TestSweepEachCancelled(t *testing.T) {
	defer goleak.VerifyNone(t)
	problem := newProblem(t, shapes[0].draw(newRand(22)))
	ks := []int{1, 2, 3, 4, 5, 6, 7, 8}
	grid := model.Grid{K: ks, KTilde: ks, Lambda: []float64{1}, Epochs: []int{10}}
	ctx, cancel := context.WithCancel(context.Background())
	visits := 0
	err := model.SweepEach(ctx, problem, grid, nil, func(int, model.Cell) {
		if visits++; visits == 5 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if most := 5 + runtime.GOMAXPROCS(0); visits > most {
		t.Errorf("%d cells visited, want at most %d", visits, most)
	}
	grid.K = []int{1, 99}
	if err := model.SweepEach(context.Background(), problem, grid, nil, func(int, model.Cell) { t.Error("visited a bad grid") }); !errors.Is(err, model.ErrParams) {
		t.Errorf("k = 99: error %v", err)
	}
}
