package model

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"larui/model/testutil"
)

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

// stopEverywhere does work under contexts that are done after every number of looks (every seventh
// where -short is), until one is not looked at so often.
func stopEverywhere(t *testing.T, work func(ctx context.Context) error) {
	t.Helper()
	step := int64(1)
	if testing.Short() {
		step = 7
	}
	for looks := int64(0); ; looks += step {
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
	defer goleak.VerifyNone(t)
	rng := testutil.NewRand(1, 1)
	tall, wide := Pictures(rng, 60, 40, 30), Pictures(rng, 8, 8, 8)
	wide.Source.X, wide.Target.X = Gaussian(rng, 16, 60), Gaussian(rng, 8, 60)
	for _, data := range []Data{tall, wide} {
		stopEverywhere(t, func(ctx context.Context) error {
			_, err := NewProblem(ctx, data)
			return err
		})
		problem, grid := prepared(t, data), Grid{K: []int{1, 2}, KTilde: []int{3}, Lambda: []float64{1}, Epochs: []int{9}}
		for _, params := range []Params{
			{K: 16, KTilde: 8, Lambda: 10, Epochs: 500},
			{K: 50, KTilde: 8, Lambda: 10, L2: 1, Epochs: 500},
		} {
			want := testutil.Must(NewSolver(problem).Solve(context.Background(), params))
			stopEverywhere(t, func(ctx context.Context) error {
				solver := NewSolver(problem)
				_, err := solver.Solve(ctx, params)
				if err == nil {
					_, err = solver.Theory(ctx, params)
				}
				if err == nil {
					err = solver.VisitFrames(ctx, params, []int{1, 100}, func(int, DescentFrame) {})
				}
				if err == nil {
					_, err = Sweep(ctx, problem, grid, nil)
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
