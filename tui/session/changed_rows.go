package session

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// PredictTargetClasses returns what weights predict for the target, nil of numbers and of a descent that diverges.
func (s *Session) PredictTargetClasses(w *mat.Dense) []float64 {
	if w == nil || s.Pair.Task == model.Regression {
		return nil
	}
	return s.Pair.Task.Predict(s.Problem.TargetScores(w))
}

// ShareDiffering is the share of rows whose prediction differs; NaN where there are none, or not of the same rows.
func ShareDiffering(predictions, others []float64) float64 {
	if len(predictions) != len(others) {
		return math.NaN()
	}
	turned := 0.0
	for i, p := range predictions {
		if others[i] != p {
			turned++
		}
	}
	return turned / float64(len(predictions))
}

// ShareDifferingUnadapted is that share of no adaptation between two updates.
func ShareDifferingUnadapted(before, u Update) float64 {
	if before.Solution == nil || u.Solution == nil {
		return math.NaN()
	}
	return ShareDiffering(before.Session.PredictTargetClasses(before.Solution.None.Weights), u.Session.PredictTargetClasses(u.Solution.None.Weights))
}

// A ChangedRows are the rows of the target's X whose class LAR predicts otherwise than no adaptation.
type ChangedRows struct {
	// Rows is in ascending order. None is the prediction of no adaptation for each row of the
	// target. Both are nil where LAR or no adaptation diverges.
	Rows []int
	None []float64
}

const changedName = "changed"

// ChangedRowsJob returns a job that computes a ChangedRows at params.
func ChangedRowsJob(params model.Params) Job {
	return Job{Name: changedName, Key: params, BeforeTheory: true, Run: func(ctx context.Context, s *Session, report func(any)) error {
		p := s.Problem
		solution, err := model.NewSolver(p).Endpoints(ctx, params)
		if err != nil {
			return err
		}
		c := &ChangedRows{}
		none, lar := solution.None.Weights, solution.Descent.Weights
		if none != nil && lar != nil {
			c.None = p.Task.Predict(p.TargetScores(none))
			for i, predicted := range p.Task.Predict(p.TargetScores(lar)) {
				if predicted != c.None[i] {
					c.Rows = append(c.Rows, i)
				}
			}
		}
		report(c)
		return nil
	}}
}

// ChangedRows returns the result of ChangedRowsJob for the update's solution, or nil if the job has not
// finished.
func (u *Update) ChangedRows() *ChangedRows {
	if u.Solution == nil {
		return nil
	}
	return ResultAt[*ChangedRows](*u, changedName, u.Solution.Params)
}
