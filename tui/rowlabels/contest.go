package rowlabels

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"larui/datasets"
	"larui/datasets/modelfile"
	"larui/datasets/wording"
	"larui/model"
	"larui/model/labelling"
	"larui/tui/number"
	"larui/tui/session"
)

// Level is the confidence level of the intervals.
const Level = 0.9

// ErrAlike says that two candidates differ on no row.
var ErrAlike = errors.New("predict the same for every row")

// A Candidate is a model that a Contest compares with another one.
type Candidate struct {
	// Name is the name of the model, such as LAR or no adaptation.
	Name string
	// None selects no adaptation, with the epochs and the rate of Params.
	None   bool
	Params model.Params
	// Imported is a model made elsewhere, nil for LAR and no adaptation.
	Imported *modelfile.Model
}

// A Contest compares two candidates by the rows of the target with different predictions.
type Contest struct {
	*modelfile.Comparison
	First, Second Candidate
	// Solution is the solution of the first candidate.
	Solution *model.Solution
	// Session is the session of both candidates.
	Session *session.Session
	// Columns are the columns of a row to show. The first IDs ones are ids.
	Columns []string
	IDs     int
	// Lines are the first rows to label, in the order of Differ, as far as Read has read them.
	Lines []modelfile.RowToLabel
}

// MostRows is the largest number of rows that are labelled one by one.
const MostRows = 500

// Compare compares the predictions of two candidates for all rows of the target, whose file is read
// again. The error wraps ErrAlike if all predictions are the same.
func Compare(ctx context.Context, s *session.Session, first, second Candidate, progress func(datasets.Progress)) (*Contest, error) {
	c := &Contest{First: first, Second: second, Session: s}
	var models [2]*modelfile.Model
	for i, candidate := range []Candidate{first, second} {
		if m := candidate.Imported; m != nil { // never the first
			on, err := m.AlignedTo(models[0], s.Pair)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", candidate.Name, err)
			}
			models[i] = on
			continue
		}
		solution, err := model.NewSolver(s.Problem).Endpoints(ctx, candidate.Params)
		if err != nil {
			return nil, err
		}
		which := "descent"
		if candidate.None {
			which = "none"
		}
		if i == 0 {
			c.Solution = solution
		}
		models[i], err = modelfile.New(s.Spec, s.Pair, solution, which, "")
		if err != nil {
			return nil, err
		}
	}
	var err error
	c.Comparison, err = modelfile.Compare(ctx, s.Spec, s.Pair, models[0], models[1], progress)
	if err == nil && len(c.Differ) == 0 {
		err = fmt.Errorf("%s and %s %w, so that there is nothing to decide", first.Name, second.Name, ErrAlike)
	}
	return c, err
}

// Read reads the first rows to label, up to the number most.
func (c *Contest) Read(ctx context.Context, most int) (err error) {
	c.Columns, c.Lines, err = c.Comparison.ReadRows(ctx, c.RowsToLabel(min(most, len(c.Differ)), nil))
	if len(c.Session.Pair.Layouts) > 1 && err == nil {
		c.IDs = len(c.Session.Pair.Layouts[1].Options.ID)
	}
	return err
}

// A ContestResult is the result of Job: a contest, or the reason why there is none.
type ContestResult struct {
	Contest *Contest
	Err     error
}

// jobName is the name of the job of Job.
const jobName = "annotate"

// Job returns the job that compares two candidates and reads the rows to label.
func Job(first, second Candidate) session.Job {
	return session.Job{Name: jobName, Key: [2]Candidate{first, second}, BeforeTheory: true, Run: func(ctx context.Context, s *session.Session, report func(any)) error {
		c, err := Compare(ctx, s, first, second, nil)
		if err == nil {
			err = c.Read(ctx, MostRows)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		report(&ContestResult{c, err})
		return nil
	}}
}

// Comparison returns the result of Job for two candidates, nil if it is not known yet.
func Comparison(u session.Update, first, second Candidate) *ContestResult {
	return session.ResultAt[*ContestResult](u, jobName, [2]Candidate{first, second})
}

// Differing says on how many rows the candidates differ.
func (c *Contest) Differing() string {
	return fmt.Sprintf("%s and %s differ in %d of the target's %d rows, %s.", c.First.Name, c.Second.Name, len(c.Differ), c.Rows, number.Percent(c.NewSample().Share, 1))
}

// Planned says how many answers decide. For regression it returns the conditions of the interval.
func (c *Contest) Planned(planned int) (lines []string) {
	if c.Session.Pair.Task == model.Regression {
		return []string{fmt.Sprintf("You may stop at any answer: the interval of the fall in squared error holds however often you look. It needs %s.", c.bounds())}
	}
	for _, p := range c.Plans(planned) {
		if p.Anytime > 0 {
			lines = append(lines, fmt.Sprintf("%d of %d", p.Anytime, p.Labels))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return []string{wording.JoinLast(lines, "or") + " answers alike decide, however often you look: you may stop at any answer."}
}

// Widest returns the interval of the gain before any answer.
func (c *Contest) Widest() labelling.Interval {
	if c.Session.Pair.Task == model.Regression {
		return c.NewRegressionSample().Anytime(Level)
	}
	return c.NewSample().Anytime(Level)
}

// Plans returns plans for several numbers of labels, planned among them. It is nil for regression.
func (c *Contest) Plans(planned int) (plans []labelling.Plan) {
	if c.Session.Pair.Task == model.Regression {
		return nil
	}
	numbers := []int{5, 10, 20, 30, planned}
	slices.Sort(numbers)
	for _, n := range slices.Compact(numbers) {
		if n <= len(c.Differ) {
			plans = append(plans, c.NewSample().Plan(n, Level))
		}
	}
	return plans
}
