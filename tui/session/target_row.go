package session

import (
	"cmp"
	"math"
	"path/filepath"

	"larui/datasets/phrase"
	"larui/model"
	"larui/model/shift"
)

// A TargetRow is the row of one target in a table of the source's targets.
type TargetRow struct {
	// Target is the file of the target. Err is the reason if the target could not be opened or
	// solved; then all fields but Target are unset.
	Target string
	Err    error
	Rows   int
	Shift  Shift
	// Feature is the feature with the strongest shift, or empty if that shift is not significant.
	// FeatureShift is the shift in standard deviations of the source.
	Feature      string
	FeatureShift float64
	// Changed is the share of predictions that LAR at Params changes, or NaN if unknown.
	Changed float64
	Params  model.Params
	// features is the number of features.
	features int
	// Doubtful reports whether the choice of Params is doubtful.
	Doubtful bool
	// None and LAR are the scores of no adaptation and LAR on the target.
	None, LAR model.Evaluation
}

// TargetRow returns the row of the session's target for a solution and a test for shift. tested
// may be zero.
func (s *Session) TargetRow(solution *model.Solution, tested Shift) TargetRow {
	r := TargetRow{Target: cmp.Or(s.Spec.Target, s.Pair.TargetName), Rows: s.Problem.Tgt.N, features: s.Problem.D, Shift: tested, FeatureShift: math.NaN(), Params: solution.Params,
		Changed: s.Problem.Changed(solution.None.Weights, solution.Descent.Weights), None: solution.None.Evaluation, LAR: solution.Descent.Evaluation}
	if tested.Report != nil && len(tested.Features) > 0 && tested.Features[0].Adjusted < shift.Level {
		most := tested.Features[0]
		r.Feature, r.FeatureShift = s.Pair.FeatureName(most.Index), most.Shift
	}
	return r
}

// Name returns the base name of the target's file.
func (r TargetRow) Name() string { return phrase.Shown(filepath.Base(r.Target)) }

// Adapts reports whether the parameters differ from no adaptation.
func (r TargetRow) Adapts() bool { return r.Params.Adapts(r.features) }

// Facts returns the row as facts. Unknown values are nil; a row with Err has only file and error.
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
