package model

import (
	"context"
	"fmt"
)

// A Grid is the set of settings that Sweep solves: every combination of K,
// KTilde and Lambda, each in closed form and after each of Epochs epochs; the
// rest as in Base.
type Grid struct {
	K, KTilde []int
	Lambda    []float64
	// Epochs ascend from 1 or more; with none, only the closed form is solved.
	Epochs []int
	Base   Params
}

// PaperGrid returns the candidate values of the paper's appendix ("Experiment
// Details"): k in 8, 16, 32, … up to the source's rank, k̃ likewise up to the
// target's, λ in 0.1, 10, 1000. Where a rank is below 8 its list is that rank.
func (p *Problem) PaperGrid() (k, kTilde []int, lambda []float64) {
	upTo := func(rank int) []int {
		var ks []int
		for k := 8; k <= rank; k *= 2 {
			ks = append(ks, k)
		}
		if ks == nil {
			ks = []int{max(1, rank)}
		}
		return ks
	}
	return upTo(p.Src.Rank), upTo(p.Tgt.Rank), []float64{0.1, 10, 1000}
}

// A Cell is one setting of a Grid: the closed form and the descent after each of
// the grid's epochs (without curves).
type Cell struct {
	K, KTilde int
	Lambda    float64
	Closed    Closed
	Descent   []Descent
}

// Cells returns the number of cells of the grid.
func (g Grid) Cells() int { return len(g.K) * len(g.KTilde) * len(g.Lambda) }

// params returns the settings of cell i, in the order K, KTilde, Lambda with the
// last running fastest.
func (g Grid) params(i int) Params {
	p := g.Base
	l := len(g.Lambda)
	p.Lambda = g.Lambda[i%l]
	p.KTilde = g.KTilde[i/l%len(g.KTilde)]
	p.K = g.K[i/l/len(g.KTilde)]
	return p
}

// check returns an error that wraps ErrParams where the grid is empty or any of
// its settings is outside its range for d features.
func (g Grid) check(d int) error {
	if g.Cells() == 0 {
		return fmt.Errorf("%w: the grid has %d k, %d k̃ and %d λ, and so no cell", ErrParams, len(g.K), len(g.KTilde), len(g.Lambda))
	}
	for e, epoch := range g.Epochs {
		if epoch < 1 || e > 0 && epoch < g.Epochs[e-1] {
			return fmt.Errorf("%w: epochs %v do not ascend from 1", ErrParams, g.Epochs)
		}
	}
	for i := range g.Cells() {
		params := g.params(i)
		params.Epochs = 1
		if err := params.Check(d); err != nil {
			return err
		}
	}
	return nil
}

// Sweep solves every cell of the grid on all cores and returns them in the order
// K, KTilde, Lambda with the last running fastest. done, where not nil, is told
// how many cells are finished; it is never called concurrently. Errors wrap
// ErrParams, ErrNoConvergence or are the context's.
func Sweep(parent context.Context, p *Problem, grid Grid, done func(finished, total int)) ([]Cell, error) {
	if err := grid.check(p.D); err != nil {
		return nil, err
	}
	cells := make([]Cell, grid.Cells())
	finished := 0
	err := SweepEach(parent, p, grid, nil, func(i int, cell Cell) {
		cells[i] = cell
		finished++
		if done != nil {
			done(finished, len(cells))
		}
	})
	if err != nil {
		return nil, err
	}
	return cells, nil
}

// cell solves one setting in closed form and after each of the epochs.
func (s *Solver) cell(ctx context.Context, params Params, epochs []int) (Cell, error) {
	if err := ctx.Err(); err != nil {
		return Cell{}, err
	}
	op, err := s.operator(params)
	if err != nil {
		return Cell{}, err
	}
	c := Cell{K: params.K, KTilde: params.KTilde, Lambda: params.Lambda}
	if c.Closed, err = s.closed(ctx, op, params); err != nil {
		return Cell{}, err
	}
	if c.Closed.Condition, err = op.condition(ctx); err != nil {
		return Cell{}, err
	}
	c.Descent, err = s.at(ctx, op, params, epochs)
	return c, err
}

// NoneAt returns no adaptation after each of the epochs, which ascend.
func (s *Solver) NoneAt(params Params, epochs []int) []Descent {
	f, key := s.sourceFactored(), params.noneKey()
	return s.after(f, key, s.begin(f.lambdaMax(), key), epochs)
}
