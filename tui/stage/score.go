package stage

import (
	"fmt"
	"math"
	"slices"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// PairScore returns the score of the pair, such as the accuracy.
func (st *Stage) PairScore() model.Score {
	if st.Session == nil {
		return model.Data{}.SelectedScore()
	}
	return st.Session.Problem.SelectedScore()
}

// ScoreName returns the name of the score on the target, such as "target accuracy".
func (st *Stage) ScoreName() string { return TargetMetric.Name(st.PairScore()) }

// FormatScore writes a score, padded to ScoreWidth: " 99.8 %", "100.0 %", an error with four
// significant digits, or "unknown".
func (st *Stage) FormatScore(v float64) string {
	switch {
	case st.Task() == model.Regression && !math.IsNaN(v):
		return fmt.Sprintf("%*s", st.ScoreWidth(), number.PaddedDigits(v, 4))
	case !(math.Abs(v) <= 1):
		return fmt.Sprintf("%*s", st.ScoreWidth(), "unknown")
	}
	return fmt.Sprintf("%5.1f %%", 100*v)
}

// ScoreWidth returns the number of columns of FormatScore.
func (st *Stage) ScoreWidth() int {
	if st.Task() == model.Regression {
		return len("9.235e-10")
	}
	return len("100.0 %")
}

// FormatChange writes the difference of two scores after a sign for better or worse: "▲ +11.1" in
// points of accuracy, "▼ +27.4 %" of an error. Both scores are first rounded as by FormatScore. The
// text is empty if a score is unknown.
func (st *Stage) FormatChange(from, to float64) (string, chart.Style) {
	text, verdict := number.PointsChange(from, to, 1)
	if st.Task() == model.Regression {
		text, verdict = number.RelativeChange(from, to)
	}
	return text, []chart.Style{number.Same: chart.Dim, number.Better: chart.Good, number.Worse: chart.Bad}[verdict]
}

// FormatChangeColumn is like FormatChange, padded to a fixed width. It writes a dash if a score is
// unknown.
func (st *Stage) FormatChangeColumn(from, to float64) (string, chart.Style) {
	width := len("^ +100.0")
	if st.Task() == model.Regression {
		width = len("^ +999.9 %")
	}
	text, style := st.FormatChange(from, to)
	if text == "" {
		text = "–"
	}
	return fmt.Sprintf("%*s", width, text), style
}

// RoundScore returns a score rounded as FormatScore shows it: in per cent or, for an error, to four
// significant digits.
func RoundScore(st *Stage, v float64) float64 {
	if st.Task() == model.Regression {
		return number.RoundDigits(v, 4)
	}
	return number.RoundDecimals(100*v, 1)
}

// IsKnown reports whether the solution has a value of the metric.
func (st *Stage) IsKnown(m Metric) bool {
	s := st.Solution
	if m == LabelFreeMetric {
		return s != nil && st.Task() != model.Regression
	}
	if s == nil {
		return false
	}
	if s.Closed.Weights == nil && s.Descent.Weights == nil && s.None.Weights == nil { // without weights, labels decide
		p := st.Session.Problem
		return m == SourceMetric || m == TargetMetric && p.Target.Y != nil || m == ValidationMetric && p.Validation.Y != nil
	}
	unknown := func(e model.Evaluation) bool { return math.IsNaN(m.ValueOf(e)) }
	return !unknown(s.Closed.Evaluation) || !unknown(s.Descent.Evaluation) || !unknown(s.None.Evaluation)
}

// ShownMetric returns the metric to show if the user has chosen m: m if it is known, else the next
// known metric. If m is the score on the target and unknown, joint label alignment is tried before others.
func ShownMetric(st *Stage, m Metric) Metric {
	if m == TargetMetric && !st.IsKnown(m) && st.IsKnown(LabelFreeMetric) {
		return LabelFreeMetric
	}
	return nextKnownMetric(st, m, 0)
}

// nextKnownMetric returns the first metric with a known value among those at least steps places
// after m in the list Metrics.
func nextKnownMetric(st *Stage, m Metric, steps int) Metric {
	all := Metrics()
	at := slices.Index(all[:], m) + steps
	for i := range all {
		if other := all[(at+i)%len(all)]; st.IsKnown(other) {
			return other
		}
	}
	return m
}

// HeadlineMetric returns the metric of the header and of small pictures.
func (st *Stage) HeadlineMetric() Metric {
	if st.IsKnown(TargetMetric) {
		return TargetMetric
	}
	return SourceMetric
}

// ShowNextMetric returns a function for Key.Do that changes *m to the next known metric.
func ShowNextMetric(m *Metric) func(*Stage) Intent {
	return func(st *Stage) Intent {
		*m = nextKnownMetric(st, ShownMetric(st, *m), 1)
		return Intent{Kind: RequestJobs}
	}
}

// FormatInSentence writes a value of a metric for a sentence. An accuracy has two decimals if it is
// computed from many rows, and one decimal if from few.
func (st *Stage) FormatInSentence(m Metric, v float64) string {
	const many = 2000
	switch {
	case m.IsError(st.Task()):
		return number.Digits(v, 4)
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "unknown"
	case m == LabelFreeMetric:
		return m.Format(st.Task(), v)
	case m.Domain(st.Session.Pair).Rows() > many:
		return fmt.Sprintf("%.2f %%", 100*v)
	}
	return fmt.Sprintf("%.1f %%", 100*v)
}
