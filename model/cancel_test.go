package model

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// promptly is how soon work must stop once it is cancelled.
const promptly = 50 * time.Millisecond

// TestCancel cancels each long computation on a pair of the size of two digits at
// several moments and waits for it. A busy machine may be late; so each moment has
// several tries, of which one must be in time.
func TestCancel(t *testing.T) {
	if testing.Short() {
		t.Skip("works on large matrices")
	}
	defer goleak.VerifyNone(t)
	data := Pictures(rand.New(rand.NewPCG(1, 1)), 785, 475, 257)
	problem := prepared(t, data)
	params := Params{K: 256, KTilde: 8, Lambda: 10, Epochs: 5000}
	grid := Grid{Epochs: []int{5000}, Base: params}
	grid.K, grid.KTilde, grid.Lambda = problem.PaperGrid()
	ridge := params
	ridge.Momentum, ridge.L2 = 0.5, 1
	for name, do := range map[string]func(ctx context.Context) error{
		"opening": func(ctx context.Context) error {
			_, err := NewProblem(ctx, data)
			return err
		},
		"map": func(ctx context.Context) error {
			_, err := Sweep(ctx, problem, grid, nil)
			return err
		},
		"solution": func(ctx context.Context) error {
			_, err := NewSolver(problem).Solve(ctx, ridge)
			return err
		},
		"frames": func(ctx context.Context) error {
			return NewSolver(problem).Frames(ctx, params, FrameEpochs(5000, 80), func(int, Frame) {})
		},
		"theory": func(ctx context.Context) error {
			_, err := NewSolver(problem).Theory(ctx, params)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			for moment := 5 * time.Millisecond; moment < 2*time.Second; moment *= 4 {
				finished, soonest := false, time.Hour
				for try := 0; try < 20 && soonest > promptly && !finished; try++ {
					ctx, cancel := context.WithCancel(context.Background())
					var cancelled time.Time
					timer := time.AfterFunc(moment, func() {
						cancelled = time.Now()
						cancel()
					})
					err := do(ctx)
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
				if soonest > promptly {
					t.Errorf("cancelled after %v, it stops %v later at best", moment, soonest)
				}
			}
		})
	}
}

// A countdown is a context that is done once it was asked so often.
type countdown struct {
	context.Context
	left atomic.Int64
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// stopEverywhere does work under contexts that are done after every number of looks, until
// one is not looked at so often.
func stopEverywhere(t *testing.T, work func(ctx context.Context) error) {
	t.Helper()
	for looks := int64(0); ; looks++ {
		ctx := &countdown{Context: context.Background()}
		ctx.left.Store(looks)
		err := work(ctx)
		if err == nil {
			return
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped after %d looks: %v", looks, err)
		}
	}
}

// TestCancelledAnywhere cancels at every look at the context: nothing panics, and
// what was cancelled leaves nothing behind that a later solution would use.
func TestCancelledAnywhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	tall, wide := Pictures(rng, 60, 40, 30), Pictures(rng, 8, 8, 8)
	wide.Source.X, wide.Target.X = Gaussian(rng, 16, 60), Gaussian(rng, 8, 60)
	for _, data := range []Data{tall, wide} {
		stopEverywhere(t, func(ctx context.Context) error {
			_, err := NewProblem(ctx, data)
			return err
		})
		problem := prepared(t, data)
		for _, params := range []Params{
			{K: 16, KTilde: 8, Lambda: 10, Epochs: 500},
			{K: 50, KTilde: 8, Lambda: 10, L2: 1, Epochs: 500},
		} {
			want, err := NewSolver(problem).Solve(context.Background(), params)
			if err != nil {
				t.Fatal(err)
			}
			stopEverywhere(t, func(ctx context.Context) error {
				solver := NewSolver(problem)
				_, err := solver.Solve(ctx, params)
				if err == nil {
					_, err = solver.Theory(ctx, params)
				}
				if err == nil {
					err = solver.Frames(ctx, params, []int{1, 100}, func(int, Frame) {})
				}
				got, again := solver.Solve(context.Background(), params)
				if again != nil {
					t.Fatal(again)
				}
				// A space that was stopped halfway is looked at in other sizes.
				if Distance(got.Closed.Weights, want.Closed.Weights) > 0 || relative(got.Descent.Weights, want.Descent.Weights) > 1e-9 {
					t.Fatalf("%+v: another solution after a cancelled one", params)
				}
				return err
			})
		}
	}
}
