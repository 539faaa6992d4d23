package tui

import (
	"fmt"
	"strings"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
)

// An openerRow is a line of the opener's list: a heading, or an item by its place
// among those that match.
type openerRow struct {
	heading string
	item    int
}

// openerList places the list in a frame of w×h cells, below the filter and above
// what went wrong, and returns the rows that show, the selected one among them.
func (sc *Scene) openerList(w, h int) (rect, []openerRow) {
	at := sc.body(w, h).inner()
	at.y, at.h = at.y+2, max(0, at.h-2-len(sc.openerError(at.w)))
	var rows []openerRow
	selected := 0
	group := ""
	for i, item := range sc.Opener.matching() {
		if item.group != group {
			group = item.group
			rows = append(rows, openerRow{heading: group, item: -1})
		}
		if i <= sc.Opener.Selected {
			selected = len(rows)
		}
		rows = append(rows, openerRow{item: i})
	}
	if len(rows) <= at.h {
		return at, rows
	}
	top, shown := scrolled(len(rows), selected, at.h)
	return at, rows[top : top+shown]
}

// openerError is what went wrong, in lines of w columns.
func (sc *Scene) openerError(w int) []string {
	if sc.Opener.Err == nil {
		return nil
	}
	const rows = 3
	return wrap(sc.spell(withoutFlags(plainError(sc.Opener.Err))), w-2, rows)
}

// plainError is an error's text, in one line, without the name of its kind, which goes without
// saying beside the field that is to blame.
func plainError(err error) string {
	text := strings.Join(strings.Fields(err.Error()), " ")
	for _, kind := range []error{session.ErrValue, model.ErrParams} {
		text = strings.TrimPrefix(text, kind.Error()+": ")
	}
	return text
}

// drawOpener draws the overlay over the panels of the frame g.
func (sc *Scene) drawOpener(g *chart.Grid) {
	w, h := g.Size()
	body := sc.body(w, h)
	title := "open another pair"
	if sc.Opener.Filling {
		title = "open " + sc.Opener.Form.Item.title
	}
	inner := body.of(g).Box(sc.spell(title), chart.Focus, chart.Focus, sc.Glyphs)
	iw, ih := inner.Size()
	if sc.Opener.Filling {
		sc.drawForm(inner)
	} else {
		x := 1 + inner.Text(1, 0, "filter ", chart.Dim)
		sc.drawEntry(inner.Sub(x, 0, iw-x-1, 1), sc.Opener.Filter, true)
		at, rows := sc.openerList(w, h)
		sc.drawOpenerRows(at.of(g), rows)
	}
	for i, line := range sc.openerError(iw) {
		inner.Text(1, ih-len(sc.openerError(iw))+i, line, chart.Bad)
	}
}

// drawOpenerRows draws the rows of the list.
func (sc *Scene) drawOpenerRows(g *chart.Grid, rows []openerRow) {
	w, _ := g.Size()
	items := sc.Opener.matching()
	if len(items) == 0 {
		g.Text(1, 0, "nothing to open matches", chart.Dim)
		return
	}
	title := 0
	for _, item := range items {
		title = max(title, chart.TextWidth(sc.spell(item.title)))
	}
	title = min(title, w/2-4)
	for y, row := range rows {
		if row.item < 0 {
			g.Text(1, y, row.heading, chart.Title)
			continue
		}
		item := items[row.item]
		style := chart.Plain
		if row.item == sc.Opener.Selected {
			g.Set(1, y, focusMark, chart.Accent)
			style = chart.Inverse
		}
		g.Text(3, y, chart.Truncate(sc.spell(item.title), title), style)
		if y == len(rows)-1 && row.item < len(items)-1 {
			g.TextRight(w, y, " ↓ more ", chart.Key)
			w -= len(" ↓ more ") - 2
		}
		g.Text(3+title+2, y, chart.Truncate(sc.spell(item.about), w-title-6), chart.Dim)
	}
}

// drawEntry draws what is typed, the part around the cursor where it is long.
func (sc *Scene) drawEntry(g *chart.Grid, text string, active bool) {
	w, _ := g.Size()
	if !active {
		g.Text(0, 0, chart.Truncate(text, w), chart.Plain)
		return
	}
	runes := []rune(text)
	at := max(0, min(sc.Opener.Cursor, len(runes)))
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
func (sc *Scene) drawForm(g *chart.Grid) {
	w, h := g.Size()
	form := &sc.Opener.Form
	g.Text(1, 0, chart.Truncate(sc.spell(form.Item.about), w-2), chart.Dim)
	label := 0
	for _, field := range form.Item.fields {
		label = max(label, chart.TextWidth(field.Name))
	}
	rows := h - len(sc.openerError(w))
	const around = 4 // what the form is for, a blank, the help of the field
	top, shown := scrolled(len(form.Item.fields), form.At, max(1, rows-around))
	for i := top; i < top+shown; i++ {
		field, y := form.Item.fields[i], 2+i-top
		style := chart.Plain
		if i == form.At {
			g.Set(1, y, focusMark, chart.Accent)
			style = chart.Inverse
		}
		g.Text(3, y, field.Name, style)
		x := 3 + label + 2
		if form.Values[i] == "" && i != form.At {
			g.Text(x, y, chart.Truncate(sc.spell(fieldHelp(field, form.Item.name)), w-x-1), chart.Dim)
		} else {
			sc.drawEntry(g.Sub(x, y, w-x-1, 1), form.Values[i], i == form.At)
		}
	}
	if hidden := len(form.Item.fields) - shown; hidden > 0 {
		text := sc.spell(fmt.Sprintf(" ↑ ↓ %d more ", hidden))
		g.TextRight(w, 1, text, chart.Key)
	}
	y := 2 + shown
	help := wrap(sc.spell(fieldHelp(form.field(), form.Item.name)), w-4, max(1, min(2, rows-y)))
	for i, line := range help {
		g.Text(3, y+i, line, chart.Dim)
	}
	y += len(help) + 1
	sc.drawCandidates(g.Sub(3, y, w-4, rows-y))
}

// scrolled returns which of n rows show where only some have room: at the first of
// them, how many. The row at stays in the middle, as far as the ends allow.
func scrolled(n, at, room int) (top, shown int) {
	shown = min(n, room)
	return max(0, min(n-shown, at-shown/2)), shown
}

// drawCandidates draws names in columns; how many more there are where not all have
// room.
func (sc *Scene) drawCandidates(g *chart.Grid) {
	w, h := g.Size()
	names := sc.Opener.Form.Candidates
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
			g.Text(x, y, sc.spell("and more …"), chart.Dim)
			return
		}
		g.Text(x, y, chart.Truncate(name, widest-2), chart.Plain)
	}
}
