// Package help is the help overlay: a [Book] of pages of keys and words, which the user leafs
// through, scrolls and searches. The caller describes the keys; the words are in [Words], to
// which a new word is added as a row.
package help

import (
	"fmt"
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/overlay/opener"
)

// An Entry is a key or a word, and its meaning. A heading has no Key.
type Entry struct{ Key, Text string }

// NewEntries returns entries from pairs of a key and its text.
func NewEntries(pairs ...string) (entries []Entry) {
	for pair := range slices.Chunk(pairs, 2) {
		entries = append(entries, Entry{pair[0], pair[1]})
	}
	return entries
}

// A Page has columns of entries, which stand side by side on a wide screen.
type Page struct {
	Title   string
	Columns [][]Entry
}

// A frame of minWideColumns columns or more shows the columns of a page side by side. Keys take at most
// maxKeyWidth columns with the blanks beside them.
const minWideColumns, maxKeyWidth = 100, 19

// LayOut returns the columns to draw in a frame w columns wide: all, or one that joins them.
func (p Page) LayOut(w int) [][]Entry {
	if w >= minWideColumns || len(p.Columns) < 2 {
		return p.Columns
	}
	var one []Entry
	for _, entries := range p.Columns {
		one = append(one, entries...)
	}
	return [][]Entry{one}
}

// A Book shows one of several pages. The zero Book shows the first.
type Book struct {
	// Page is the index of the page, Top its first visible line.
	Page, Top int
	// Searching reports whether the user types a query. Cursor is the index of the rune in
	// the query before which typing goes.
	Searching bool
	Cursor    int
	query     string
	// match is the index of the selected entry among the entries that match the query.
	match int
}

// A place is the position of an entry.
type place struct{ page, column, entry int }

// findMatches returns the places of all entries that match the query.
func (b *Book) findMatches(pages []Page, gl chart.Glyphs) (found []place) {
	query := strings.ToLower(strings.TrimSpace(b.query))
	if query == "" {
		return nil
	}
	for i, page := range pages {
		for j, entries := range page.Columns {
			for k, e := range entries {
				for _, text := range []string{e.Key + " " + e.Text, gl.Spell(e.Key + " " + e.Text)} {
					if strings.Contains(strings.ToLower(text), query) {
						found = append(found, place{i, j, k})
						break
					}
				}
			}
		}
	}
	return found
}

// selectedEntry returns the column and the index of the selected entry, in the columns as drawn. ok is
// false if the shown page does not have the entry.
func (b *Book) selectedEntry(pages []Page, gl chart.Glyphs, w int) (column, entry int, ok bool) {
	found := b.findMatches(pages, gl)
	if len(found) == 0 || found[b.match].page != b.Page {
		return 0, 0, false
	}
	column, entry = found[b.match].column, found[b.match].entry
	if len(pages[b.Page].LayOut(w)) < len(pages[b.Page].Columns) {
		for _, entries := range pages[b.Page].Columns[:column] {
			entry += len(entries)
		}
		column = 0
	}
	return column, entry, true
}

// A line is a part of the entry at index. An entry takes as many lines as its texts
// need.
type line struct {
	Entry
	index int
}

// A column is a list of lines, whose texts begin at column at.
type column struct {
	lines []line
	textX int
}

// newColumn breaks entries into lines of w columns.
func newColumn(entries []Entry, gl chart.Glyphs, w int) (c column) {
	for _, e := range entries {
		c.textX = max(c.textX, min(maxKeyWidth, chart.TextWidth(gl.Spell(e.Key))+3))
	}
	for i, e := range entries {
		keys := chart.WrapAll(gl.Spell(e.Key), c.textX-2)
		indent := c.textX + 1
		if e.Key == "" {
			indent = 2
		}
		texts := chart.WrapAll(gl.Spell(e.Text), w-indent)
		for row := range max(1, len(keys), len(texts)) {
			l := line{index: i}
			if row < len(keys) {
				l.Key = keys[row]
			}
			if row < len(texts) {
				l.Text = texts[row]
			}
			c.lines = append(c.lines, l)
		}
	}
	return c
}

