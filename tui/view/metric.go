package view

import (
	"fmt"
	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"math"
	"slices"
)

func score(task model.Task, m model.Metrics) float64 {
	if task == model.Regression {
		return m.MSE
	}
	return m.Accuracy
}

// score of metrics under the task at hand.
func (st *Stage) score(m model.Metrics) float64 { return score(st.Task(), m) }

// scoreName says what the score is.
func (st *Stage) scoreName() string { return targetMetric.name(st.Task()) }

// formatScore writes a score at a fixed width: "99.8 %", "100.0 %", an error with
// four significant digits, or "unknown".
func (st *Stage) formatScore(v float64) string {
	switch {
	case st.Task() == model.Regression && !math.IsNaN(v):
		return fmt.Sprintf("%*s", st.scoreWidth(), number.Even(v, 4))
	case !(math.Abs(v) <= 1):
		return fmt.Sprintf("%*s", st.scoreWidth(), "unknown")
	}
	return fmt.Sprintf("%5.1f %%", 100*v)
}

// scoreWidth is how many columns formatScore needs.
func (st *Stage) scoreWidth() int {
	if st.Task() == model.Regression {
		return len("9.235e-10")
	}
	return len("100.0 %")
}

// change writes a difference of scores behind a sign of what it is worth: "▲ +11.1"
// points of accuracy, or "▼ +27.4 %" of an error, whose own unit may be anything. It is
// the difference of the scores as formatScore rounds them. Empty where one is not known.
func (st *Stage) change(from, to float64) (string, chart.Style) {
	text, verdict := number.Points(from, to, 1)
	if st.Task() == model.Regression {
		text, verdict = number.Relative(from, to)
	}
	return text, []chart.Style{number.Same: chart.Dim, number.Better: chart.Good, number.Worse: chart.Bad}[verdict]
}

// changeColumn is change at a fixed width, a dash where one is not known.
func (st *Stage) changeColumn(from, to float64) (string, chart.Style) {
	width := len("^ +100.0")
	if st.Task() == model.Regression {
		width = len("^ +999.9 %")
	}
	text, style := st.change(from, to)
	if text == "" {
		text = "–"
	}
	return fmt.Sprintf("%*s", width, text), style
}

// roundScore returns the number that formatScore shows: per cent, or an error.
func roundScore(st *Stage, v float64) float64 {
	if st.Task() == model.Regression {
		return number.Round(v, 4)
	}
	return number.Fixed(100*v, 1)
}

// formatTick returns how to write a tick of the metric's axis, nil for the default.
func (m metric) formatTick(task model.Task) func(float64) string {
	switch {
	case m == labelFreeMetric:
		return func(v float64) string { return number.Short(number.Round(v, 3)) }
	case m.isError(task):
		return nil
	}
	return func(v float64) string { return fmt.Sprintf("%.4g%%", math.Round(1000*v)/10) }
}

// tickWidth is how wide the labels of the metric's axis usually are at most: "100%", and
// errors like "1.25e-3".
func (m metric) tickWidth(task model.Task) int {
	if m.isError(task) {
		return errorTickWidth
	}
	return len("100%")
}

const errorTickWidth = len("1.25e-3")

