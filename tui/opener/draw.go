package opener

import (
	"fmt"

	"larui/tui/chart"
	"larui/tui/session"
)

// A row is a line of the list: a heading, or an item by its place among those that
// match.
type row struct {
	heading string
	item    int
}

// rows returns the rows of the list that show in h lines, the selected one among them.
func (o *Opener) rows(h int) []row {
	var rows []row
	selected, group := 0, ""
	for i, item := range o.matching() {
		if item.group != group {
			group = item.group
			rows = append(rows, row{heading: group, item: -1})
		}
		if i <= o.Selected {
			selected = len(rows)
		}
		rows = append(rows, row{item: i})
	}
	top, shown := scrolled(len(rows), selected, h)
	return rows[top : top+shown]
}

// scrolled returns which of n rows show where only some have room: at the first of
// them, how many. The row at stays in the middle, as far as the ends allow.
func scrolled(n, at, room int) (top, shown int) {
	shown = min(n, room)
	return max(0, min(n-shown, at-shown/2)), shown
}

// listTop is the line at which the list begins, below the filter.
const listTop = 2

// ClickAt selects the item at a line of a grid of w×h cells that the opener is drawn
// in. It reports whether that was selected already, and so is chosen.
func (o *Opener) ClickAt(w, h, y int, gl chart.Glyphs) (chosen bool) {
	rows := o.rows(max(0, h-listTop-len(o.wrong(w, gl))))
	y -= listTop
	if o.Form != nil || y < 0 || y >= len(rows) || rows[y].item < 0 {
		return false
	}
	chosen = rows[y].item == o.Selected
	o.Selected = rows[y].item
	return chosen
}

// wrong is what went wrong, in lines of w columns.
func (o *Opener) wrong(w int, gl chart.Glyphs) []string {
	if o.Err == nil {
		return nil
	}
	const most = 3
	return chart.Wrap(gl.Spell(session.WithoutFlags(session.PlainError(o.Err))), w-2, most)
}

// Title is that of the overlay.
func (o *Opener) Title() string {
	if o.Form != nil {
		return "open " + o.Form.item.Title
	}
	return "open another pair"
}

// Draw draws the overlay.
func (o *Opener) Draw(g *chart.Grid, gl chart.Glyphs) {
	w, h := g.Size()
	wrong := o.wrong(w, gl)
	h = max(0, h-len(wrong))
	if o.Form != nil {
		o.Form.draw(g.Sub(0, 0, w, h), gl, o.Cursor)
	} else {
		x := 1 + g.Text(1, 0, "filter ", chart.Dim)
		drawTyped(g.Sub(x, 0, w-x-1, 1), o.Filter, o.Cursor)
		o.drawList(g.Sub(0, listTop, w, h-listTop), gl)
	}
	for i, line := range wrong {
		g.Text(1, h+i, line, chart.Bad)
	}
}

// drawList draws the items.
func (o *Opener) drawList(g *chart.Grid, gl chart.Glyphs) {
	w, h := g.Size()
	items, rows := o.matching(), o.rows(h)
	if len(items) == 0 {
		g.Text(1, 0, "nothing to open matches", chart.Dim)
	}
	title := 0
	for _, item := range items {
		title = max(title, chart.TextWidth(gl.Spell(item.Title)))
	}
	title = min(title, w/2-4)
	for y, row := range rows {
		if row.item < 0 {
			g.Text(1, y, row.heading, chart.Title)
			continue
		}
		item := items[row.item]
		drawName(g, y, chart.Truncate(gl.Spell(item.Title), title), row.item == o.Selected)
		if y == len(rows)-1 && row.item < len(items)-1 {
			g.TextRight(w, y, " ↓ more ", chart.Key)
			w -= len(" ↓ more ") - 2
		}
		g.Text(3+title+2, y, chart.Truncate(gl.Spell(item.About), w-title-6), chart.Dim)
	}
}

// drawName writes the name of an item or a field, marked where it is the one that keys
// are for.
func drawName(g *chart.Grid, y int, name string, present bool) {
	style := chart.Plain
	if present {
		g.Set(1, y, chart.FocusMark, chart.Accent)
		style = chart.Inverse
	}
	g.Text(3, y, name, style)
}

// drawTyped draws what is typed, as far as the cursor and a little further where it is
// long.
func drawTyped(g *chart.Grid, text string, cursor int) {
	w, _ := g.Size()
	runes := []rune(text)
	at := max(0, min(cursor, len(runes)))
	before := runes[:at]
	for len(before) > 0 && chart.TextWidth(string(before)) > w-2 {
		before = before[1:]
	}
	g.Text(0, 0, string(before)+"▏"+string(runes[at:]), chart.Bold)
}

// draw draws the fields, and below them what the present one can be completed to;
// typing goes before the rune at cursor.
func (f *Form) draw(g *chart.Grid, gl chart.Glyphs, cursor int) {
	w, h := g.Size()
	g.Text(1, 0, chart.Truncate(gl.Spell(f.item.About), w-2), chart.Dim)
	x := 0
	for _, field := range f.fields {
		x = max(x, 3+chart.TextWidth(field.Name)+2)
	}
	const around = 4 // what the form is for, a blank, the help of the field
	top, shown := scrolled(len(f.fields), f.at, max(1, h-around))
	for i := top; i < top+shown; i++ {
		line := g.Sub(x, 2+i-top, w-x-1, 1)
		room, _ := line.Size()
		field := f.fields[i]
		drawName(g, 2+i-top, field.Name, i == f.at)
		switch {
		case i == f.at:
			drawTyped(line, field.text, cursor)
		case field.text == "":
			line.Text(0, 0, chart.Truncate(gl.Spell(field.help(f.item.Line)), room), chart.Dim)
		default:
			line.Text(0, 0, chart.Truncate(field.text, room), chart.Plain)
		}
	}
	if hidden := len(f.fields) - shown; hidden > 0 {
		g.TextRight(w, 1, gl.Spell(fmt.Sprintf(" ↑ ↓ %d more ", hidden)), chart.Key)
	}
	y := 2 + shown
	help := chart.Wrap(gl.Spell(f.field().help(f.item.Line)), w-4, max(1, min(2, h-y)))
	for i, line := range help {
		g.Text(3, y+i, line, chart.Dim)
	}
	y += len(help) + 1
	drawNames(g.Sub(3, y, w-4, h-y), gl, f.candidates)
}

// drawNames draws names in columns; that there are more where not all have room.
func drawNames(g *chart.Grid, gl chart.Glyphs, names []string) {
	w, h := g.Size()
	widest := 1
	for _, name := range names {
		widest = max(widest, min(chart.TextWidth(name)+2, w))
	}
	columns := max(1, w/widest)
	for i, name := range names[:min(len(names), columns*h)] {
		x, y := i%columns*widest, i/columns
		if i == columns*h-1 && len(names) > i+1 {
			g.Text(x, y, gl.Spell("and more …"), chart.Dim)
			return
		}
		g.Text(x, y, chart.Truncate(name, widest-2), chart.Plain)
	}
}
