package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"larui/datasets"
	"larui/model"
	"larui/tui/session"
)

// writePair writes what the pair is: a line, and a table with a row per domain.
func writePair(b *strings.Builder, session *session.Session) {
	pair, problem := session.Pair, session.Problem
	writeTitle(b, pair)
	t := table{align: "lrrrrrrl"}
	t.add("", "rows", "features", "rank", "σ₁", "head k(0.1)", "tail k(0.1)")
	d := strconv.Itoa(problem.D)
	for _, side := range []struct {
		what, name string
		model.Side
	}{{"source", pair.SourceName, problem.Src}, {"target", pair.TargetName, problem.Tgt}} {
		head, tail := unknownText, unknownText
		if side.XtY != nil {
			head, tail = strconv.Itoa(side.HeadRank), strconv.Itoa(side.TailRank)
		}
		t.add(side.what, strconv.Itoa(side.N), d, strconv.Itoa(side.Rank), measured(side.Sigma[0]), head, tail, side.name)
	}
	if rows := pair.Validation.Rows(); rows > 0 {
		t.add("validation", strconv.Itoa(rows), d)
	}
	t.write(b)
}

// writeTitle writes the pair's title and its task.
func writeTitle(b *strings.Builder, pair *datasets.Pair) {
	task := pair.Task.String()
	switch pair.Task {
	case model.Binary:
		task += fmt.Sprintf(", %s against %s", pair.ClassNames[0], pair.ClassNames[1])
	case model.MultiClass:
		task += fmt.Sprintf(", %d classes, one against all", len(pair.ClassNames))
	}
	b.WriteString(oneLine(pair.Title+": "+task) + "\n")
}

func (s *solved) writeParams(b *strings.Builder) {
	p := s.solution.Params
	implicit := "implicit term removed"
	if p.KeepImplicit {
		implicit = "implicit term kept"
	}
	rate := short(s.solution.Descent.Rate)
	if p.Rate.Rule != model.RateFixed {
		rate += " (" + p.Rate.String() + ")"
	}
	momentum := short(p.Momentum)
	if p.Nesterov {
		momentum += " (Nesterov)"
	}
	fmt.Fprintf(b, "  k = %d   k̃ = %d   λ = %s   epochs = %d   rate = %s\n",
		p.K, p.KTilde, short(p.Lambda), p.Epochs, rate)
	fmt.Fprintf(b, "  L2 = %s   momentum = %s   tail weighted by the %s's σ   %s\n",
		short(p.L2), momentum, p.Tail, implicit)
}

// writeScores writes a table with a row per score and a column per method, with
// the change against no adaptation where the score tells good from bad.
func (s *solved) writeScores(b *strings.Builder) {
	none, descent, closed := s.solution.None.Evaluation, s.solution.Descent.Evaluation, s.solution.Closed.Evaluation
	t := table{align: "lrrlrl"}
	epochs := strconv.Itoa(s.solution.Epochs) + " epochs"
	t.add("", "no adaptation", "LAR", "", "LAR")
	t.add("", epochs, epochs, "", "closed form")

	pair := s.session.Pair
	domains := []struct {
		name string
		rows int
		of   func(model.Evaluation) model.Metrics
	}{
		{"target", pair.Target.Rows(), func(e model.Evaluation) model.Metrics { return e.Target }},
		{"source", pair.Source.Rows(), func(e model.Evaluation) model.Metrics { return e.Source }},
		{"validation", pair.Validation.Rows(), func(e model.Evaluation) model.Metrics { return e.Validation }},
	}
	shares := []struct {
		name string
		of   func(model.Metrics) float64
	}{
		{"accuracy", func(m model.Metrics) float64 { return m.Accuracy }},
		{"balanced accuracy", func(m model.Metrics) float64 { return m.Balanced }},
		{"F1", func(m model.Metrics) float64 { return m.F1 }},
	}
	if pair.Task == model.Regression {
		shares = nil
	}
	for _, share := range shares {
		for _, domain := range domains {
			if domain.rows == 0 {
				continue
			}
			n, d, c := share.of(domain.of(none)), share.of(domain.of(descent)), share.of(domain.of(closed))
			t.add(domain.name+" "+share.name, percent(n, domain.rows),
				percent(d, domain.rows), points(n, d, domain.rows), percent(c, domain.rows), points(n, c, domain.rows))
		}
	}
	for _, domain := range domains {
		if domain.rows == 0 {
			continue
		}
		n, d, c := domain.of(none).MSE, domain.of(descent).MSE, domain.of(closed).MSE
		t.add(domain.name+" squared error", measured(n), measured(d), relative(n, d), measured(c), relative(n, c))
	}
	for _, score := range []struct {
		name string
		of   func(model.Evaluation) float64
	}{
		{"‖w − w*‖, w* optimal on target", func(e model.Evaluation) float64 { return e.ParameterError }},
		{"cosine of w and w*", func(e model.Evaluation) float64 { return e.Cosine }},
		{"‖w‖", func(e model.Evaluation) float64 { return e.WeightNorm }},
	} {
		t.add(score.name, measured(score.of(none)), measured(score.of(descent)), "", measured(score.of(closed)))
	}
	t.write(b)
	b.WriteString("  " + judgedAgainstNone + "\n")
}

