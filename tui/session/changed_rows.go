package session

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// PredictTargetClasses returns the class that weights w (d×c) predict for each row of the target.
// It returns nil in a regression, and if w is nil because a descent diverges.
func (s *Session) PredictTargetClasses(w *mat.Dense) []float64 {
	if w == nil || s.Pair.Task == model.Regression {
		return nil
	}
	return s.Pair.Task.Predict(s.Problem.TargetScores(w))
}

// ComputeDifferingShare returns the share of rows, from 0 to 1, in which two lists of predicted
// classes differ. It is NaN if the lists are empty or of unequal length.
func ComputeDifferingShare(predictions, others []float64) float64 {
	if len(predictions) != len(others) {
		return math.NaN()
	}
	differing := 0.0
	for i, p := range predictions {
		if others[i] != p {
			differing++
		}
	}
	return differing / float64(len(predictions))
}

// CompareUnadaptedClasses returns the share of target rows, from 0 to 1, for which the weights of
// no adaptation in one update predict another class than those in the other update. The share is
// NaN unless both updates have a solution.
func CompareUnadaptedClasses(before, u Update) float64 {
	if before.Solution == nil || u.Solution == nil {
		return math.NaN()
	}
	return ComputeDifferingShare(before.Session.PredictTargetClasses(before.Solution.None.Weights), u.Session.PredictTargetClasses(u.Solution.None.Weights))
}

// ChangedRows lists the rows of the target that LAR and no adaptation assign to different classes.
type ChangedRows struct {
	// Rows are the indices of the rows with different classes, in ascending order. None has the
	// class that no adaptation predicts for each target row. Both are nil if LAR or no adaptation
	// diverges.
	Rows []int
	None []float64
}

const changedName = "changed"

// ChangedRowsJob returns a job that computes the ChangedRows of a classification at params.
func ChangedRowsJob(params model.Params) Job {
	return Job{Name: changedName, Key: params, BeforeTheory: true, Run: func(ctx context.Context, s *Session, report func(any)) error {
		solution, err := model.NewSolver(s.Problem).Endpoints(ctx, params)
		if err != nil {
			return err
		}
		c := &ChangedRows{}
		none, lar := s.PredictTargetClasses(solution.None.Weights), s.PredictTargetClasses(solution.Descent.Weights)
		if none != nil && lar != nil {
			c.None = none
			for i, predicted := range lar {
				if predicted != none[i] {
					c.Rows = append(c.Rows, i)
				}
			}
		}
		report(c)
		return nil
	}}
}

// ChangedRows returns the result of ChangedRowsJob for the update's solution, or nil before the job has
// finished.
func (u *Update) ChangedRows() *ChangedRows { return solutionResult[*ChangedRows](u, changedName) }
