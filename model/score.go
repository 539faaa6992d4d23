package model

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
)

// A Score is what weights are judged by, of which Metrics.Score is the value.
type Score struct {
	// Name is that of flags, Title what it is called in a sentence: "balanced accuracy".
	Name, Title string
	// Regression tells that it is of labels that are numbers, and an error, the lower the better.
	// Others are shares, the higher the better; of TwoClasses alone where that is set.
	Regression, TwoClasses bool
	// of makes it of what was rated; NaN where that is not known.
	of func(r *rating, m Metrics, n int) float64
	// ranks tells that it goes by the order of the rows, so that their scores are kept.
	ranks bool
}

// Scores returns all of them. The first of each kind is the one where none is named. To add one, add a
// row: flags, help, pictures, choices and reports go by it.
func Scores() []Score { return slices.Clone(scores()) }

// scores makes the table once: it is asked for at every evaluation.
var scores = sync.OnceValue(func() []Score {
	return []Score{
		{Name: "accuracy", Title: "accuracy", of: func(_ *rating, m Metrics, _ int) float64 { return m.Accuracy }},
		{Name: "balanced-accuracy", Title: "balanced accuracy", of: func(_ *rating, m Metrics, _ int) float64 { return m.Balanced }},
		{Name: "f1", Title: "F1", of: func(_ *rating, m Metrics, _ int) float64 { return m.F1 }},
		{Name: "roc-auc", Title: "ROC-AUC", TwoClasses: true, ranks: true, of: func(r *rating, _ Metrics, _ int) float64 { return r.steps().rocAUC() }},
		{Name: "pr-auc", Title: "PR-AUC", TwoClasses: true, ranks: true, of: func(r *rating, _ Metrics, _ int) float64 { return r.steps().averagePrecision() }},
		{Name: "recall-at-budget", Title: "recall at the budget", TwoClasses: true, ranks: true, of: func(r *rating, _ Metrics, n int) float64 {
			const rounding = 1e-9 // of a share of rows that is a whole number
			return r.steps().recallAt(math.Max(1, math.Floor(r.budget*float64(n)+rounding)))
		}},
		{Name: "mse", Title: "squared error", Regression: true, of: func(_ *rating, m Metrics, _ int) float64 { return m.MSE }},
		{Name: "rmse", Title: "root of the squared error", Regression: true, of: func(_ *rating, m Metrics, _ int) float64 { return math.Sqrt(m.MSE) }},
		{Name: "mae", Title: "absolute error", Regression: true, of: func(r *rating, _ Metrics, n int) float64 { return r.absolute / float64(n) }},
	}
})

// A Judged says by which score weights are judged: the Name of one, or empty for accuracy, of a
// regression the squared error.
type Judged struct {
	Name string
	// Budget is the share of rows of largest score among which recall-at-budget looks for the
	// positive ones, rounded down to whole rows but at least one; default 5 %.
	Budget float64
}

// Of returns the score in a task. Errors wrap ErrScore.
func (j Judged) Of(task Task) (Score, error) {
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
		return Score{}, fmt.Errorf("%w: %s orders rows by one score, and of more than two classes there is one for each", ErrScore, j.Name)
	case j.Name == "recall-at-budget" && !(j.Budget > 0 && j.Budget <= 1):
		return Score{}, fmt.Errorf("%w: a budget of %v is no share of the rows between 0 and 1", ErrScore, j.Budget)
	}
	return all[at], nil
}

// ScoredBy is the score that Judged names, the usual one where that has no meaning for the task.
func (d Data) ScoredBy() Score {
	s, err := d.Judged.Of(d.Task)
	if err != nil {
		s, _ = Judged{}.Of(d.Task)
	}
	return s
}

// JudgeBy sets by which score weights are judged, before anything is solved.
func (p *Problem) JudgeBy(j Judged) { p.Judged, p.work.Judged = j, j }

// steps are the distinct scores of rows, descending, and how many rows down to each are positive
// and negative.
type steps struct{ positive, negative []float64 }

// steps counts the rows kept.
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
	positive, negative := 0.0, 0.0
	for i, row := range order {
		if r.labels[row] > 0 {
			positive++
		} else {
			negative++
		}
		if i+1 == len(order) || r.scores[order[i+1]] != r.scores[row] {
			s.positive, s.negative = append(s.positive, positive), append(s.negative, negative)
		}
	}
	return s
}

// totals are how many rows are positive and negative.
func (s steps) totals() (positive, negative float64) {
	if len(s.positive) == 0 {
		return 0, 0
	}
	return s.positive[len(s.positive)-1], s.negative[len(s.negative)-1]
}

// rocAUC is the area under the curve of the share of positive rows found over that of negative
// ones: how often a positive row is scored higher than a negative one, equal scores for half. NaN
// where there is a single class.
func (s steps) rocAUC() float64 {
	area, before, from := 0.0, 0.0, 0.0
	for i, negative := range s.negative {
		area += (negative - from) * (s.positive[i] + before) / 2
		before, from = s.positive[i], negative
	}
	positive, negative := s.totals()
	return area / (positive * negative)
}

// averagePrecision is the precision at each distinct score, weighted by what recall gains there: the
// area under the curve of precision over recall, without interpolation. NaN without positive rows.
func (s steps) averagePrecision() float64 {
	sum, before := 0.0, 0.0
	for i, positive := range s.positive {
		sum += (positive - before) * positive / (positive + s.negative[i])
		before = positive
	}
	positive, _ := s.totals()
	return sum / positive
}

// recallAt is the share of the positive rows among the budget rows of largest score, of which those
// of equal score count in part. NaN without positive rows.
func (s steps) recallAt(budget float64) float64 {
	found, before, rows := 0.0, 0.0, 0.0
	for i, positive := range s.positive {
		here := positive + s.negative[i] - rows
		found += (positive - before) * math.Max(0, math.Min(1, (budget-rows)/here))
		before, rows = positive, rows+here
	}
	positive, _ := s.totals()
	return found / positive
}
