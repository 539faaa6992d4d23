package session

import (
	"context"

	"larui/model"
)

// A Changed lists the rows of the target's X that LAR and no adaptation classify differently.
type Changed struct {
	// Rows is in ascending order. None is the prediction of no adaptation for each row of the
	// target. Both are nil where LAR or no adaptation diverges.
	Rows []int
	None []float64

	of     *model.Problem
	params model.Params
}

const changedName = "changed"

// ChangedJob returns a job that computes a Changed at params.
func ChangedJob(params model.Params) Job {
	return Job{Name: changedName, Key: params, Soon: true, Run: func(ctx context.Context, s *Session, report func(any)) error {
		p := s.Problem
		solution, err := model.NewSolver(p).Endpoints(ctx, params)
		if err != nil {
			return err
		}
		c := &Changed{of: p, params: params}
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

// Changed returns the result of ChangedJob for the update's solution, or nil if the job has not
// finished.
func (u *Update) Changed() *Changed {
	c := ResultOf[*Changed](*u, changedName)
	if c == nil || u.Session == nil || u.Solution == nil || c.of != u.Session.Problem || c.params != u.Solution.Params {
		return nil
	}
	return c
}
