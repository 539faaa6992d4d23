package main

import (
	"strconv"
	"strings"

	"larui/model"
)

// An alignRow is a line of the CSV of `larui align`: a component of a domain.
type alignRow struct {
	Domain string `json:"domain"`
	componentReport
}

func (a *aligned) rows() []alignRow {
	var rows []alignRow
	for _, c := range a.report.Source.Components {
		rows = append(rows, alignRow{"source", c})
	}
	if a.report.Target != nil {
		for _, c := range a.report.Target.Components {
			rows = append(rows, alignRow{"target", c})
		}
	}
	return rows
}

// text writes the report for people to read.
func (a *aligned) text(b *strings.Builder) {
	writeTitle(b, a.pair)
	t := table{align: "lrrrrrrrl"}
	t.add("", "n", "d", "rank (single)", "rank (double)", "head k(0.1)", "tail k(0.1)", "σ₁")
	row := func(what string, r alignmentReport, name string) {
		t.add(what, strconv.Itoa(r.N), strconv.Itoa(r.D), strconv.Itoa(r.Rank), whole(r.RankDouble),
			whole(r.HeadRank), whole(r.TailRank), measured(float64(r.Sigma1)), name)
	}
	row("source", a.report.Source, a.pair.SourceName)
	if a.report.Target != nil {
		row("target", *a.report.Target, a.pair.TargetName)
	}
	t.write(b)
	a.writeTails(b)
	a.writeComponents(b, "source", a.report.Source)
	if a.report.Target != nil {
		a.writeComponents(b, "target", *a.report.Target)
	}
	writeNotes(b, a.remarks(), a.pair.Notes)
}

// writeTails writes the tail rank by where the components stop, where that is
// known.
func (a *aligned) writeTails(b *strings.Builder) {
	t := table{align: "lrrr"}
	t.add("tail k(0.1) up to", "rank (single)", "rank (double)", "all of U")
	row := func(what string, r alignmentReport) {
		if r.TailRankAll != nil {
			t.add(what, whole(r.TailRank), whole(r.TailRankDouble), whole(r.TailRankAll))
		}
	}
	row("source", a.report.Source)
	if a.report.Target != nil {
		row("target", *a.report.Target)
	}
	if len(t.rows) > 1 {
		b.WriteByte('\n')
		t.write(b)
	}
}

// writeComponents writes the leading components of a domain, and the ranks of
// each class.
func (a *aligned) writeComponents(b *strings.Builder, name string, r alignmentReport) {
	if len(r.Components) > 0 {
		projection := "y^U_i"
		if a.pair.Task == model.MultiClass {
			projection = "‖y^U_i‖"
		}
		b.WriteString("\n" + name + "\n")
		t := table{align: "rrrr"}
		t.add("i", "σ_i", projection, "‖y^U_1..i‖/‖y^U‖")
		for _, c := range r.Components {
			share := unknownText
			if c.Share.known() {
				share = strconv.FormatFloat(float64(c.Share), 'f', 4, 64)
			}
			t.add(strconv.Itoa(c.I), measured(float64(c.Sigma)), measured(float64(c.Projection)), share)
		}
		t.write(b)
	}
	if len(r.Classes) > 0 {
		b.WriteString("\n" + name + ", each class against all others\n")
		t := table{align: "lrr"}
		t.add("class", "head k(0.1)", "tail k(0.1)")
		for _, c := range r.Classes {
			t.add(oneLine(c.Class), strconv.Itoa(c.HeadRank), strconv.Itoa(c.TailRank))
		}
		t.write(b)
	}
}

func (a *aligned) remarks() []string {
	var remarks []string
	if a.report.Target != nil && a.pair.Target.Y == nil {
		remarks = append(remarks, "The target has no labels, so their alignment can't be known (-).")
	}
	sampled := a.pair.Source.Blocks != nil
	if sampled || a.report.Target != nil && a.pair.Target.Blocks != nil {
		remarks = append(remarks, "The rank at double precision needs all rows in memory, so it can't be known here (-).")
	}
	if a.report.Source.RankDouble == nil && !sampled {
		remarks = append(remarks, "The rank at double precision takes long here (-): --double-rank computes it.")
	}
	return remarks
}

// whole writes a whole number that may not be known.
func whole(v *int) string {
	if v == nil {
		return unknownText
	}
	return strconv.Itoa(*v)
}
