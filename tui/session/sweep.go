package session

import (
	"context"
	"errors"
	"math"

	"larui/model"
	"larui/model/labelfree"
)

// A Sweep is a grid solved in a session, every descent judged without the target's
// labels. It is immutable.
type Sweep struct {
	*Session
	Grid  model.Grid
	Cells []model.Cell
	// None is no adaptation after each of the grid's epochs.
	None []model.Descent
	// judge, nil for a regression, has made the ratings: of cell i after the epochs e at i
	// and e, of no adaptation at e and the place of a k̃ in the grid, at which its target
	// alignment is.
	judge                *labelfree.Judge
	ratings, noneRatings [][]labelfree.Rating
}

// Sweep solves and judges a grid on all cores. done, which may be nil, is told how many
// cells are finished, by one goroutine at a time. Errors are those of model.Sweep.
func (s *Session) Sweep(ctx context.Context, grid model.Grid, done func(finished, total int)) (*Sweep, error) {
	sweep := &Sweep{Session: s, Grid: grid}
	judge, err := labelfree.New(ctx, s.Problem)
	if err == nil {
		sweep.judge, sweep.ratings = judge, make([][]labelfree.Rating, grid.Cells())
		grid.Rate = func(i int, cell model.Cell) {
			for _, run := range cell.Descent {
				sweep.ratings[i] = append(sweep.ratings[i], judge.Rate(run.Weights, cell.KTilde))
			}
		}
	} else if !errors.Is(err, labelfree.ErrRegression) {
		return nil, err
	}
	if sweep.Cells, err = model.Sweep(ctx, s.Problem, grid, done); err != nil {
		return nil, err
	}
	sweep.None = model.NewSolver(s.Problem).NoneAt(grid.Base, grid.Epochs)
	for _, run := range sweep.None {
		var at []labelfree.Rating
		for _, kTilde := range grid.KTilde {
			if judge != nil {
				at = append(at, judge.Rate(run.Weights, kTilde))
			}
		}
		sweep.noneRatings = append(sweep.noneRatings, at)
	}
	return sweep, nil
}

// Rating returns how cell i is judged after the epochs e, and no adaptation beside it;
// false for a regression and for a descent that diverges.
func (s *Sweep) Rating(i, e int) (rating, none labelfree.Rating, known bool) {
	if s.judge == nil {
		return labelfree.Unrated(), labelfree.Unrated(), false
	}
	at := i / len(s.Grid.Lambda) % len(s.Grid.KTilde)
	return s.ratings[i][e], s.noneRatings[e][at], !s.Cells[i].Descent[e].Diverges
}

// NoneRating returns how no adaptation is judged after the epochs e, with target
// alignment where the grid has a single k̃; false for a regression and where it diverges.
func (s *Sweep) NoneRating(e int) (rating labelfree.Rating, known bool) {
	if s.judge == nil {
		return labelfree.Unrated(), false
	}
	rating = s.noneRatings[e][0]
	if len(s.Grid.KTilde) > 1 {
		rating.TargetAlignment = math.NaN()
	}
	return rating, !s.None[e].Diverges
}
