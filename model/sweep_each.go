package model

import (
	"context"
	"fmt"
	"runtime"
	"sync"
)

// SweepEach solves every cell of the grid on all cores, as Sweep does, and hands
// each to visit as soon as it is solved, in whatever order that is: cell i is the
// one that Sweep returns at i. Those for which skip, where not nil, reports true
// are left out; it may be called concurrently. visit is never called concurrently,
// and not after SweepEach has returned. Errors are as those of Sweep; cells visited
// before one are valid.
func SweepEach(parent context.Context, p *Problem, grid Grid, skip func(i int) bool, visit func(i int, cell Cell)) error {
	if err := grid.check(p.D); err != nil {
		return err
	}
	// A unit of work is all λ at one (k, k̃), which share a reduced system.
	perUnit, count := len(grid.Lambda), len(grid.K)*len(grid.KTilde)
	units := make(chan int)
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	var (
		wg sync.WaitGroup
		mu sync.Mutex
	)
	for range min(runtime.GOMAXPROCS(0), count) {
		wg.Go(func() {
			// Nobody could recover from a panic on this goroutine.
			defer func() {
				if cause := recover(); cause != nil {
					cancel(fmt.Errorf("internal error: %v", cause))
				}
			}()
			solver := NewSolver(p)
			for unit := range units {
				for i := unit * perUnit; i < (unit+1)*perUnit; i++ {
					if skip != nil && skip(i) {
						continue
					}
					cell, err := solver.cell(ctx, grid.params(i), grid.Epochs)
					if err != nil {
						cancel(err)
						return
					}
					func() {
						mu.Lock()
						defer mu.Unlock()
						visit(i, cell)
					}()
				}
			}
		})
	}
feed:
	for unit := range count {
		select {
		case units <- unit:
		case <-ctx.Done():
			break feed
		}
	}
	close(units)
	wg.Wait()
	if err := parent.Err(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}
