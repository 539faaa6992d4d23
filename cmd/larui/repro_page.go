package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"larui/cmd/larui/paper"
)

// A measured is the part of a JSON report of `larui repro NAME --format json` that the page shows.
type measured struct {
	Name, Command string
	Rows          []measuredRow
	Claims        []struct{ Statement, Measured, Verdict string }
	Notes         []string
	Seeds         []int
	Timing        struct {
		Units       int
		WorkSeconds float64
	}
}

type measuredRow struct {
	Group, Name, Unit, Verdict   string
	Paper, Ours, StdErr, SeedErr *float64
}

// paperPage returns the page on the paper. It contains every experiment with the results from the
// reports in the folder, and every equation and statement with the results of the experiment
// theory, which paperPage runs.
func paperPage(ctx context.Context, folder string) (string, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err == nil && files == nil {
		err = wrongf("%s holds no reports, NAME.json, of larui repro NAME --format json", folder)
	}
	if err != nil {
		return "", err
	}
	reports := map[string][]measured{}
	for _, file := range files {
		var r measured
		text, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(text, &r)
		}
		if err == nil {
			_, err = paper.Find(r.Name)
		}
		if err != nil {
			return "", wrongf("%s is no report of larui repro NAME --format json: %v", file, err)
		}
		reports[r.Name] = append(reports[r.Name], r)
	}
	var b strings.Builder
	b.WriteString(pageHead)
	b.WriteString("\n| in the paper | what | command | needs |\n|---|---|---|---|\n")
	for _, e := range paper.Experiments() {
		fmt.Fprintf(&b, "| %s | %s | `larui repro %s` | %s |\n", e.Where, e.Title, e.Name, e.Needs)
	}
	b.WriteString(pageMarks)
	for _, e := range paper.Experiments() {
		if e.Name == theoryName {
			continue
		}
		fmt.Fprintf(&b, "\n### %s: %s\n", e.Where, e.Title)
		if reports[e.Name] == nil {
			fmt.Fprintf(&b, "\nNot run for this page; `larui repro %s` needs %s.\n", e.Name, e.Needs)
		}
		for _, r := range reports[e.Name] {
			r.write(&b)
		}
	}
	b.WriteString(pageTheory)
	theory, err := paper.Find(theoryName)
	if err != nil {
		return "", err
	}
	done, err := theory.Run(ctx, paper.Options{}, paper.Settings{})
	if err != nil {
		return "", err
	}
	b.WriteString("\n| in the paper | what | larui | paper | verdict |\n|---|---|---|---|---|\n")
	for _, row := range done.Rows {
		fmt.Fprintf(&b, "| %s | %s | %.4f | %.4f | %s |\n", row.Group, row.Name, row.Ours.Mean, row.Paper, pageMark(string(row.Verdict())))
	}
	for _, c := range done.Claims {
		where, what, _ := strings.Cut(c.Statement, ": ")
		ours, limit, _ := strings.Cut(c.Measured, ", ")
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", where, what, ours, limit, pageMark(string(c.Verdict)))
	}
	b.WriteString(pageReadings)
	return b.String(), nil
}

// theoryName is the experiment that paperPage runs.
const theoryName = "theory"

// write writes the command, seeds and duration of a report, then its numbers, claims and notes.
func (r measured) write(b *strings.Builder) {
	seeds := ""
	if n := len(r.Seeds); n > 1 {
		seeds = fmt.Sprintf(", seeds %d to %d", r.Seeds[0], r.Seeds[n-1])
	} else if n == 1 {
		seeds = fmt.Sprintf(", seed %d", r.Seeds[0])
	}
	fmt.Fprintf(b, "\n`%s`%s", r.Command, seeds)
	if r.Timing.Units > 0 {
		fmt.Fprintf(b, ", %d units, %s of work", r.Timing.Units, seconds(r.Timing.WorkSeconds))
	} else {
		b.WriteString(", of an earlier run, to one decimal")
	}
	b.WriteString("\n\n| | larui | paper | |\n|---|---|---|---|\n")
	for _, row := range r.Rows {
		ours := pageNumber(row.Ours, row.StdErr, row.Unit)
		if row.SeedErr != nil {
			ours += fmt.Sprintf(", ± %.2f over seeds", *row.SeedErr)
		}
		fmt.Fprintf(b, "| %s, %s | %s | %s | %s |\n", row.Group, row.Name, ours, pageNumber(row.Paper, nil, row.Unit), pageMark(row.Verdict))
	}
	for _, c := range r.Claims {
		fmt.Fprintf(b, "| %s | %s | | %s |\n", c.Statement, c.Measured, pageMark(c.Verdict))
	}
	if len(r.Notes) > 0 {
		b.WriteByte('\n')
		for _, note := range r.Notes {
			fmt.Fprintf(b, "- %s\n", note)
		}
	}
}

