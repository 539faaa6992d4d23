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

// ConfidenceLevel is the confidence level of all intervals of the gain.
const ConfidenceLevel = 0.9

// ErrSamePredictions is wrapped by the error of Compare if both models predict the same for every
// row.
var ErrSamePredictions = errors.New("predict the same for every row")

// A Candidate is a model that a Contest compares with another model.
type Candidate struct {
	// Name is the name of the model, such as LAR.
	Name string
	// NoAdaptation selects no adaptation, trained with the epochs and the rate of Params, in place
	// of LAR.
	NoAdaptation bool
	Params       model.Params
	// Imported is a model that another program has trained, nil for LAR and no adaptation.
	Imported *modelfile.Model
}

// A Contest has the rows of the target that two models predict differently.
type Contest struct {
	*modelfile.Comparison
	First, Second Candidate
	// Solution is the solution of the model First.
	Solution *model.Solution
	// Session is the session of both models.
	Session *session.Session
	// Columns are the names of the columns of a row. The first IDColumns columns are ids.
	Columns   []string
	IDColumns int
	// Lines are the contents of the first rows of Differ, in the same order. ReadRows sets how many.
	Lines []modelfile.RowToLabel
}

// MaxRows is the largest number of rows that the user labels one by one.
const MaxRows = 500

// Compare compares the predictions of two models for all rows of the target, whose file it reads
// again. first.Imported must be nil. The error wraps ErrSamePredictions if the models agree on
// every row.
func Compare(ctx context.Context, s *session.Session, first, second Candidate, progress func(datasets.Progress)) (*Contest, error) {
	c := &Contest{First: first, Second: second, Session: s}
	var models [2]*modelfile.Model
	for i, candidate := range []Candidate{first, second} {
		if m := candidate.Imported; m != nil { // only the second candidate
			on, err := m.ConvertTo(models[0], s.Pair)
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
		which := map[bool]string{false: "descent", true: "none"}[candidate.NoAdaptation]
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
		err = fmt.Errorf("%s and %s %w, so that there is nothing to decide", first.Name, second.Name, ErrSamePredictions)
	}
	return c, err
}

// ReadRows reads the first rows to label into Lines, at most count rows.
func (c *Contest) ReadRows(ctx context.Context, count int) (err error) {
	c.Columns, c.Lines, err = c.Comparison.ReadRows(ctx, c.RowsToLabel(min(count, len(c.Differ)), nil))
	if len(c.Session.Pair.Layouts) > 1 && err == nil {
		c.IDColumns = len(c.Session.Pair.Layouts[1].Options.ID)
	}
	return err
}

// NameSetting writes the setting of LAR into answers that compare LAR with no adaptation, and an
// empty setting into other answers.
func (c *Contest) NameSetting(answers []datasets.Answer) {
	flags := ""
	if c.Second.NoAdaptation {
		flags = c.Session.SettingFlags(c.First.Params)
	}
	for i := range answers {
		answers[i].Setting = flags
	}
}

// A ContestResult is the result of CompareJob: a Contest, or the error of Compare.
type ContestResult struct {
	Contest *Contest
	Err     error
}

const jobName = "annotate"

// CompareJob returns the job that compares two models and reads the rows to label.
func CompareJob(pair [2]Candidate) session.Job {
	return session.Job{Name: jobName, Key: pair, BeforeTheory: true, Run: func(ctx context.Context, s *session.Session, report func(any)) error {
		c, err := Compare(ctx, s, pair[0], pair[1], nil)
		if err == nil {
			err = c.ReadRows(ctx, MaxRows)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		report(&ContestResult{c, err})
		return nil
	}}
}

// FindResult returns the result of CompareJob for two models, nil before the job has ended.
func FindResult(u session.Update, pair [2]Candidate) *ContestResult {
	return session.ResultAt[*ContestResult](u, jobName, pair)
}

func (c *Contest) isRegression() bool { return c.Session.Pair.Task == model.Regression }

// DescribeDifference returns a sentence with the number of rows that the models predict
// differently.
func (c *Contest) DescribeDifference() string {
	return fmt.Sprintf("%s and %s differ in %d of the target's %d rows, %s.", c.First.Name, c.Second.Name, len(c.Differ), c.Rows, number.Percent(c.NewSample().Share, 1))
}

// DescribePlans returns a sentence on how many answers decide, such as "5 of 5 or 9 of 10 answers
// for the same model decide". It returns nil if no number of answers decides. For a regression, it
// returns a sentence on what the interval assumes.
func (c *Contest) DescribePlans(planned int) (lines []string) {
	if c.isRegression() {
		return []string{fmt.Sprintf("You may stop after any answer: the interval of the decrease in squared error stays valid. It assumes that all labels lie in %s.", c.describeLabelBounds())}
	}
	for _, p := range c.Plans(planned) {
		if p.RightForAnytime > 0 {
			lines = append(lines, fmt.Sprintf("%d of %d", p.RightForAnytime, p.Labels))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("You may stop after any answer: for example, %s answers for the same model decide.", wording.JoinWithWord(lines, "or"))}
}

// WidestInterval returns the interval of the gain before any answer.
func (c *Contest) WidestInterval() labelling.Interval {
	if c.isRegression() {
		return c.NewRegressionSample().AnytimeInterval(ConfidenceLevel)
	}
	return c.NewSample().AnytimeInterval(ConfidenceLevel)
}

// Plans returns one plan for each of several numbers of labels, among them planned. A plan says how
// many of these labels must agree with the same model, so that the labels decide. Plans returns nil
// for a regression.
func (c *Contest) Plans(planned int) (plans []labelling.Plan) {
	if c.isRegression() {
		return nil
	}
	numbers := []int{5, 10, 20, 30, planned}
	slices.Sort(numbers)
	for _, n := range slices.Compact(numbers) {
		if n <= len(c.Differ) {
			plans = append(plans, c.NewSample().Plan(n, ConfidenceLevel))
		}
	}
	return plans
}
