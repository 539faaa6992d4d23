package session

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"larui/model"
	"larui/tui/number"
)

// A Trial is what LAR and no adaptation come to where labels are known: on rows of the source held
// out, with the target as it is.
type Trial struct {
	// None and There are the shares of those rows that no adaptation and LAR have right, Guess that of
	// the most frequent class of the source.
	None, There, Guess float64
}

// unknownTrial is the Trial of what was not tried.
func unknownTrial() Trial { return Trial{math.NaN(), math.NaN(), math.NaN()} }

// Lost returns the accuracy that LAR loses against no adaptation in the trial.
func (t Trial) Lost() float64 { return t.None - t.There }

// Sound reports whether a choice by joint label alignment with that lead adapts; one that does not is
// doubtful. The lead has to be large, or not known because no adaptation predicts one class alone, and LAR has to keep two
// thirds of no adaptation's margin over the most frequent class. What was not tried is not sound.
// Package paper measures the rule on other draws of families of shift than it was found on.
func (t Trial) Sound(lead float64) bool {
	const large, kept = 0.045, 2.0 / 3
	return !(lead <= large) && t.There-t.Guess > kept*(t.None-t.Guess)
}

// summary summary what the trial came to.
func (t Trial) summary() string {
	text := fmt.Sprintf("Tried on the source first, where labels are known: %s of rows held out are right, no adaptation %s, the most frequent class %s.",
		number.Percent(t.There, 1), number.Percent(t.None, 1), number.Percent(t.Guess, 1))
	const ridge = -0.05
	if t.Lost() < ridge {
		text += " It gains there too: least squares has too few rows here, and a ridge, L2, does much of this."
	}
	return text
}

// tryOnSource tries what is chosen without labels on the source first, and adds what it came to to the
// limits, before all others. Of many features a few folds have to do. Errors are those of
// HeldOutGrid.
func (s *Session) tryOnSource(ctx context.Context, c *Choice) error {
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
	grid := only(c.Params)
	grid.DescentOnly = true
	held, err := model.CrossValidate(ctx, s.Problem, grid, folds, nil)
	if err != nil {
		return err
	}
	c.Trial = Trial{held.None[0].Mean.Accuracy, held.Descent[0][0].Mean.Accuracy, floats.Max(judge.SourceShares)}
	says := c.Trial.summary()
	c.Doubtful = c.Judge == LabelFree && !c.Trial.Sound(c.Lead)
	if c.Doubtful {
		says = "Doubtful: " + says
	}
	if c.Doubtful || !math.IsNaN(c.Trial.Lost()) {
		c.Limits = append([]string{says}, c.Limits...)
	}
	return nil
}
