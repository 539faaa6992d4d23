// Package help is the overlay with help. A [Book] shows one [Page] at a time, a list of [Entry]
// values that explain keys or terms. The user scrolls and searches the list.
//
// The caller, package frame, passes the pages with the keys. [Terms] has each [Term] that the screens
// use; to explain another term, add a row. Package chart draws, and package overlay/opener draws the
// typed query.
package help

import (
	"fmt"
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/overlay/opener"
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

// The columns of a page stand side by side on a grid of minWideColumns or more. The keys of a page
// and the blanks beside them take at most maxKeyWidth columns of the grid.
const minWideColumns, maxKeyWidth = 100, 19

// LayOut returns the columns of the page for a grid of w columns: on a narrow grid, a single column with all
// entries.
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

// A Book shows one of several pages. The zero Book shows the first page.
type Book struct {
	// Page is the index of the page, Top the index of its first visible line.
	Page, Top int
	// Searching reports whether the user types a query. Cursor is the position of the text cursor,
	// in runes from the start of the query.
	Searching bool
	Cursor    int
	query     string
	// match is the index of the selected entry among all entries that match the query.
	match int
}

// An entryPlace is the position of an entry in the pages.
type entryPlace struct{ page, column, entry int }

// findMatches returns the places of all entries that contain the query.
func (b *Book) findMatches(pages []Page, gl chart.Glyphs) (found []entryPlace) {
	query := strings.ToLower(strings.TrimSpace(b.query))
	if query == "" {
		return nil
	}
	for i, page := range pages {
		for j, entries := range page.Columns {
			for k, e := range entries {
				for _, text := range []string{e.Key + " " + e.Text, gl.Spell(e.Key + " " + e.Text)} {
					if strings.Contains(strings.ToLower(text), query) {
						found = append(found, entryPlace{i, j, k})
						break
					}
				}
			}
		}
	}
	return found
}

// selectedEntry returns the position of the selected entry in the columns that LayOut returns: the index of
// its column, and its index in the column. ok is false if the entry is on another page.
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

// A line is one line of the entry at index. Long entries take several lines.
type line struct {
	Entry
	index int
}

// A column is a list of lines whose texts begin at textX.
type column struct {
	lines []line
	textX int
}

// newColumn breaks entries into lines of at most w columns of the grid.
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

// countHidden returns the number of lines that h rows of the grid can't show. If some lines are
// hidden, the last row shows a note in place of a line.
func (c column) countHidden(h int) int {
	if len(c.lines) <= h {
		return 0
	}
	return len(c.lines) - (h - 1)
}

// visibleLines returns the lines that h rows show after top lines are scrolled out of sight. top is at
// most the number of hidden lines.
func (c column) visibleLines(top, h int) (lines []line, _, hidden int) {
	hidden = c.countHidden(h)
	top = min(top, hidden)
	return c.lines[top : len(c.lines)-(hidden-top)], top, hidden
}

// titleRows is the number of rows above a page, which show the titles.
const titleRows = 2

// CountHidden returns the number of lines of the page that w×h cells can't show. It is the largest
// value of Top.
func (b *Book) CountHidden(pages []Page, gl chart.Glyphs, w, h int) (hidden int) {
	laid := pages[b.Page].LayOut(w)
	for _, entries := range laid {
		hidden = max(hidden, newColumn(entries, gl, w/len(laid)).countHidden(h-titleRows))
	}
	return hidden
}

// Draw draws the titles of all pages, the query beside the titles, and the present page.
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
		lines, top, hidden := c.visibleLines(b.Top, h)
		for row, line := range lines {
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

// EntryAt returns the entry at cell (x, y) of a grid of w×h cells, and the distance of the cell
// from the start of the key in columns. ok is false for a heading and for an empty cell.
func (b *Book) EntryAt(x, y int, pages []Page, gl chart.Glyphs, w, h int) (e Entry, column int, ok bool) {
	laid := pages[b.Page].LayOut(w)
	wide := w / len(laid)
	i, h, y := min(x/wide, len(laid)-1), h-titleRows, y-titleRows
	if lines, _, _ := newColumn(laid[i], gl, wide).visibleLines(b.Top, h); y >= 0 && y < len(lines) {
		e = laid[i][lines[y].index]
		return e, x - w*i/len(laid) - 1, e.Key != ""
	}
	return Entry{}, 0, false
}

// drawQuery draws the query and the number of entries that match.
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

// Type sets the query and selects the first match on the present page or a later one, or else the first match
// on any page. The grid has w×h cells.
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

// showMatch selects the match that is n places after the present one, in a circle, and scrolls to
// it.
func (b *Book) showMatch(n int, pages []Page, gl chart.Glyphs, w, h int) {
	found := b.findMatches(pages, gl)
	if len(found) == 0 {
		return
	}
	b.match = (b.match + n + len(found)) % len(found)
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

// farAway is a number of lines larger than any page.
const farAway = 1 << 20

// Press handles a key, named as in Bubble Tea, on a grid of w×h cells. says is the reason if the
// key has no effect. known is false for a key that edits the query or means nothing.
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
		return "nothing is found: press / to search for another text", true
	case steps[key] != 0:
		b.showMatch(steps[key], pages, gl, w, h)
	case scrolls[key] != 0:
		return b.Scroll(scrolls[key], pages, gl, w, h), true
	default:
		return "", false
	}
	return "", true
}

// Scroll scrolls by n lines. At the first or last line of the page it returns a message instead.
func (b *Book) Scroll(n int, pages []Page, gl chart.Glyphs, w, h int) (says string) {
	hidden := b.CountHidden(pages, gl, w, h)
	before := min(b.Top, hidden)
	b.Top = max(0, min(hidden, before+n))
	if b.Top == before {
		return "this page has no more lines: Tab shows the next page, Esc leaves the help"
	}
	return ""
}

// ClickAt shows the page whose title is at cell (x, y).
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
