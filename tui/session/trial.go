package session

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/labelfree"
	"larui/tui/number"
)

// A Trial is what LAR and no adaptation come to where labels are known: on rows of the source held
// out, with the target as it is.
type Trial struct {
	// None and There are the shares of those rows that no adaptation and LAR have right, Guess that of
	// the most frequent class of the source.
	None, There, Guess float64
	// NoneBack and Back are those of the round trip: of least squares fitted to what no adaptation and
	// LAR predict for the target.
	NoneBack, Back float64
}

// untried is the Trial of what was not tried.
func untried() Trial { return Trial{math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()} }

// Lost is the accuracy that the setting loses there.
func (t Trial) Lost() float64 { return t.None - t.There }

// Sound reports whether a choice by joint label alignment with that lead adapts; one that does not is
// doubtful. LAR has to keep half of no adaptation's margin over the most frequent class, and its round
// trip has to be better by more than two points. Or the lead is large, or not known because no adaptation
// predicts one class alone, LAR keeps three quarters of that margin, and the round trip of no adaptation loses
// more than two points or LAR gains as much. What was not tried is not sound. Package paper measures the rule on families of shift that it was not found on.
func (t Trial) Sound(lead float64) bool {
	const clear, half, most, large = 0.02, 0.5, 0.75, 0.05
	keeps := func(share float64) bool { return t.There-t.Guess > share*(t.None-t.Guess) }
	return keeps(half) && t.Back-t.NoneBack > clear || keeps(most) && !(lead <= large) && max(t.None-t.NoneBack, t.There-t.None) > clear
}

// says says what the trial came to.
func (t Trial) says() string {
	text := fmt.Sprintf("Tried on the source first, where labels are known: %s of rows held out are right, no adaptation %s; by the round trip, least "+
		"squares fitted to what is predicted for the target, %s and %s.", number.Percent(t.There, 1), number.Percent(t.None, 1), number.Percent(t.Back, 1), number.Percent(t.NoneBack, 1))
	const ridge = -0.05
	if t.Lost() < ridge {
		text += " It gains there too: least squares has too few rows here, and a ridge, L2, does much of this."
	}
	return text
}

// try tries what is chosen without labels on the source first, and adds what it came to to the
// limits, before all others. Of many features a few folds have to do. Errors are those of
// HeldOutGrid.
func (s *Session) try(ctx context.Context, c *Choice) error {
	if c.Cell < 0 || c.Judge.row().labelled {
		return nil
	}
	const few = 3
	folds := s.folds()
	if !s.QuickFolds(1) {
		folds = folds[:min(few, len(folds))]
	}
	judge, err := s.Judge(ctx)
	if err != nil {
		return err
	}
	t := Trial{}
	grid := only(c.Params)
	grid.DescentOnly, grid.Held = true, func(p *model.Problem, cells []model.Cell, none []model.Descent) {
		back := func(w *mat.Dense) float64 {
			if w == nil {
				return math.NaN()
			}
			var scores mat.Dense
			scores.Mul(p.Validation.X, labelfree.Imitate(p, w))
			return p.Rate(&scores, p.Validation.Y).Accuracy / float64(len(folds))
		}
		t.NoneBack += back(none[0].Weights)
		t.Back += back(cells[0].Descent[0].Weights)
	}
	held, err := model.CrossValidate(ctx, s.Problem, grid, folds, nil)
	if err != nil {
		return err
	}
	t.None, t.There = held.None[0].Mean.Accuracy, held.Descent[0][0].Mean.Accuracy
	t.Guess = floats.Max(judge.Shares())
	c.Trial = t
	says := t.says()
	c.Doubtful = c.Judge == LabelFree && !t.Sound(c.Lead)
	if c.Doubtful {
		says = "Doubtful: " + says
	}
	if c.Doubtful || !math.IsNaN(t.Lost()) {
		c.Limits = append([]string{says}, c.Limits...)
	}
	return nil
}
