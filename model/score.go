package model

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
)

// A Score is a measure for judging weights. Metrics.Score is its value.
type Score struct {
	// Name is the name in flags, Title the name in a sentence: "balanced accuracy".
	Name, Title string
	// Regression marks a score for numeric labels, an error, where lower is better. Other scores
	// are shares, where higher is better. TwoClasses marks a score for Binary tasks only.
	Regression, TwoClasses bool
	// of computes the score from a rating and its metrics; NaN if unknown.
	of func(r *rating, m Metrics) float64
	// ranks reports whether the score depends on the order of the rows, so that their scores are
	// kept.
	ranks bool
}

// Scores returns all scores. The first score for classes and the first for regression are the
// defaults. To add a score, add a row to the table: flags, help, pictures, choices and reports use
// it.
func Scores() []Score { return slices.Clone(scores()) }

// scores builds the table once, because every evaluation uses it.
var scores = sync.OnceValue(func() []Score {
	return []Score{
		{Name: "accuracy", Title: "accuracy", of: func(_ *rating, m Metrics) float64 { return m.Accuracy }},
		{Name: "balanced-accuracy", Title: "balanced accuracy", of: func(_ *rating, m Metrics) float64 { return m.Balanced }},
		{Name: "f1", Title: "F1", of: func(_ *rating, m Metrics) float64 { return m.F1 }},
		{Name: "roc-auc", Title: "ROC-AUC", TwoClasses: true, ranks: true, of: func(r *rating, _ Metrics) float64 { return r.steps().rocAUC() }},
		{Name: "pr-auc", Title: "PR-AUC", TwoClasses: true, ranks: true, of: func(r *rating, _ Metrics) float64 { return r.steps().averagePrecision() }},
		{Name: "recall-at-budget", Title: "recall at the budget", TwoClasses: true, ranks: true, of: func(r *rating, _ Metrics) float64 {
			const rounding = 1e-9 // for a share that gives a whole number of rows
			return r.steps().recallAt(max(1, math.Floor(r.budget*float64(r.rows)+rounding)))
		}},
		{Name: "mse", Title: "squared error", Regression: true, of: func(_ *rating, m Metrics) float64 { return m.MSE }},
		{Name: "rmse", Title: "root of the squared error", Regression: true, of: func(_ *rating, m Metrics) float64 { return math.Sqrt(m.MSE) }},
		{Name: "mae", Title: "absolute error", Regression: true, of: func(r *rating, _ Metrics) float64 { return r.absolute / float64(r.rows) }},
	}
})

// A ScoreChoice selects the score for judging weights by its Name. An empty Name selects accuracy or,
// for regression, the squared error.
type ScoreChoice struct {
	Name string
	// Budget is the share of rows with the largest scores in which recall-at-budget counts
	// positive rows. It is rounded down to whole rows, but at least one. Package datasets sets it
	// to 5 % by default.
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
		return Score{}, fmt.Errorf("%w: %q is none: there are %s", ErrScore, j.Name, strings.Join(names, ", "))
	case all[at].Regression && task != Regression:
		return Score{}, fmt.Errorf("%w: %s is of labels that are numbers, and these are classes", ErrScore, j.Name)
	case !all[at].Regression && task == Regression:
		return Score{}, fmt.Errorf("%w: %s is of classes, and these labels are numbers", ErrScore, j.Name)
	case all[at].TwoClasses && task != Binary:
		return Score{}, fmt.Errorf("%w: %s orders rows by one score, and more than two classes have a score each", ErrScore, j.Name)
	case j.Name == "recall-at-budget" && !(j.Budget > 0 && j.Budget <= 1):
		return Score{}, fmt.Errorf("%w: a budget of %v is no share of the rows between 0 and 1", ErrScore, j.Budget)
	}
	return all[at], nil
}

// SelectedScore returns the score that Judged selects, or the default if that does not apply to the
// task.
func (d Data) SelectedScore() Score {
	s, err := d.ScoreChoice.Select(d.Task)
	if err != nil {
		s, _ = ScoreChoice{}.Select(d.Task)
	}
	return s
}

// SetScoreChoice selects the score for judging weights. Call it before solving.
func (p *Problem) SetScoreChoice(j ScoreChoice) { p.ScoreChoice, p.work.ScoreChoice = j, j }

// steps has, for each distinct score in descending order, the numbers of positive and negative
// rows with at least that score. positives and negatives are the numbers of all rows.
type steps struct {
	positive, negative   []float64
	positives, negatives float64
}

// steps returns the steps of the stored scores and labels.
func (r *rating) steps() (s steps) {
	order := make([]int, len(r.scores))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case r.scores[a] > r.scores[b]:
			return -1
		case r.scores[a] < r.scores[b]:
			return 1
		}
		return 0
	})
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
// score than a negative one, where equal scores count half. It is NaN if there is a single class.
func (s steps) rocAUC() float64 {
	area, before, from := 0.0, 0.0, 0.0
	for i, negative := range s.negative {
		area += (negative - from) * (s.positive[i] + before) / 2
		before, from = s.positive[i], negative
	}
	return area / (s.positives * s.negatives)
}

// averagePrecision returns the mean of the precision at each distinct score, weighted by the gain
// in recall: the area under the precision-recall curve without interpolation. It is NaN without
// positive rows.
func (s steps) averagePrecision() float64 {
	sum, before := 0.0, 0.0
	for i, positive := range s.positive {
		sum += (positive - before) * positive / (positive + s.negative[i])
		before = positive
	}
	return sum / s.positives
}

// recallAt returns the share of the positive rows that is among the budget rows with the largest
// scores. Rows with equal scores at the limit count in part. It is NaN without positive rows.
func (s steps) recallAt(budget float64) float64 {
	found, before, rows := 0.0, 0.0, 0.0
	for i, positive := range s.positive {
		here := positive + s.negative[i] - rows
		found += (positive - before) * max(0, min(1, (budget-rows)/here))
		before, rows = positive, rows+here
	}
	return found / s.positives
}
