package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"larui/cmd/larui/paper"
)

// A savedReport has the parts of the JSON of `larui repro NAME --format json` that the page shows.
type savedReport struct {
	Name, Command, Commit string
	Rows                  []savedRow
	Claims                []paper.Claim
	Notes                 []string
	Seeds                 []uint64
	Timing                struct {
		Units       int
		WorkSeconds float64
	}
}

type savedRow struct {
	Group, Name, Unit            string
	Verdict                      paper.Verdict
	Paper, Ours, StdErr, SeedErr *float64
}

// paperPage returns the page docs/paper.md, with the results in the reports in folder. It runs the
// experiment theory for the page's part on equations and statements.
func paperPage(ctx context.Context, folder string) (string, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err == nil && files == nil {
		err = wrongCallf("%s has no reports NAME.json of larui repro NAME --format json", folder)
	}
	if err != nil {
		return "", err
	}
	reports := map[string][]savedReport{}
	for _, file := range files {
		var r savedReport
		text, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(text, &r)
		}
		if err == nil {
			_, err = paper.Find(r.Name)
		}
		if err != nil {
			return "", wrongCallf("%s is not a report of larui repro NAME --format json: %v", file, err)
		}
		reports[r.Name] = append(reports[r.Name], r)
	}
	var b textBuilder
	b.WriteString(pageHead)
	b.line("\n| in the paper | what | command | needs | numbers met | claims true |\n|---|---|---|---|---|---|")
	for _, e := range paper.Experiments() {
		numbers, claims := map[paper.Verdict]int{}, map[paper.Verdict]int{}
		for _, r := range reports[e.Name] {
			for _, row := range r.Rows {
				numbers[row.Verdict]++
			}
			for _, c := range r.Claims {
				claims[c.Verdict]++
			}
		}
		b.printf("| %s | %s | `larui repro %s` | %s | %s | %s |\n", e.Where, e.Title, e.Name, e.Needs,
			formatVerdictCounts(numbers[paper.Met], numbers[paper.NotMet], 0), formatVerdictCounts(claims[paper.Holds], claims[paper.Broken], claims[paper.Open]))
	}
	b.WriteString(pageMarks)
	noted := map[string]string{}
	for _, e := range paper.Experiments() {
		if e.Name == theoryName {
			continue
		}
		b.printf("\n### %s: %s\n", e.Where, e.Title)
		if reports[e.Name] == nil {
			b.printf("\nNot run for this page; `larui repro %s` needs %s.\n", e.Name, e.Needs)
		}
		for _, r := range reports[e.Name] {
			r.write(&b, noted)
		}
	}
	b.WriteString(pageTheory)
	theory, _ := paper.Find(theoryName)
	done, err := theory.Run(ctx, paper.Options{}, paper.Settings{})
	if err != nil {
		return "", err
	}
	b.line("\n| in the paper | what | larui | paper | verdict |\n|---|---|---|---|---|")
	for _, row := range done.Rows {
		b.printf("| %s | %s | %.4f | %.4f | %s |\n", row.Group, row.Name, row.Ours.Mean, row.Paper, verdictMark(row.Verdict()))
	}
	for _, c := range done.Claims {
		where, what, _ := strings.Cut(c.Statement, ": ")
		ours, limit, _ := strings.Cut(c.Measured, ", ")
		b.printf("| %s | %s | %s | %s | %s |\n", where, what, ours, limit, verdictMark(c.Verdict))
	}
	b.WriteString(pageReadings)
	return b.String(), nil
}

// formatVerdictCounts writes the counts of verdicts: "3 of 5, 1 open", or nothing for no verdict.
func formatVerdictCounts(yes, no, open int) string {
	switch {
	case yes+no+open == 0:
		return ""
	case open > 0:
		return fmt.Sprintf("%d of %d, %d open", yes, yes+no+open, open)
	}
	return fmt.Sprintf("%d of %d", yes, yes+no)
}

const theoryName = "theory"

// write leaves out notes that another experiment has written. noted maps each note to the first
// experiment that wrote it.
func (r savedReport) write(b *textBuilder, noted map[string]string) {
	b.printf("\n`%s`", r.Command)
	if seeds := formatSeeds(r.Seeds); seeds != "" {
		b.WriteString(", " + seeds)
	}
	b.printf(", %d units, %s of work", r.Timing.Units, formatSeconds(r.Timing.WorkSeconds))
	if r.Commit != "" {
		b.WriteString(", at commit " + r.Commit)
	}
	b.line("")
	r.writeRows(b)
	if len(r.Claims) > 0 {
		b.line("\n| claim | larui | |\n|---|---|---|")
	}
	for _, c := range r.Claims {
		b.printf("| %s | %s | %s |\n", c.Statement, c.Measured, verdictMark(c.Verdict))
	}
	gap := "\n"
	for _, note := range r.Notes {
		if by := noted[note]; by == "" || by == r.Name {
			b.printf("%s- %s\n", gap, note)
			gap, noted[note] = "", r.Name
		}
	}
}