// axis returns bounds of the metric's axis that hold the firm values and, for accuracies,
// the loose ones, widened to round numbers so that the axis does not move at every turn.
// Errors have no upper bound: the loose ones, those of the closed form, may leave the
// axis. NaN where nothing is known.
func (m metric) axis(task model.Task, firm, loose []float64) (lo, hi float64) {
	if m.isError(task) {
		return errorRange(firm)
	}
	lo, hi = bounds(slices.Concat(firm, loose))
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

// A metric is what the views of λ and of (k, k̃) show of a solution.
type metric int

const (
	targetMetric metric = iota
	parameterMetric
	sourceMetric
	validationMetric
	// labelFreeMetric is joint label alignment, which a labelfree.Rating has and no
	// evaluation.
	labelFreeMetric
	metricCount
)

// metrics are all of them, the judges of a setting first, in the order in which a key
// shows them.
func metrics() [metricCount]metric {
	return [...]metric{targetMetric, validationMetric, labelFreeMetric, parameterMetric, sourceMetric}
}

// domain returns the domain over whose rows the metric counts.
func (m metric) domain(pair *datasets.Pair) model.Domain {
	switch m {
	case sourceMetric:
		return pair.Source
	case validationMetric:
		return pair.Validation
	}
	return pair.Target
}

// of takes the metric from an evaluation; NaN where it can't be known.
func (m metric) of(task model.Task, e model.Evaluation) float64 {
	switch m {
	case labelFreeMetric:
		return math.NaN()
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

// worth is a value, or less than nothing by it where less is better.
func (m metric) worth(task model.Task, v float64) float64 {
	if m.isError(task) {
		return -v
	}
	return v
}

// name says what the metric is.
func (m metric) name(task model.Task) string {
	switch {
	case m == labelFreeMetric:
		return "joint label alignment"
	case m == parameterMetric:
		return m.side() + " error ‖w−w*‖"
	case task == model.Regression:
		return m.side() + " error (MSE)"
	}
	return m.side() + " accuracy"
}

// side names what the metric is of.
func (m metric) side() string {
	return [metricCount]string{"target", "parameter", "source", "validation", "JLA"}[m]
}

// format writes a value: "99.8 %", an error of labels with four digits, or one of the
// parameters with three.
func (m metric) format(task model.Task, v float64) string {
	switch {
	case math.IsNaN(v) || m == parameterMetric:
		return number.Measure(v)
	case m.isError(task) || m == labelFreeMetric:
		return number.Even(v, 4)
	}
	return fmt.Sprintf("%.1f %%", 100*v)
}

// known reports whether the metric can be known of the pair on the screen.
func (st *Stage) known(m metric) bool {
	s := st.Solution()
	if m == labelFreeMetric {
		return s != nil && st.Task() != model.Regression
	}
	return s != nil && !math.IsNaN(m.of(st.Task(), s.Closed.Evaluation))
}

// shownMetric returns the metric that a view shows where m is chosen: m itself, or
// instead of the target's where that is not known the judge without labels, or the next
// that is known.
func shownMetric(st *Stage, m metric) metric {
	if m == targetMetric && !st.known(m) && st.known(labelFreeMetric) {
		return labelFreeMetric
	}
	return nextKnown(st, m, 0)
}

// nextKnown returns the metric that comes so many after m, or the next that is known.
func nextKnown(st *Stage, m metric, after int) metric {
	all := metrics()
	at := slices.Index(all[:], m) + after
	for i := range all {
		if other := all[(at+i)%len(all)]; st.known(other) {
			return other
		}
	}
	return m
}

// headline is the metric of the header and of small pictures.
func (st *Stage) headline() metric {
	if st.known(targetMetric) {
		return targetMetric
	}
	return sourceMetric
}

// turnMetric is a key that shows the next metric that is known.
func turnMetric(m *metric) func(*Stage) Intent {
	return func(st *Stage) Intent {
		*m = nextKnown(st, shownMetric(st, *m), 1)
		return Intent{Kind: Ask}
	}
}

// spokenMetric writes a value of a metric as it is said: with as many decimals as the
// rows can bear over which it counts.
func (st *Stage) spokenMetric(m metric, v float64) string {
	const many = 2000
	switch {
	case m.isError(st.Task()):
		return number.Digits(v, 4)
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "unknown"
	case m == labelFreeMetric:
		return m.format(st.Task(), v)
	case m.domain(st.Update.Session.Pair).Rows() > many:
		return fmt.Sprintf("%.2f %%", 100*v)
	}
	return fmt.Sprintf("%.1f %%", 100*v)
}

// exact writes a value of the metric as it is read off.
func (m metric) exact(task model.Task, v float64) string {
	if m.isError(task) || m == labelFreeMetric || math.IsNaN(v) {
		return number.Digits(v, 6)
	}
	return fmt.Sprintf("%.2f %%", 100*v)
}

// ofRival is what a rival scores by the metric, NaN where that can't be known.
func (m metric) ofRival(r session.RivalResult) float64 {
	switch m {
	case targetMetric:
		return r.Target
	case sourceMetric:
		return r.Source
	case validationMetric:
		return r.Validation
	}
	return math.NaN()
}
