package view

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/datasets"
	"larui/datasets/phrase"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// What the screens call things, everywhere by the same words.
const (
	noAdaptation    = "no adaptation"
	trainedToTheEnd = "trained to the end"
	correctOnTarget = "correct on the target"
)

// A score is the number by which a solution is judged on the screen: the target
// accuracy, for regression the target's mean squared error. Where the target has
// no labels it is unknown (NaN).

func score(task model.Task, m model.Metrics) float64 {
	if task == model.Regression {
		return m.MSE
	}
	return m.Accuracy
}

func (sc *Scene) Task() model.Task {
	if sc.Update.Session == nil {
		return model.Binary
	}
	return sc.Update.Session.Problem.Task
}

// score of metrics under the task at hand.
func (sc *Scene) score(m model.Metrics) float64 { return score(sc.Task(), m) }

// scoreName says what the score is.
func (sc *Scene) scoreName() string { return targetMetric.name(sc.Task()) }

// formatScore writes a score at a fixed width: "99.8 %", "100.0 %", an error with
// four significant digits, or "unknown".
func (sc *Scene) formatScore(v float64) string {
	switch {
	case sc.Task() == model.Regression && !math.IsNaN(v):
		return fmt.Sprintf("%*s", sc.scoreWidth(), number.Even(v, 4))
	case !(math.Abs(v) <= 1):
		return fmt.Sprintf("%*s", sc.scoreWidth(), "unknown")
	}
	return fmt.Sprintf("%5.1f %%", 100*v)
}

// scoreWidth is how many columns formatScore needs.
func (sc *Scene) scoreWidth() int {
	if sc.Task() == model.Regression {
		return len("9.235e-10")
	}
	return len("100.0 %")
}

// change writes a difference of scores behind a sign of what it is worth: "▲ +11.1"
// points of accuracy, or "▼ +27.4 %" of an error, whose own unit may be anything. It is
// the difference of the scores as formatScore rounds them. Empty where one is not known.
func (sc *Scene) change(from, to float64) (string, chart.Style) {
	text, verdict := number.Points(from, to, 1)
	if sc.Task() == model.Regression {
		text, verdict = number.Relative(from, to)
	}
	return text, []chart.Style{number.Same: chart.Dim, number.Better: chart.Good, number.Worse: chart.Bad}[verdict]
}

// changeColumn is change at a fixed width, a dash where one is not known.
func (sc *Scene) changeColumn(from, to float64) (string, chart.Style) {
	width := len("^ +100.0")
	if sc.Task() == model.Regression {
		width = len("^ +999.9 %")
	}
	text, style := sc.change(from, to)
	if text == "" {
		text = "–"
	}
	return fmt.Sprintf("%*s", width, text), style
}