// countHidden returns how many lines are out of sight in h rows. The last row then shows the
// number of further lines.
func (c column) countHidden(h int) int {
	if len(c.lines) <= h {
		return 0
	}
	return len(c.lines) - (h - 1)
}

// titleRows is the number of rows above a page, for the titles.
const titleRows = 2

// CountHidden returns the number of lines of the page that don't fit into w×h cells, the largest Top.
func (b *Book) CountHidden(pages []Page, gl chart.Glyphs, w, h int) (hidden int) {
	laid := pages[b.Page].LayOut(w)
	for _, entries := range laid {
		hidden = max(hidden, newColumn(entries, gl, w/len(laid)).countHidden(h-titleRows))
	}
	return hidden
}

// Draw draws the titles of all pages, the query beside them, and the page below.
func (b *Book) Draw(g *chart.Grid, pages []Page, gl chart.Glyphs) {
	w, h := g.Size()
	x := 1
	for i, page := range pages {
		style := chart.Dim
		if i == b.Page {
			style = chart.Inverse
		}
		x += g.Text(x, 0, " "+gl.Spell(page.Title)+" ", style) + 1
	}
	b.drawQuery(g.Sub(x+1, 0, w-x-2, 1), pages, gl)
	laid := pages[b.Page].LayOut(w)
	of, entry, found := b.selectedEntry(pages, gl, w)
	h -= titleRows
	for i, entries := range laid {
		g := g.Sub(w*i/len(laid), titleRows, w/len(laid), h)
		c := newColumn(entries, gl, w/len(laid))
		hidden := c.countHidden(h)
		top := min(b.Top, hidden)
		for row, line := range c.lines[top : len(c.lines)-(hidden-top)] {
			key, text := chart.Key, chart.Plain
			if found && of == i && line.index == entry {
				key, text = chart.Inverse, chart.Bold
			}
			if entries[line.index].Key == "" {
				g.Text(1, row, line.Text, chart.Title)
				continue
			}
			g.Text(1, row, line.Key, key)
			g.Text(c.textX, row, line.Text, text)
		}
		switch {
		case hidden > top:
			g.Text(c.textX, h-1, gl.Spell(fmt.Sprintf("↓ %d more lines (↓ or PgDn)", hidden-top)), chart.Key)
		case hidden > 0:
			g.Text(c.textX, h-1, gl.Spell("↑ the end"), chart.Key)
		}
	}
}

// EntryAt returns the entry at a cell of a grid of w×h cells, and the number of columns from
// the start of its key; ok is false for a heading and for an empty cell.
func (b *Book) EntryAt(x, y int, pages []Page, gl chart.Glyphs, w, h int) (e Entry, column int, ok bool) {
	laid := pages[b.Page].LayOut(w)
	wide := w / len(laid)
	i, h, y := min(x/wide, len(laid)-1), h-titleRows, y-titleRows
	c := newColumn(laid[i], gl, wide)
	hidden := c.countHidden(h)
	top := min(b.Top, hidden)
	if lines := c.lines[top : len(c.lines)-(hidden-top)]; y >= 0 && y < len(lines) {
		e = laid[i][lines[y].index]
		return e, x - w*i/len(laid) - 1, e.Key != ""
	}
	return Entry{}, 0, false
}

// drawQuery draws the query and the number of matches.
func (b *Book) drawQuery(g *chart.Grid, pages []Page, gl chart.Glyphs) {
	found, count := b.findMatches(pages, gl), ""
	switch {
	case b.query == "" && !b.Searching:
		return
	case len(found) > 0:
		count = fmt.Sprintf("%d of %d", b.match+1, len(found))
	case b.query != "":
		count = "not found"
	}
	w, _ := g.Size()
	g.Text(0, 0, "/", chart.Key)
	text := g.Sub(1, 0, w-2-len(count), 1)
	if b.Searching {
		opener.DrawInput(text, b.query, b.Cursor)
	} else {
		text.Text(0, 0, b.query, chart.Bold)
	}
	g.TextRight(w, 0, count, chart.Dim)
}