// writeRows writes tables. Rows with the same Group form a group, such as all rows of a curve.
// Groups that have the same row names are in one table: a column for each group and a line for each
// name. If a table has more groups than names, each group is a line and each name a column.
func (r savedReport) writeRows(b *textBuilder) {
	var groups []string
	names, cells := map[string][]string{}, map[[2]string]string{}
	for _, row := range r.Rows {
		if names[row.Group] == nil {
			groups = append(groups, row.Group)
		}
		names[row.Group] = append(names[row.Group], row.Name)
		cells[[2]string{row.Group, row.Name}], cells[[2]string{row.Name, row.Group}] = row.cellText(), row.cellText()
	}
	for _, group := range groups {
		lines := names[group]
		columns := slices.DeleteFunc(slices.Clone(groups), func(g string) bool { return !slices.Equal(names[g], lines) })
		if columns[0] != group {
			continue // the group is in a table above
		}
		if len(columns) > len(lines) {
			lines, columns = columns, lines
		}
		b.printf("\n| | %s |\n|%s\n", strings.Join(columns, " | "), strings.Repeat("---|", len(columns)+1))
		for _, line := range lines {
			b.WriteString("| " + line + " |")
			for _, column := range columns {
				b.WriteString(" " + cells[[2]string{line, column}] + " |")
			}
			b.line("")
		}
	}
}

func (row savedRow) cellText() string {
	text := formatWithError(row.Ours, row.StdErr, row.Unit)
	if row.SeedErr != nil {
		text += fmt.Sprintf(", ± %.2f over seeds", *row.SeedErr)
	}
	if row.Paper != nil {
		text += " (" + formatWithError(row.Paper, nil, row.Unit) + ")"
	}
	return strings.TrimSpace(text + " " + verdictMark(row.Verdict))
}

func formatWithError(value, stdErr *float64, unit string) string {
	if value == nil {
		return ""
	}
	write := func(v float64, digits int) string {
		if unit == "" {
			return strconv.FormatFloat(v, 'g', digits, 64)
		}
		return formatFixed(v, 2)
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

const (
	pageHead = `# The paper's numbers beside larui's

` + "`larui repro`" + ` lists the paper's tables and figures, with the data and the time that each needs. ` + "`larui repro NAME`" + ` runs one and prints the
paper's numbers beside larui's. An interrupted run continues where it stopped. ` + "`larui repro --page DIR`" + ` writes this page from reports (` + "`--format json`" + `).

` + "```" + `
larui repro figure1 --figure figure1.png
larui repro table2-linear --pairs 3,8 --columns M-U
larui repro table2-networks --pairs 3,8 --hidden 128
` + "```" + `

The table counts the paper's numbers that larui meets: within 2 points for pairs of digits, 3 points for ten digits, two standard errors of the
difference for means of samples, and exactly for tables of whole numbers.
`
	pageMarks = `
## What was measured

The paper's numbers stand in brackets. ✓ and ✗ show whether a number is met and a claim true. Two standard errors, paired over tasks, pairs of digits or
seeds, decide a claim on a difference; without paired values its error is at most the sum of both errors. A claim on a count is decided where tasks without
data can't change it. Else a claim is open. Runs on some pairs of digits are not compared with the paper's means. Notes of a table are not repeated below its halves.
`
	pageTheory = `
## Every equation and statement

` + "`larui repro theory`" + ` takes a second and needs no data. Made pairs meet the premises, exactly or as nearly as 100,000 rows do. View 7 checks the same on your own
data. For an equation both sides are printed, for a bound the side.
`
	pageReadings = `
## Two readings

- The paper weights the target's tail with the target's singular values (` + "`--tail target`" + `, the default), the authors' published code with the source's
  (` + "`--tail source`" + `).
- k(ε), the number of components that the labels need: the numbers of Table 1 are the smallest k whose components contain more than 1 − ε of the
  label's norm (` + "`headRank`" + `), the equation is the smallest k with less than ε beyond it (` + "`tailRank`" + `). ` + "`larui align`" + ` shows both.
- Networks: the published code shows them the target's train part without labels, scores the test part, and trains on the negative probability of the
  label. The paper's text has the test part, and a textbook the cross-entropy (` + "`--target-part`, `--loss`" + `). The code for ten digits is not published: the
  loss of the code for two digits comes nearest to Table 5.
`
)
