package model

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// promptly is how soon work must stop once it is cancelled.
const promptly = 50 * time.Millisecond * slowdown

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
		{"theory", func(ctx context.Context) error {
			_, err := NewSolver(problem).Theory(ctx, params)
			return err
		}},
	} {
		t.Run(work.name, func(t *testing.T) {
			for moment := 5 * time.Millisecond; moment < 2*time.Second; moment *= 2 {
				finished, soonest := false, time.Hour
				for try := 0; try < 5 && soonest > promptly && !finished; try++ {
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
				if soonest > promptly {
					t.Errorf("cancelled after %v, it stops %v later at best", moment, soonest)
				}
			}
		})
	}
}
