package session

import (
	"context"
	"fmt"
	"math"

	"larui/model"
	"larui/tui/number"
)

// A Trial compares no adaptation and LAR where labels are known, on held-out rows of the source:
// None is the accuracy of no adaptation, There the accuracy of LAR. The target is unchanged.
type Trial struct{ None, There float64 }

func (t Trial) known() bool { return !math.IsNaN(t.None - t.There) }

// Lost returns the accuracy that LAR loses against no adaptation in the trial.
func (t Trial) Lost() float64 { return t.None - t.There }

// A choice by joint label alignment is doubtful if it loses more than costly in the trial and
// leads no adaptation by less than smallLead. TestTrials measures these bounds on made problems.
const costly, smallLead = 0.02, 0.025

// Try runs the trial of a setting that was chosen without labels, and puts the result before the
// choice's other limits. With many features it uses only a few folds. Errors come from
// model.CrossValidate.
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
