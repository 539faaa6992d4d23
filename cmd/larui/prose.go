package main

import (
	"fmt"
	"strings"
	"time"

	"larui/datasets"
	"larui/model"
	"larui/tui/number"
	"larui/tui/session"
)

// This file has phrases and tables that several commands write.

type textBuilder struct{ strings.Builder }

func (b *textBuilder) printf(format string, values ...any) { fmt.Fprintf(b, format, values...) }

func (b *textBuilder) line(text string) { b.WriteString(text + "\n") }

type sentences []string

func (s *sentences) addf(format string, values ...any) {
	*s = append(*s, fmt.Sprintf(format, values...))
}

func writeTitle(b *textBuilder, pair *datasets.Pair) { b.line(joinLines(pair.TitleWithTask())) }

func writePair(b *textBuilder, s *session.Session) {
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
	if text := s.DescribeDimensions(); text != "" {
		writeParagraph(b, "  ", text)
	}
	b.line("")
}

func labelCountText(d model.Domain) string {
	if d.Y == nil {
		return "no labels"
	}
	return fmt.Sprintf("labels of %d of its %d rows", len(d.Y), d.Rows())
}

// A domain is a set of scored rows. metrics returns the scores on these rows from an evaluation. If
// shares is true, the scores are shares of the rows, else errors.
type domain struct {
	name    string
	rows    int
	shares  bool
	metrics func(model.Evaluation) model.Metrics
}

func scoredDomains(pair *datasets.Pair) (target, source, validation domain) {
	shares := pair.Task != model.Regression
	return domain{"target", pair.Target.Rows(), shares, func(e model.Evaluation) model.Metrics { return e.Target }},
		domain{"held-out source", pair.Source.Rows(), shares, func(e model.Evaluation) model.Metrics { return e.Source }},
		domain{"validation", pair.Validation.Rows(), shares, func(e model.Evaluation) model.Metrics { return e.Validation }}
}

// decimals returns how many decimals of a percentage are significant for this number of rows.
func (d domain) decimals() int {
	if d.rows > 2000 {
		return 2
	}
	return 1
}

func (d domain) format(v float64, share bool) string {
	if share {
		return number.Percent(v, d.decimals())
	}
	return number.PaddedDigits(v, 4)
}

// formatDifference formats the change of a share in points, and the change of an error in percent.
func (d domain) formatDifference(from, to float64, share bool) string {
	text, _ := number.RelativeChange(from, to)
	if share {
		text, _ = number.PointsChange(from, to, d.decimals())
	}
	return text
}

func (d domain) formatScore(e model.Evaluation) string { return d.format(d.metrics(e).Score, d.shares) }

func (d domain) formatChange(none, e model.Evaluation) string {
	return d.formatDifference(d.metrics(none).Score, d.metrics(e).Score, d.shares)
}

const changeLegend = "  ▲ better, ▼ worse than no adaptation: a higher share, a lower error\n"

func writeNotes(b *textBuilder, remarks, data []string) {
	for _, remark := range remarks {
		b.line("")
		writeParagraph(b, "", remark)
	}
	if len(data) > 0 {
		b.line("\ndata")
	}
	for _, note := range data {
		writeParagraph(b, "  · ", note)
	}
}

func writeTiming(b *textBuilder, s *session.Session, solve time.Duration) {
	b.printf("\nopened in %s, prepared in %s, solved in %s\n",
		number.Duration(s.Load), number.Duration(s.Prepare), number.Duration(solve))
}

func formatSetting(adapts bool, params model.Params, doubtful bool) string {
	switch {
	case adapts:
		return session.FormatSetting(params)
	case doubtful:
		return "no adaptation: doubtful"
	}
	return "no adaptation"
}
