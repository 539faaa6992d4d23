package session

import (
	"context"
	"fmt"
	"sync"

	"larui/model"
	"larui/tui/number"
)

// UnlearnableCode is that of the warning that the label of the source can't be learned.
const UnlearnableCode = "unlearnable"

// A reserve is what was held out of the source, once that was wanted.
type reserve struct {
	sync.Mutex
	problem *model.Problem
	held    *model.HeldOut
}

// HeldOut returns how well least squares predicts rows of the source that it was not fitted to,
// drawn by the seed of Spec; made once. The error is ctx's.
func (s *Session) HeldOut(ctx context.Context) (_ *model.HeldOut, err error) {
	s.reserve.Lock()
	defer s.reserve.Unlock()
	if s.reserve.problem != s.Problem {
		s.reserve.held, err = s.Problem.HeldOut(ctx, s.Spec.Seed)
		if err == nil {
			s.reserve.problem = s.Problem
		}
	}
	return s.reserve.held, err
}

// Unlearnable warns that the label of the source can't be learned, if rows held out say so.
func (s *Session) Unlearnable(ctx context.Context) ([]Warning, error) {
	held, err := s.HeldOut(ctx)
	if err != nil {
		return nil, err
	}
	learnable, known := held.Learnable()
	if learnable || !known {
		return nil, nil
	}
	guess := "the most frequent class"
	if s.Pair.Task == model.Regression {
		guess = "the mean"
	}
	fact := fmt.Sprintf("this label can't be learned from these features: on %d rows of the source held out, %s, no fit within the leading "+
		"directions is clearly better than %s", held.Rows, HeldOutText(s.Pair.Task, held), guess)
	return []Warning{{UnlearnableCode, fact, fact}}, nil
}

// HeldOutText writes the score on rows held out, with its standard error.
func HeldOutText(task model.Task, held *model.HeldOut) string {
	score := held.Score()
	if task == model.Regression {
		return fmt.Sprintf("squared error %s ± %s", number.Even(score.Score, 4), number.Digits(score.StandardError, 2))
	}
	return fmt.Sprintf("%s ± %.1f", number.Percent(score.Score, 1), 100*score.StandardError)
}

// HeldOutFacts are those of rows held out.
func HeldOutFacts(task model.Task, held *model.HeldOut) []Fact {
	name, score := "accuracy", held.Score()
	if task == model.Regression {
		name = "mse"
	}
	return []Fact{{name, score.Score}, {"standardError", score.StandardError}, {"folds", held.Folds}, {"rows", held.Rows}}
}
