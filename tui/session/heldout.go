package session

import (
	"context"
	"fmt"
	"math"
	"slices"

	"larui/model"
	"larui/tui/number"
)

// UnlearnableCode marks the warning that nothing shows the label of the source to be learned.
const UnlearnableCode = "unlearnable"

// HeldOut returns how well least squares predicts rows of the source that it was not fitted to,
// drawn by the seed of Spec, those of one id together; made once. Errors are ctx's.
func (s *Session) HeldOut(ctx context.Context) (*model.HeldOut, error) {
	return s.Problem.HeldOut(ctx, s.Spec.Seed, s.Pair.Groups)
}

// folds are rows of the source to hold out in turn.
func (s *Session) folds() [][]int {
	const most = 1000
	return s.Problem.Folds(s.Spec.Seed, s.Pair.Groups, most)
}

// FoldsOfSums is how many folds a source has that is known by their sums alone.
func (s *Session) FoldsOfSums() int {
	if !s.Pair.Source.Rowless() {
		return 0
	}
	return len(s.Pair.Source.Sums.Folds)
}

// HeldOutGrid returns how a grid scores on folds of the source that are held out, as
// model.CrossValidate does.
func (s *Session) HeldOutGrid(ctx context.Context, grid model.Grid, done func(finished, total int)) (*model.Validated, error) {
	return model.CrossValidate(ctx, s.Problem, grid, s.folds(), done)
}

// only is the grid of a single setting.
func only(params model.Params) model.Grid {
	return model.Grid{K: []int{params.K}, KTilde: []int{params.KTilde}, Lambda: []float64{params.Lambda}, Epochs: []int{params.Epochs}, Base: params}
}

// QuickFolds tells whether so many settings score on folds held out in so little time that it is
// done without being asked for: each fold takes a spectrum of all features.
func (s *Session) QuickFolds(settings int) bool {
	const most, together = 128, 2000
	d := min(s.Problem.D, s.Problem.Src.N+s.Problem.Tgt.N)
	return d <= most && d*settings <= together
}

// HeldOutScores are those of folds of the source that are held out, at one setting, in place of
// which those on the rows fitted would promise too much.
type HeldOutScores struct{ None, Descent, Closed model.Spread }

// HeldOutAt returns what params score on folds of the source that are held out, nil where that
// takes long.
func (s *Session) HeldOutAt(ctx context.Context, params model.Params) (*HeldOutScores, error) {
	if !s.QuickFolds(1) {
		return nil, nil
	}
	v, err := s.HeldOutGrid(ctx, only(params), nil)
	if err != nil {
		return nil, err
	}
	return &HeldOutScores{v.None[0], v.Descent[0][0], v.Closed[0]}, nil
}

// In returns the solution with these scores of the source; where they are nil, it has none.
func (h *HeldOutScores) In(s *model.Solution) *model.Solution {
	h = h.orUnknown()
	with := *s
	with.None.Source, with.Descent.Source, with.Closed.Source = h.None.Mean, h.Descent.Mean, h.Closed.Mean
	return &with
}

func (h *HeldOutScores) orUnknown() *HeldOutScores {
	if h != nil {
		return h
	}
	return &HeldOutScores{model.UnknownSpread(), model.UnknownSpread(), model.UnknownSpread()}
}

// Unlearnable warns where rows of the source held out don't show that its label can be learned.
func (s *Session) Unlearnable(ctx context.Context) ([]Warning, error) {
	held, err := s.HeldOut(ctx)
	if err != nil {
		return nil, err
	}
	return s.unlearnableBy(held), nil
}

// unlearnableBy is the warning, if any, by what was held out. Where features differ too much in
// scale, or nearly repeat each other, the label may be in what rounding takes from them: that is
// to be mended first, and is warned of, unless all rows are alike.
func (s *Session) unlearnableBy(held *model.HeldOut) []Warning {
	learnable, known := held.Learnable()
	mendable := s.unsettled || slices.ContainsFunc(s.warnings, func(w Warning) bool { return isOfScale(w) || w.Code == lostCode })
	if learnable || !known || mendable && !held.Alike {
		return nil
	}
	why := "all rows of the source are alike"
	if !held.Alike {
		why = fmt.Sprintf("%s on %d rows of the source held out, and %s of shuffled labels are ranked as well",
			HeldOutText(s.Pair.Task, held), held.Rows, number.Percent(held.Chance, 0))
	}
	fact := "it is not shown that this label can be learned: " + why
	return []Warning{{UnlearnableCode, fact, fact}}
}

// heldOutName and heldOutAtName are those of the jobs that hold rows of the source out.
const heldOutName, heldOutAtName = "held out", "held out at a setting"