// pageMark returns the mark of a verdict.
func pageMark(verdict string) string {
	mark, _, _ := strings.Cut(reproMark(paper.Verdict(verdict)), " ")
	return mark
}

// pageNumber formats a number with its standard error and unit; empty for nil.
func pageNumber(value, stdErr *float64, unit string) string {
	if value == nil {
		return ""
	}
	write := func(v float64, digits int) string {
		if unit == "" {
			return strconv.FormatFloat(v, 'g', digits, 64)
		}
		return fixed(v, 2)
	}
	text := write(*value, 5)
	if stdErr != nil && *stdErr > 0 {
		text += " ± " + write(*stdErr, 2)
	}
	if unit != "" {
		text += " " + unit
	}
	return text
}

// The fixed texts of the page.
const (
	pageHead = `# The paper's numbers beside ours

` + "`larui repro`" + ` lists the paper's tables and figures, with what data each needs and how long it takes; ` + "`larui repro NAME`" + ` runs one and
prints it beside the paper's numbers. A run that is interrupted goes on where it stopped.

` + "```" + `
larui repro figure1 --figure figure1.png
larui repro table2-linear --pairs 3,8 --columns M-U
larui repro table2-networks --pairs 3,8 --hidden 128
` + "```" + `

This page is what ` + "`larui repro --page DIR`" + ` writes of the reports in a folder, each of a run with ` + "`--format json`" + `.
`
	pageMarks = `
## What was measured

✓ and ✗ say whether a number of the paper is met (pairs of digits within 2 points, ten digits within 3, tables of whole numbers exactly, means of
samples within two standard errors of the difference) and whether a claim holds. A claim is open where these runs do not decide it: a difference
is decided by two standard errors, paired over tasks, pairs of digits or seeds, and so never by a single one; a count of tasks is decided where
those without data cannot change it. A report that keeps no paired values says how large the standard error of a difference is at most, which is
the sum of both standard errors. Of some pairs of digits alone none of the paper's means is beside ours.
`
	pageTheory = `
## Every equation and statement

` + "`larui repro theory`" + ` takes a second and needs no data. Made pairs meet the premises, exactly or as nearly as 100,000 rows do; on your own data view 7
says the same. Where the paper states an equation both sides are given, where it states a zero or a direction, that; a bound says which side.
`
	pageReadings = `
## Two readings

Two readings of the method exist and both are here: the paper weights the target's tail with the target's singular values
(` + "`--tail target`" + `, the default), the code that its authors published with the source's (` + "`--tail source`" + `).

k(ε), how many components the labels need, has two readings as well, and ` + "`larui align`" + ` shows both: the numbers of the paper's Table 1
are the smallest k whose components hold more than 1 − ε of the label's norm (` + "`headRank`" + `), its equation is the smallest k beyond which less
than ε of it is left (` + "`tailRank`" + `).

Networks differ, too: the published code shows them the target's train part without labels and scores the test part, and trains them on the
negative probability of the label, where the paper's text has the target's test part and a textbook the cross-entropy
(` + "`--target-part`, `--loss`" + `). For ten digits, whose code is not published, the cross-entropy for classes, the negative probability
for domains and a constant rate come nearest.
`
)
