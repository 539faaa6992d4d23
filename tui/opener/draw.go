package opener

import (
	"fmt"

	"larui/tui/chart"
	"larui/tui/session"
)

// An openerRow is a line of the opener's list: a heading, or an item by its place
// among those that match.
type openerRow struct {
	heading string
	item    int
}

// listRows returns the rows of the list that show in h lines, the selected one among
// them.
func (o *Opener) listRows(h int) []openerRow {
	var rows []openerRow
	selected := 0
	group := ""
	for i, item := range o.matching() {
		if item.group != group {
			group = item.group
			rows = append(rows, openerRow{heading: group, item: -1})
		}
		if i <= o.Selected {
			selected = len(rows)
		}
		rows = append(rows, openerRow{item: i})
	}
	if len(rows) <= h {
		return rows
	}
	top, shown := scrolled(len(rows), selected, h)
	return rows[top : top+shown]
}

// listTop is the line at which the list begins, below the filter.
const listTop = 2

// ClickAt selects the item at a line of a grid of w×h cells that the opener is drawn
// in. It reports whether that was selected already, and so is chosen.
func (o *Opener) ClickAt(w, h, y int, gl chart.Glyphs) (chosen bool) {
	rows := o.listRows(max(0, h-listTop-len(o.errorLines(w, gl))))
	y -= listTop
	if o.Filling || y < 0 || y >= len(rows) || rows[y].item < 0 {
		return false
	}
	chosen = rows[y].item == o.Selected
	o.Selected = rows[y].item
	return chosen
}

// errorLines is what went wrong, in lines of w columns.
func (o *Opener) errorLines(w int, gl chart.Glyphs) []string {
	if o.Err == nil {
		return nil
	}
	const rows = 3
	return chart.Wrap(gl.Spell(session.WithoutFlags(session.PlainError(o.Err))), w-2, rows)
}

// Title is that of the overlay.
func (o *Opener) Title() string {
	if o.Filling {
		return "open " + o.Form.Item.title
	}
	return "open another pair"
}

// Draw draws the overlay.
func (o *Opener) Draw(g *chart.Grid, gl chart.Glyphs) {
	w, h := g.Size()
	wrong := o.errorLines(w, gl)
	if o.Filling {
		o.drawForm(g, gl)
	} else {
		x := 1 + g.Text(1, 0, "filter ", chart.Dim)
		o.drawEntry(g.Sub(x, 0, w-x-1, 1), o.Filter, true)
		rows := max(0, h-listTop-len(wrong))
		o.drawRows(g.Sub(0, listTop, w, rows), o.listRows(rows), gl)
	}
	for i, line := range wrong {
		g.Text(1, h-len(wrong)+i, line, chart.Bad)
	}
}

// drawRows draws the rows of the list.
func (o *Opener) drawRows(g *chart.Grid, rows []openerRow, gl chart.Glyphs) {
	w, _ := g.Size()
	items := o.matching()
	if len(items) == 0 {
		g.Text(1, 0, "nothing to open matches", chart.Dim)
		return
	}
	title := 0
	for _, item := range items {
		title = max(title, chart.TextWidth(gl.Spell(item.title)))
	}
	title = min(title, w/2-4)
	for y, row := range rows {
		if row.item < 0 {
			g.Text(1, y, row.heading, chart.Title)
			continue
		}
		item := items[row.item]
		style := chart.Plain
		if row.item == o.Selected {
			g.Set(1, y, chart.FocusMark, chart.Accent)
			style = chart.Inverse
		}
		g.Text(3, y, chart.Truncate(gl.Spell(item.title), title), style)
		if y == len(rows)-1 && row.item < len(items)-1 {
			g.TextRight(w, y, " ↓ more ", chart.Key)
			w -= len(" ↓ more ") - 2
		}
		g.Text(3+title+2, y, chart.Truncate(gl.Spell(item.About), w-title-6), chart.Dim)
	}
}

// drawEntry draws what is typed, the part around the cursor where it is long.
func (o *Opener) drawEntry(g *chart.Grid, text string, active bool) {
	w, _ := g.Size()
	if !active {
		g.Text(0, 0, chart.Truncate(text, w), chart.Plain)
		return
	}
	runes := []rune(text)
	at := max(0, min(o.Cursor, len(runes)))
	before, after := string(runes[:at]), string(runes[at:])
	for chart.TextWidth(before) > max(0, w-2) {
		_, size := firstRune(before)
		before = before[size:]
	}
	g.Text(0, 0, before+"▏"+after, chart.Bold)
}

// firstRune returns the first character of a text that is not empty.
func firstRune(text string) (string, int) {
	for i := range text {
		if i > 0 {
			return text[:i], i
		}
	}
	return text, len(text)
}

// drawForm draws the fields, and below them what the present one can be completed
// to.
func (o *Opener) drawForm(g *chart.Grid, gl chart.Glyphs) {
	w, h := g.Size()
	form := &o.Form
	g.Text(1, 0, chart.Truncate(gl.Spell(form.Item.About), w-2), chart.Dim)
	label := 0
	for _, field := range form.Item.Fields {
		label = max(label, chart.TextWidth(field.Name))
	}
	rows := h - len(o.errorLines(w, gl))
	const around = 4 // what the form is for, a blank, the help of the field
	top, shown := scrolled(len(form.Item.Fields), form.At, max(1, rows-around))
	for i := top; i < top+shown; i++ {
		field, y := form.Item.Fields[i], 2+i-top
		style := chart.Plain
		if i == form.At {
			g.Set(1, y, chart.FocusMark, chart.Accent)
			style = chart.Inverse
		}
		g.Text(3, y, field.Name, style)
		x := 3 + label + 2
		if form.Values[i] == "" && i != form.At {
			g.Text(x, y, chart.Truncate(gl.Spell(fieldHelp(field, form.Item.Name)), w-x-1), chart.Dim)
		} else {
			o.drawEntry(g.Sub(x, y, w-x-1, 1), form.Values[i], i == form.At)
		}
	}
	if hidden := len(form.Item.Fields) - shown; hidden > 0 {
		text := gl.Spell(fmt.Sprintf(" ↑ ↓ %d more ", hidden))
		g.TextRight(w, 1, text, chart.Key)
	}
	y := 2 + shown
	help := chart.Wrap(gl.Spell(fieldHelp(form.Field(), form.Item.Name)), w-4, max(1, min(2, rows-y)))
	for i, line := range help {
		g.Text(3, y+i, line, chart.Dim)
	}
	y += len(help) + 1
	o.drawCandidates(g.Sub(3, y, w-4, rows-y), gl)
}

// scrolled returns which of n rows show where only some have room: at the first of
// them, how many. The row at stays in the middle, as far as the ends allow.
func scrolled(n, at, room int) (top, shown int) {
	shown = min(n, room)
	return max(0, min(n-shown, at-shown/2)), shown
}

// drawCandidates draws names in columns; how many more there are where not all have
// room.
func (o *Opener) drawCandidates(g *chart.Grid, gl chart.Glyphs) {
	w, h := g.Size()
	names := o.Form.Candidates
	if len(names) == 0 || w < 1 || h < 1 {
		return
	}
	widest := 0
	for _, name := range names {
		widest = max(widest, chart.TextWidth(name))
	}
	widest = min(widest+2, w)
	columns := max(1, w/widest)
	room := columns * h
	for i, name := range names {
		x, y := i%columns*widest, i/columns
		if i == room-1 && len(names) > room {
			g.Text(x, y, gl.Spell("and more …"), chart.Dim)
			return
		}
		g.Text(x, y, chart.Truncate(name, widest-2), chart.Plain)
	}
}