// HeldOutJobs ask for what HeldOut returns, once for a session, and for what HeldOutAt does,
// after all that shows first.
func HeldOutJobs(params model.Params) []Job {
	return []Job{{Name: heldOutName, Run: func(ctx context.Context, s *Session, report func(any)) error {
		held, err := s.HeldOut(ctx)
		if err == nil {
			report(held)
		}
		return err
	}}, {Name: heldOutAtName, Key: params, Run: func(ctx context.Context, s *Session, report func(any)) error {
		at, err := s.HeldOutAt(ctx, params)
		if at != nil {
			report(&heldOutAt{s, params, at})
		}
		return err
	}}}
}

type heldOutAt struct {
	session *Session
	params  model.Params
	scores  *HeldOutScores
}

// HeldOut returns the result of the job, nil before its end, and the warning of Unlearnable.
func (u *Update) HeldOut() (*model.HeldOut, []Warning) {
	held := ResultOf[*model.HeldOut](*u, heldOutName)
	if held == nil {
		return nil, nil
	}
	return held, u.Session.unlearnableBy(held)
}

// HeldOutAt is what that job has come to at params, nil before it has.
func (u *Update) HeldOutAt(params model.Params) *HeldOutScores {
	at := ResultOf[*heldOutAt](*u, heldOutAtName)
	if at == nil || at.session != u.Session || at.params != params {
		return nil
	}
	return at.scores
}

// headSpread is a score of least squares, in the metrics that it is of.
func headSpread(task model.Task, score model.HeldOutScore) model.Spread {
	s := model.UnknownSpread()
	if task == model.Regression {
		s.Mean.MSE, s.Error.MSE = score.Score, score.StandardError
	} else {
		s.Mean.Accuracy, s.Error.Accuracy = score.Score, score.StandardError
	}
	s.Mean.Score, s.Error.Score = score.Score, score.StandardError
	return s
}

// TailText says that the label lives in the tail, if rows held out say so; else it is empty.
func TailText(held *model.HeldOut) string {
	head, beyond, ok := held.Tail()
	if !ok {
		return ""
	}
	return fmt.Sprintf("your label lives in the tail: LAR is not for this (on rows held out, %s of what can be learned lies beyond the first %d of %d directions)",
		number.Percent(math.Min(1, beyond), 0), head, held.Score().K)
}

// HeldOutText writes the score on rows held out, with its standard error.
func HeldOutText(task model.Task, held *model.HeldOut) string {
	text := SpreadText(task, headSpread(task, held.Score()))
	if task == model.Regression {
		text = "squared error " + text
	}
	return text
}

// HeldOutError writes its standard error alone, as ErrorText does.
func HeldOutError(task model.Task, held *model.HeldOut) string {
	return ErrorText(task, headSpread(task, held.Score()))
}

// SpreadText writes the score with its standard error.
func SpreadText(task model.Task, s model.Spread) string {
	mean, e := number.Percent(s.Mean.Score, 1), ErrorText(task, s)
	if task == model.Regression {
		mean = number.Even(s.Mean.Score, 4)
	}
	if e == number.Unknown {
		return mean
	}
	return mean + " ±" + e
}

// ErrorText writes the standard error of the score alone: of a share in points.
func ErrorText(task model.Task, s model.Spread) string {
	switch {
	case task == model.Regression:
		return number.Digits(s.Error.Score, 2)
	case math.IsNaN(s.Error.Score):
		return number.Unknown
	}
	return fmt.Sprintf("%.1f", 100*s.Error.Score)
}

// HeldOutFacts are those of rows held out, by least squares.
func HeldOutFacts(task model.Task, held *model.HeldOut) []Fact {
	return append(spreadFacts(task, headSpread(task, held.Score())), Fact{"folds", held.Folds}, Fact{"rows", held.Rows})
}

// HeldOutMore are further ones: at a setting, which may be nil, and by the first directions.
func HeldOutMore(task model.Task, held *model.HeldOut, at *HeldOutScores) []Fact {
	at = at.orUnknown()
	var heads [][]Fact
	for _, h := range held.Heads {
		score := spreadFacts(task, headSpread(task, h))
		heads = append(heads, append(append([]Fact{{"k", h.K}}, score...), Fact{"explained", h.Explained}))
	}
	return []Fact{{"none", spreadFacts(task, at.None)}, {"descent", spreadFacts(task, at.Descent)}, {"closed", spreadFacts(task, at.Closed)}, {"heads", heads}}
}

func spreadFacts(task model.Task, s model.Spread) []Fact {
	if task == model.Regression {
		return []Fact{{"mse", s.Mean.MSE}, {"standardError", s.Error.MSE}}
	}
	return []Fact{{"accuracy", s.Mean.Accuracy}, {"standardError", s.Error.Accuracy}}
}
