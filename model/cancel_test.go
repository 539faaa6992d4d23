package model

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// promptly is how soon work must stop once it is cancelled; the race detector makes
// things up to 20 times slower.
func promptly() time.Duration {
	info, _ := debug.ReadBuildInfo()
	if info != nil && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		return 20 * 50 * time.Millisecond
	}
	return 50 * time.Millisecond
}

// TestCancel cancels each long computation on a pair of the size of two digits at
// several moments and waits for it. A busy machine may be late; so each moment has
// several tries, of which one must be in time.
func TestCancel(t *testing.T) {
	if testing.Short() {
		t.Skip("works on large matrices")
	}
	defer goleak.VerifyNone(t)
	data := pictures(rand.New(rand.NewPCG(1, 1)), 785, 475, 257)
	problem := prepared(t, data)
	params := Params{K: 256, KTilde: 8, Lambda: 10, Epochs: 5000}
	grid := Grid{Epochs: []int{5000}, Base: params}
	grid.K, grid.KTilde, grid.Lambda = problem.PaperGrid()
	momentum := params
	momentum.Momentum, momentum.L2 = 0.5, 1
	for _, work := range []struct {
		name string
		do   func(ctx context.Context) error
	}{
		{"opening", func(ctx context.Context) error {
			_, err := NewProblem(ctx, data)
			return err
		}},
		{"map", func(ctx context.Context) error {
			_, err := Sweep(ctx, problem, grid, nil)
			return err
		}},
		{"solution", func(ctx context.Context) error {
			_, err := NewSolver(problem).Solve(ctx, momentum)
			return err
		}},
		{"frames", func(ctx context.Context) error {
			return NewSolver(problem).Frames(ctx, params, FrameEpochs(5000, 80), func(int, Frame) {})
		}},
		{"theory", func(ctx context.Context) error {
			_, err := NewSolver(problem).Theory(ctx, params)
			return err
		}},
	} {
		t.Run(work.name, func(t *testing.T) {
			for moment := 5 * time.Millisecond; moment < 2*time.Second; moment *= 3 {
				finished, soonest := false, time.Hour
				for try := 0; try < 5 && soonest > promptly() && !finished; try++ {
					ctx, cancel := context.WithCancel(context.Background())
					var cancelled time.Time
					timer := time.AfterFunc(moment, func() {
						cancelled = time.Now()
						cancel()
					})
					err := work.do(ctx)
					finished = timer.Stop() || err == nil
					if finished {
						cancel()
						break
					}
					if !errors.Is(err, context.Canceled) {
						t.Fatalf("cancelled after %v: %v", moment, err)
					}
					soonest = min(soonest, time.Since(cancelled))
				}
				if finished {
					return
				}
				if soonest > promptly() {
					t.Errorf("cancelled after %v, it stops %v later at best", moment, soonest)
				}
			}
		})
	}
}

// What was cancelled leaves nothing behind that a later solution would use.
func TestCancelledSolverSolves(t *testing.T) {
	problem := prepared(t, pictures(rand.New(rand.NewPCG(1, 1)), 60, 40, 30))
	params := Params{K: 16, KTilde: 8, Lambda: 10, Epochs: 500}
	want, err := NewSolver(problem).Solve(context.Background(), params)
	if err != nil {
		t.Fatal(err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, work := range []func(*Solver) error{
		func(s *Solver) error {
			return s.Path(cancelled, params, []float64{params.Lambda}, func(int, PathPoint) {})
		},
		func(s *Solver) error {
			return s.Frames(cancelled, params, []int{1, params.Epochs}, func(int, Frame) {})
		},
		func(s *Solver) error {
			op, err := s.operator(params)
			if err != nil {
				return err
			}
			_, err = op.lambdaMax(cancelled)
			return err
		},
	} {
		solver := NewSolver(problem)
		if err := work(solver); !errors.Is(err, context.Canceled) {
			t.Fatalf("cancelled: error %v", err)
		}
		got, err := solver.Solve(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		if got.Descent.Rate != want.Descent.Rate || got.Descent.Target != want.Descent.Target || got.Descent.WeightNorm != want.Descent.WeightNorm {
			t.Errorf("after a cancelled one the solution is %+v at rate %v, want %+v at %v", got.Descent.Target, got.Descent.Rate, want.Descent.Target, want.Descent.Rate)
		}
	}
}