// roundScore returns the number that formatScore shows: per cent, or an error.
func roundScore(sc *Scene, v float64) float64 {
	if sc.Task() == model.Regression {
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

// errorRange returns bounds of an axis of errors with a margin on both sides, widened
// to round numbers and so far that three digits tell its ticks apart.
func errorRange(values []float64) (lo, hi float64) {
	lo, hi = bounds(values)
	margin := (hi - lo) / 20
	if largest := math.Max(math.Abs(lo), math.Abs(hi)); hi-lo < largest/5 {
		margin = math.Max(margin, largest/10)
	}
	least := lo - margin
	if lo >= 0 { // which no error passes, but an objective may
		least = math.Max(0, least)
	}
	return roundOutward(least, hi+margin)
}

// roundOutward widens a range to multiples of a power of ten that is at most a fifth
// of it, so that its ends are short numbers and stay while values move a little. A
// range that can't be widened stays as it is.
func roundOutward(lo, hi float64) (float64, float64) {
	power := math.Floor(math.Log10((hi - lo) / 5))
	step := math.Pow(10, power)
	if !(step > 0) || math.IsInf(step, 0) {
		return lo, hi
	}
	low, high := math.Floor(lo/step+1e-9), math.Ceil(hi/step-1e-9)
	if power < 0 { // 10ⁿ is exact, its inverse is not
		scale := math.Pow(10, -power)
		return low / scale, high / scale
	}
	return low * step, high * step
}

// bounds returns the smallest and the largest finite value, NaN without any.
func bounds(values []float64) (lo, hi float64) {
	finite := slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
	if len(finite) == 0 {
		return math.NaN(), math.NaN()
	}
	return slices.Min(finite), slices.Max(finite)
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
func (sc *Scene) known(m metric) bool {
	s := sc.Solution()
	if m == labelFreeMetric {
		return s != nil && sc.Task() != model.Regression
	}
	return s != nil && !math.IsNaN(m.of(sc.Task(), s.Closed.Evaluation))
}

// shownMetric returns the metric that a view shows where m is chosen: m itself, or
// instead of the target's where that is not known the judge without labels, or the next
// that is known.
func shownMetric(sc *Scene, m metric) metric {
	if m == targetMetric && !sc.known(m) && sc.known(labelFreeMetric) {
		return labelFreeMetric
	}
	return nextKnown(sc, m, 0)
}

// nextKnown returns the metric that comes so many after m, or the next that is known.
func nextKnown(sc *Scene, m metric, after int) metric {
	all := metrics()
	at := slices.Index(all[:], m) + after
	for i := range all {
		if other := all[(at+i)%len(all)]; sc.known(other) {
			return other
		}
	}
	return m
}

// headline is the metric of the header and of small pictures.
func (sc *Scene) headline() metric {
	if sc.known(targetMetric) {
		return targetMetric
	}
	return sourceMetric
}

// turnMetric is a key that shows the next metric that is known.
func turnMetric(m *metric) func(*Scene) Intent {
	return func(sc *Scene) Intent {
		*m = nextKnown(sc, shownMetric(sc, *m), 1)
		return Intent{Kind: Ask}
	}
}

// unknowable says why another metric than the target's own is shown; empty where
// nothing is missing.
func unknowable(sc *Scene) string {
	if sc.known(targetMetric) {
		return ""
	}
	if sc.Task() == model.Regression {
		return "the target has no labels: its error and w* can't be known; judges without labels need classes"
	}
	return "the target has no labels: its accuracy and w* can't be known"
}

// spokenMetric writes a value of a metric as it is said: with as many decimals as the
// rows can bear over which it counts.
func (sc *Scene) spokenMetric(m metric, v float64) string {
	const many = 2000
	switch {
	case m.isError(sc.Task()):
		return number.Digits(v, 4)
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "unknown"
	case m == labelFreeMetric:
		return m.format(sc.Task(), v)
	case m.domain(sc.Update.Session.Pair).Rows() > many:
		return fmt.Sprintf("%.2f %%", 100*v)
	}
	return fmt.Sprintf("%.1f %%", 100*v)
}

// Lines says in words what the screen shows: the view that fills it, else the scores.
func (sc *Scene) Lines() []string {
	if sc.Zoom {
		return sc.Named(sc.Panel).Lines(sc)
	}
	return sc.ScoreLines()
}

// ScoreLines says what no adaptation, LAR and its closed form score, a line for each
// score that can be known.
func (sc *Scene) ScoreLines() []string {
	var lines []string
	s, task := sc.Solution(), sc.Task()
	say := func(name string, write func(model.Evaluation) string) {
		descent := func(d model.Descent) string {
			if d.Diverges {
				return "diverges"
			}
			return write(d.Evaluation)
		}
		line := "%s: no adaptation %s, LAR %s, trained to the end %s"
		lines = append(lines, fmt.Sprintf(line, name, descent(s.None), descent(s.Descent), write(s.Closed.Evaluation)))
	}
	for _, m := range []metric{targetMetric, sourceMetric, validationMetric, parameterMetric} {
		name := strings.Replace(m.name(task), "error (MSE)", "squared error", 1)
		switch {
		case m == parameterMetric && !sc.known(m), m.domain(sc.Update.Session.Pair).Rows() == 0:
			continue
		case m == parameterMetric:
			name = "distance to the target's optimum"
		}
		say(name, func(e model.Evaluation) string { return sc.spokenMetric(m, m.of(task, e)) })
	}
	if signs := s.Signs; signs != nil && task != model.Regression && !s.Descent.Diverges {
		lines = append(lines, fmt.Sprintf("without labels of the target: LAR changes %s of its predictions; class %s is %s of them and %s of the source",
			number.Percent(signs.Changed, 1), phrase.Shown(sc.Update.Session.Pair.ClassNames[signs.Class]),
			number.Percent(signs.Predicted, 1), number.Percent(signs.Labelled, 1)))
		if theory := sc.Update.Theory; theory != nil {
			lines = append(lines, "overlap of the heads: "+number.Digits(theory.HeadOverlapMin, 3))
		}
	}
	say("norm of the weights", func(e model.Evaluation) string { return number.Digits(e.WeightNorm, 4) })
	return lines
}
