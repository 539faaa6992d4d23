package paper

import (
	"context"
	"errors"

	"larui/model"
)

// errAllDiverge: nothing is left to choose from.
var errAllDiverge = errors.New("every setting of the grid diverges at the paper's rate")

// A linearSweep is what the descents of a grid predict right in the target, after
// shortEpochs and after linearEpochs.
type linearSweep struct {
	rows                int
	shortNone, longNone []bool
	short, long         []candidate
	// diverged holds λ of each descent that diverges.
	diverged []float64
}

// sweepLinear solves a grid of K, KTilde and Lambda as appendix B says: at the rate
// 1/(2σ₁), after shortEpochs and linearEpochs.
func sweepLinear(ctx context.Context, p *model.Problem, grid model.Grid) (*linearSweep, error) {
	grid.Epochs = []int{shortEpochs, linearEpochs}
	grid.Base = model.Params{K: 1, KTilde: 1, Epochs: linearEpochs, Rate: model.Rate{Rule: model.RatePaper}}
	cells, err := model.Sweep(ctx, p, grid, nil)
	if err != nil {
		return nil, err
	}
	right := func(d model.Descent) []bool { return rightRows(p.Task, p.Target, d.Weights) }
	none := model.NewSolver(p).NoneAt(grid.Base, grid.Epochs)
	for _, d := range none {
		if d.Diverges {
			return nil, errors.New("no adaptation diverges at the paper's rate")
		}
	}
	s := &linearSweep{rows: p.Target.Rows(), shortNone: right(none[0]), longNone: right(none[1])}
	for _, c := range cells {
		if c.Descent[0].Diverges {
			s.diverged = append(s.diverged, c.Lambda)
			continue
		}
		s.short = append(s.short, candidate{c.K, c.KTilde, c.Lambda, shortEpochs, right(c.Descent[0])})
		s.long = append(s.long, candidate{c.K, c.KTilde, c.Lambda, linearEpochs, right(c.Descent[1])})
	}
	return s, nil
}

// only returns the sweep at those λ that keep tells to keep.
func (s *linearSweep) only(keep func(lambda float64) bool) *linearSweep {
	part := *s
	part.short, part.long, part.diverged = nil, nil, nil
	for i, c := range s.long {
		if keep(c.Lambda) {
			part.short, part.long = append(part.short, s.short[i]), append(part.long, c)
		}
	}
	for _, lambda := range s.diverged {
		if keep(lambda) {
			part.diverged = append(part.diverged, lambda)
		}
	}
	return &part
}

// choose chooses by each draw of validation rows. The error is errAllDiverge where
// no setting is left.
func (s *linearSweep) choose(seeds []uint64) (linearResult, error) {
	r := linearResult{Settings: len(s.long) + len(s.diverged), Diverged: len(s.diverged)}
	if len(s.long) == 0 {
		return r, errAllDiverge
	}
	all := newDraw(s.rows, 0, 0)
	for _, c := range s.long {
		_, accuracy := all.score(c.right)
		r.Best = max(r.Best, accuracy)
	}
	either := append(s.long[:len(s.long):len(s.long)], s.short...)
	for _, seed := range seeds {
		d := newDraw(s.rows, validationRows, seed)
		drawn := drawnResult{LAR: d.choose(s.long), Short: d.choose(s.short), Either: d.choose(either)}
		_, drawn.None = d.score(s.longNone)
		_, drawn.ShortNone = d.score(s.shortNone)
		r.Draws = append(r.Draws, drawn)
	}
	return r, nil
}
