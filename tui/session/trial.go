package session

import (
	"context"
	"fmt"
	"math"

	"larui/model"
	"larui/tui/number"
)

// A Trial is what a setting comes to where labels are known: on rows of the source held out, which
// LAR predicts beside no adaptation, with the target as it is.
type Trial struct{ None, There float64 }

// known tells that there was one.
func (t Trial) known() bool { return !math.IsNaN(t.None - t.There) }

// Lost is the accuracy that the setting loses there.
func (t Trial) Lost() float64 { return t.None - t.There }

// A choice by joint label alignment is doubtful where it loses more than costly on the source and
// leads no adaptation by less than smallLead: TestTrials has what that tells on made problems.
const costly, smallLead = 0.02, 0.025

// Try tries what is chosen without labels on the source first, and adds what it came to to the
// limits, before all others. Of many features a few folds have to do. Errors are those of
// HeldOutGrid.
func (s *Session) Try(ctx context.Context, c *Choice) error {
	if c.Cell < 0 || c.Judge.row().labelled {
		return nil
	}
	const few = 3
	folds := s.folds()
	if !s.QuickFolds(1) {
		folds = folds[:min(few, len(folds))]
	}
	grid := only(c.Params)
	grid.DescentOnly = true
	held, err := model.CrossValidate(ctx, s.Problem, grid, folds, nil)
	if err != nil {
		return err
	}
	c.Trial = Trial{held.None[0].Mean.Accuracy, held.Descent[0][0].Mean.Accuracy}
	if !c.Trial.known() {
		return nil
	}
	text := fmt.Sprintf("Tried on the source first, where labels are known: %s of rows held out are right, no adaptation %s.",
		number.Percent(c.Trial.There, 1), number.Percent(c.Trial.None, 1))
	c.Doubtful = c.Judge == LabelFree && c.Trial.Lost() > costly && c.Lead < smallLead
	if c.Doubtful {
		text = fmt.Sprintf("Doubtful: %s So much lost is more than a lead of %s is worth: a reason for no adaptation.", text, number.Even(c.Lead, 2))
	}
	c.Limits = append([]string{text}, c.Limits...)
	return nil
}
