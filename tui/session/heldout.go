package session

import (
	"context"
	"fmt"
	"slices"

	"larui/model"
	"larui/tui/number"
)

// UnlearnableCode is that of the warning that the label of the source can't be learned.
const UnlearnableCode = "unlearnable"

// HeldOut returns how well least squares predicts rows of the source that it was not fitted to,
// drawn by the seed of Spec. The error is ctx's.
func (s *Session) HeldOut(ctx context.Context) (*model.HeldOut, error) {
	return s.Problem.HeldOut(ctx, s.Spec.Seed)
}

// Unlearnable warns that the label of the source can't be learned, if rows held out say so.
func (s *Session) Unlearnable(ctx context.Context) ([]Warning, error) {
	held, err := s.HeldOut(ctx)
	if err != nil {
		return nil, err
	}
	return s.unlearnableBy(held), nil
}

// unlearnableBy is the warning, if any, by what was held out. Where features differ too much in
// scale, or nearly repeat each other, the label may be in what rounding takes from them: that is
// to be mended first, and is warned of.
func (s *Session) unlearnableBy(held *model.HeldOut) []Warning {
	learnable, known := held.Learnable()
	if learnable || !known || s.unsettled || slices.ContainsFunc(s.warnings, func(w Warning) bool { return isOfScale(w) || w.Code == lostCode }) {
		return nil
	}
	guess := "the most frequent class"
	if s.Pair.Task == model.Regression {
		guess = "the mean"
	}
	fact := fmt.Sprintf("this label can't be learned from these features: on %d rows of the source held out, %s, no fit within the leading "+
		"directions is clearly better than %s", held.Rows, HeldOutText(s.Pair.Task, held), guess)
	return []Warning{{UnlearnableCode, fact, fact}}
}

// heldOutName is that of the job that holds rows of the source out.
const heldOutName = "held out"

// HeldOutJob asks for what HeldOut returns, once for a session and after all that shows first.
func HeldOutJob() Job {
	return Job{Name: heldOutName, Run: func(ctx context.Context, s *Session, report func(any)) error {
		held, err := s.HeldOut(ctx)
		if err == nil {
			report(held)
		}
		return err
	}}
}

// HeldOut is what the job has come to, nil before it has, and what warns then that the label
// can't be learned.
func (u *Update) HeldOut() (*model.HeldOut, []Warning) {
	held := ResultOf[*model.HeldOut](*u, heldOutName)
	if held == nil {
		return nil, nil
	}
	return held, u.Session.unlearnableBy(held)
}

// HeldOutText writes the score on rows held out, with its standard error.
func HeldOutText(task model.Task, held *model.HeldOut) string {
	score := held.Score()
	if task == model.Regression {
		return fmt.Sprintf("squared error %s ±%s", number.Even(score.Score, 4), number.Digits(score.StandardError, 2))
	}
	return fmt.Sprintf("%s ±%.1f", number.Percent(score.Score, 1), 100*score.StandardError)
}

// HeldOutFacts are those of rows held out.
func HeldOutFacts(task model.Task, held *model.HeldOut) []Fact {
	name, score := "accuracy", held.Score()
	if task == model.Regression {
		name = "mse"
	}
	return []Fact{{name, score.Score}, {"standardError", score.StandardError}, {"folds", held.Folds}, {"rows", held.Rows}}
}
