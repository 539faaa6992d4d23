package stage

import (
	"fmt"
	"math"
	"slices"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// FormatTick returns how to write a tick of the metric's axis, nil for the default.
func (m Metric) FormatTick(task model.Task) func(float64) string {
	switch {
	case m == LabelFreeMetric:
		return func(v float64) string { return number.Short(number.Round(v, 3)) }
	case m.IsError(task):
		return nil
	}
	return func(v float64) string { return fmt.Sprintf("%.4g%%", math.Round(1000*v)/10) }
}

// Write has curves of the metric written in its unit, on their axis and as they are read off.
func (m Metric) Write(task model.Task, c *chart.Curves) {
	c.FormatY, c.YWidth = m.FormatTick(task), len("100%")
	if m.IsError(task) {
		c.YWidth = ErrorTickWidth
	}
	c.Exact = func(v float64) string { return m.exact(task, v) }
}

// ErrorTickWidth is how wide the labels of an axis of errors usually are at most.
const ErrorTickWidth = len("1.25e-3")

// Axis returns bounds of the metric's Axis that hold the firm values and, for accuracies,
// the loose ones, widened to round numbers so that the axis does not move at every turn.
// Errors have no upper bound: the loose ones, those of the closed form, may leave the
// axis. NaN where nothing is known.
func (m Metric) Axis(task model.Task, firm, loose []float64) (lo, hi float64) {
	if m.IsError(task) {
		return chart.ErrorRange(firm)
	}
	lo, hi = chart.Bounds(slices.Concat(firm, loose))
	step := 0.05
	if hi-lo > 0.3 {
		step = 0.1
	}
	lo = math.Max(0, math.Floor(lo/step)*step)
	hi = math.Min(1, math.Ceil(hi/step)*step)
	// Not closer, so that ticks are whole per cents.
	const least = 0.1
	if hi-lo < least-1e-9 {
		hi = math.Min(1, hi+least/2)
		lo = math.Max(0, hi-least)
		hi = math.Max(hi, lo+least)
	}
	return lo, hi
}

// A Metric is what the views of λ and of (k, k̃) show of a solution.
type Metric int

const (
	TargetMetric Metric = iota
	ParameterMetric
	SourceMetric
	ValidationMetric
	// LabelFreeMetric is joint label alignment, which a labelfree.Rating has and no
	// evaluation.
	LabelFreeMetric
	MetricCount
)

// Metrics are all of them, the judges of a setting first, in the order in which a key
// shows them.
func Metrics() [MetricCount]Metric {
	return [...]Metric{TargetMetric, ValidationMetric, LabelFreeMetric, ParameterMetric, SourceMetric}
}

// Domain returns the Domain over whose rows the metric counts.
func (m Metric) Domain(pair *datasets.Pair) model.Domain {
	switch m {
	case SourceMetric:
		return pair.Source
	case ValidationMetric:
		return pair.Validation
	}
	return pair.Target
}

// Of takes the metric from an evaluation; NaN where it can't be known.
func (m Metric) Of(task model.Task, e model.Evaluation) float64 {
	switch m {
	case LabelFreeMetric:
		return math.NaN()
	case ParameterMetric:
		return e.ParameterError
	case SourceMetric:
		return e.Source.Score
	case ValidationMetric:
		return e.Validation.Score
	}
	return e.Target.Score
}

// IsError reports whether less is better.
func (m Metric) IsError(task model.Task) bool {
	return m == ParameterMetric || task == model.Regression
}

// Worth is a value, or less than nothing by it where less is better.
func (m Metric) Worth(task model.Task, v float64) float64 {
	if m.IsError(task) {
		return -v
	}
	return v
}

// Name says what the metric is where weights are judged by that score.
func (m Metric) Name(by model.Score) string {
	switch {
	case m == LabelFreeMetric:
		return "joint label alignment"
	case m == ParameterMetric:
		return m.Side() + " error ‖w−w*‖"
	case by.Name == "mse":
		return m.Side() + " error (MSE)"
	}
	return m.Side() + " " + by.Title
}

// Side names what the metric is of.
func (m Metric) Side() string {
	return [MetricCount]string{"target", "parameter", "fitted rows", "validation", "JLA"}[m]
}

// Format writes a value: "99.8 %", an error of labels with four digits, or one of the
// parameters with three.
func (m Metric) Format(task model.Task, v float64) string {
	switch {
	case math.IsNaN(v) || m == ParameterMetric:
		return number.Measure(v)
	case m.IsError(task) || m == LabelFreeMetric:
		return number.Even(v, 4)
	}
	return fmt.Sprintf("%.1f %%", 100*v)
}

// exact writes a value of the metric as it is read off.
func (m Metric) exact(task model.Task, v float64) string {
	if m.IsError(task) || m == LabelFreeMetric || math.IsNaN(v) {
		return number.Digits(v, 6)
	}
	return fmt.Sprintf("%.2f %%", 100*v)
}

// OfRival is what a rival scores by the metric, NaN where that can't be known.
func (m Metric) OfRival(r session.RivalResult) float64 {
	switch m {
	case TargetMetric:
		return r.Target
	case SourceMetric:
		return r.Source
	case ValidationMetric:
		return r.Validation
	}
	return math.NaN()
}
