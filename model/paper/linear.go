package paper

import (
	"context"
	"errors"

	"larui/model"
)

// errAllDiverge: nothing is left to choose from.
var errAllDiverge = errors.New("every setting of the grid diverges at the paper's rate")

// A linearSweep is what the descents of a grid predict right in the target.
type linearSweep struct {
	// rows is the number of target rows, epochs the numbers of epochs.
	rows   int
	epochs []int
	// none and settings hold for each number of epochs what no adaptation and the
	// settings that do not diverge predict right.
	none     [][]bool
	settings [][]candidate
	// diverged holds λ of each setting that diverges.
	diverged []float64
}

// sweepLinear solves a grid of K, KTilde, Lambda and Epochs at the rate 1/(2σ₁) of
// appendix B.
func sweepLinear(ctx context.Context, p *model.Problem, grid model.Grid) (*linearSweep, error) {
	grid.Base = model.Params{K: 1, KTilde: 1, Epochs: 1, Rate: model.Rate{Rule: model.RatePaper}}
	cells, err := model.Sweep(ctx, p, grid, nil)
	if err != nil {
		return nil, err
	}
	right := func(d model.Descent) []bool { return rightRows(p.Task, p.Target, d.Weights) }
	s := &linearSweep{rows: p.Target.Rows(), epochs: grid.Epochs, settings: make([][]candidate, len(grid.Epochs))}
	for _, d := range model.NewSolver(p).NoneAt(grid.Base, grid.Epochs) {
		if d.Diverges {
			return nil, errors.New("no adaptation diverges at the paper's rate")
		}
		s.none = append(s.none, right(d))
	}
	for _, c := range cells {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if c.Descent[0].Diverges { // at one number of epochs, at all
			s.diverged = append(s.diverged, c.Lambda)
			continue
		}
		for e, d := range c.Descent {
			s.settings[e] = append(s.settings[e], candidate{c.K, c.KTilde, c.Lambda, grid.Epochs[e], right(d)})
		}
	}
	return s, nil
}

// only returns the sweep at those λ that keep tells to keep.
func (s *linearSweep) only(keep func(lambda float64) bool) *linearSweep {
	part := *s
	part.settings, part.diverged = make([][]candidate, len(s.settings)), nil
	for e, settings := range s.settings {
		for _, c := range settings {
			if keep(c.Lambda) {
				part.settings[e] = append(part.settings[e], c)
			}
		}
	}
	for _, lambda := range s.diverged {
		if keep(lambda) {
			part.diverged = append(part.diverged, lambda)
		}
	}
	return &part
}

// best returns the accuracy on all target rows of the setting that is best there.
func best(settings []candidate, rows int) float64 {
	all := newDraw(rows, 0, 0)
	most := 0.0
	for _, c := range settings {
		_, accuracy := all.score(c.right)
		most = max(most, accuracy)
	}
	return most
}
