package session

import (
	"cmp"
	"math"
	"path/filepath"

	"larui/datasets/phrase"
	"larui/model"
	"larui/model/shift"
)

// A TargetRow is what a table over the targets of a source says of one of them.
type TargetRow struct {
	// Target is its file, Err why nothing can be said of it, nil where something is.
	Target string
	Err    error
	Rows   int
	Shift  Shift
	// Feature is the one that is shifted most among those that differ by themselves, empty for none, by
	// so many of the source's deviations.
	Feature      string
	FeatureShift float64
	// Changed is the share of the predictions that LAR changes at Params, NaN where that is not known.
	Changed float64
	Params  model.Params
	// features is how many there are.
	features int
	// Doubtful reports that Params are no adaptation because what leads is doubtful.
	Doubtful bool
	// None and LAR are what no adaptation and LAR score on the target.
	None, LAR model.Evaluation
}

// TargetRow is that of the session, at a solution and with what the test for a shift has come to, which
// may be nothing.
func (s *Session) TargetRow(solution *model.Solution, tested Shift) TargetRow {
	r := TargetRow{Target: cmp.Or(s.Spec.Target, s.Pair.TargetName), Rows: s.Problem.Tgt.N, features: s.Problem.D, Shift: tested, FeatureShift: math.NaN(), Params: solution.Params,
		Changed: s.Problem.Changed(solution.None.Weights, solution.Descent.Weights), None: solution.None.Evaluation, LAR: solution.Descent.Evaluation}
	if tested.Report != nil && len(tested.Features) > 0 && tested.Features[0].Adjusted < shift.Level {
		most := tested.Features[0]
		r.Feature, r.FeatureShift = s.Pair.FeatureName(most.Index), most.Shift
	}
	return r
}

// Name is the target's file without its folder.
func (r TargetRow) Name() string { return phrase.Shown(filepath.Base(r.Target)) }

// Adapts tells that LAR is not no adaptation.
func (r TargetRow) Adapts() bool { return r.Params.Adapts(r.features) }

// Facts are those of the row: nil of what is not known and, of a target of which nothing can be said, all
// but its name and the reason.
func (r TargetRow) Facts() []Fact {
	var rows, shifted, p, auc, low, high, feature, featureShift, changed, none, lar, k, kTilde, lambda, reason any
	if r.Err != nil {
		reason = PlainError(r.Err)
	} else {
		rows, changed, none, lar = r.Rows, r.Changed, r.None.Target.Score, r.LAR.Target.Score
		k, kTilde, lambda = r.Params.K, r.Params.KTilde, r.Params.Lambda
	}
	if test := r.Shift.Report; test != nil {
		shifted, p, auc, low, high = test.Found(), test.P, test.Classifier.AUC, test.Classifier.Low, test.Classifier.High
	}
	if r.Feature != "" {
		feature, featureShift = r.Feature, r.FeatureShift
	}
	return []Fact{{"file", r.Target}, {"rows", rows}, {"shifted", shifted}, {"p", p}, {"auc", auc}, {"aucLow", low}, {"aucHigh", high},
		{"feature", feature}, {"featureShift", featureShift}, {"changed", changed}, {"noneScore", none}, {"score", lar},
		{"k", k}, {"ktilde", kTilde}, {"lambda", lambda}, {"error", reason}}
}
