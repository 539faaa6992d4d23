package opener

import (
	"fmt"
	"slices"
	"strings"

	"larui/datasets/wording"
	"larui/tui/chart"
	"larui/tui/session"
)

// A choiceRow is a line of the list or of the form: a heading, or a name with a text beside it.
type choiceRow struct {
	heading, name, text string
	shorter             []string    // shorter texts for little room
	style               chart.Style // of the text
	// index is the index of the item or of the field, -1 for a heading.
	index int
}

// rows returns the lines of the list and the index of the selected line.
func (o *Opener) rows(gl chart.Glyphs) (rows []choiceRow, selected int) {
	group := ""
	for i, item := range o.matchingItems() {
		if item.group != group {
			group = item.group
			rows = append(rows, choiceRow{heading: group, index: -1})
		}
		if i <= o.Selected {
			selected = len(rows)
		}
		r := choiceRow{name: gl.Spell(item.Title), text: gl.Spell(item.About), style: chart.Dim, index: i}
		for _, end := range []string{" (", ": "} {
			shorter, _, _ := strings.Cut(r.text, end)
			r.shorter = append(r.shorter, shorter)
		}
		rows = append(rows, r)
	}
	return rows, selected
}

// A field shows its typed text or, if no text is typed, its help.
func (f *Form) rows(gl chart.Glyphs) (rows []choiceRow) {
	for i, field := range f.visibleFields() {
		r := choiceRow{name: field.Name, text: field.text, index: i}
		if field.text == "" && i != f.selected {
			r.text, r.style = gl.Spell(field.describe(f.item.Line)), chart.Dim
			help, empty, _ := strings.Cut(r.text, "; ")
			r.shorter = []string{help, empty}
		}
		rows = append(rows, r)
	}
	return rows
}

// drawRows draws the rows that fit around the selected one, which shows a text cursor before the
// rune at index cursor; none if cursor is negative. If more rows follow, the last visible row ends
// in note.
func drawRows(g *chart.Grid, rows []choiceRow, selected, cursor int, note string) {
	w, h := g.Size()
	widest := 0
	for _, r := range rows {
		widest = max(widest, chart.TextWidth(r.name))
	}
	widest = min(widest, w/2-4)
	top, shown := VisibleRows(len(rows), selected, h)
	for y, r := range rows[top : top+shown] {
		if y == shown-1 && top+shown < len(rows) {
			g.TextRight(w, y, note, chart.Key)
			w -= chart.TextWidth(note)
		}
		if r.index < 0 {
			g.Text(1, y, r.heading, chart.Title)
			continue
		}
		name := chart.Plain
		if top+y == selected {
			g.Set(1, y, chart.FocusMark, chart.Accent)
			name = chart.Inverse
		}
		g.TextWithin(3, y, widest, r.name, name)
		x := 3 + widest + 2
		for _, shorter := range r.shorter {
			if chart.TextWidth(r.text) > w-x-1 && shorter != "" {
				r.text = shorter
			}
		}
		text := g.Sub(x, y, w-x-1, 1)
		if top+y == selected && cursor >= 0 {
			DrawInput(text, r.text, cursor)
		} else {
			text.TextWithin(0, 0, w-x-1, r.text, r.style)
		}
	}
}

const listY = 2

// ClickAt selects the item at line y of an overlay of w×h cells. chosen reports whether the item
// was selected already: a second click chooses it.
func (o *Opener) ClickAt(w, h, y int, gl chart.Glyphs) (chosen bool) {
	h -= len(o.errorLines(w, gl))
	if o.Review != nil {
		o.Review.clickAt(w, h, y, gl)
		return false
	}
	rows, selected := o.rows(gl)
	row, ok := RowAt(len(rows), selected, h-listY, y-listY)
	if o.Form != nil || !ok || rows[row].index < 0 {
		return false
	}
	chosen = rows[row].index == o.Selected
	o.Selected = rows[row].index
	return chosen
}

func (o *Opener) errorLines(w int, gl chart.Glyphs) []string {
	if o.Err == nil {
		return nil
	}
	const most = 3
	lines := chart.Wrap(gl.Spell(session.WithoutFlags(session.PlainError(o.Err))), w-2, most)
	if o.OffersFetch {
		lines = append(lines, "y fetches the missing files (at most 20 MB), any other key cancels")
	}
	return lines
}

