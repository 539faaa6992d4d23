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

// A prose is text that a command prints.
type prose struct{ strings.Builder }

func (b *prose) printf(format string, values ...any) { fmt.Fprintf(b, format, values...) }

func (b *prose) line(text string) { b.WriteString(text + "\n") }

// sentences are the sentences of a section or of remarks.
type sentences []string

func (s *sentences) add(format string, values ...any) {
	*s = append(*s, fmt.Sprintf(format, values...))
}

// writeTitle writes the pair's title and its task.
func writeTitle(b *prose, pair *datasets.Pair) {
	task := pair.Task.String()
	switch pair.Task {
	case model.Binary:
		task += fmt.Sprintf(", %s against %s", wording.DisplayName(pair.ClassNames[0]), wording.DisplayName(pair.ClassNames[1]))
	case model.MultiClass:
		task += fmt.Sprintf(", %d classes, one against all", len(pair.ClassNames))
	}
	b.line(oneLine(pair.Title + ": " + task))
}

// writePair writes the title of the pair, and a table with a row per domain.
func writePair(b *prose, s *session.Session) {
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
	b.line("")
}

// labelsOf returns the number of labels of a domain in words.
func labelsOf(d model.Domain) string {
	if d.Y == nil {
		return "no labels"
	}
	return fmt.Sprintf("labels of %d of its %d rows", len(d.Y), d.Rows())
}

// A domain is a set of scored rows. The function of picks the scores of the domain out of an
// evaluation. The scores are shares of the rows, or errors for a regression.
type domain struct {
	name   string
	rows   int
	shares bool
	of     func(model.Evaluation) model.Metrics
}

// domainsOf returns the target, the held-out rows of the source, and the validation rows.
func domainsOf(pair *datasets.Pair) (target, source, validation domain) {
	shares := pair.Task != model.Regression
	return domain{"target", pair.Target.Rows(), shares, func(e model.Evaluation) model.Metrics { return e.Target }},
		domain{"held-out source", pair.Source.Rows(), shares, func(e model.Evaluation) model.Metrics { return e.Source }},
		domain{"validation", pair.Validation.Rows(), shares, func(e model.Evaluation) model.Metrics { return e.Validation }}
}

// decimals returns the number of significant decimals of a percentage of the rows.
func (d domain) decimals() int {
	if d.rows > 2000 {
		return 2
	}
	return 1
}

// value formats a share or an error.
func (d domain) value(v float64, share bool) string {
	if share {
		return number.Percent(v, d.decimals())
	}
	return number.PaddedDigits(v, 4)
}

// difference formats the change of a share or an error.
func (d domain) difference(from, to float64, share bool) string {
	text, _ := number.RelativeChange(from, to)
	if share {
		text, _ = number.PointsChange(from, to, d.decimals())
	}
	return text
}

// score formats the score of an evaluation.
func (d domain) score(e model.Evaluation) string { return d.value(d.of(e).Score, d.shares) }

// change formats the difference between the scores of e and of none, no adaptation.
func (d domain) change(none, e model.Evaluation) string {
	return d.difference(d.of(none).Score, d.of(e).Score, d.shares)
}

// judgedAgainstNone explains the signs before changes. A change is the difference between the
// rounded numbers shown.
const judgedAgainstNone = "  ▲ better, ▼ worse than no adaptation: a higher share, a lower error\n"

// writeNotes writes remarks on the solution, and notes on the preparation of the data.
func writeNotes(b *prose, remarks, data []string) {
	for _, remark := range remarks {
		b.line("")
		paragraph(b, "", remark)
	}
	if len(data) > 0 {
		b.line("\ndata")
	}
	for _, note := range data {
		paragraph(b, "  · ", note)
	}
}

func writeTiming(b *prose, s *session.Session, solve time.Duration) {
	b.printf("\nopened in %s, prepared in %s, solved in %s\n",
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