// judgedAgainstNone explains the signs of changes.
const judgedAgainstNone = "▲ better, ▼ worse than no adaptation: a higher share, a lower error"

func (s *solved) writeTheory(b *strings.Builder) {
	b.WriteString("theory (closed form)\n")
	th := s.theory
	t := table{align: "lrl"}
	t.add("overlap of the heads, σ_min(V_kᵀṼ_k̃)", measured(th.HeadOverlapMin))
	t.add("overlap of the tails, σ_min(V'ᵀṼ')", measured(th.TailOverlapMin))
	t.add("share of w outside span(ṽ₁..ṽ_k̃)", measured(th.OutsideSpan), "0 if k = k̃ and y^U_i = 0 beyond k")
	t.add("drift of w, λ from 0.01 to 100", measured(th.LambdaDrift), "0 likewise")
	t.add("residual of μ_k = c·V_kᵀw*", measured(th.Proportionality), "0 if w points along w*")
	predicted := ""
	if number(th.PredictedAngle).known() {
		predicted = fmt.Sprintf("predicted for k = k̃ = 1: %s°", measured(th.PredictedAngle))
	}
	angle := measured(th.Angle)
	if number(th.Angle).known() {
		angle += "°"
	}
	t.add("angle between w and w*", angle, predicted)
	t.write(b)
}

// remarks say in words what the numbers alone do not.
func (s *solved) remarks() []string {
	var remarks []string
	say := func(format string, args ...any) { remarks = append(remarks, fmt.Sprintf(format, args...)) }
	p, problem := s.solution.Params, s.session.Problem
	if s.session.Pair.Target.Y == nil {
		say("The target has no labels, so its accuracy, w* and what compares with w* can't be known (-).")
	}
	if d := s.solution.Descent; d.Diverges {
		say("Descent diverges: its rate %s is above %s, the largest stable one here. Use a smaller --rate, or --rate auto.",
			measured(d.Rate), measured(d.LargestStableRate))
	}
	if d := s.solution.None; d.Diverges {
		say("Without adaptation, descent diverges at rate %s: the largest stable one is %s.",
			measured(d.Rate), measured(d.LargestStableRate))
	}
	switch c := s.solution.Closed; {
	case c.UnboundedBelow:
		say("The objective is unbounded below: %s %% of Φᵀy (by norm) pulls where the matrix A of the method is zero, so descent walks on for ever there and early stopping matters. The closed form is the pseudo-inverse solution on the rest.",
			strconv.FormatFloat(100*c.Leak, 'g', 3, 64))
	case c.RankDeficient:
		say("The matrix A of the method is singular; the closed form is the pseudo-inverse solution, of least norm.")
	case c.Condition > 1/math.Sqrt(model.DoublePrecision):
		say("The matrix A of the method is close to singular: its condition number is %s.", measured(c.Condition))
	}
	if p.KTilde == problem.D && p.Lambda > 0 {
		say("k̃ = %d leaves no tail of the target: the regularizer is off and λ does nothing.", p.KTilde)
	}
	return remarks
}

// writeNotes writes remarks on the solution and what was done to the data.
func writeNotes(b *strings.Builder, remarks, data []string) {
	for _, remark := range remarks {
		b.WriteByte('\n')
		paragraph(b, "", remark)
	}
	if len(data) > 0 {
		b.WriteString("\ndata\n")
	}
	for _, note := range data {
		paragraph(b, "  · ", oneLine(note))
	}
}

func writeTiming(b *strings.Builder, t timingReport) {
	fmt.Fprintf(b, "\nopened in %s, prepared in %s, solved in %s\n",
		milliseconds(t.Load), milliseconds(t.Prepare), milliseconds(t.Solve))
}

func milliseconds(ms float64) string {
	if ms >= 1000 {
		return strconv.FormatFloat(ms/1000, 'f', 1, 64) + " s"
	}
	return strconv.FormatFloat(ms, 'f', 1, 64) + " ms"
}
