package model_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"larui/model"
)

func TestSweepAgainstSolver(t *testing.T) {
	defer goleak.VerifyNone(t)
	ctx := context.Background()
	for _, s := range shapes[:8] {
		problem := newProblem(t, s.draw(newRand(1)))
		for _, kind := range momenta {
			grid := model.Grid{
				K: []int{s.d, 1, 3}, KTilde: []int{2, s.d}, Lambda: []float64{10, 0, 0.1}, Epochs: []int{1, 10, 10, 300},
				Base: model.Params{Momentum: kind.momentum, Nesterov: kind.nesterov, L2: 0.1},
			}
			var calls []int
			cells, err := model.Sweep(ctx, problem, grid, func(finished, total int) {
				if total != grid.Cells() {
					t.Errorf("told of %d cells, want %d", total, grid.Cells())
				}
				calls = append(calls, finished)
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(cells) != 18 || len(calls) != 18 {
				t.Fatalf("%d cells and %d calls, want 18", len(cells), len(calls))
			}
			for i, finished := range calls {
				if finished != i+1 {
					t.Fatalf("calls %v", calls)
				}
			}
			next := 0
			for _, k := range grid.K {
				for _, kTilde := range grid.KTilde {
					for _, lambda := range grid.Lambda {
						compareCell(t, problem, cells[next], grid, k, kTilde, lambda)
						next++
					}
				}
			}
			if t.Failed() {
				return
			}
		}
	}
}

func compareCell(t *testing.T, problem *model.Problem, cell model.Cell, grid model.Grid, k, kTilde int, lambda float64) {
	t.Helper()
	if cell.K != k || cell.KTilde != kTilde || cell.Lambda != lambda || len(cell.Descent) != len(grid.Epochs) {
		t.Errorf("cell (%d, %d, %v) with %d runs, want (%d, %d, %v)", cell.K, cell.KTilde, cell.Lambda, len(cell.Descent), k, kTilde, lambda)
		return
	}
	params := grid.Base
	params.K, params.KTilde, params.Lambda = k, kTilde, lambda
	solver := model.NewSolver(problem)
	for i, epochs := range grid.Epochs {
		params.Epochs = epochs
		want, err := solver.Solve(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		if distance(cell.Closed.Weights, want.Closed.Weights) != 0 {
			t.Errorf("cell (%d, %d, %v): the closed form differs", k, kTilde, lambda)
		}
		// With momentum a curve reaches the last epoch by other jumps, which
		// rounds differently.
		if d := distance(cell.Descent[i].Weights, want.Descent.Weights); !(d <= 1e-10*want.Descent.WeightNorm) {
			t.Errorf("cell (%d, %d, %v): descent after %d epochs is off by %v of %v", k, kTilde, lambda, epochs, d, want.Descent.WeightNorm)
		}
		none := solver.NoneAt(params, []int{epochs})[0]
		if d := distance(none.Weights, want.None.Weights); !(d <= 1e-10*want.None.WeightNorm) {
			t.Errorf("no adaptation after %d epochs is off by %v", epochs, d)
		}
	}
}

func TestPathAgainstSolver(t *testing.T) {
	problem := newProblem(t, shapes[0].draw(newRand(2)))
	params := model.Params{K: 4, KTilde: 3, Epochs: 200, Rate: model.Rate{Rule: model.RatePaper}}
	lambdas := []float64{0, 0.1, 10, 1e6}
	visited, diverged := 0, 0
	err := model.NewSolver(problem).Path(context.Background(), params, lambdas, func(i int, point model.PathPoint) {
		if i != visited || point.Lambda != lambdas[i] {
			t.Errorf("visit %d is of point %d, λ = %v", visited, i, point.Lambda)
		}
		visited++
		params := params
		params.Lambda = point.Lambda
		want, err := model.NewSolver(problem).Solve(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		// Sprint, because an unknown number does not equal itself.
		if point.Diverges != want.Descent.Diverges || fmt.Sprint(point.Closed) != fmt.Sprint(want.Closed.Evaluation) ||
			fmt.Sprint(point.Descent) != fmt.Sprint(want.Descent.Evaluation) {
			t.Errorf("λ = %v: %+v, want %+v", point.Lambda, point, want)
		}
		if point.Diverges {
			diverged++
		}
	})
	if err != nil || visited != len(lambdas) || diverged == 0 || diverged == visited {
		t.Errorf("%d visits, %d of them diverging, error %v", visited, diverged, err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	visited = 0
	err = model.NewSolver(problem).Path(cancelled, params, lambdas, func(int, model.PathPoint) { visited++; cancel() })
	if visited != 1 || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %d visits, error %v", visited, err)
	}
	err = model.NewSolver(problem).Path(context.Background(), params, []float64{-1}, func(int, model.PathPoint) { t.Error("visited λ = -1") })
	if !errors.Is(err, model.ErrParams) {
		t.Errorf("λ = -1: error %v", err)
	}
}

// TestSweepCancelled cancels from within and counts what is still solved: at
// most what the workers had begun.
func TestSweepCancelled(t *testing.T) {
	defer goleak.VerifyNone(t)
	s := shapes[0]
	problem := newProblem(t, s.draw(newRand(3)))
	grid := model.Grid{K: []int{1, 2, 3, 4, 5, 6, 7, 8}, KTilde: []int{1, 2, 3, 4, 5, 6, 7, 8}, Lambda: make([]float64, 100), Epochs: []int{10}}
	for _, stopAt := range []int{1, 17} {
		ctx, cancel := context.WithCancel(context.Background())
		last := 0
		cells, err := model.Sweep(ctx, problem, grid, func(finished, _ int) {
			if last = finished; finished == stopAt {
				cancel()
			}
		})
		cancel()
		if cells != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("stopped at %d: %d cells, error %v", stopAt, len(cells), err)
		}
		if most := stopAt + runtime.GOMAXPROCS(0); last > most {
			t.Errorf("stopped at %d: %d cells solved, want at most %d", stopAt, last, most)
		}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("no longer wanted"))
	if _, err := model.Sweep(ctx, problem, grid, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: error %v", err)
	}
}

func TestSweepErrors(t *testing.T) {
	defer goleak.VerifyNone(t)
	problem := newProblem(t, shapes[0].draw(newRand(4)))
	for name, change := range map[string]func(g *model.Grid){
		"no k":              func(g *model.Grid) { g.K = nil },
		"no λ":              func(g *model.Grid) { g.Lambda = nil },
		"k beyond d":        func(g *model.Grid) { g.K = []int{1, 9} },
		"k̃ of zero":        func(g *model.Grid) { g.KTilde = []int{0} },
		"negative λ":        func(g *model.Grid) { g.Lambda = []float64{1, -1} },
		"descending epochs": func(g *model.Grid) { g.Epochs = []int{20, 10} },
		"epoch zero":        func(g *model.Grid) { g.Epochs = []int{0, 10} },
		"momentum of two":   func(g *model.Grid) { g.Base.Momentum = 2 },
		"overflowing λ":     func(g *model.Grid) { g.Lambda = []float64{1, 1e308} },
	} {
		grid := model.Grid{K: []int{1, 2}, KTilde: []int{1}, Lambda: []float64{0, 1}, Epochs: []int{10}}
		change(&grid)
		if _, err := model.Sweep(context.Background(), problem, grid, nil); !errors.Is(err, model.ErrParams) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	closedOnly := model.Grid{K: []int{1}, KTilde: []int{1}, Lambda: []float64{1}}
	if cells, err := model.Sweep(context.Background(), problem, closedOnly, nil); err != nil || len(cells) != 1 || len(cells[0].Descent) != 0 {
		t.Errorf("closed form only: %+v, %v", cells, err)
	}
}

func TestPaperGrid(t *testing.T) {
	for _, c := range []struct {
		s         shape
		k, kTilde []int
	}{
		{shape{n: 90, m: 60, d: 40}, []int{8, 16, 32}, []int{8, 16, 32}},
		{shape{n: 90, m: 60, d: 40, sourceRank: 16, targetRank: 5}, []int{8, 16}, []int{5}},
	} {
		k, kTilde, lambda := newProblem(t, c.s.draw(newRand(5))).PaperGrid()
		if !slices.Equal(k, c.k) || !slices.Equal(kTilde, c.kTilde) || !slices.Equal(lambda, []float64{0.1, 10, 1000}) {
			t.Errorf("grid %v, %v, %v", k, kTilde, lambda)
		}
	}
}

// TestSolverErrors holds what a Solver refuses, and that it solves on afterwards.
func TestSolverErrors(t *testing.T) {
	ctx := context.Background()
	solver := model.NewSolver(newProblem(t, shapes[0].draw(newRand(6))))
	valid := model.Params{K: 1, KTilde: 1, Epochs: 1}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	for _, c := range []struct {
		name   string
		ctx    context.Context
		params model.Params
		want   error
	}{
		{"no parameters", ctx, model.Params{}, model.ErrParams},
		{"cancelled", cancelled, valid, context.Canceled},
	} {
		_, solveErr := solver.Solve(c.ctx, c.params)
		_, theoryErr := solver.Theory(c.ctx, c.params)
		_, endpointsErr := solver.Endpoints(c.ctx, c.params)
		for call, err := range map[string]error{"Solve": solveErr, "Theory": theoryErr, "Endpoints": endpointsErr} {
			if !errors.Is(err, c.want) {
				t.Errorf("%s, %s: error %v, want %v", c.name, call, err, c.want)
			}
		}
	}
	if _, err := solver.Solve(ctx, valid); err != nil {
		t.Error(err)
	}
}

// A panic on one of the workers is an error, and ends all of them.
func TestSweepSurvivesPanics(t *testing.T) {
	defer goleak.VerifyNone(t)
	problem := newProblem(t, shapes[0].draw(newRand(1)))
	grid := model.Grid{K: []int{1, 2, 3, 4}, KTilde: []int{1, 2, 3}, Lambda: []float64{1, 10}, Epochs: []int{10}, Base: model.Params{K: 1, KTilde: 1, Epochs: 1}}
	err := model.SweepEach(context.Background(), problem, grid, nil, func(i int, _ model.Cell) {
		if i == 3 {
			panic("no such cell")
		}
	})
	if err == nil || !strings.Contains(err.Error(), "no such cell") {
		t.Errorf("error %v", err)
	}
}
