package view

import (
	"cmp"
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/rivals"
	"larui/tui/number"
	"larui/tui/session"
)

// A Rival is a method to compare LAR with, as a row of the view of rivals.
type Rival struct {
	Method rivals.Method
	// Name tells it apart.
	Name string
}

// Lineup returns the rivals in the order of the view.
func Lineup() []Rival {
	var all []Rival
	for _, m := range rivals.Methods() {
		all = append(all, Rival{m, cmp.Or(m.Title, m.Name)})
	}
	return all
}

// runsWith says how the method is run, as far as its settings don't.
func (r Rival) runsWith() string {
	if r.Method.Aside != "" {
		return r.Method.Variant + " (" + r.Method.Aside + ")"
	}
	return r.Method.Variant
}

// smallPair is up to how many source labels × features a quick method is trained
// without being asked: it descends in thousands of epochs, each through all of them.
const smallPair = 20_000

// isSmall reports whether quick methods take but a moment on the session's pair.
func isSmall(s *session.Session) bool {
	outputs := max(1, s.Problem.C)
	return s.Pair.Source.Rows()*s.Problem.D*outputs <= smallPair
}

// CanChoose reports whether the session has rows to choose settings by.
func CanChoose(s *session.Session) bool {
	v := s.Pair.Validation
	return v.Rows() > 0 && len(v.Y) == v.Rows()
}

// Settings returns how many settings the rival can be trained with in a session:
// its grid's and, as the last one, the one of these that the validation rows
// choose.
func (r Rival) Settings(s *session.Session) int {
	n := len(r.Method.Grid)
	if n > 1 && CanChoose(s) {
		n++
	}
	return n
}

// isChoice reports whether a setting leaves the choice to the validation rows.
func (r Rival) isChoice(setting int) bool { return setting >= len(r.Method.Grid) }

// settingName writes hyperparameters shortly.
func settingName(h rivals.Hyper) string { return h.Words(number.Short) }

// A rivalResult is what a trained rival scores, NaN where that can't be known.
type rivalResult struct {
	hyper                      rivals.Hyper
	source, target, validation float64
	// candidates are those that the validation rows chose from; nil without choice.
	candidates []rivals.Candidate
}

// of returns the metric of a result.
func (r rivalResult) of(m metric) float64 {
	switch m {
	case targetMetric:
		return r.target
	case sourceMetric:
		return r.source
	case validationMetric:
		return r.validation
	}
	return math.NaN()
}

// trainRival trains a rival on the session's pair, with the pair's own seed, and
// scores it. The target's labels are looked at for its score alone. Errors are those
// of package rivals, or the context's.
func trainRival(ctx context.Context, s *session.Session, r Rival, setting int, report func(fraction float64)) (rivalResult, error) {
	pair := s.Pair
	target, validation := pair.Target, pair.Validation
	problem := rivals.Problem{
		Task: s.Problem.Task, Classes: pair.Classes,
		Source: pair.Source, Target: target.X,
	}
	result := rivalResult{source: math.NaN(), target: math.NaN(), validation: math.NaN()}
	var classifier rivals.Classifier
	if r.isChoice(setting) {
		choice, err := rivals.Select(ctx, r.Method, problem, validation, s.Spec.Seed, report)
		if err != nil {
			return result, err
		}
		classifier, result.hyper, result.candidates = choice.Classifier, choice.Hyper, choice.Candidates
	} else {
		var err error
		result.hyper = r.Method.Grid[setting]
		if classifier, err = r.Method.Train(ctx, problem, result.hyper, s.Spec.Seed, report); err != nil {
			return result, err
		}
	}
	for _, side := range []struct {
		domain model.Domain
		scores func(*mat.Dense) *mat.Dense
		to     *float64
	}{
		{problem.Source, rivals.SourceScores(classifier), &result.source},
		{target, classifier.Scores, &result.target},
		{validation, classifier.Scores, &result.validation},
	} {
		var err error
		if *side.to, err = rivals.Score(ctx, problem.Task, side.scores, side.domain); err != nil {
			return result, err
		}
	}
	return result, nil
}
