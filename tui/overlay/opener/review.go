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

// A Review shows the columns of files and lets the user change their use.
type Review struct {
	*datasets.Review
	// At is the index of the selected row: a column, or the scale of the features after the last.
	At int
}

// Press handles a key that moves the selection or changes the column's use. It returns the
// reason if the key has no effect, and reports false for other keys.
func (r *Review) Press(key string) (says string, known bool) {
	turn := map[string]int{"right": 1, " ": 1, "left": -1}[key]
	if arrow := map[string]string{"j": "down", "k": "up"}[key]; arrow != "" {
		key = arrow
	}
	switch by := Moves(key, ""); {
	case by != 0:
		r.At = Stepped(r.At, by, len(r.Columns)+1)
	case turn == 0:
		return "", false
	case r.ChangeChoice(r.At, turn):
	case r.Columns[r.At].Use == datasets.UseLabel:
		says = "this is the label: l makes another column the label"
	default:
		says = "this column has no other use"
	}
	return says, true
}

// summary describes the use of all columns.
func (r *Review) summary() string {
	names, news := map[datasets.ColumnUse][]string{}, 0
	for _, c := range r.Columns {
		names[c.Use] = append(names[c.Use], wording.DisplayName(c.Name))
		if newWords(c) != "" {
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
	if r.Standardize != datasets.FitNone {
		parts = append(parts, r.scale())
	}
	return strings.Join(parts, ", ")
}

// newWords returns a note on an encoded column whose target has words that the source lacks.
func newWords(c datasets.ReviewedColumn) string {
	if c.Note == "" || c.Use != datasets.UseEncode {
		return ""
	}
	return ", new words"
}

// scale describes the scale of the features.
func (r *Review) scale() string {
	return []string{"as they are", "standardized by source", "standardized by domain"}[r.Standardize]
}

// about describes the selected row, beyond its cells in the table.
func (r *Review) about() string {
	if r.At == len(r.Columns) {
		return "scale: " + cmp.Or(r.Scales, fmt.Sprintf("the features differ less than %d-fold", datasets.UnequalScaleRatio))
	}
	c := r.Columns[r.At]
	said, _, _ := strings.Cut(c.Problem, " (--") // keys replace the flags here
	said = session.WithoutFlags(said)
	if c.Shift != nil && said == "" {
		said = fmt.Sprintf("its mean is %+.2f source deviations further in the target", *c.Shift)
	}
	if c.Note != "" {
		said = strings.TrimPrefix(said+"; "+c.Note, "; ")
	}
	if said == "" && c.Example != "" {
		said = "such as " + wording.DisplayName(c.Example)
	}
	return wording.DisplayName(c.Name) + ": " + said
}

// cells returns a column's row of the table.
func (r *Review) cells(c datasets.ReviewedColumn) []string {
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
	return []string{wording.DisplayName(c.Name), string(c.Kind), strings.Join(gaps, " → "), shift, c.UseText() + newWords(c), wording.DisplayName(c.Example)}
}

// reviewTop is the number of lines above the columns: the summary, a blank line and headings.
const reviewTop = 3

// foot returns the lines below the table, of w columns, as many for each selected column.
func (r *Review) foot(w int, gl chart.Glyphs) []string {
	foot := append([]string{""}, chart.Wrap(gl.Spell(r.about()), w-2, 2)...)
	return append(foot, make([]string, max(0, 3-len(foot)))...)
}

// draw draws the table around the selected column.
func (r *Review) draw(g *chart.Grid, gl chart.Glyphs) {
	w, h := g.Size()
	foot := r.foot(w, gl)
	g.Text(1, 0, chart.Truncate(gl.Spell(r.summary()), w-2), chart.Plain)
	headings := []string{"column", "kind", "gaps", "shift", "becomes", "example"}
	rows := [][]string{headings}
	for _, c := range r.Columns {
		rows = append(rows, r.cells(c))
	}
	rows = append(rows, []string{"scale of features", "", "", "", r.scale(), ""})
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
	// A table that is too wide leaves out example, kind and shift, then cuts the names.
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
	top, shown := VisibleRows(len(rows)-1, r.At, max(0, h-reviewTop-len(foot)))
	draw := func(y int, row []string, style func(i int) chart.Style) {
		x := 3
		for i, text := range row {
			if widths[i] > 0 {
				text = gl.Truncate(gl.Spell(text), min(widths[i], w-x))
				if i == 2 || i == 3 {
					g.TextRight(x+widths[i], y, text, style(i))
				} else {
					g.Text(x, y, text, style(i))
				}
			}
			x += widths[i] + 2
		}
	}
	draw(reviewTop-1, headings, func(int) chart.Style { return chart.Title })
	for y, row := range rows[1+top:][:shown] {
		at := top+y == r.At
		var c datasets.ReviewedColumn // none for the scale
		if top+y < len(r.Columns) {
			c = r.Columns[top+y]
		}
		if at {
			g.Set(1, reviewTop+y, chart.FocusMark, chart.Accent)
		}
		draw(reviewTop+y, row, func(i int) chart.Style {
			switch {
			case at && i == 0, at && i == 4:
				return chart.Inverse
			case i == 4 && newWords(c) != "":
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
		g.TextRight(w, 1, gl.Spell(fmt.Sprintf(" ↑ ↓ %d more ", more)), chart.Key)
	}
	for i, line := range foot {
		g.Text(1, h-len(foot)+i, line, chart.Dim)
	}
}

// clickAt selects the column at line y of a grid of w×h cells.
func (r *Review) clickAt(w, h, y int, gl chart.Glyphs) {
	top, shown := VisibleRows(len(r.Columns)+1, r.At, max(0, h-reviewTop-len(r.foot(w, gl))))
	y -= reviewTop
	if y >= 0 && y < shown {
		r.At = top + y
	}
}
