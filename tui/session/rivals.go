package session

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/labelfree"
	"larui/model/rivals"
)

// Rivals returns the methods that LAR is compared with, in the order of display. Each method has a
// Title.
func Rivals() []rivals.Method { return slices.Clone(rivalTable()) }

// rivalTable makes the table once, since every frame uses it.
var rivalTable = sync.OnceValue(func() []rivals.Method {
	all := rivals.Methods()
	for i := range all {
		all[i].Title = cmp.Or(all[i].Title, all[i].Name)
	}
	return all
})

// ConfiguredRivals returns all rivals with the settings in the state. It leaves out settings that a
// rival can't use on the pair.
func (s *Snapshot) ConfiguredRivals() []rivals.Method {
	all := Rivals()
	for i, r := range all {
		all[i] = s.Session.limitSettings(r.With(s.State.Rivals))
	}
	return all
}

// limitSettings keeps the settings that the rival uses on the session's pair. The session may be
// nil.
func (s *Session) limitSettings(r rivals.Method) rivals.Method {
	if s == nil || s.varyingFeatures == 0 {
		return r
	}
	return r.Limit(s.varyingFeatures, max(s.Pair.Source.Rows(), s.Pair.Target.Rows()))
}

// HasValidationLabels reports whether all validation rows have labels, so that they can choose
// settings.
func (s *Session) HasValidationLabels() bool {
	v := s.Pair.Validation
	return v.Rows() > 0 && len(v.Y) == v.Rows()
}

// CountSettings returns the number of settings of a rival. If the grid of the rival has several
// settings and validation labels exist, there is one setting more, the last: the choice by the
// validation rows.
func (s *Session) CountSettings(r rivals.Method) int {
	n := len(r.Grid)
	if n > 1 && s.HasValidationLabels() {
		n++
	}
	return n
}

// initialSetting returns the index of the setting with which a rival is shown before the user
// selects another. If OwnIndex > 0 and validation labels exist, this is the last setting, the
// choice by the validation rows. Otherwise it is OwnIndex, the setting of the method's own paper.
func (s *Session) initialSetting(r rivals.Method) int {
	if r.OwnIndex > 0 && s.HasValidationLabels() {
		return len(r.Grid)
	}
	return r.OwnIndex
}

// IsChosenByValidation reports whether the setting stands for the choice of the validation rows.
func IsChosenByValidation(r rivals.Method, setting int) bool { return setting >= len(r.Grid) }

// A RivalResult is the result of training a rival. Its scores on the source, the target and the
// validation rows are NaN if unknown.
type RivalResult struct {
	Hyper                      rivals.Hyper
	Source, Target, Validation float64
	// Discriminator is the share of rows whose domain the discriminator predicts correctly,
	// averaged over both domains; chance is 0.5. It is 0 for a method without a discriminator.
	Discriminator float64
	// Diagnosis describes the features that a network has learned. It is zero for a method without
	// a network and for a target without labels.
	Diagnosis rivals.Diagnosis
	// Candidates are the settings among which the validation rows chose, or nil without a choice.
	Candidates []rivals.Candidate
}

// TrainRival trains a rival on the session's pair, with the seed of the pair, and scores it. Training
// does not use the target's labels. report receives the finished share, from 0 to 1. Errors come from
// package rivals or ctx.
func TrainRival(ctx context.Context, s *Session, r rivals.Method, setting int, report func(fraction float64)) (RivalResult, error) {
	pair, task := s.Pair, s.Problem.Task
	classifier, result, err := s.trainUnscored(ctx, r, setting, report)
	if err != nil {
		return result, err
	}
	result.Discriminator, result.Diagnosis, err = diagnose(ctx, classifier, pair.Data)
	if err != nil {
		return result, err
	}
	for _, side := range []struct {
		domain model.Domain
		scores func(*mat.Dense) *mat.Dense
		to     *float64
	}{
		{pair.Source, rivals.SourceScores(classifier), &result.Source},
		{pair.Target, classifier.Scores, &result.Target},
		{pair.Validation, classifier.Scores, &result.Validation},
	} {
		if n := len(side.domain.Y); n > 0 && n <= side.domain.Rows() && s.Problem.ScoreChoice.Name != "" {
			_, d := side.domain.X.Dims()
			*side.to = s.Problem.ComputeMetrics(side.scores(side.domain.X.Slice(0, n, 0, d).(*mat.Dense)), side.domain.Y).Score
			continue
		}
		*side.to, err = rivals.Evaluate(ctx, task, side.scores, side.domain)
		if err != nil {
			return result, err
		}
	}
	return result, nil
}

