package model

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// A Grid is the set of settings for Sweep: all combinations of K, KTilde and Lambda, with all other
// parameters from Base. Sweep solves each setting in closed form and by descent after each number
// of Epochs.
type Grid struct {
	K, KTilde []int
	Lambda    []float64
	// Epochs are numbers of epochs ≥ 1 in ascending order. If Epochs is empty, there is no descent.
	Epochs []int
	Base   Params
	// DescentOnly omits the closed form, which takes most of the time.
	DescentOnly bool
	// Evaluate, if not nil, is called with every solved cell, concurrently. It is meant for slow
	// evaluations of a cell.
	Evaluate func(i int, cell Cell)
}

// ComponentCounts returns values of k (or k̃) for a grid in ascending order: extra, and all numbers
// up to rank or, if rank is above maxForAll, all powers of two up to rank.
func ComponentCounts(rank, maxForAll int, extra ...int) []int {
	ks := slices.Clone(extra)
	for k := 1; k <= max(1, rank); {
		ks = append(ks, k)
		if rank <= maxForAll {
			k++
		} else {
			k *= 2
		}
	}
	slices.Sort(ks)
	return slices.Compact(ks)
}

// PaperGrid returns the candidates of the paper's appendix "Experiment Details": k = 8, 16, 32, …
// up to the source's rank, k̃ = 8, 16, 32, … up to the target's rank, and λ = 0.1, 10, 1000. If a
// rank is below 8, this rank is the only candidate.
func (p *Problem) PaperGrid() (k, kTilde []int, lambda []float64) {
	upTo := func(rank int) []int {
		ks := []int{min(8, max(1, rank))}
		for k := 16; k <= rank; k *= 2 {
			ks = append(ks, k)
		}
		return ks
	}
	return upTo(p.Src.Rank), upTo(p.Tgt.Rank), []float64{0.1, 10, 1000}
}

// A Cell is one solved setting of a Grid. Closed is the zero value if the grid is DescentOnly.
// Descent has an entry, without curve, for each of the grid's Epochs.
type Cell struct {
	K, KTilde int
	Lambda    float64
	Closed    ClosedSolution
	Descent   []Descent
}

// CellCount returns the number of cells of the grid.
func (g Grid) CellCount() int { return len(g.K) * len(g.KTilde) * len(g.Lambda) }

// params returns the parameters of cell i with a single epoch. Lambda changes fastest with i, then
// KTilde, then K.
func (g Grid) params(i int) Params {
	p := g.Base
	l := len(g.Lambda)
	p.Lambda = g.Lambda[i%l]
	p.KTilde = g.KTilde[i/l%len(g.KTilde)]
	p.K = g.K[i/l/len(g.KTilde)]
	p.Epochs = 1
	return p
}

func (g Grid) check(d int) error {
	if g.CellCount() == 0 {
		return fmt.Errorf("%w: the grid is empty: it has %d values of k, %d of k̃ and %d of λ", ErrParams, len(g.K), len(g.KTilde), len(g.Lambda))
	}
	if err := checkAscending(g.Epochs); err != nil {
		return err
	}
	for i := range g.CellCount() {
		if err := g.params(i).Check(d); err != nil {
			return err
		}
	}
	return nil
}

// Sweep solves every cell of the grid on all cores. In the returned cells Lambda changes fastest,
// then KTilde, then K. If done is not nil, Sweep calls it with the number of finished cells, never
// concurrently. Errors wrap ErrParams, ErrNoConvergence or the error of the context.
func Sweep(parent context.Context, p *Problem, grid Grid, done func(finished, total int)) ([]Cell, error) {
	cells := make([]Cell, grid.CellCount())
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

// SweepEach solves the cells of the grid on all cores, except cells i for which skip(i) is true;
// skip may be nil. It calls visit with each solved cell, in any order, where i is the index in the
// result of Sweep. It may call skip concurrently, but never visit. Errors are as in Sweep; cells
// visited before an error are valid.
func SweepEach(parent context.Context, p *Problem, grid Grid, skip func(i int) bool, visit func(i int, cell Cell)) error {
	if err := grid.check(p.D); err != nil {
		return err
	}
	// A unit of work has all λ of one pair (k, k̃), because these share most results.
	perUnit, count := len(grid.Lambda), len(grid.K)*len(grid.KTilde)
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var next atomic.Int64
	for range min(runtime.GOMAXPROCS(0), count) {
		wg.Go(func() {
			// Convert a panic into an error, because only this goroutine can recover from it.
			defer func() {
				if cause := recover(); cause != nil {
					cancel(fmt.Errorf("internal error: %v", cause))
				}
			}()
			solver := NewSolver(p)
			for unit := int(next.Add(1)) - 1; unit < count; unit = int(next.Add(1)) - 1 {
				for i := unit * perUnit; i < (unit+1)*perUnit; i++ {
					if skip != nil && skip(i) {
						continue
					}
					at := grid.params(i)
					cell, err := Cell{K: at.K, KTilde: at.KTilde, Lambda: at.Lambda}, error(nil)
					if grid.DescentOnly {
						cell.Descent, err = solver.descend(ctx, at, grid.Epochs)
					} else {
						cell.Closed, cell.Descent, err = solver.solveAndDescend(ctx, at, grid.Epochs, true)
					}
					if err != nil {
						cancel(err)
						return
					}
					if grid.Evaluate != nil {
						grid.Evaluate(i, cell)
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
	wg.Wait()
	if err := parent.Err(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// A PathPoint has the scores of the closed form and of descent at Params. If Diverges is true,
// descent diverges, and the scores of Descent are unknown.
type PathPoint struct {
	Params
	Closed, Descent Evaluation
	Diverges        bool
}

// VisitPath solves params at each of lambdas and calls visit with each result in this order.
func (s *Solver) VisitPath(ctx context.Context, params Params, lambdas []float64, visit func(i int, point PathPoint)) error {
	return s.solvePath(ctx, &params, &params.Lambda, lambdas, visit)
}

// VisitRidgePath minimizes ‖Φw − y‖² + L2·‖w‖², the paper's ℓ₂ regularization, at each L2 ≥ 0 in
// l2s. It calls visit as VisitPath does. It uses only the epochs, rate and momentum of params.
func (s *Solver) VisitRidgePath(ctx context.Context, params Params, l2s []float64, visit func(i int, point PathPoint)) error {
	params = params.baseline()
	return s.solvePath(ctx, &params, &params.L2, l2s, visit)
}

func (s *Solver) solvePath(
	ctx context.Context, params *Params, field *float64, values []float64, visit func(i int, point PathPoint),
) error {
	for i, value := range values {
		*field = value
		closed, runs, err := s.solveAndDescend(ctx, *params, []int{params.Epochs}, false)
		if err != nil {
			return err
		}
		visit(i, PathPoint{*params, closed.Evaluation, runs[0].Evaluation, runs[0].Diverges})
	}
	return nil
}
