package main

import (
	"fmt"
	"strings"
	"time"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/model"
	"larui/tui/number"
	"larui/tui/session"
)

// This file has phrases and tables that several commands write.

// sentences are the sentences of a section or of remarks.
type sentences []string

func (s *sentences) add(format string, values ...any) {
	*s = append(*s, fmt.Sprintf(format, values...))
}

// writeTitle writes the pair's title and its task.
func writeTitle(b *strings.Builder, pair *datasets.Pair) {
	task := pair.Task.String()
	switch pair.Task {
	case model.Binary:
		task += fmt.Sprintf(", %s against %s", wording.DisplayName(pair.ClassNames[0]), wording.DisplayName(pair.ClassNames[1]))
	case model.MultiClass:
		task += fmt.Sprintf(", %d classes, one against all", len(pair.ClassNames))
	}
	b.WriteString(oneLine(pair.Title+": "+task) + "\n")
}

// writePair writes the title of the pair, and a table with a row per domain.
func writePair(b *strings.Builder, s *session.Session) {
	pair, d := s.Pair, s.Problem.D
	writeTitle(b, pair)
	t := newTable("lrrrrrrl", "", "rows", "features", "rank", "σ₁", "head k(0.1)", "tail k(0.1)")
	row := func(what, name string, side model.Side) {
		head, tail := labelRanks(side)
		t.add(what, side.N, d, side.Rank, side.Sigma[0], head, tail, name)
	}
	row("source", pair.SourceName, s.Problem.Src)
	row("target", pair.TargetName, s.Problem.Tgt)
	if rows := pair.Validation.Samples(); rows > 0 {
		t.add("validation", rows, d)
	}
	t.write(b)
	if text := s.Dimensions(); text != "" {
		paragraph(b, "  ", text)
	}
	b.WriteByte('\n')
}

// labelsOf returns the number of labels of a domain in words.
func labelsOf(d model.Domain) string {
	if d.Y == nil {
		return "no labels"
	}
	return fmt.Sprintf("labels of %d of its %d rows", len(d.Y), d.Rows())
}

// A domain is a set of scored rows; the function of returns its scores in an evaluation.
type domain struct {
	name string
	rows int
	of   func(model.Evaluation) model.Metrics
}

// domainsOf returns the target, the held-out rows of the source, and the validation rows.
func domainsOf(pair *datasets.Pair) (target, source, validation domain) {
	return domain{"target", pair.Target.Rows(), func(e model.Evaluation) model.Metrics { return e.Target }},
		domain{"held-out source", pair.Source.Rows(), func(e model.Evaluation) model.Metrics { return e.Source }},
		domain{"validation", pair.Validation.Rows(), func(e model.Evaluation) model.Metrics { return e.Validation }}
}

// decimals returns the number of significant decimals of a percentage of the rows.
func (d domain) decimals() int {
	if d.rows > 2000 {
		return 2
	}
	return 1
}

// score formats the accuracy or, for a regression, the squared error.
func (d domain) score(task model.Task, e model.Evaluation) string {
	if task == model.Regression {
		return number.Even(d.of(e).Score, 4)
	}
	return number.Percent(d.of(e).Score, d.decimals())
}

// change formats the difference between the scores of e and of none, no adaptation.
func (d domain) change(task model.Task, none, e model.Evaluation) string {
	if task == model.Regression {
		return relative(d.of(none).Score, d.of(e).Score)
	}
	return points(d.of(none).Score, d.of(e).Score, d.decimals())
}

// judgedAgainstNone explains the signs before changes. A change is the difference between the
// rounded numbers shown.
const judgedAgainstNone = "  ▲ better, ▼ worse than no adaptation: a higher share, a lower error\n"

func points(from, to float64, decimals int) string {
	text, _ := number.Points(from, to, decimals)
	return text
}

func relative(from, to float64) string {
	text, _ := number.Relative(from, to)
	return text
}

// writeNotes writes remarks on the solution, and notes on the preparation of the data.
func writeNotes(b *strings.Builder, remarks, data []string) {
	for _, remark := range remarks {
		b.WriteByte('\n')
		paragraph(b, "", remark)
	}
	if len(data) > 0 {
		b.WriteString("\ndata\n")
	}
	for _, note := range data {
		paragraph(b, "  · ", note)
	}
}

func writeTiming(b *strings.Builder, s *session.Session, solve time.Duration) {
	fmt.Fprintf(b, "\nopened in %s, prepared in %s, solved in %s\n",
		number.Duration(s.Load), number.Duration(s.Prepare), number.Duration(solve))
}

// chosenSetting formats the chosen setting for a table.
func chosenSetting(adapts bool, params model.Params, doubtful bool) string {
	switch {
	case adapts:
		return session.Setting(params)
	case doubtful:
		return "no adaptation: doubtful"
	}
	return "no adaptation"
}
