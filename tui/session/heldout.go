package session

import (
	"context"
	"fmt"
	"math"
	"slices"

	"larui/model"
	"larui/tui/number"
)

const unlearnableCode = "unlearnable"

// ScoreHeldOut returns the score of least squares by cross-validation on the source; later calls
// return the same result. The seed of Spec draws the folds; rows with the same id share a fold.
// Errors come from ctx.
func (s *Session) ScoreHeldOut(ctx context.Context) (*model.HeldOut, error) {
	return s.Problem.HeldOut(ctx, s.Spec.Seed, s.Pair.Groups)
}

// drawFolds returns the row indices of each fold of the source, drawn as in ScoreHeldOut. There are
// at most as many folds as rows, and at most 1000.
func (s *Session) drawFolds() [][]int {
	const most = 1000
	return s.Problem.DrawFolds(s.Spec.Seed, s.Pair.Groups, most)
}

// CountFoldsOfSums returns the number of folds for which a source without rows has separate sums.
// It is 0 if the source has rows.
func (s *Session) CountFoldsOfSums() int {
	if !s.Pair.Source.HasNoRows() {
		return 0
	}
	return len(s.Pair.Source.Sums.Folds)
}

// CrossValidateGrid scores the settings of a grid by cross-validation on the source. done, which
// may be nil, receives two numbers: how many settings are solved and how many there are, where each
// setting counts once per fold. Errors come from model.CrossValidate.
func (s *Session) CrossValidateGrid(ctx context.Context, grid model.Grid, done func(finished, total int)) (*model.CrossValidation, error) {
	return model.CrossValidate(ctx, s.Problem, grid, s.drawFolds(), done)
}

func singleSettingGrid(params model.Params) model.Grid {
	return model.Grid{K: []int{params.K}, KTilde: []int{params.KTilde}, Lambda: []float64{params.Lambda}, Epochs: []int{params.Epochs}, Base: params}
}

// IsCrossValidationQuick reports whether cross-validation of a number of settings is quick enough
// to run unasked. Many features take long, since each fold needs a spectrum.
func (s *Session) IsCrossValidationQuick(settings int) bool {
	const mostFeatures, mostProduct = 128, 2000
	d := min(s.Problem.D, s.Problem.Src.N+s.Problem.Tgt.N)
	return d <= mostFeatures && d*settings <= mostProduct
}

// HeldOutScores are the scores of no adaptation, gradient descent and the closed form at one
// setting, by cross-validation on the source.
type HeldOutScores struct{ None, Descent, Closed model.Spread }

// ScoreHeldOutAt returns the HeldOutScores at params, or nil if cross-validation of even a single
// setting is not quick.
func (s *Session) ScoreHeldOutAt(ctx context.Context, params model.Params) (*HeldOutScores, error) {
	if !s.IsCrossValidationQuick(1) {
		return nil, nil
	}
	v, err := s.CrossValidateGrid(ctx, singleSettingGrid(params), nil)
	if err != nil {
		return nil, err
	}
	return &HeldOutScores{v.None[0], v.Descent[0][0], v.Closed[0]}, nil
}