// trainUnscored returns a result whose scores are NaN.
func (s *Session) trainUnscored(ctx context.Context, r rivals.Method, setting int, report func(fraction float64)) (c rivals.Classifier, result RivalResult, err error) {
	if err := s.RequireRows(); err != nil {
		return nil, result, err
	}
	result = RivalResult{Source: math.NaN(), Target: math.NaN(), Validation: math.NaN()}
	if IsChosenByValidation(r, setting) {
		choice, err := rivals.Select(ctx, r, s.Pair.Data, s.Spec.Seed, report)
		result.Hyper, result.Candidates = choice.Hyper, choice.Candidates
		return choice.Classifier, result, err
	}
	result.Hyper = r.Grid[setting]
	c, err = r.Train(ctx, s.Pair.Data, result.Hyper, s.Spec.Seed, report)
	return c, result, err
}

func diagnose(ctx context.Context, c rivals.Classifier, data model.Data) (discriminator float64, d rivals.Diagnosis, err error) {
	if judge, ok := c.(rivals.DomainClassifier); ok {
		discriminator = judge.DomainAccuracy(data.Source.X, data.Target.X)
	}
	if c, ok := c.(rivals.Representer); ok && 0 < len(data.Target.Y) && len(data.Target.Y) <= data.Target.Rows() {
		d, err = rivals.Diagnose(ctx, c, data)
	}
	return discriminator, d, err
}

// A RivalFit is a trained rival with the same kinds of scores as a solution of LAR. Weights is nil
// if the rival is not linear. Squared errors are NaN if the rival's scores are logits.
type RivalFit struct {
	Method rivals.Method
	Hyper  rivals.Hyper
	// Chosen reports whether the validation rows have chosen the setting.
	Chosen bool
	model.Fit
	// Discriminator is the share of rows whose domain the discriminator predicts correctly.
	// Diagnosis describes the features of a network, as in RivalResult.
	Discriminator float64
	Diagnosis     rivals.Diagnosis
	// Rating is the label-free rating of the weights. It is unknown in a regression and without
	// weights.
	Rating labelfree.Rating
}

// FitRival trains a rival with the setting that the validation rows choose or, without validation
// labels, with the setting of the method's own paper. kTilde is the k̃ of the label-free rating.
// report, which may be nil, receives the finished share, from 0 to 1. Errors come from packages
// rivals and labelfree, or from ctx.
func (s *Session) FitRival(ctx context.Context, r rivals.Method, kTilde int, report func(fraction float64)) (RivalFit, error) {
	r = s.limitSettings(r)
	fit := RivalFit{Method: r, Rating: labelfree.UnknownRating()}
	if report == nil {
		report = func(float64) {}
	}
	setting := min(r.OwnIndex, len(r.Grid)-1)
	if s.CountSettings(r) > len(r.Grid) {
		setting = len(r.Grid)
	}
	c, result, err := s.trainUnscored(ctx, r, setting, report)
	if err != nil {
		return fit, err
	}
	fit.Hyper, fit.Chosen = result.Hyper, result.Candidates != nil
	fit.Discriminator, fit.Diagnosis, err = diagnose(ctx, c, s.Pair.Data)
	if err != nil {
		return fit, err
	}
	if weighted, linear := c.(rivals.WeightedClassifier); linear {
		fit.Fit = s.Problem.ScoreWeights(weighted.Weights())
	} else {
		fit.Fit = s.Problem.ScoreClassifier(rivals.SourceScores(c), c.Scores)
	}
	for _, m := range []*model.Metrics{&fit.Source, &fit.Target, &fit.Validation} {
		if r.Logits {
			m.MSE, m.R2 = math.NaN(), math.NaN()
		}
	}
	if s.Problem.Task == model.Regression || fit.Weights == nil {
		return fit, nil
	}
	rater, err := labelfree.NewRater(ctx, s.Problem)
	if err == nil {
		fit.Rating = rater.RateWeights(fit.Weights, kTilde)
	}
	return fit, err
}
