package model

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/floats"
)

// A Score is a measure of predictions that the user can select. Metrics.Score has the value of the
// selected one.
type Score struct {
	// Name is the score's name in flags, and Title its name in a sentence, such as "balanced
	// accuracy".
	Name, Title string
	// Regression marks a score for numeric labels: an error, where lower is better. Scores for classes
	// are shares, where higher is better. TwoClasses marks a score for Binary tasks only.
	Regression, TwoClasses bool
	// compute returns the score of the accumulated rows, whose other metrics are m; NaN if unknown.
	compute func(r *metricAccumulator, m Metrics) float64
	// ranks reports whether the score depends on the order of the rows by predicted scores. The
	// metricAccumulator then keeps the predicted scores.
	ranks bool
}

// Scores returns the table of all scores. The first score for classes and the first for regression
// are the defaults. A score added to the table appears in flags, help, plots and reports.
func Scores() []Score { return slices.Clone(scores()) }

// scores builds the table only once, because every evaluation uses the table.
var scores = sync.OnceValue(func() []Score {
	return []Score{
		{Name: "accuracy", Title: "accuracy", compute: func(_ *metricAccumulator, m Metrics) float64 { return m.Accuracy }},
		{Name: "balanced-accuracy", Title: "balanced accuracy", compute: func(_ *metricAccumulator, m Metrics) float64 { return m.Balanced }},
		{Name: "f1", Title: "F1", compute: func(_ *metricAccumulator, m Metrics) float64 { return m.F1 }},
		{Name: "roc-auc", Title: "ROC-AUC", TwoClasses: true, ranks: true, compute: func(r *metricAccumulator, _ Metrics) float64 { return r.countByScore().rocAUC() }},
		{Name: "pr-auc", Title: "PR-AUC", TwoClasses: true, ranks: true, compute: func(r *metricAccumulator, _ Metrics) float64 { return r.countByScore().averagePrecision() }},
		{Name: "recall-at-budget", Title: "recall at the budget", TwoClasses: true, ranks: true, compute: func(r *metricAccumulator, _ Metrics) float64 {
			const rounding = 1e-9 // so that rounding does not lower a whole number of rows
			return r.countByScore().recallAt(max(1, math.Floor(r.budget*float64(r.rows)+rounding)))
		}},
		{Name: "mse", Title: "squared error", Regression: true, compute: func(_ *metricAccumulator, m Metrics) float64 { return m.MSE }},
		{Name: "rmse", Title: "root of the squared error", Regression: true, compute: func(_ *metricAccumulator, m Metrics) float64 { return math.Sqrt(m.MSE) }},
		{Name: "mae", Title: "absolute error", Regression: true, compute: func(r *metricAccumulator, _ Metrics) float64 { return r.absolute / float64(r.rows) }},
	}
})

// A ScoreChoice selects a Score by its Name. An empty Name selects accuracy or, for regression, the
// squared error.
type ScoreChoice struct {
	Name string
	// Budget, in (0, 1], is the share of rows that recall-at-budget selects: the rows with the largest
	// scores, rounded down to a whole number, but at least one row. Package datasets sets it to 0.05
	// by default.
	Budget float64
}

// Select returns the selected score for a task. Errors wrap ErrScore.
func (j ScoreChoice) Select(task Task) (Score, error) {
	all := scores()
	if j.Name == "" {
		return all[slices.IndexFunc(all, func(s Score) bool { return s.Regression == (task == Regression) })], nil
	}
	at := slices.IndexFunc(all, func(s Score) bool { return s.Name == j.Name })
	switch {
	case at < 0:
		names := make([]string, len(all))
		for i, s := range all {
			names[i] = s.Name
		}
		return Score{}, fmt.Errorf("%w: %q is unknown: choose one of %s", ErrScore, j.Name, strings.Join(names, ", "))
	case all[at].Regression && task != Regression:
		return Score{}, fmt.Errorf("%w: %s needs labels that are numbers, but these labels are classes", ErrScore, j.Name)
	case !all[at].Regression && task == Regression:
		return Score{}, fmt.Errorf("%w: %s needs labels that are classes, but these labels are numbers", ErrScore, j.Name)
	case all[at].TwoClasses && task != Binary:
		return Score{}, fmt.Errorf("%w: %s needs two classes, and this task has more", ErrScore, j.Name)
	case j.Name == "recall-at-budget" && !(j.Budget > 0 && j.Budget <= 1):
		return Score{}, fmt.Errorf("%w: the budget is %v, but must be a share of the rows above 0 and at most 1", ErrScore, j.Budget)
	}
	return all[at], nil
}

// SelectedScore returns the score that ScoreChoice selects. If the selected score does not apply to
// the task, it returns the default score.
func (d Data) SelectedScore() Score {
	s, err := d.ScoreChoice.Select(d.Task)
	if err != nil {
		s, _ = ScoreChoice{}.Select(d.Task)
	}
	return s
}

// SetScoreChoice selects Metrics.Score. Call it before solving.
func (p *Problem) SetScoreChoice(j ScoreChoice) { p.ScoreChoice, p.work.ScoreChoice = j, j }

// A cumulativeCounts counts rows by score. positive[i] and negative[i] are the numbers of positive
// and negative rows with at least the i-th largest distinct score. positives and negatives are the
// numbers of all positive and negative rows.
type cumulativeCounts struct {
	positive, negative   []float64
	positives, negatives float64
}

func (r *metricAccumulator) countByScore() (s cumulativeCounts) {
	order := make([]int, len(r.scores))
	floats.ArgsortStable(slices.Clone(r.scores), order)
	slices.Reverse(order)
	for i, row := range order {
		if r.labels[row] > 0 {
			s.positives++
		} else {
			s.negatives++
		}
		if i+1 == len(order) || r.scores[order[i+1]] != r.scores[row] {
			s.positive, s.negative = append(s.positive, s.positives), append(s.negative, s.negatives)
		}
	}
	return s
}

// rocAUC returns the area under the ROC curve: the probability that a positive row has a higher
// score than a negative row, where equal scores count half. It returns NaN if a class has no rows.
func (s cumulativeCounts) rocAUC() float64 {
	area, before, from := 0.0, 0.0, 0.0
	for i, negative := range s.negative {
		area += (negative - from) * (s.positive[i] + before) / 2
		before, from = s.positive[i], negative
	}
	return area / (s.positives * s.negatives)
}

// averagePrecision returns the area under the precision-recall curve without interpolation: the
// mean precision at each distinct score, weighted by the gain in recall. It returns NaN without
// positive rows.
func (s cumulativeCounts) averagePrecision() float64 {
	sum, before := 0.0, 0.0
	for i, positive := range s.positive {
		sum += (positive - before) * positive / (positive + s.negative[i])
		before = positive
	}
	return sum / s.positives
}

// recallAt returns the share of all positive rows among the count rows with the largest scores.
// Rows with equal scores at this limit count in part. recallAt returns NaN without positive rows.
func (s cumulativeCounts) recallAt(count float64) float64 {
	found, before, rows := 0.0, 0.0, 0.0
	for i, positive := range s.positive {
		here := positive + s.negative[i] - rows
		found += (positive - before) * max(0, min(1, (count-rows)/here))
		before, rows = positive, rows+here
	}
	return found / s.positives
}
