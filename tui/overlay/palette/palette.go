// Package palette is the overlay that lists all actions of the explorer and narrows the list as the
// user types. The caller passes the actions to [Palette.Show] as a list of [Item]; [Palette.Press]
// returns the chosen Item, and the caller does its action.
//
// Package overlay/opener has the functions that move and draw the list. To add an action, add a
// stage.Key to a view or to package frame; the palette needs no change.
package palette

import (
	"cmp"
	"slices"
	"strings"

	"larui/datasets/wording"
	"larui/tui/chart"
	"larui/tui/overlay/opener"
)

// An Item is an action in the list.
type Item struct {
	// Synonyms has further words, separated by blanks, that find the item. Text describes the
	// action.
	Name, Key, Text, Synonyms string
	// NeedsText hides the item until the user types a text.
	NeedsText bool
	// Refusal is the reason why the action can't be done now, empty if it can be done.
	Refusal string
}

// A Palette is the overlay. The zero Palette is hidden.
type Palette struct {
	Shown bool
	// Cursor is the position of the text cursor, in runes from the start of the text.
	Cursor int
	items  []Item
	// direct has the item for the typed text if the text is itself a command, such as k 8. Else it
	// is empty.
	direct   []Item
	text     string
	selected int
}

// Show shows the overlay with items.
func (p *Palette) Show(items []Item) { *p = Palette{Shown: true, items: items} }

// Text returns the typed text.
func (p *Palette) Text() string { return p.text }

// SetText sets the typed text. If the text is a command, such as k 8, direct is the item for the
// command, and MatchingItems returns no other item.
func (p *Palette) SetText(text string, direct ...Item) {
	if text != p.text {
		p.text, p.direct, p.selected = text, direct, 0
	}
}

// MatchingItems returns the items that contain every typed word, the best match first.
func (p *Palette) MatchingItems() []Item {
	words := strings.Fields(strings.ToLower(p.text))
	if len(p.direct) > 0 {
		return slices.Clone(p.direct)
	}
	var found []Item
	rank := map[string]int{} // even numbers for items without a refusal, odd numbers for the others
	for _, item := range p.items {
		if r, ok := item.rankMatch(words); ok && !(item.NeedsText && len(words) == 0) {
			rank[item.Name] = 2*r + min(1, len(item.Refusal))
			found = append(found, item)
		}
	}
	slices.SortStableFunc(found, func(a, b Item) int { return cmp.Compare(rank[a.Name], rank[b.Name]) })
	return found
}

// rankMatch reports whether all words, in small letters, match the item. rank is a sum over the
// words; a smaller rank is better: 0 for the name; 1 for the key or a synonym; 2 for a part of the
// name between hyphens, points or blanks; 3 for the beginning of the name; 4 for another piece of
// the name; 5 for a piece of the description.
func (i Item) rankMatch(words []string) (rank int, ok bool) {
	name, text := strings.ToLower(i.Name), strings.ToLower(i.Text+" "+i.Synonyms)
	for _, word := range words {
		at := strings.Index(name, word)
		parts := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("-. ", r) })
		switch {
		case name == word:
		case slices.Contains(strings.Fields(strings.ToLower(i.Key+" "+i.Synonyms)), word):
			rank++
		case slices.Contains(parts, word):
			rank += 2
		case at == 0:
			rank += 3
		case at > 0:
			rank += 4
		case strings.Contains(text, word):
			rank += 5
		default:
			return 0, false
		}
	}
	return rank, true
}

// MoveSelection moves the selection by n items, but not beyond the first or last item.
func (p *Palette) MoveSelection(n int) {
	p.selected = max(0, min(len(p.MatchingItems())-1, p.selected+n))
}

// Press handles a key, named as in Bubble Tea. chosen is the item whose action the caller must run,
// nil for none. known is false for a key that edits the text.
func (p *Palette) Press(key string) (chosen *Item, known bool) {
	items := p.MatchingItems()
	switch by := opener.SelectionStep(key, p.text); {
	case key == "esc", key == "alt+esc":
		*p = Palette{}
	case key == "tab":
		if len(items) > 0 && len(p.direct) == 0 {
			p.SetText(items[p.selected].Name + " ")
		}
	case by != 0:
		p.selected = opener.MoveSelection(p.selected, by, len(items))
	case key == "enter" && len(items) > 0 && items[p.selected].Refusal == "":
		chosen = &items[p.selected]
		*p = Palette{}
	case key != "enter":
		return nil, false
	}
	return chosen, true
}

// listY is the number of lines above the list. The footLines lines below it show the description or
// the refusal of the selected item.
const listY, footLines = 2, 2

// ClickAt selects the item at line y of an overlay with h lines. It reports whether line y shows an
// item.
func (p *Palette) ClickAt(h, y int) bool {
	row, ok := opener.RowAt(len(p.MatchingItems()), p.selected, h-listY-footLines, y-listY)
	if ok {
		p.selected = row
	}
	return ok
}

// Draw draws the typed text and the matching items. Items with a refusal are dim.
func (p *Palette) Draw(g *chart.Grid, gl chart.Glyphs) {
	w, h := g.Size()
	g.Text(1, 0, ":", chart.Key)
	opener.DrawInput(g.Sub(2, 0, w-3, 1), p.text, p.Cursor)
	items := p.MatchingItems()
	if len(items) == 0 {
		said := "no action has this name"
		var names []string
		for _, item := range p.items {
			names = append(names, item.Name)
		}
		if name, ok := wording.FindNearest(strings.Join(strings.Fields(p.text), "-"), names); ok {
			said += ": did you mean " + name + "?"
		}
		g.TextWithin(1, listY, w-2, said, chart.Dim)
		return
	}
	names, keys := 0, 0
	for i, item := range items {
		items[i].Name, items[i].Key, items[i].Text = gl.Spell(item.Name), gl.Spell(item.Key), gl.Spell(item.Text)
		names, keys = max(names, chart.TextWidth(items[i].Name)), max(keys, chart.TextWidth(items[i].Key))
	}
	names, keys = min(names, w/3), min(keys, w/6)
	const mark, gap = 3, 2
	text := mark + names + gap + keys + gap
	from, shown := opener.VisibleRows(len(items), p.selected, h-listY-footLines)
	for y, item := range items[from : from+shown] {
		name, key, about := chart.Plain, chart.Key, chart.Dim
		if item.Refusal != "" {
			name, key = chart.Dim, chart.Dim
		}
		if from+y == p.selected {
			g.Set(1, listY+y, chart.FocusMark, chart.Accent)
			name = chart.Inverse
		}
		g.TextWithin(mark, listY+y, names, item.Name, name)
		g.TextWithin(mark+names+gap, listY+y, keys, item.Key, key)
		g.TextWithin(text, listY+y, w-text-1, item.Text, about)
	}
	if shown > 0 && from+shown < len(items) {
		g.TextRight(w, listY+shown-1, " ↓ more ", chart.Key)
	}
	item := items[p.selected]
	said, style := item.Text, chart.Dim
	if item.Refusal != "" {
		said, style = item.Refusal, chart.Warning
	}
	g.TextWrapped(1, h-footLines, w-2, footLines, said, style)
}
