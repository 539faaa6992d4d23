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

func score(task model.Task, m model.Metrics) float64 {
	if task == model.Regression {
		return m.MSE
	}
	return m.Accuracy
}

// Score of metrics under the task at hand.
func (st *Stage) Score(m model.Metrics) float64 { return score(st.Task(), m) }

// ScoreName says what the score is.
func (st *Stage) ScoreName() string { return TargetMetric.Name(st.Task()) }

// FormatScore writes a score at a fixed width: "99.8 %", "100.0 %", an error with
// four significant digits, or "unknown".
func (st *Stage) FormatScore(v float64) string {
	switch {
	case st.Task() == model.Regression && !math.IsNaN(v):
		return fmt.Sprintf("%*s", st.ScoreWidth(), number.Even(v, 4))
	case !(math.Abs(v) <= 1):
		return fmt.Sprintf("%*s", st.ScoreWidth(), "unknown")
	}
	return fmt.Sprintf("%5.1f %%", 100*v)
}

// ScoreWidth is how many columns FormatScore needs.
func (st *Stage) ScoreWidth() int {
	if st.Task() == model.Regression {
		return len("9.235e-10")
	}
	return len("100.0 %")
}

// Change writes a difference of scores behind a sign of what it is worth: "▲ +11.1"
// points of accuracy, or "▼ +27.4 %" of an error, whose own unit may be anything. It is
// the difference of the scores as FormatScore rounds them. Empty where one is not known.
func (st *Stage) Change(from, to float64) (string, chart.Style) {
	text, verdict := number.Points(from, to, 1)
	if st.Task() == model.Regression {
		text, verdict = number.Relative(from, to)
	}
	return text, []chart.Style{number.Same: chart.Dim, number.Better: chart.Good, number.Worse: chart.Bad}[verdict]
}

// ChangeColumn is change at a fixed width, a dash where one is not known.
func (st *Stage) ChangeColumn(from, to float64) (string, chart.Style) {
	width := len("^ +100.0")
	if st.Task() == model.Regression {
		width = len("^ +999.9 %")
	}
	text, style := st.Change(from, to)
	if text == "" {
		text = "–"
	}
	return fmt.Sprintf("%*s", width, text), style
}

// RoundScore returns the number that FormatScore shows: per cent, or an error.
func RoundScore(st *Stage, v float64) float64 {
	if st.Task() == model.Regression {
		return number.Round(v, 4)
	}
	return number.Fixed(100*v, 1)
}

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

// TickWidth is how wide the labels of the metric's axis usually are at most: "100%", and
// errors like "1.25e-3".
func (m Metric) TickWidth(task model.Task) int {
	if m.IsError(task) {
		return ErrorTickWidth
	}
	return len("100%")
}

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
		return score(task, e.Source)
	case ValidationMetric:
		return score(task, e.Validation)
	}
	return score(task, e.Target)
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

// Name says what the metric is.
func (m Metric) Name(task model.Task) string {
	switch {
	case m == LabelFreeMetric:
		return "joint label alignment"
	case m == ParameterMetric:
		return m.Side() + " error ‖w−w*‖"
	case task == model.Regression:
		return m.Side() + " error (MSE)"
	}
	return m.Side() + " accuracy"
}

// Side names what the metric is of.
func (m Metric) Side() string {
	return [MetricCount]string{"target", "parameter", "source", "validation", "JLA"}[m]
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

// Known reports whether the metric can be Known of the pair on the screen.
func (st *Stage) Known(m Metric) bool {
	s := st.Solution()
	if m == LabelFreeMetric {
		return s != nil && st.Task() != model.Regression
	}
	return s != nil && !math.IsNaN(m.Of(st.Task(), s.Closed.Evaluation))
}

// ShownMetric returns the metric that a view shows where m is chosen: m itself, or
// instead of the target's where that is not known the judge without labels, or the next
// that is known.
func ShownMetric(st *Stage, m Metric) Metric {
	if m == TargetMetric && !st.Known(m) && st.Known(LabelFreeMetric) {
		return LabelFreeMetric
	}
	return nextKnown(st, m, 0)
}

// nextKnown returns the metric that comes so many after m, or the next that is known.
func nextKnown(st *Stage, m Metric, after int) Metric {
	all := Metrics()
	at := slices.Index(all[:], m) + after
	for i := range all {
		if other := all[(at+i)%len(all)]; st.Known(other) {
			return other
		}
	}
	return m
}

// Headline is the metric of the header and of small pictures.
func (st *Stage) Headline() Metric {
	if st.Known(TargetMetric) {
		return TargetMetric
	}
	return SourceMetric
}

// TurnMetric is a key that shows the next metric that is known.
func TurnMetric(m *Metric) func(*Stage) Intent {
	return func(st *Stage) Intent {
		*m = nextKnown(st, ShownMetric(st, *m), 1)
		return Intent{Kind: Ask}
	}
}

// SpokenMetric writes a value of a metric as it is said: with as many decimals as the
// rows can bear over which it counts.
func (st *Stage) SpokenMetric(m Metric, v float64) string {
	const many = 2000
	switch {
	case m.IsError(st.Task()):
		return number.Digits(v, 4)
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "unknown"
	case m == LabelFreeMetric:
		return m.Format(st.Task(), v)
	case m.Domain(st.Update.Session.Pair).Rows() > many:
		return fmt.Sprintf("%.2f %%", 100*v)
	}
	return fmt.Sprintf("%.1f %%", 100*v)
}

// Exact writes a value of the metric as it is read off.
func (m Metric) Exact(task model.Task, v float64) string {
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
