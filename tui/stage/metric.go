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

// FormatTick returns the function that writes ticks on an axis of the metric. It is nil for an
// error, because a chart writes such ticks by itself.
func (m Metric) FormatTick(task model.Task) func(float64) string {
	switch {
	case m == LabelFreeMetric:
		return func(v float64) string { return number.AllDigits(number.RoundDigits(v, 3)) }
	case m.IsError(task):
		return nil
	}
	return func(v float64) string { return fmt.Sprintf("%.4g%%", math.Round(1000*v)/10) }
}

// FormatCurves sets how c writes ticks and exact values of the metric.
func (m Metric) FormatCurves(task model.Task, c *chart.Curves) {
	c.FormatY, c.YWidth = m.FormatTick(task), len("100%")
	if m.IsError(task) {
		c.YWidth = ErrorTickWidth
	}
	c.FormatReading = func(v float64) string { return m.formatExact(task, v) }
}

// ErrorTickWidth is the width of the longest tick on an axis of errors, in columns.
const ErrorTickWidth = len("1.25e-3")

// AxisBounds returns the bounds of the metric's axis for curves; NaN if no value is known. The axis
// of an accuracy covers all values, with round bounds that rarely change. The axis of an error
// leaves out closedForm, the values of the closed form, which may be far larger than the others.
func (m Metric) AxisBounds(task model.Task, others, closedForm []float64) (lo, hi float64) {
	if m.IsError(task) {
		return chart.ErrorRange(others)
	}
	lo, hi = chart.Bounds(slices.Concat(others, closedForm))
	step := 0.05
	if hi-lo > 0.3 {
		step = 0.1
	}
	lo = math.Max(0, math.Floor(lo/step)*step)
	hi = math.Min(1, math.Ceil(hi/step)*step)
	const least = 0.1 // on a shorter axis ticks would not be whole per cents
	if hi-lo < least-1e-9 {
		hi = math.Min(1, hi+least/2)
		lo = math.Max(0, hi-least)
		hi = math.Max(hi, lo+least)
	}
	return lo, hi
}

// A Metric is a number that measures a solution, drawn over λ and over (k, k̃).
type Metric int

const (
	TargetMetric Metric = iota
	ParameterMetric
	SourceMetric
	ValidationMetric
	// LabelFreeMetric is joint label alignment, which a labelfree.Rating has and a model.Evaluation
	// lacks.
	LabelFreeMetric
	MetricCount
)

// Metrics returns all metrics in the order of the key that steps through them.
func Metrics() [MetricCount]Metric {
	return [...]Metric{TargetMetric, ValidationMetric, LabelFreeMetric, ParameterMetric, SourceMetric}
}

// Domain returns the domain whose rows the metric measures.
func (m Metric) Domain(pair *datasets.Pair) model.Domain {
	switch m {
	case SourceMetric:
		return pair.Source
	case ValidationMetric:
		return pair.Validation
	}
	return pair.Target
}

// ValueOf returns the value of the metric for an evaluation, or NaN if unknown.
func (m Metric) ValueOf(e model.Evaluation) float64 {
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

// IsError reports whether smaller values are better.
func (m Metric) IsError(task model.Task) bool {
	return m == ParameterMetric || task == model.Regression
}

// Goodness returns v or, for an error, -v, so that a larger number is better.
func (m Metric) Goodness(task model.Task, v float64) float64 {
	if m.IsError(task) {
		return -v
	}
	return v
}

// Name returns the name of the metric, such as "target accuracy". by is the score of the pair.
func (m Metric) Name(by model.Score) string {
	switch {
	case m == LabelFreeMetric:
		return "joint label alignment"
	case m == ParameterMetric:
		return m.SubjectName() + " error ‖w−w*‖"
	case by.Name == "mse":
		return m.SubjectName() + " error (MSE)"
	}
	return m.SubjectName() + " " + by.Title
}

// SubjectName returns a short name for the rows or the quantity that the metric measures, such as
// "target".
func (m Metric) SubjectName() string {
	return [MetricCount]string{"target", "parameter", "fitted rows", "validation", "JLA"}[m]
}

// Format writes a value: an accuracy as "99.8 %", an error of predictions with four significant
// digits, an error of parameters with three.
func (m Metric) Format(task model.Task, v float64) string {
	switch {
	case math.IsNaN(v) || m == ParameterMetric:
		return number.ThreeDigits(v)
	case m.IsError(task) || m == LabelFreeMetric:
		return number.PaddedDigits(v, 4)
	}
	return fmt.Sprintf("%.1f %%", 100*v)
}

// formatExact writes a value with more digits than Format, for reading it off a curve.
func (m Metric) formatExact(task model.Task, v float64) string {
	if m.IsError(task) || m == LabelFreeMetric || math.IsNaN(v) {
		return number.Digits(v, 6)
	}
	return fmt.Sprintf("%.2f %%", 100*v)
}

// ValueOfRival returns the value of the metric for a rival, or NaN if unknown.
func (m Metric) ValueOfRival(r session.RivalResult) float64 {
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
