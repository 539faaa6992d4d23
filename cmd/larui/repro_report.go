package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"larui/model/paper"
	"larui/tui/number"
)

// An experimentReport is a line of the list of experiments.
type experimentReport struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Where string `json:"where"`
	Needs string `json:"needs"`
	// About is in seconds, on two cores.
	About float64 `json:"aboutSeconds"`
}

// A reproReport is `larui repro NAME --format json`.
type reproReport struct {
	Name     string        `json:"name"`
	Title    string        `json:"title"`
	Where    string        `json:"where"`
	Protocol []string      `json:"protocol"`
	Rows     []reproRow    `json:"rows"`
	Claims   []claimReport `json:"claims"`
	Curves   []reproCurve  `json:"curves"`
	Notes    []string      `json:"notes"`
	Seeds    []uint64      `json:"seeds"`
	Timing   reproTiming   `json:"timing"`
}

// A reproRow is a orNull of the paper beside ours. What is not known is null.
type reproRow struct {
	Group      string `json:"group"`
	Name       string `json:"name"`
	Unit       string `json:"unit"`
	Paper      orNull `json:"paper"`
	Ours       orNull `json:"ours"`
	StdErr     orNull `json:"stdErr"`
	N          int    `json:"n"`
	Difference orNull `json:"difference"`
	Verdict    string `json:"verdict"`
	Chosen     string `json:"chosen"`

	decimals int
}

type claimReport struct {
	Statement string `json:"statement"`
	Measured  string `json:"measured"`
	Verdict   string `json:"verdict"`
}

type reproCurve struct {
	Name   string       `json:"name"`
	X      string       `json:"x"`
	Y      string       `json:"y"`
	Points []reproPoint `json:"points"`
}

type reproPoint struct {
	X      orNull `json:"x"`
	Ours   orNull `json:"ours"`
	StdErr orNull `json:"stdErr"`
	Paper  orNull `json:"paper"`
}

// A reproTiming holds seconds: of this run, and of all units together, whenever
// they ran.
type reproTiming struct {
	Units   int     `json:"units"`
	Resumed int     `json:"resumed"`
	Elapsed float64 `json:"elapsedSeconds"`
	Work    float64 `json:"workSeconds"`
}

func reportRepro(r *paper.Report) reproReport {
	report := reproReport{Name: r.Name, Title: r.Title, Where: r.Where, Protocol: r.Protocol,
		Rows: []reproRow{}, Claims: []claimReport{}, Curves: []reproCurve{}, Notes: r.Notes, Seeds: r.Seeds,
		Timing: reproTiming{r.Units, r.Resumed, r.Elapsed.Seconds(), r.Work.Seconds()}}
	for _, row := range r.Rows {
		report.Rows = append(report.Rows, reproRow{row.Group, row.Name, row.Unit, orNull(row.Paper), orNull(row.Ours.Mean),
			orNull(row.Ours.StdErr), row.Ours.N, orNull(row.Difference()), string(row.Verdict()), row.Chosen, row.Decimals})
	}
	for _, c := range r.Claims {
		report.Claims = append(report.Claims, claimReport{c.Statement, c.Measured, string(c.Verdict())})
	}
	for _, c := range r.Curves {
		curve := reproCurve{Name: c.Name, X: c.X, Y: c.Y}
		for _, p := range c.Points {
			curve.Points = append(curve.Points, reproPoint{orNull(p.X), orNull(p.Y.Mean), orNull(p.Y.StdErr), orNull(p.Paper)})
		}
		report.Curves = append(report.Curves, curve)
	}
	return report
}

// A reproLine is a line of the CSV of `larui repro`: a row, a claim or a point of
// a curve, as kind says.
type reproLine struct {
	Kind       string `json:"kind"`
	Group      string `json:"group"`
	Name       string `json:"name"`
	X          orNull `json:"x"`
	Paper      orNull `json:"paper"`
	Ours       orNull `json:"ours"`
	StdErr     orNull `json:"stdErr"`
	N          int    `json:"n"`
	Difference orNull `json:"difference"`
	Unit       string `json:"unit"`
	Verdict    string `json:"verdict"`
	Detail     string `json:"detail"`
}

func (r reproReport) csv() []reproLine {
	unknown := orNull(math.NaN())
	var lines []reproLine
	for _, row := range r.Rows {
		lines = append(lines, reproLine{"row", row.Group, row.Name, unknown, row.Paper, row.Ours, row.StdErr, row.N, row.Difference, row.Unit, row.Verdict, row.Chosen})
	}
	for _, c := range r.Claims {
		lines = append(lines, reproLine{"claim", "", c.Statement, unknown, unknown, unknown, unknown, 0, unknown, "", c.Verdict, c.Measured})
	}
	for _, c := range r.Curves {
		for _, p := range c.Points {
			lines = append(lines, reproLine{"point", c.Name, c.Y, p.X, p.Paper, p.Ours, p.StdErr, 0, p.Ours - p.Paper, "", "", c.X})
		}
	}
	return lines
}

// text writes the report for people to read.
func (r reproReport) text(b *strings.Builder) {
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
		if c.Verdict != string(paper.Holds) {
			text = c.Verdict + ": " + text
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
	if r.Timing.Units == 1 {
		units = "unit"
	}
	fmt.Fprintf(b, "%d %s", r.Timing.Units, units)
	if r.Timing.Resumed > 0 {
		fmt.Fprintf(b, ", %d of them from the journal", r.Timing.Resumed)
	}
	fmt.Fprintf(b, "; this run %s, all units together %s\n", seconds(r.Timing.Elapsed), seconds(r.Timing.Work))
}

// writeRows writes the numbers; the paper's column and the difference are left out
// where the paper gives none, and what was chosen follows the table.
func (r reproReport) writeRows(b *strings.Builder) {
	t := table{align: "llrrrl"}
	compared := slices.ContainsFunc(r.Rows, func(row reproRow) bool { return row.Paper.known() })
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
		theirs, ours, difference := fixed(row.Paper, row.decimals), fixed(row.Ours, row.decimals), ""
		if row.StdErr.known() {
			ours += " ± " + fixed(row.StdErr, row.decimals)
		}
		if row.Unit != "" && row.Paper.known() {
			theirs += " " + row.Unit
		}
		if row.Unit != "" && row.Ours.known() {
			ours += " " + row.Unit
		}
		if row.Difference.known() {
			difference = fmt.Sprintf("%+.*f", row.decimals, float64(row.Difference))
		}
		if !compared {
			theirs = ""
		}
		t.add(heading, row.Name, theirs, ours, difference, reproMark(row.Verdict))
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
func fixed(x orNull, decimals int) string {
	if !x.known() {
		return number.Unknown
	}
	return strconv.FormatFloat(float64(x), 'f', decimals, 64)
}

// reproMark is a verdict with a mark.
func reproMark(verdict string) string {
	switch paper.Verdict(verdict) {
	case paper.Met, paper.Holds:
		return "✓ " + verdict
	case paper.NotMet, paper.Broken:
		return "✗ " + verdict
	}
	return verdict
}

// seconds writes a number of seconds as people say it.
func seconds(s float64) string {
	if s >= 10 {
		return roughly(time.Duration(s * float64(time.Second)))
	}
	return strconv.FormatFloat(s, 'f', 1, 64) + " s"
}
