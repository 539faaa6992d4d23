package stage

import (
	"fmt"
	"math"
	"slices"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// Score of metrics under the task at hand.
func (st *Stage) Score(m model.Metrics) float64 { return m.Score }

// ScoredBy is the score that weights are judged by.
func (st *Stage) ScoredBy() model.Score {
	if st.Update.Session == nil {
		return model.Data{}.ScoredBy()
	}
	return st.Update.Session.Problem.ScoredBy()
}

// ScoreName says what the score is.
func (st *Stage) ScoreName() string { return TargetMetric.Name(st.ScoredBy()) }

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

// Known reports whether the metric can be known of the pair on the screen.
func (st *Stage) Known(m Metric) bool {
	s := st.Solution()
	if m == LabelFreeMetric {
		return s != nil && st.Task() != model.Regression
	}
	if s == nil {
		return false
	}
	if s.Closed.Weights == nil && s.Descent.Weights == nil && s.None.Weights == nil { // labels tell, then
		p := st.Update.Session.Problem
		return m == SourceMetric || m == TargetMetric && p.Target.Y != nil || m == ValidationMetric && p.Validation.Y != nil
	}
	unknown := func(e model.Evaluation) bool { return math.IsNaN(m.Of(st.Task(), e)) }
	return !unknown(s.Closed.Evaluation) || !unknown(s.Descent.Evaluation) || !unknown(s.None.Evaluation)
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
