package session

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"larui/model"
	"larui/tui/number"
)

// A SourceTrial has the accuracies of LAR and of no adaptation on held-out rows of the source,
// whose labels are known. LAR adapts to the target as usual.
type SourceTrial struct {
	// None and LAR are the accuracies of no adaptation and of LAR, from 0 to 1. Majority is the
	// accuracy of always predicting the most frequent class of the source.
	None, LAR, Majority float64
}

func newUnknownTrial() SourceTrial { return SourceTrial{math.NaN(), math.NaN(), math.NaN()} }

// AccuracyLoss returns the accuracy of no adaptation minus the accuracy of LAR.
func (t SourceTrial) AccuracyLoss() float64 { return t.None - t.LAR }

// Supports reports whether lead > largeLead and LAR − Majority > ⅔(None − Majority). lead is the
// joint label alignment of the setting minus the joint label alignment of no adaptation. The lead
// is NaN if no adaptation predicts the same class for all rows; NaN counts as a large lead. Without
// a trial the result is false.
func (t SourceTrial) Supports(lead float64) bool {
	const kept = 2.0 / 3
	return !(lead <= largeLead) && t.LAR-t.Majority > kept*(t.None-t.Majority)
}

// largeLead is how much larger the joint label alignment of a setting must be than the joint label
// alignment of no adaptation, so that the judge LabelFree chooses the setting.
const largeLead = 0.045

// neededLead returns by how much the value of a setting must exceed the value of no adaptation.
// LabelFree has a margin too, but SourceTrial.Supports requires more: largeLead.
func (j judge) neededLead() float64 {
	if j.name == LabelFree {
		return largeLead
	}
	return j.margin
}

// WhyDoubtful says why a doubtful setting is not chosen, such as "keeps too little accuracy on held-out rows of the source".
func (c Choice) WhyDoubtful() string {
	switch {
	case c.Lead <= largeLead:
		return fmt.Sprintf("leads by only %s in label alignment (more than %v is needed)", number.PaddedDigits(c.Lead, 2), largeLead)
	case math.IsNaN(c.Trial.LAR):
		return "could not be tried on the source"
	}
	return "keeps too little accuracy on held-out rows of the source"
}

func (t SourceTrial) summary() string {
	text := fmt.Sprintf("Tried on held-out rows of the source first: LAR predicts %s correctly, no adaptation %s, the most frequent class alone %s.",
		number.Percent(t.LAR, 1), number.Percent(t.None, 1), number.Percent(t.Majority, 1))
	const ridge = -0.05
	if t.AccuracyLoss() < ridge {
		text += " LAR gains on the source too, since least squares has too few rows; a ridge term, L2, would give much of this gain."
	}
	return text
}

// tryOnSource tries the setting of c on held-out rows of the source, unless c is no adaptation or
// was chosen by labels. It sets c.Trial and c.Doubtful, and puts a summary first in c.Limits. If
// cross-validation is not quick, it uses a few folds. Errors come from LabelFreeRater and
// model.CrossValidate.
func (s *Session) tryOnSource(ctx context.Context, c *Choice) error {
	if c.Cell < 0 || c.Judge.findJudge().usesLabels {
		return nil
	}
	const few = 3
	folds := s.drawFolds()
	if !s.IsCrossValidationQuick(1) {
		folds = folds[:min(few, len(folds))]
	}
	rater, err := s.LabelFreeRater(ctx)
	if err != nil {
		return err
	}
	grid := singleSettingGrid(c.Params)
	grid.DescentOnly = true
	held, err := model.CrossValidate(ctx, s.Problem, grid, folds, nil)
	if err != nil {
		return err
	}
	c.Trial = SourceTrial{held.None[0].Mean.Accuracy, held.Descent[0][0].Mean.Accuracy, floats.Max(rater.SourceShares)}
	c.Doubtful = c.Judge == LabelFree && !c.Trial.Supports(c.Lead)
	if c.Doubtful || !math.IsNaN(c.Trial.AccuracyLoss()) {
		c.Limits = append([]string{c.Trial.summary()}, c.Limits...)
	}
	return nil
}
