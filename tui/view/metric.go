package view

import (
	"fmt"
	"math"

	"larui/model"
	"larui/tui/number"
)

// A metric is what the views of λ and of (k, k̃) show of a solution.
type metric int

const (
	targetMetric metric = iota
	parameterMetric
	sourceMetric
	validationMetric
	metricCount
)

// of takes the metric from an evaluation; NaN where it can't be known.
func (m metric) of(task model.Task, e model.Evaluation) float64 {
	switch m {
	case parameterMetric:
		return e.ParameterError
	case sourceMetric:
		return score(task, e.Source)
	case validationMetric:
		return score(task, e.Validation)
	}
	return score(task, e.Target)
}

// isError reports whether less is better.
func (m metric) isError(task model.Task) bool {
	return m == parameterMetric || task == model.Regression
}

// better reports whether a is better than b; anything is better than NaN.
func (m metric) better(task model.Task, a, b float64) bool {
	switch {
	case math.IsNaN(a):
		return false
	case math.IsNaN(b):
		return true
	case m.isError(task):
		return a < b
	}
	return a > b
}

// name says what the metric is.
func (m metric) name(task model.Task) string {
	what := "accuracy"
	if task == model.Regression {
		what = "error (MSE)"
	}
	switch m {
	case parameterMetric:
		return "parameter error ‖w−w*‖"
	case sourceMetric:
		return "source " + what
	case validationMetric:
		return "validation " + what
	}
	return "target " + what
}

// format writes a value: "99.8 %", an error of labels with four digits, or one of the
// parameters with three.
func (m metric) format(task model.Task, v float64) string {
	switch {
	case math.IsNaN(v) || m == parameterMetric:
		return number.Measure(v)
	case m.isError(task):
		return number.Even(v, 4)
	}
	return fmt.Sprintf("%.1f %%", 100*v)
}

// known reports whether the metric can be known of the pair on the screen.
func (sc *Scene) known(m metric) bool {
	s := sc.Solution()
	return s != nil && !math.IsNaN(m.of(sc.Task(), s.Closed.Evaluation))
}

// shownMetric returns the metric that a view shows where m is chosen: m itself, or the
// first that is known.
func (sc *Scene) shownMetric(m metric) metric {
	for i := range metricCount {
		if other := (m + i) % metricCount; sc.known(other) {
			return other
		}
	}
	return m
}

// turnMetric is a key that shows the next metric that is known.
func turnMetric(m *metric) func(*Scene) Intent {
	return func(sc *Scene) Intent {
		*m = sc.shownMetric((sc.shownMetric(*m) + 1) % metricCount)
		return Intent{}
	}
}

// unknowable says why another metric than the target's own is shown; empty where
// nothing is missing.
func (sc *Scene) unknowable() string {
	if sc.known(targetMetric) {
		return ""
	}
	return "the target has no labels: its accuracy and w* can't be known"
}

// spokenMetric writes a value of a metric as it is said: with as many decimals as the
// rows can bear over which it counts.
func (sc *Scene) spokenMetric(m metric, v float64) string {
	if m.isError(sc.Task()) {
		return number.Digits(v, 4)
	}
	pair := sc.Update.Session.Pair
	domain := pair.Target
	switch m {
	case sourceMetric:
		domain = pair.Source
	case validationMetric:
		domain = pair.Validation
	}
	return spokenShare(v, domain.Rows())
}
