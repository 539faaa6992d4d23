package session

import (
	"context"
	"errors"
	"math"
	"slices"

	"larui/model"
	"larui/model/labelfree"
)

// A Sweep is a solved grid of settings with the label-free rating of each descent. It is immutable.
type Sweep struct {
	*Session
	Grid  model.Grid
	Cells []model.Cell
	// None[e] is the descent of no adaptation after Grid.Epochs[e].
	None []model.Descent
	// rater is nil in a regression. ratings[i][e] is the rating of Cells[i] after Grid.Epochs[e],
	// noneRatings[e][j] the rating of no adaptation after Grid.Epochs[e] at Grid.KTilde[j].
	rater                *labelfree.Rater
	ratings, noneRatings [][]labelfree.Rating
	// crossValidation has the scores of the grid by cross-validation on the source. It is nil if
	// not computed.
	crossValidation *model.CrossValidation
}

// judgedCellSetting returns the results of Cells[i] after Grid.Epochs[e].
func (s *Sweep) judgedCellSetting(i, e int) judgedSetting {
	rating, _, _ := s.Rating(i, e)
	at := judgedSetting{s.Cells[i].Descent[e], rating, model.UnknownSpread()}
	if s.crossValidation != nil {
		at.heldOut = s.crossValidation.Descent[i][e]
	}
	return at
}

func (s *Sweep) judgedNoneSetting(rating labelfree.Rating, e int) judgedSetting {
	at := judgedSetting{s.None[e], rating, model.UnknownSpread()}
	if s.crossValidation != nil {
		at.heldOut = s.crossValidation.None[e]
	}
	return at
}

// Sweep solves and rates a grid on all cores. done, which may be nil, receives the number of
// finished cells, never concurrently. Errors come from model.Sweep and from LabelFreeRater.
func (s *Session) Sweep(ctx context.Context, grid model.Grid, done func(finished, total int)) (*Sweep, error) {
	sweep := &Sweep{Session: s, Grid: grid}
	rater, err := s.LabelFreeRater(ctx)
	if err == nil {
		sweep.rater, sweep.ratings = rater, make([][]labelfree.Rating, grid.CellCount())
		grid.Evaluate = func(i int, cell model.Cell) {
			for _, run := range cell.Descent {
				sweep.ratings[i] = append(sweep.ratings[i], rater.RateWeights(run.Weights, cell.KTilde))
			}
		}
	} else if !errors.Is(err, labelfree.ErrRegression) {
		return nil, err
	}
	sweep.Cells, err = model.Sweep(ctx, s.Problem, grid, done)
	if err != nil {
		return nil, err
	}
	sweep.None = model.NewSolver(s.Problem).DescendWithoutAdaptation(grid.Base, grid.Epochs)
	for _, run := range sweep.None {
		var at []labelfree.Rating
		for _, kTilde := range grid.KTilde {
			if rater != nil {
				at = append(at, rater.RateWeights(run.Weights, kTilde))
			}
		}
		sweep.noneRatings = append(sweep.noneRatings, at)
	}
	return sweep, nil
}

// NewRatedSweep returns the sweep of a grid that is solved and rated already. The grid must have
// one number of epochs. ratings has one rating per cell, noneRatings one rating of no adaptation
// per k̃.
func (s *Session) NewRatedSweep(
	by *labelfree.Rater, grid model.Grid, cells []model.Cell, ratings []labelfree.Rating,
	none model.Descent, noneRatings []labelfree.Rating,
) *Sweep {
	sweep := &Sweep{Session: s, Grid: grid, Cells: cells, None: []model.Descent{none}, rater: by}
	for _, r := range ratings {
		sweep.ratings = append(sweep.ratings, []labelfree.Rating{r})
	}
	sweep.noneRatings = [][]labelfree.Rating{noneRatings}
	return sweep
}

// Intersect returns the part of the sweep whose values of k, k̃ and λ also lie on another grid.
func (s *Sweep) Intersect(other model.Grid) *Sweep {
	part := *s
	part.Grid.K, part.Grid.KTilde = intersectLists(s.Grid.K, other.K), intersectLists(s.Grid.KTilde, other.KTilde)
	part.Grid.Lambda = intersectLists(s.Grid.Lambda, other.Lambda)
	part.Cells, part.ratings, part.noneRatings = nil, nil, make([][]labelfree.Rating, len(s.noneRatings))
	has := slices.Contains[[]int]
	for i, cell := range s.Cells {
		if has(other.K, cell.K) && has(other.KTilde, cell.KTilde) && slices.Contains(other.Lambda, cell.Lambda) {
			part.Cells, part.ratings = append(part.Cells, cell), append(part.ratings, s.ratings[i])
		}
	}
	for e, ratings := range s.noneRatings {
		for i, r := range ratings {
			if has(other.KTilde, s.Grid.KTilde[i]) {
				part.noneRatings[e] = append(part.noneRatings[e], r)
			}
		}
	}
	return &part
}

func intersectLists[T comparable](a, b []T) []T {
	return slices.DeleteFunc(slices.Clone(a), func(v T) bool { return !slices.Contains(b, v) })
}

// Rating returns the ratings of Cells[i] and of no adaptation after Grid.Epochs[e]. known is false in
// a regression and for a descent that diverges.
func (s *Sweep) Rating(i, e int) (rating, none labelfree.Rating, known bool) {
	if s.rater == nil {
		return labelfree.UnknownRating(), labelfree.UnknownRating(), false
	}
	at := i / len(s.Grid.Lambda) % len(s.Grid.KTilde)
	return s.ratings[i][e], s.noneRatings[e][at], !s.Cells[i].Descent[e].Diverges
}

// NoneRating returns the rating of no adaptation after Grid.Epochs[e]. Target alignment is NaN if
// the grid has several k̃. known is false in a regression and if no adaptation diverges.
func (s *Sweep) NoneRating(e int) (rating labelfree.Rating, known bool) {
	if s.rater == nil {
		return labelfree.UnknownRating(), false
	}
	rating = s.noneRatings[e][0]
	if len(s.Grid.KTilde) > 1 {
		rating.TargetAlignment = math.NaN()
	}
	return rating, !s.None[e].Diverges
}

// FactRows returns one row of facts for each cell and number of epochs, with the scores of no
// adaptation after these epochs. Facts of an unknown rating are nil.
func (s *Sweep) FactRows() (rows [][]Fact) {
	for i, c := range s.Cells {
		for e, run := range c.Descent {
			rated := Facts("jla", nil, "vetoed", nil, "targetAlignment", nil)
			if rating, _, known := s.Rating(i, e); known {
				rated = RatingFacts(rating)
			}
			rows = append(rows, Facts("k", c.K, "ktilde", c.KTilde, "lambda", c.Lambda, DescentFactsAfter(run, s.Grid.Epochs[e]), "labelFree", rated, "closed", ClosedFormFacts(c.Closed), "none", ScoreFacts(s.None[e].Evaluation)))
		}
	}
	return rows
}
