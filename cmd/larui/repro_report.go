package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"larui/cmd/larui/paper"
	"larui/tui/number"
)

// A reproduced is what `larui repro NAME` prints.
type reproduced struct {
	*paper.Report
	// command is what ran it.
	command string
}

// report has null for what is not known; its timing is in seconds: of this run, and of
// all units together, whenever they ran.
func (r reproduced) report() record {
	return record{
		{"name", r.Name},
		{"title", r.Title},
		{"where", r.Where},
		{"command", r.command},
		{"protocol", r.Protocol},
		{"rows", each(r.Rows, func(row paper.Row) record {
			return record{{"group", row.Group}, {"name", row.Name}, {"unit", row.Unit},
				{"paper", row.Paper}, {"ours", row.Ours.Mean}, {"stdErr", row.Ours.StdErr}, {"n", row.Ours.N},
				{"difference", row.Difference()}, {"verdict", row.Verdict()}, {"chosen", row.Chosen}}
		})},
		{"claims", each(r.Claims, func(c paper.Claim) record {
			return record{{"statement", c.Statement}, {"measured", c.Measured}, {"verdict", c.Verdict}}
		})},
		{"curves", each(r.Curves, func(c paper.Curve) record {
			points := each(c.Points, func(p paper.Point) record {
				return record{{"x", p.X}, {"ours", p.Y.Mean}, {"stdErr", p.Y.StdErr}, {"paper", p.Paper}}
			})
			return record{{"name", c.Name}, {"x", c.X}, {"y", c.Y}, {"points", points}}
		})},
		{"notes", r.Notes},
		{"seeds", r.Seeds},
		{"timing", record{{"units", r.Units}, {"resumed", r.Resumed},
			{"elapsedSeconds", r.Elapsed.Seconds()}, {"workSeconds", r.Work.Seconds()},
			{"methods", each(r.Times, func(t paper.MethodTime) record {
				return record{{"method", t.Method}, {"units", t.Units}, {"workSeconds", t.Work.Seconds()}}
			})}}},
	}
}

// rows are a line for each row, claim or point of a curve, as kind says.
func (r reproduced) rows() *table {
	t := &table{}
	t.add("kind", "group", "name", "x", "paper", "ours", "stdErr", "n", "difference", "unit", "verdict", "detail")
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

// text writes the report for people to read.
func (r reproduced) text(b *strings.Builder) {
	fmt.Fprintf(b, "%s · %s\n", r.Where, r.Title)
	for _, p := range r.Protocol {
		paragraph(b, "  ", p)
	}
	if len(r.Rows) > 0 {
		r.writeRows(b)
	}
	if len(r.Claims) > 0 {
		b.WriteString("\nclaims\n")
	}
	for _, c := range r.Claims {
		text := c.Statement + ": " + c.Measured
		if c.Verdict == paper.Broken {
			text = string(c.Verdict) + ": " + text
		}
		mark, _, _ := strings.Cut(reproMark(c.Verdict), " ")
		paragraph(b, "  "+mark+" ", text)
	}
	if len(r.Notes) > 0 {
		b.WriteString("\nnotes\n")
	}
	for _, n := range r.Notes {
		paragraph(b, "  · ", n)
	}
	b.WriteByte('\n')
	switch n := len(r.Seeds); n {
	case 0:
	case 1:
		fmt.Fprintf(b, "seed %d; ", r.Seeds[0])
	default: // they follow each other
		fmt.Fprintf(b, "seeds %d to %d; ", r.Seeds[0], r.Seeds[n-1])
	}
	units := "units"
	if r.Units == 1 {
		units = "unit"
	}
	fmt.Fprintf(b, "%d %s", r.Units, units)
	if r.Resumed > 0 {
		fmt.Fprintf(b, ", %d of them from the journal", r.Resumed)
	}
	fmt.Fprintf(b, "; this run %s, all units together %s\n", seconds(r.Elapsed.Seconds()), seconds(r.Work.Seconds()))
	if len(r.Times) > 1 {
		paragraph(b, "", "of these "+strings.Join(each(r.Times, func(t paper.MethodTime) string {
			return fmt.Sprintf("%s %s in %d", t.Method, seconds(t.Work.Seconds()), t.Units)
		}), ", "))
	}
}

// writeRows writes the numbers; the paper's column and the difference are left out
// where the paper gives none, and what was chosen follows the table.
func (r reproduced) writeRows(b *strings.Builder) {
	t := table{align: "llrrrl"}
	compared := slices.ContainsFunc(r.Rows, func(row paper.Row) bool { return known(row.Paper) })
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
		theirs, ours, difference := fixed(row.Paper, row.Decimals), fixed(row.Ours.Mean, row.Decimals), ""
		if known(row.Ours.StdErr) {
			ours += " ± " + fixed(row.Ours.StdErr, row.Decimals)
		}
		if row.Unit != "" && known(row.Paper) {
			theirs += " " + row.Unit
		}
		if row.Unit != "" && known(row.Ours.Mean) {
			ours += " " + row.Unit
		}
		if d := row.Difference(); known(d) {
			difference = fmt.Sprintf("%+.*f", row.Decimals, d)
		}
		if !compared {
			theirs = ""
		}
		t.add(heading, row.Name, theirs, ours, difference, reproMark(row.Verdict()))
	}
	b.WriteByte('\n')
	t.write(b)
	for _, row := range r.Rows {
		if row.Chosen != "" {
			paragraph(b, "  ", row.Group+", "+row.Name+", chosen: "+row.Chosen)
		}
	}
}

// fixed writes a number with that many decimals.
func fixed(x float64, decimals int) string {
	if !known(x) {
		return number.Unknown
	}
	return strconv.FormatFloat(x, 'f', decimals, 64)
}

// reproMark is a verdict with a mark.
func reproMark(verdict paper.Verdict) string {
	switch verdict {
	case paper.Met, paper.Holds:
		return "✓ " + string(verdict)
	case paper.NotMet, paper.Broken:
		return "✗ " + string(verdict)
	}
	return string(verdict)
}

// seconds writes a number of seconds as people say it.
func seconds(s float64) string {
	if s >= 10 {
		return roughly(time.Duration(s * float64(time.Second)))
	}
	return strconv.FormatFloat(s, 'f', 1, 64) + " s"
}
