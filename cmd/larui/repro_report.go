package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"larui/cmd/larui/paper"
	"larui/datasets/wording"
	"larui/tui/number"
)

// The command of a reproReport runs the experiment again.
type reproReport struct {
	*paper.Report
	command string
}

// In the report, elapsedSeconds is the duration of this run. workSeconds is the sum of the
// durations of all units, including units of earlier runs.
func (r reproReport) report() record {
	return newRecord(
		"name", r.Name,
		"title", r.Title,
		"where", r.Where,
		"command", r.command,
		"commit", buildCommit(),
		"protocol", r.Protocol,
		"rows", mapSlice(r.Rows, func(row paper.Row) record {
			of := newRecord("group", row.Group, "name", row.Name, "unit", row.Unit,
				"paper", row.Paper, "ours", row.Ours.Mean, "stdErr", row.Ours.StdErr, "n", row.Ours.N,
				"difference", row.Difference(), "verdict", row.Verdict(), "chosen", row.Chosen)
			if row.SeedErr > 0 {
				of = newRecord(of, "seedErr", row.SeedErr)
			}
			return of
		}),
		"claims", mapSlice(r.Claims, func(c paper.Claim) record {
			return newRecord("statement", c.Statement, "measured", c.Measured, "verdict", c.Verdict)
		}),
		"curves", mapSlice(r.Curves, func(c paper.Curve) record {
			points := mapSlice(c.Points, func(p paper.Point) record {
				return newRecord("x", p.X, "ours", p.Y.Mean, "stdErr", p.Y.StdErr, "paper", p.Paper)
			})
			return newRecord("name", c.Name, "x", c.X, "y", c.Y, "points", points)
		}),
		"notes", r.Notes,
		"seeds", r.Seeds,
		"timing", newRecord("units", r.Units, "resumed", r.Resumed,
			"elapsedSeconds", r.Elapsed.Seconds(), "workSeconds", r.Work.Seconds(),
			"methods", mapSlice(r.Times, func(t paper.MethodTime) record {
				return newRecord("method", t.Method, "units", t.Units, "workSeconds", t.Work.Seconds())
			})),
	)
}

func (r reproReport) rows() *table {
	t := newTable("", "kind", "group", "name", "x", "paper", "ours", "stdErr", "n", "difference", "unit", "verdict", "detail")
	for _, row := range r.Rows {
		t.add("row", row.Group, row.Name, nil, row.Paper, row.Ours.Mean, row.Ours.StdErr, row.Ours.N, row.Difference(), row.Unit, row.Verdict(), row.Chosen)
	}
	for _, c := range r.Claims {
		t.add("claim", "", c.Statement, nil, nil, nil, nil, 0, nil, "", c.Verdict, c.Measured)
	}
	for _, c := range r.Curves {
		for _, p := range c.Points {
			t.add("point", c.Name, c.Y, p.X, p.Paper, p.Y.Mean, p.Y.StdErr, 0, p.Y.Mean-p.Paper, "", "", c.X)
		}
	}
	return t
}

func (r reproReport) writeText(b *textBuilder) {
	b.printf("%s · %s\n", r.Where, r.Title)
	for _, p := range r.Protocol {
		writeParagraph(b, "  ", p)
	}
	if len(r.Rows) > 0 {
		r.writeRows(b)
	}
	if len(r.Claims) > 0 {
		b.line("\nclaims")
	}
	for _, c := range r.Claims {
		text := c.Statement + ": " + c.Measured
		if c.Verdict == paper.Broken {
			text = string(c.Verdict) + ": " + text
		}
		writeParagraph(b, "  "+verdictMark(c.Verdict)+" ", text)
	}
	if len(r.Notes) > 0 {
		b.line("\nnotes")
	}
	for _, n := range r.Notes {
		writeParagraph(b, "  · ", n)
	}
	b.line("")
	if seeds := formatSeeds(r.Seeds); seeds != "" {
		b.WriteString(seeds + "; ")
	}
	b.WriteString(wording.Plural(r.Units, "unit"))
	if r.Resumed > 0 {
		b.printf(", %d of them from the journal", r.Resumed)
	}
	b.printf("; this run %s, all units together %s\n", formatSeconds(r.Elapsed.Seconds()), formatSeconds(r.Work.Seconds()))
	if len(r.Times) > 1 {
		t := newTable("lrr", "", "units", "a unit takes")
		for _, m := range r.Times {
			t.add(m.Method, m.Units, formatSeconds(m.Work.Seconds()/float64(m.Units)))
		}
		t.write(b)
	}
}

// If the paper has no numbers, writeRows leaves out the columns for the paper and the difference.
func (r reproReport) writeRows(b *textBuilder) {
	t := newTable("llrrrl")
	compared := slices.ContainsFunc(r.Rows, func(row paper.Row) bool { return isKnown(row.Paper) })
	if compared {
		t.add("", "", "paper", "ours ± s.e.", "difference")
	} else {
		t.add("", "", "", "ours ± s.e.")
	}
	group := ""
	for _, row := range r.Rows {
		heading := row.Group
		if heading == group {
			heading = ""
		}
		group = row.Group
		// number formats v, followed by spread (such as ± 0.3) and the unit of the row.
		number := func(v float64, spread string) string {
			text := formatFixed(v, row.Decimals) + spread
			if row.Unit != "" && isKnown(v) {
				text += " " + row.Unit
			}
			return text
		}
		theirs, spread, difference := "", "", ""
		if compared {
			theirs = number(row.Paper, "")
		}
		if isKnown(row.Ours.StdErr) {
			spread = " ± " + formatFixed(row.Ours.StdErr, row.Decimals)
		}
		if row.SeedErr > 0 {
			spread += " (± " + formatFixed(row.SeedErr, row.Decimals) + " over seeds)"
		}
		if d := row.Difference(); isKnown(d) {
			difference = fmt.Sprintf("%+.*f", row.Decimals, d)
		}
		verdict := row.Verdict()
		t.add(heading, row.Name, theirs, number(row.Ours.Mean, spread), difference, strings.TrimSpace(verdictMark(verdict)+" "+string(verdict)))
	}
	b.line("")
	t.write(b)
	for _, row := range r.Rows {
		if row.Chosen != "" {
			writeParagraph(b, "  ", row.Group+", "+row.Name+", chosen: "+row.Chosen)
		}
	}
}

func formatFixed(x float64, decimals int) string {
	if !isKnown(x) {
		return number.Unknown
	}
	return strconv.FormatFloat(x, 'f', decimals, 64)
}

func verdictMark(verdict paper.Verdict) string {
	switch verdict {
	case paper.Met, paper.Holds:
		return "✓"
	case paper.NotMet, paper.Broken:
		return "✗"
	}
	return string(verdict)
}

// formatSeeds expects consecutive seeds.
func formatSeeds(seeds []uint64) string {
	switch n := len(seeds); n {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("seed %d", seeds[0])
	default:
		return fmt.Sprintf("seeds %d to %d", seeds[0], seeds[n-1])
	}
}

func formatSeconds(s float64) string {
	if s >= 10 {
		return formatDuration(time.Duration(s * float64(time.Second)))
	}
	return strconv.FormatFloat(s, 'f', 1, 64) + " s"
}
