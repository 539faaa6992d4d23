package model_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"larui/model"
	"larui/model/testutil"
)

// TestSweepAgainstSolver visits every cell once, in its place, and compares it with
// solving for it alone.
func TestSweepAgainstSolver(t *testing.T) {
	defer goleak.VerifyNone(t)
	ctx := context.Background()
	for _, s := range shapes[:8] {
		problem := newProblem(t, s.draw(newRand(1)))
		for _, kind := range momenta {
			grid := model.Grid{
				K: []int{s.d, 1, 3}, KTilde: []int{2, s.d}, Lambda: []float64{10, 0, 0.1}, Epochs: []int{1, 10, 10, 300},
				Base: model.Params{Momentum: kind.Momentum, Nesterov: kind.Nesterov, L2: 0.1},
			}
			var calls []int
			cells, err := model.Sweep(ctx, problem, grid, func(finished, total int) { calls = append(calls, finished, total) })
			if err != nil || len(cells) != 18 {
				t.Fatalf("%d cells, %v", len(cells), err)
			}
			for i := range cells {
				if calls[2*i] != i+1 || calls[2*i+1] != 18 {
					t.Fatalf("calls %v", calls)
				}
			}
			visits := make([]int, len(cells))
			err = model.SweepEach(ctx, problem, grid, func(i int) bool { return i%3 == 1 }, func(i int, cell model.Cell) {
				visits[i]++
				if distance(cell.Closed.Weights, cells[i].Closed.Weights) != 0 || distance(cell.Descent[3].Weights, cells[i].Descent[3].Weights) != 0 {
					t.Errorf("cell %d has other weights", i)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			// Rated by whoever has solved it, and without the closed form.
			rated := make([]model.Cell, len(cells))
			descents := grid
			descents.DescentOnly, descents.Evaluate = true, func(i int, cell model.Cell) { rated[i] = cell }
			err = model.SweepEach(ctx, problem, descents, nil, func(i int, cell model.Cell) {
				off := distance(cell.Descent[3].Weights, cells[i].Descent[3].Weights)
				if rated[i].Descent == nil || cell.Closed.Weights != nil || !(off <= 1e-10*cell.Descent[3].WeightNorm) {
					t.Errorf("without the closed form, cell %d is rated as %+v and off by %v", i, rated[i], off)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			for i, cell := range cells {
				testutil.Equal(t, visits[i], min(1, (i+2)%3), i)
				params := grid.Base
				params.K, params.KTilde, params.Lambda = grid.K[i/6], grid.KTilde[i/3%2], grid.Lambda[i%3]
				if got := fmt.Sprint(cell.K, cell.KTilde, cell.Lambda); got != fmt.Sprint(params.K, params.KTilde, params.Lambda) {
					t.Fatalf("cell %d is %s, not %+v", i, got, params)
				}
				solver := model.NewSolver(problem)
				for j, epochs := range grid.Epochs {
					params.Epochs = epochs
					want := solve(t, solver, params)
					testutil.Equal(t, distance(cell.Closed.Weights, want.Closed.Weights), 0, params)
					// With momentum a curve reaches the last epoch by other jumps, which
					// rounds differently.
					d := distance(cell.Descent[j].Weights, want.Descent.Weights)
					if !(d <= 1e-10*want.Descent.WeightNorm) {
						t.Errorf("%+v: descent is off by %v of %v", params, d, want.Descent.WeightNorm)
					}
				}
			}
			if t.Failed() {
				return
			}
		}
	}
}

// TestPaths compares the points of both paths with solving for them alone; ridge knows
// nothing of A there, nor the general solver of the source's basis.
func TestPaths(t *testing.T) {
	ladder, diverged := []float64{0, 0.1, 30, 1e5}, 0
	for _, s := range shapes {
		problem := newProblem(t, s.draw(newRand(11)))
		for _, params := range descentSettings(s, 120) {
			for _, rate := range []model.LearningRate{{}, {Rule: model.RatePaper}, {Rule: model.RateFixed, Value: 0.01}} {
				params := params
				params.Rate = rate
				solver, visited := model.NewSolver(problem), 0
				check := func(i int, p model.PathPoint) {
					want := testutil.Must(model.NewSolver(problem).Endpoints(context.Background(), params))
					name := fmt.Sprintf("%s, %+v, point %d", s.name, params, i)
					if i != visited || p.Epochs != params.Epochs || p.Diverges != want.Descent.Diverges {
						t.Errorf("%s: visit %d, %+v", name, visited, p)
					}
					visited++
					if p.Diverges {
						diverged++
					}
					compareEvaluations(t, name+", closed form", p.Closed, want.Closed.Evaluation)
					compareEvaluations(t, name+", descent", p.Descent, want.Descent.Evaluation)
				}
				err := solver.VisitPath(context.Background(), params, ladder, func(i int, p model.PathPoint) {
					params.Lambda = ladder[i]
					check(i, p)
				})
				params.Lambda, params.KeepImplicit = 0, true
				ridgeErr := solver.VisitRidgePath(context.Background(), params, ladder, func(i int, p model.PathPoint) {
					params.L2 = ladder[i]
					check(i+len(ladder), p)
				})
				if err != nil || ridgeErr != nil || visited != 2*len(ladder) {
					t.Errorf("%s: %d visits, errors %v, %v", s.name, visited, err, ridgeErr)
				}
				if t.Failed() {
					return
				}
			}
		}
	}
	if diverged == 0 {
		t.Error("nothing diverges")
	}
}

// compareEvaluations compares what is continuous in the weights. Singular values
// of a test pair span less than six decades, so that both ways of solving keep
// ten of the sixteen digits.
func compareEvaluations(t *testing.T, name string, got, want model.Evaluation) {
	t.Helper()
	for what, c := range map[string][2]float64{
		"source error":    {got.Source.MSE, want.Source.MSE},
		"target error":    {got.Target.MSE, want.Target.MSE},
		"parameter error": {got.ParameterError, want.ParameterError},
		"norm":            {got.WeightNorm, want.WeightNorm},
	} {
		testutil.Near(t, c[0], c[1], 1e-9*(1+math.Abs(c[1])), name, what)
	}
}

// TestStopping cancels from within and counts what is still visited: at most what the
// workers had begun. What fails, or panics, ends the others with its error.
func TestStopping(t *testing.T) {
	defer goleak.VerifyNone(t)
	problem := newProblem(t, shapes[0].draw(newRand(3)))
	ladder := make([]float64, 100)
	ks := []int{1, 2, 3, 4, 5, 6, 7, 8}
	grid := model.Grid{K: ks, KTilde: ks, Lambda: ladder, Epochs: []int{10}}
	params := model.Params{K: 1, KTilde: 1, Epochs: 1}
	for name, work := range map[string]func(ctx context.Context, visit func()) error{
		"sweep": func(ctx context.Context, visit func()) error {
			cells, err := model.Sweep(ctx, problem, grid, func(int, int) { visit() })
			if cells != nil {
				t.Errorf("%d cells of a sweep that was stopped", len(cells))
			}
			return err
		},
		"path": func(ctx context.Context, visit func()) error {
			return model.NewSolver(problem).VisitPath(ctx, params, ladder, func(int, model.PathPoint) { visit() })
		},
	} {
		for _, stopAt := range []int{0, 1, 17} {
			ctx, cancel := context.WithCancelCause(context.Background())
			visits := 0
			if stopAt == 0 {
				cancel(errors.New("no longer wanted"))
			}
			err := work(ctx, func() {
				visits++
				if visits == stopAt {
					cancel(nil)
				}
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s stopped at %d: error %v", name, stopAt, err)
			}
			if most := stopAt + runtime.GOMAXPROCS(0); visits > most {
				t.Errorf("%s stopped at %d: %d visits, want at most %d", name, stopAt, visits, most)
			}
			cancel(nil)
		}
	}
	err := model.SweepEach(context.Background(), problem, grid, nil, func(i int, _ model.Cell) {
		if i == 3 {
			panic("no such cell")
		}
	})
	if err == nil || !strings.Contains(err.Error(), "no such cell") {
		t.Errorf("a panic becomes %v", err)
	}
}

// TestSolverErrors holds what a Solver and a sweep refuse, and that a Solver solves on
// afterwards.
func TestSolverErrors(t *testing.T) {
	defer goleak.VerifyNone(t)
	ctx := context.Background()
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
		if _, err := model.Sweep(ctx, problem, grid, nil); !errors.Is(err, model.ErrParams) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	closedOnly := model.Grid{K: []int{1}, KTilde: []int{1}, Lambda: []float64{1}}
	if cells, err := model.Sweep(ctx, problem, closedOnly, nil); err != nil || len(cells) != 1 || len(cells[0].Descent) != 0 {
		t.Errorf("closed form only: %+v, %v", cells, err)
	}
	solver := model.NewSolver(problem)
	valid := model.Params{K: 1, KTilde: 1, Epochs: 1}
	for _, bad := range []float64{-1, math.NaN(), math.Inf(1), 1e300} {
		params := valid
		params.Lambda = bad
		_, solveErr := solver.Solve(ctx, params)
		_, theoryErr := solver.Theory(ctx, params)
		for call, err := range map[string]error{
			"Solve": solveErr, "Theory": theoryErr,
			"Path":      solver.VisitPath(ctx, valid, []float64{bad}, func(int, model.PathPoint) { t.Error("visited", bad) }),
			"RidgePath": solver.VisitRidgePath(ctx, valid, []float64{bad}, func(int, model.PathPoint) { t.Error("visited", bad) }),
		} {
			if !errors.Is(err, model.ErrParams) {
				t.Errorf("%v, %s: error %v", bad, call, err)
			}
		}
	}
	for _, epochs := range [][]int{{0, 1}, {3, 2}, {-1}} {
		if _, err := framesOf(solver, valid, epochs); !errors.Is(err, model.ErrParams) {
			t.Errorf("frames at %v: error %v", epochs, err)
		}
	}
	if frames, err := framesOf(solver, valid, nil); len(frames) != 0 || err != nil {
		t.Errorf("frames at no epochs: %v, %v", frames, err)
	}
	// Curves of an earlier turn do not pass for those of this one.
	earlier := testutil.Must(solver.Endpoints(ctx, valid))
	valid.Epochs = 5
	want := solve(t, solver, valid).None
	if _, err := solver.AddCurves(ctx, earlier); err != nil {
		t.Fatal(err)
	}
	if got := solve(t, solver, valid).None; len(got.Curve) != len(want.Curve) || got.WeightNorm != want.WeightNorm {
		t.Errorf("no adaptation %+v after curves of an earlier turn, want %+v", got, want)
	}
	valid.Rate = model.LearningRate{Rule: model.RateFixed, Value: 1e6}
	frames, err := framesOf(solver, valid, []int{1, 2})
	if err != nil || len(frames) != 2 || !frames[1].Descent.Diverges || frames[1].Descent.Weights != nil || !math.IsNaN(frames[1].Objective) {
		t.Errorf("diverging: %+v, %v", frames, err)
	}
}

func TestPaperGrid(t *testing.T) {
	k, kTilde, lambda := newProblem(t, shape{n: 90, m: 60, d: 40, sourceRank: 16, targetRank: 5}.draw(newRand(5))).PaperGrid()
	testutil.Equal(t, fmt.Sprint(k, kTilde, lambda), "[8 16] [5] [0.1 10 1000]")
}
