package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// A table is text in columns, aligned by what they show.
type table struct {
	// align has one letter per column: l or r.
	align string
	rows  [][]string
}

// add appends a row of at most as many cells as there are columns.
func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// write writes the rows, indented by two, with two spaces between columns and
// none at the end.
func (t *table) write(b *strings.Builder) {
	widths := make([]int, len(t.align))
	for _, row := range t.rows {
		for j, cell := range row {
			widths[j] = max(widths[j], ansi.StringWidth(cell))
		}
	}
	for _, row := range t.rows {
		var line strings.Builder
		for j, cell := range row {
			if widths[j] == 0 {
				continue
			}
			pad := strings.Repeat(" ", widths[j]-ansi.StringWidth(cell))
			if t.align[j] == 'r' {
				cell = pad + cell
			} else {
				cell += pad
			}
			line.WriteString("  ")
			line.WriteString(cell)
		}
		b.WriteString(strings.TrimRight(line.String(), " "))
		b.WriteByte('\n')
	}
}

// unknownText stands for what can't be known.
const unknownText = "-"

// short writes a value that was chosen: up to four digits, no zeros at the end.
func short(x float64) string {
	if !number(x).known() {
		return unknownText
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

// measured writes a value that was computed with exactly four significant
// digits, so that columns of them stay even.
func measured(x float64) string {
	switch {
	case !number(x).known():
		return unknownText
	case x == 0:
		return "0"
	}
	return strings.TrimSuffix(fmt.Sprintf("%#.4g", x), ".")
}

// percent writes a share of rows in percent, with as many decimals as the rows
// can bear.
func percent(share float64, rows int) string {
	if !number(share).known() {
		return unknownText
	}
	return strconv.FormatFloat(100*share, 'f', decimals(rows), 64) + " %"
}

// decimals is how many decimals of a percentage of rows mean something.
func decimals(rows int) int {
	if rows > 2000 {
		return 2
	}
	return 1
}

// A change of a score is written behind a sign of what it is worth: ▲ for better, ▼
// for worse and = for no difference that shows. It is that of the numbers that stand
// beside it, as they are rounded.

// points writes the change of a share in percentage points.
func points(from, to float64, rows int) string {
	if !number(to - from).known() {
		return ""
	}
	places := decimals(rows)
	diff := rounded(100*to, 'f', places) - rounded(100*from, 'f', places)
	return judged(diff > 0, diff, places, "")
}

// relative writes the change of an error, which is the better the lower it is: in
// percent of what it was, or how many times it grew where that is a lot.
func relative(from, to float64) string {
	const lot, digits, places = 10, 3, 1
	from, to = rounded(from, 'e', digits), rounded(to, 'e', digits)
	if !number(to-from).known() || from == 0 {
		return ""
	}
	if to > lot*from {
		return "▼ ×" + strconv.FormatFloat(rounded(to/from, 'g', 2), 'g', -1, 64)
	}
	return judged(to < from, 100*(to-from)/from, places, " %")
}

// judged writes a difference with its sign and what it is worth.
func judged(better bool, diff float64, places int, unit string) string {
	text := strconv.FormatFloat(math.Abs(diff), 'f', places, 64) + unit
	switch {
	case strings.Trim(text, "0.% ") == "":
		return "= " + text
	case diff > 0:
		text = "+" + text
	default:
		text = "-" + text
	}
	if better {
		return "▲ " + text
	}
	return "▼ " + text
}

// rounded returns the number that a format of strconv shows.
func rounded(x float64, format byte, places int) float64 {
	shown, err := strconv.ParseFloat(strconv.FormatFloat(x, format, places, 64), 64)
	if err != nil {
		return math.NaN()
	}
	return shown
}

// paragraph writes text as lines of at most 78 columns, the first after mark
// and the others as far in.
func paragraph(b *strings.Builder, mark, text string) {
	const width = 78
	indent := strings.Repeat(" ", ansi.StringWidth(mark))
	for i, line := range strings.Split(ansi.Wordwrap(text, width-len(indent), ""), "\n") {
		if i > 0 {
			mark = indent
		}
		b.WriteString(strings.TrimRight(mark+line, " ") + "\n")
	}
}
