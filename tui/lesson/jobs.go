package lesson

import (
	"context"
	"fmt"
	"reflect"

	"larui/model"
	"larui/model/labelfree"
	"larui/tui/session"
)

const (
	atJob     = "lesson at " // followed by the options of another state
	ratingJob = "lesson rating"
)

// jobs returns the computations that the step needs for a state besides the solution: the ratings
// of the state, and the solutions of other states.
func (s *Step) jobs(state session.State) []session.Job {
	var jobs []session.Job
	if s.ratings {
		jobs = append(jobs, session.Job{Name: ratingJob, Key: state.Params, Run: func(ctx context.Context, of *session.Session, report func(any)) error {
			solution, err := model.NewSolver(of.Problem).Endpoints(ctx, state.Params)
			if err == nil {
				report(rateSolutions(ctx, of, solution))
			}
			return ctx.Err()
		}})
	}
	for _, other := range s.others {
		opening := s.openingAt(other)
		jobs = append(jobs, session.Job{Name: atJob + other, Key: openingKey(opening), Run: func(ctx context.Context, of *session.Session, report func(any)) error {
			if o, err := solveOpening(ctx, opening, of, s.neededResults); err == nil {
				report(o)
			}
			return ctx.Err()
		}})
	}
	return jobs
}

// openingKey returns different texts for different openings.
func openingKey(o session.Opening) string { return fmt.Sprintf("%#v", o) }

// openingAt returns the opening of the step with other options, which joinOptions has written.
func (s *Step) openingAt(options string) session.Opening {
	o, _ := s.openingWith(splitOptions(options)) // parseState has checked them
	return o
}

// solveOpening opens a state and solves it. It uses the data of the session reusable if that
// session has the same pair.
func solveOpening(ctx context.Context, opening session.Opening, reusable *session.Session, needed neededResults) (*solvedState, error) {
	o := &solvedState{session: reusable}
	var err error
	if reusable == nil || !reflect.DeepEqual(reusable.Spec, opening.Spec) {
		o.session, err = session.Open(ctx, opening.Spec, reusable, nil)
		if err != nil {
			return nil, err
		}
	}
	o.state, err = o.session.StartStateWith(opening.Set)
	if err != nil {
		return nil, err
	}
	solver := model.NewSolver(o.session.Problem)
	o.solution, err = solver.Endpoints(ctx, o.state.Params)
	if err != nil {
		return nil, err
	}
	if needed.theory {
		theory, err := solver.Theory(ctx, o.state.Params)
		if err != nil {
			return nil, err
		}
		o.theory = &theory
	}
	if needed.ratings {
		o.ratings = rateSolutions(ctx, o.session, o.solution)
	}
	return o, ctx.Err()
}

// ratings estimate without labels how good two solutions for a state are: "none" for no adaptation,
// "descent" for LAR.
type ratings map[string]labelfree.Rating

// If the session can't rate solutions without labels, rateSolutions returns unknown ratings.
func rateSolutions(ctx context.Context, s *session.Session, solution *model.Solution) ratings {
	rater, err := s.LabelFreeRater(ctx)
	if err != nil {
		return ratings{"none": labelfree.UnknownRating(), "descent": labelfree.UnknownRating()}
	}
	return ratings{"none": rater.RateWeights(solution.None.Weights, solution.KTilde), "descent": rater.RateWeights(solution.Descent.Weights, solution.KTilde)}
}
