package opener

import (
	"cmp"
	"fmt"
	"strings"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// A Review shows the columns of files and lets the user change the use of each column.
type Review struct {
	*datasets.Review
	// Selected is the index of the selected row: a column, or the scale of the features, which
	// follows the last column.
	Selected int
}

// Press handles a key that moves the selection or changes the use of a column. says is the reason
// if the key has no effect. known is false for other keys.
func (r *Review) Press(key string) (says string, known bool) {
	turn := map[string]int{"right": 1, " ": 1, "left": -1}[key]
	if arrow := map[string]string{"j": "down", "k": "up"}[key]; arrow != "" {
		key = arrow
	}
	switch by := SelectionStep(key, ""); {
	case by != 0:
		r.Selected = MoveSelection(r.Selected, by, len(r.Columns)+1)
	case turn == 0:
		return "", false
	case r.ChangeChoice(r.Selected, turn):
	case r.Columns[r.Selected].Use == datasets.UseLabel:
		says = "this column is the label: press l on another column to make that the label"
	default:
		says = "this column can have no other use"
	}
	return says, true
}

func (r *Review) countUses() string {
	names, news := map[datasets.ColumnUse][]string{}, 0
	for _, c := range r.Columns {
		names[c.Use] = append(names[c.Use], wording.DisplayName(c.Name))
		if noteNewWords(c) != "" {
			news++
		}
	}
	columns, features := r.CountFeatures()
	parts := []string{wording.Plural(columns, "column") + " → " + wording.Plural(features, "feature")}
	if features == 0 {
		parts[0] = wording.Plural(columns, "column") + " as features"
	}
	for _, use := range []datasets.ColumnUse{datasets.UseLabel, datasets.UseID} {
		if names[use] != nil {
			parts = append(parts, string(use)+" "+strings.Join(names[use], ", "))
		}
	}
	if left := len(names[datasets.UseDrop]); left > 0 {
		parts = append(parts, fmt.Sprintf("%d left out", left))
	}
	if news > 0 {
		parts = append(parts, fmt.Sprintf("%d with new words", news))
	}
	if r.Spec().Decimal == "," {
		parts = append(parts, "decimal commas")
	}
	return strings.Join(parts, ", ")
}

// noteNewWords returns a note if a column of words, encoded as numbers, has words in the target
// that the source lacks; else an empty text.
func noteNewWords(c datasets.ReviewedColumn) string {
	if c.Note == "" || c.Use != datasets.UseEncode {
		return ""
	}
	return ", new words"
}

func (r *Review) describeScale() string {
	return []string{"not scaled", "standardized by source", "standardized by domain", "not scaled"}[r.Standardize]
}

// describeSelected returns the problem of the selected row, a note on the row, or an example.
func (r *Review) describeSelected() string {
	if r.Selected == len(r.Columns) {
		return "scale: " + cmp.Or(r.Scales, fmt.Sprintf("the features differ by less than a factor of %d", datasets.UnequalScaleRatio))
	}
	c := r.Columns[r.Selected]
	said, _, _ := strings.Cut(c.Problem, " (--") // the flags do not apply to the keys of the Review
	said = session.WithoutFlags(said)
	if c.Shift != nil && said == "" {
		said = fmt.Sprintf("the target's mean differs by %+.2f standard deviations of the source", *c.Shift)
	}
	if c.Note != "" {
		said = strings.TrimPrefix(said+"; "+c.Note, "; ")
	}
	if said == "" && c.Example != "" {
		said = "such as " + wording.DisplayName(c.Example)
	}
	return wording.DisplayName(c.Name) + ": " + said
}

func (r *Review) formatRow(c datasets.ReviewedColumn) []string {
	var gaps []string
	for _, count := range c.Gaps {
		if count == nil {
			gaps = append(gaps, number.Unknown)
		} else {
			gaps = append(gaps, fmt.Sprint(*count))
		}
	}
	shift := ""
	if c.Shift != nil {
		shift = fmt.Sprintf("%+.2f", *c.Shift)
	}
	return []string{wording.DisplayName(c.Name), string(c.Kind), strings.Join(gaps, " → "), shift, c.UseText() + noteNewWords(c), wording.DisplayName(c.Example)}
}

// tableY is the number of lines above the columns: the summary, a blank line and the headings.
const tableY = 3

// footLines returns the lines below the table, of at most w columns. There are equally many for
// each selected row.
func (r *Review) footLines(w int, gl chart.Glyphs) []string {
	foot := append([]string{""}, chart.Wrap(gl.Spell(r.describeSelected()), w-2, 2)...)
	return append(foot, make([]string, max(0, 3-len(foot)))...)
}

func (r *Review) draw(g *chart.Grid, gl chart.Glyphs) {
	w, h := g.Size()
	foot := r.footLines(w, gl)
	const markWidth = 16 // of the number of hidden rows, at the right
	g.TextWrapped(1, 0, w-markWidth, 2, r.countUses(), chart.Plain)
	headings := []string{"column", "kind", "gaps", "shift", "becomes", "example"}
	rows := [][]string{headings}
	for _, c := range r.Columns {
		rows = append(rows, r.formatRow(c))
	}
	rows = append(rows, []string{"scale of features", "", "", "", r.describeScale(), ""})
	widths, left := make([]int, len(headings)), 3
	for i := range headings {
		for _, row := range rows {
			widths[i] = max(widths[i], chart.TextWidth(gl.Spell(row[i])))
		}
		left += widths[i] + 2
	}
	const leastName, leastExample = 12, 8
	if spare := left - w; spare > 0 {
		cut := min(spare, max(0, widths[5]-leastExample))
		widths[5] -= cut
		left -= cut
	}
	// From a table that is too wide, draw leaves out the example, the kind and the shift, in this
	// order, and then shortens names.
	for _, i := range []int{5, 1, 3, 0} {
		switch {
		case left <= w:
		case i > 0:
			left -= widths[i] + 2
			widths[i] = -2
		default:
			widths[0] = max(leastName, widths[0]-(left-w))
		}
	}
	top, shown := VisibleRows(len(rows)-1, r.Selected, h-tableY-len(foot))
	draw := func(y int, row []string, style func(i int) chart.Style) {
		x := 3
		for i, text := range row {
			if widths[i] > 0 {
				text = gl.Truncate(text, min(widths[i], w-x))
				if i == 2 || i == 3 {
					g.TextRight(x+widths[i], y, text, style(i))
				} else {
					g.Text(x, y, text, style(i))
				}
			}
			x += widths[i] + 2
		}
	}
	draw(tableY-1, headings, func(int) chart.Style { return chart.Title })
	for y, row := range rows[1+top:][:shown] {
		at := top+y == r.Selected
		var c datasets.ReviewedColumn // none for the scale
		if top+y < len(r.Columns) {
			c = r.Columns[top+y]
		}
		if at {
			g.Set(1, tableY+y, chart.FocusMark, chart.Accent)
		}
		draw(tableY+y, row, func(i int) chart.Style {
			switch {
			case at && i == 0, at && i == 4:
				return chart.Inverse
			case i == 4 && noteNewWords(c) != "":
				return chart.Warning
			case c.Use == datasets.UseDrop, i == 1, i == 5:
				return chart.Dim
			case c.Use == datasets.UseLabel && (i == 0 || i == 4):
				return chart.Bold
			}
			return chart.Plain
		})
	}
	if more := len(rows) - 1 - shown; more > 0 {
		g.TextRight(w, 1, fmt.Sprintf(" ↑ ↓ %d more ", more), chart.Key)
	}
	g.Lines(1, h-len(foot), foot, chart.Dim)
}

func (r *Review) clickAt(w, h, y int, gl chart.Glyphs) {
	if row, ok := RowAt(len(r.Columns)+1, r.Selected, h-tableY-len(r.footLines(w, gl)), y-tableY); ok {
		r.Selected = row
	}
}