// ReplaceSourceScores returns a copy of s whose scores on the source are the means of h, or unknown
// if h is nil.
func (h *HeldOutScores) ReplaceSourceScores(s *model.Solution) *model.Solution {
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

// UnlearnableWarnings returns one warning if cross-validation on the source does not show that the
// label can be learned, else nil.
func (s *Session) UnlearnableWarnings(ctx context.Context) ([]Warning, error) {
	held, err := s.ScoreHeldOut(ctx)
	if err != nil {
		return nil, err
	}
	return s.warnUnlearnable(held), nil
}

// warnUnlearnable warns if it is not shown that the label can be learned. If features differ in
// scale or nearly repeat each other, it warns only if all rows are alike: such features may hide
// the label, and have their own warning.
func (s *Session) warnUnlearnable(held *model.HeldOut) []Warning {
	learnable, known := held.IsLearnable()
	mendable := slices.ContainsFunc(s.warnings, func(w Warning) bool { return isScaleWarning(w) || w.Code == lostCode })
	if learnable || !known || mendable && !held.Alike {
		return nil
	}
	why := "all rows of the source are alike"
	if !held.Alike {
		why = fmt.Sprintf("least squares gives %s on %d held-out rows of the source, and %s of shuffled labels are predicted at least as well",
			HeldOutText(s.Pair.Task, held), held.Rows, number.Percent(held.Chance, 0))
	}
	fact := "it is not shown that this label can be learned: " + why
	return []Warning{{unlearnableCode, fact, fact}}
}

const heldOutName, heldOutAtName = "held out", "held out at a setting"

// HeldOutJobs returns two jobs: one runs Session.ScoreHeldOut, the other Session.ScoreHeldOutAt at
// params.
func HeldOutJobs(params model.Params) []Job {
	return []Job{NewJob(heldOutName, nil, func(ctx context.Context, s *Session) (*model.HeldOut, error) { return s.ScoreHeldOut(ctx) }), {Name: heldOutAtName, Key: params, Run: func(ctx context.Context, s *Session, report func(any)) error {
		at, err := s.ScoreHeldOutAt(ctx, params)
		if at != nil {
			report(at)
		}
		return err
	}}}
}

// HeldOut returns the result of the job for Session.ScoreHeldOut with its UnlearnableWarnings, or
// nil before the job has finished.
func (u *Update) HeldOut() (*model.HeldOut, []Warning) {
	held := ResultOf[*model.HeldOut](*u, heldOutName)
	if held == nil {
		return nil, nil
	}
	return held, u.Session.warnUnlearnable(held)
}

// HeldOutAt returns the result of the job for Session.ScoreHeldOutAt at params, or nil before the
// job has finished.
func (u *Update) HeldOutAt(params model.Params) *HeldOutScores {
	return ResultAt[*HeldOutScores](*u, heldOutAtName, params)
}

func heldOutSpread(task model.Task, score model.HeldOutScore) model.Spread {
	s := model.UnknownSpread()
	if task == model.Regression {
		s.Mean.MSE, s.Error.MSE = score.Score, score.StandardError
	} else {
		s.Mean.Accuracy, s.Error.Accuracy = score.Score, score.StandardError
	}
	s.Mean.Score, s.Error.Score = score.Score, score.StandardError
	return s
}

// LateDirectionsWarning states that most of the learnable part of the label lies beyond the leading
// directions. It returns "" if the held-out rows don't show this.
func LateDirectionsWarning(held *model.HeldOut) string {
	head, beyond, ok := held.TailShare()
	if !ok {
		return ""
	}
	return fmt.Sprintf("LAR does not suit this label: on held-out rows, %s of its learnable part lies beyond the first %d of %d directions",
		number.Percent(math.Min(1, beyond), 0), head, held.Score().K)
}

// HeldOutText writes the score of least squares on held-out rows with its standard error: "91.2 %
// ±0.8".
func HeldOutText(task model.Task, held *model.HeldOut) string {
	text := SpreadText(task, heldOutSpread(task, held.Score()))
	if task == model.Regression {
		text = "squared error " + text
	}
	return text
}

// HeldOutStandardErrorText writes the standard error of the held-out score, in percentage points or as a
// squared error.
func HeldOutStandardErrorText(task model.Task, held *model.HeldOut) string {
	return StandardErrorText(task, heldOutSpread(task, held.Score()))
}

// SpreadText writes a mean score with its standard error, if known: "91.2 % ±0.8".
func SpreadText(task model.Task, s model.Spread) string {
	mean, e := number.Percent(s.Mean.Score, 1), StandardErrorText(task, s)
	if task == model.Regression {
		mean = number.PaddedDigits(s.Mean.Score, 4)
	}
	if e == number.Unknown {
		return mean
	}
	return mean + " ±" + e
}

// StandardErrorText writes the standard error of a score: in percentage points for a share, else as a number.
func StandardErrorText(task model.Task, s model.Spread) string {
	switch {
	case task == model.Regression:
		return number.Digits(s.Error.Score, 2)
	case math.IsNaN(s.Error.Score):
		return number.Unknown
	}
	return fmt.Sprintf("%.1f", 100*s.Error.Score)
}

// HeldOutFacts returns the held-out score of least squares with its standard error, and the numbers
// of folds and rows.
func HeldOutFacts(task model.Task, held *model.HeldOut) []Fact {
	return Facts(spreadFacts(task, heldOutSpread(task, held.Score())), "folds", held.Folds, "rows", held.Rows)
}

// HeldOutDetailFacts returns the held-out scores of one setting, and of least squares within the
// first k directions for several k. If setting is nil, the scores of the setting are unknown.
func HeldOutDetailFacts(task model.Task, held *model.HeldOut, setting *HeldOutScores) []Fact {
	setting = setting.orUnknown()
	var heads [][]Fact
	for _, h := range held.Heads {
		score := spreadFacts(task, heldOutSpread(task, h))
		heads = append(heads, Facts("k", h.K, score, "explained", h.Explained))
	}
	return Facts("none", spreadFacts(task, setting.None), "descent", spreadFacts(task, setting.Descent), "closed", spreadFacts(task, setting.Closed), "heads", heads)
}

func spreadFacts(task model.Task, s model.Spread) []Fact {
	if task == model.Regression {
		return Facts("mse", s.Mean.MSE, "standardError", s.Error.MSE)
	}
	return Facts("accuracy", s.Mean.Accuracy, "standardError", s.Error.Accuracy)
}
