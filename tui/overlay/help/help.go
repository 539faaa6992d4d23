// Package help is the overlay with help. A [Viewer] shows one [Page] at a time, a list of [Entry]
// values that explain keys or terms. The user scrolls the list.
//
// The caller, package frame, passes the pages with the keys. [Terms] has each [Term] that the screens
// use; to explain another term, add a row. Package chart draws.
package help

import (
	"fmt"
	"slices"

	"larui/tui/chart"
)

// An Entry explains a key or a word. An Entry without a Key is a heading.
type Entry struct{ Key, Text string }

// NewEntries returns entries from alternating keys and texts.
func NewEntries(pairs ...string) (entries []Entry) {
	for pair := range slices.Chunk(pairs, 2) {
		entries = append(entries, Entry{pair[0], pair[1]})
	}
	return entries
}

// A Page has columns of entries. A wide screen shows the columns side by side.
type Page struct {
	Title   string
	Columns [][]Entry
}

// On a grid of at least minWideColumns, the columns of a page stand side by side. Keys and the
// blanks beside them take at most maxKeyWidth columns.
const minWideColumns, maxKeyWidth = 100, 19

// LayOut returns the columns of the page for a grid of w columns of cells: a single one with all
// entries if the grid is narrow.
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

// A Viewer shows one of several pages: Page is the index of the page, Top the index of its first
// visible line. The zero Viewer shows the first page.
type Viewer struct{ Page, Top int }

type line struct {
	Entry
	isHeading bool
}

// textX is where the texts begin, in columns of the grid.
type column struct {
	lines []line
	textX int
}

// newColumn breaks entries into lines of at most w columns of the grid.
func newColumn(entries []Entry, gl chart.Glyphs, w int) (c column) {
	for _, e := range entries {
		c.textX = max(c.textX, min(maxKeyWidth, chart.TextWidth(gl.Spell(e.Key))+3))
	}
	for _, e := range entries {
		keys := chart.WrapAll(gl.Spell(e.Key), c.textX-2)
		indent := c.textX + 1
		if e.Key == "" {
			indent = 2
		}
		texts := chart.WrapAll(gl.Spell(e.Text), w-indent)
		for row := range max(1, len(keys), len(texts)) {
			l := line{isHeading: e.Key == ""}
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

// If some lines are hidden, the last of the h rows shows a note in place of a line.
func (c column) countHiddenLines(h int) int {
	if len(c.lines) <= h {
		return 0
	}
	return len(c.lines) - (h - 1)
}

const titleRows = 2

// CountHiddenLines returns the number of lines of the page that w×h cells can't show.
func (v *Viewer) CountHiddenLines(pages []Page, gl chart.Glyphs, w, h int) (hidden int) {
	laid := pages[v.Page].LayOut(w)
	for _, entries := range laid {
		hidden = max(hidden, newColumn(entries, gl, w/len(laid)).countHiddenLines(h-titleRows))
	}
	return hidden
}

// Draw draws the titles of all pages, and the present page.
func (v *Viewer) Draw(g *chart.Grid, pages []Page, gl chart.Glyphs) {
	w, h := g.Size()
	x := 1
	for i, page := range pages {
		style := chart.Dim
		if i == v.Page {
			style = chart.Inverse
		}
		x += g.Text(x, 0, " "+gl.Spell(page.Title)+" ", style) + 1
	}
	laid := pages[v.Page].LayOut(w)
	h -= titleRows
	for i, entries := range laid {
		g := g.Sub(w*i/len(laid), titleRows, w/len(laid), h)
		c := newColumn(entries, gl, w/len(laid))
		hidden := c.countHiddenLines(h)
		top := min(v.Top, hidden)
		for row, line := range c.lines[top : len(c.lines)-(hidden-top)] {
			if line.isHeading {
				g.Text(1, row, line.Text, chart.Title)
				continue
			}
			g.Text(1, row, line.Key, chart.Key)
			g.Text(c.textX, row, line.Text, chart.Plain)
		}
		switch {
		case hidden > top:
			g.Text(c.textX, h-1, fmt.Sprintf("↓ %d more lines (↓ or PgDn)", hidden-top), chart.Key)
		case hidden > 0:
			g.Text(c.textX, h-1, "↑ the end", chart.Key)
		}
	}
}

// farAway is a number of lines larger than any page.
const farAway = 1 << 20

// Press handles a key, named as in Bubble Tea, on a grid of w×h cells. says is the reason if the
// key has no effect. known is false if the key has no meaning.
func (v *Viewer) Press(key string, pages []Page, gl chart.Glyphs, w, h int) (says string, known bool) {
	page := max(1, h-titleRows-2)
	scroll := map[string]int{
		"up": -1, "k": -1, "down": 1, "j": 1, "pgup": -page, "pgdown": page, " ": page,
		"home": -farAway, "g": -farAway, "end": farAway, "G": farAway,
	}[key]
	leaf := map[string]int{"tab": 1, "right": 1, "l": 1, "shift+tab": -1, "left": -1, "h": -1}[key]
	switch {
	case leaf != 0:
		v.Page, v.Top = (v.Page+leaf+len(pages))%len(pages), 0
	case scroll != 0:
		says = v.Scroll(scroll, pages, gl, w, h)
	}
	return says, leaf != 0 || scroll != 0
}

// Scroll scrolls by n lines. At the first or last line of the page it returns a message instead.
func (v *Viewer) Scroll(n int, pages []Page, gl chart.Glyphs, w, h int) (says string) {
	hidden := v.CountHiddenLines(pages, gl, w, h)
	before := min(v.Top, hidden)
	v.Top = max(0, min(hidden, before+n))
	if v.Top == before {
		if n < 0 {
			return "this is the top of the page"
		}
		return "this page has no more lines: Tab shows the next page, Esc leaves the help"
	}
	return ""
}

// ClickAt shows the page whose title is at cell (x, y).
func (v *Viewer) ClickAt(x, y int, pages []Page, gl chart.Glyphs) {
	at := 1
	for i, page := range pages {
		next := at + chart.TextWidth(gl.Spell(page.Title)) + 3
		if y == 0 && x >= at && x < next {
			v.Page, v.Top = i, 0
		}
		at = next
	}
}
