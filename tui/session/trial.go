package session

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"larui/model"
	"larui/tui/number"
)

// A SourceTrial is what LAR and no adaptation come to where labels are known: on rows of the source held
// out, with the target as it is.
type SourceTrial struct {
	// None and LAR are the shares of those rows that no adaptation and LAR have right, Majority that of
	// the most frequent class of the source.
	None, LAR, Majority float64
}

// newUnknownTrial is the Trial of what was not tried.
func newUnknownTrial() SourceTrial { return SourceTrial{math.NaN(), math.NaN(), math.NaN()} }

// AccuracyLoss returns the accuracy that LAR loses against no adaptation in the trial.
func (t SourceTrial) AccuracyLoss() float64 { return t.None - t.LAR }

// IsSound reports whether a choice by joint label alignment with that lead adapts; one that does not is
// doubtful. The lead has to be large, or not known because no adaptation predicts one class alone, and LAR has to keep two
// thirds of no adaptation's margin over the most frequent class. What was not tried is not sound.
// Package paper measures the rule on other draws of families of shift than it was found on.
func (t SourceTrial) IsSound(lead float64) bool {
	const large, kept = 0.045, 2.0 / 3
	return !(lead <= large) && t.LAR-t.Majority > kept*(t.None-t.Majority)
}

// summary summary what the trial came to.
func (t SourceTrial) summary() string {
	text := fmt.Sprintf("Tried on the source first, where labels are known: %s of rows held out are right, no adaptation %s, the most frequent class %s.",
		number.Percent(t.LAR, 1), number.Percent(t.None, 1), number.Percent(t.Majority, 1))
	const ridge = -0.05
	if t.AccuracyLoss() < ridge {
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
	if !s.IsFoldingQuick(1) {
		folds = folds[:min(few, len(folds))]
	}
	judge, err := s.LabelFreeJudge(ctx)
	if err != nil {
		return err
	}
	grid := singleSettingGrid(c.Params)
	grid.DescentOnly = true
	held, err := model.CrossValidate(ctx, s.Problem, grid, folds, nil)
	if err != nil {
		return err
	}
	c.Trial = SourceTrial{held.None[0].Mean.Accuracy, held.Descent[0][0].Mean.Accuracy, floats.Max(judge.Shares())}
	says := c.Trial.summary()
	c.Doubtful = c.Judge == LabelFree && !c.Trial.IsSound(c.Lead)
	if c.Doubtful {
		says = "Doubtful: " + says
	}
	if c.Doubtful || !math.IsNaN(c.Trial.AccuracyLoss()) {
		c.Limits = append([]string{says}, c.Limits...)
	}
	return nil
}
