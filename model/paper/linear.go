package paper

import (
	"context"
	"errors"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// errAllDiverge: nothing is left to choose from.
var errAllDiverge = errors.New("every setting of the grid diverges at the paper's rate")

// A linearSweep is what the descents of a grid predict right in the rows that are
// scored.
type linearSweep struct {
	// rows is the number of those rows, epochs the numbers of epochs.
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
// appendix B, with the tail of the grid's Base, and scores the rows of the domains,
// one after the other.
func sweepLinear(ctx context.Context, p *model.Problem, grid model.Grid, domains ...model.Domain) (*linearSweep, error) {
	grid.Base = model.Params{K: 1, KTilde: 1, Epochs: 1, Rate: model.Rate{Rule: model.RatePaper}, Tail: grid.Base.Tail}
	cells, err := model.Sweep(ctx, p, grid, nil)
	if err != nil {
		return nil, err
	}
	right := func(d model.Descent) []bool {
		var all []bool
		for _, domain := range domains {
			all = append(all, rightRows(p.Task, domain, d.Weights)...)
		}
		return all
	}
	s := &linearSweep{epochs: grid.Epochs, settings: make([][]candidate, len(grid.Epochs))}
	for _, domain := range domains {
		s.rows += domain.Rows()
	}
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

// best returns the accuracy on the scored rows of the setting that is best there;
// apart is that of draw.
func best(settings []candidate, rows, apart int) float64 {
	all := newDraw(rows-apart, 0, 0).before(apart)
	most := 0.0
	for _, c := range settings {
		_, accuracy := all.score(c.right)
		most = max(most, accuracy)
	}
	return most
}

// unscored returns a domain of the same rows of which a sweep scores only the
// first: at tens of thousands of rows and ten outputs, scoring all of them at each
// setting would take most of its time.
func unscored(d model.Domain) model.Domain {
	const scored, block = 32, 4096
	n, width := d.X.Dims()
	rows := func(from, to int) (*mat.Dense, []float64) {
		return d.X.Slice(from, to, 0, width).(*mat.Dense), d.Y[from:to]
	}
	part := model.Domain{N: n}
	part.X, part.Y = rows(0, min(n, scored))
	part.Blocks = func(ctx context.Context, visit func(*mat.Dense, []float64) error) error {
		for from := 0; from < n; from += block {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := visit(rows(from, min(from+block, n))); err != nil {
				return err
			}
		}
		return nil
	}
	return part
}