// Text returns the query.
func (b *Book) Text() string { return b.query }

// Type sets the query and shows its first match: on this page, else on a later one, else on
// an earlier one. The grid has w×h cells.
func (b *Book) Type(text string, pages []Page, gl chart.Glyphs, w, h int) {
	if text == b.query {
		return
	}
	b.query, b.match = text, 0
	found := b.findMatches(pages, gl)
	for i, p := range found {
		if p.page >= b.Page {
			b.match = i
			break
		}
	}
	b.showMatch(0, pages, gl, w, h)
}

// showMatch shows the match n places further, and wraps around at the ends.
func (b *Book) showMatch(n int, pages []Page, gl chart.Glyphs, w, h int) {
	found := b.findMatches(pages, gl)
	if len(found) == 0 {
		return
	}
	b.match = ((b.match+n)%len(found) + len(found)) % len(found)
	b.Page = found[b.match].page
	of, entry, _ := b.selectedEntry(pages, gl, w)
	laid := pages[b.Page].LayOut(w)
	for row, line := range newColumn(laid[of], gl, w/len(laid)).lines {
		if line.index == entry {
			const above = 2
			b.Top = max(0, min(row-above, b.CountHidden(pages, gl, w, h)))
			return
		}
	}
}

// farAway is more lines than a page can have.
const farAway = 1 << 20

// Press handles a key, named as in Bubble Tea, in a grid of w×h cells. It returns the reason
// if the key has no effect. It reports false for a key without a meaning and for a key that
// edits the query.
func (b *Book) Press(key string, pages []Page, gl chart.Glyphs, w, h int) (says string, known bool) {
	page := max(1, h-titleRows-2)
	scrolls := map[string]int{
		"up": -1, "k": -1, "down": 1, "j": 1, "pgup": -page, "pgdown": page, " ": page,
		"home": -farAway, "g": -farAway, "end": farAway, "G": farAway,
	}
	leafs := map[string]int{"tab": 1, "right": 1, "l": 1, "shift+tab": -1, "left": -1, "h": -1}
	steps := map[string]int{"n": 1, "enter": 1, "N": -1}
	switch {
	case b.Searching && (key == "enter" || key == "esc" || key == "alt+esc"):
		b.Searching = false
	case b.Searching && (key == "down" || key == "up"):
		b.showMatch(scrolls[key], pages, gl, w, h)
	case b.Searching:
		return "", false
	case key == "/":
		b.Searching, b.query, b.match = true, "", 0
	case leafs[key] != 0:
		b.Page, b.Top = (b.Page+leafs[key]+len(pages))%len(pages), 0
	case steps[key] != 0 && len(b.findMatches(pages, gl)) == 0:
		return "nothing is found: / searches", true
	case steps[key] != 0:
		b.showMatch(steps[key], pages, gl, w, h)
	case scrolls[key] != 0:
		return b.Scroll(scrolls[key], pages, gl, w, h), true
	default:
		return "", false
	}
	return "", true
}

// Scroll scrolls by n lines. At an end of the page it returns a hint instead.
func (b *Book) Scroll(n int, pages []Page, gl chart.Glyphs, w, h int) (says string) {
	hidden := b.CountHidden(pages, gl, w, h)
	before := min(b.Top, hidden)
	b.Top = max(0, min(hidden, before+n))
	if b.Top == before {
		return "this page ends there: Tab shows the next one, Esc leaves the help"
	}
	return ""
}

// ClickAt shows the page whose title is at column x of line y.
func (b *Book) ClickAt(x, y int, pages []Page, gl chart.Glyphs) {
	at := 1
	for i, page := range pages {
		next := at + chart.TextWidth(gl.Spell(page.Title)) + 3
		if y == 0 && x >= at && x < next {
			b.Page, b.Top = i, 0
		}
		at = next
	}
}