func (o *Opener) Title() string {
	switch {
	case o.Review != nil:
		var names []string
		for _, f := range o.Review.Files {
			names = append(names, fmt.Sprintf("%s (%s)", wording.DisplayName(f.Name), wording.Plural(f.Rows, "row")))
		}
		return "columns of " + strings.Join(names, " → ")
	case o.Form != nil:
		return "open " + o.Form.item.Title
	}
	return "open another pair"
}

func (o *Opener) Draw(g *chart.Grid, gl chart.Glyphs) {
	w, h := g.Size()
	wrong := o.errorLines(w, gl)
	h = max(0, h-len(wrong))
	content := g.Sub(0, 0, w, h)
	switch {
	case o.Review != nil:
		o.Review.draw(content, gl)
	case o.Form != nil:
		o.Form.draw(content, gl, o.Cursor)
	default:
		x := 1 + g.Text(1, 0, "filter ", chart.Dim)
		DrawInput(g.Sub(x, 0, w-x-1, 1), o.Filter, o.Cursor)
		rows, selected := o.rows(gl)
		drawRows(g.Sub(0, listY, w, h-listY), rows, selected, -1, " ↓ more ")
		if len(rows) == 0 {
			g.Text(1, listY, "no pair matches; type files to open files of your own", chart.Dim)
		}
	}
	g.Lines(1, h, wrong, chart.Bad)
}

// DrawInput draws the part of a typed text that fits around the text cursor.
func DrawInput(g *chart.Grid, text string, cursor int) {
	w, _ := g.Size()
	runes := []rune(text)
	at := max(0, min(cursor, len(runes)))
	before := runes[max(0, min(at, at-w+2)):at]
	for len(before) > 0 && chart.TextWidth(string(before)) > w-2 {
		before = before[1:]
	}
	runes = runes[:min(len(runes), at+w)]
	g.Text(0, 0, string(before)+"▏"+string(runes[at:]), chart.Bold)
}

// draw draws the fields, the help of the selected field, and the names that may complete its text.
// cursor is the position of the text cursor in runes.
func (f *Form) draw(g *chart.Grid, gl chart.Glyphs, cursor int) {
	w, h := g.Size()
	g.TextWithin(1, 0, w-2, f.item.About, chart.Dim)
	const around = 4 // the lines above and below the fields: summary, blank line, help
	fields := f.visibleFields()
	shown := min(len(fields), max(1, h-around))
	drawRows(g.Sub(0, 2, w, shown), f.rows(gl), f.selected, max(0, cursor), "")
	y := 2 + shown
	switch hidden := len(f.fields) - shown; {
	case f.folded:
		g.TextWithin(3, y, w-4, fmt.Sprintf("↓ shows %d more fields on reading the files: label, task, standardize, …", hidden), chart.Dim)
		y += 2
	case hidden > 0:
		g.TextRight(w, 1, fmt.Sprintf(" ↑ ↓ %d more ", hidden), chart.Key)
	}
	if len(f.candidates) > 0 && h-y < 2*around { // help and names do not both fit
		drawNames(g.Sub(3, y, w-4, h-y), f.candidates)
		return
	}
	y += 1 + g.TextWrapped(3, y, w-4, max(1, min(2, h-y)), f.selectedField().describe(f.item.Line), chart.Dim)
	drawNames(g.Sub(3, y, w-4, h-y), f.candidates)
}

func drawNames(g *chart.Grid, names []string) {
	w, h := g.Size()
	names = slices.Clone(names)
	widest := 1
	for i, name := range names {
		name = wording.OneLine(name)
		names[i] = name
		widest = max(widest, min(chart.TextWidth(name)+2, w))
	}
	columns := max(1, w/widest)
	for i, name := range names[:min(len(names), columns*h)] {
		x, y := i%columns*widest, i/columns
		if i == columns*h-1 && len(names) > i+1 {
			g.Text(x, y, "and more …", chart.Dim)
			return
		}
		g.TextWithin(x, y, widest-2, name, chart.Plain)
	}
}
