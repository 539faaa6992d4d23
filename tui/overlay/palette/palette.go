// Package palette is the overlay that lists all actions and narrows the list as the user types.
// The caller passes the actions as a list of [Item] and does the chosen one.
package palette

import (
	"cmp"
	"slices"
	"strings"

	"larui/datasets/wording"
	"larui/tui/chart"
	"larui/tui/overlay/opener"
)

// An Item is an action.
type Item struct {
	// Name is the item's name, Key its key and Text its description. Synonyms has further words
	// to find it by.
	Name, Key, Text, Synonyms string
	// NeedsText leaves the item out of the list until a text is typed.
	NeedsText bool
	// Refusal is the reason why the item can't be done now, empty if it can.
	Refusal string
}

// A Palette is the overlay. The zero Palette is hidden.
type Palette struct {
	Shown bool
	// Cursor is the index of the rune in the text before which typing goes.
	Cursor int
	// items are all items. direct is the item that the text itself is a command for, if any.
	items    []Item
	direct   []Item
	text     string
	selected int
}

// Show shows the overlay with items.
func (p *Palette) Show(items []Item) { *p = Palette{Shown: true, items: items} }

// Text returns the typed text.
func (p *Palette) Text() string { return p.text }

// Type sets the text. If the text itself is a command, such as k 8, direct is its item, and
// Matching returns no other.
func (p *Palette) Type(text string, direct ...Item) {
	if text != p.text {
		p.text, p.direct, p.selected = text, direct, 0
	}
}

// Matching returns the items that have every typed word, the best match first.
func (p *Palette) Matching() []Item {
	words := strings.Fields(strings.ToLower(p.text))
	if len(p.direct) > 0 {
		return slices.Clone(p.direct)
	}
	var found []Item
	rank := map[string]int{} // among equal ranks, items that can be done now come first
	for _, item := range p.items {
		if r, ok := item.rank(words); ok && !(item.NeedsText && len(words) == 0) {
			rank[item.Name] = 2*r + min(1, len(item.Refusal))
			found = append(found, item)
		}
	}
	slices.SortStableFunc(found, func(a, b Item) int { return cmp.Compare(rank[a.Name], rank[b.Name]) })
	return found
}

// rank returns how well words, in small letters, match the item, 0 for the best, and whether
// all match. From best to worst a word is the name, the key or a word of Also, a part of the
// name, its beginning, a piece of it, a piece of the text.
func (i Item) rank(words []string) (rank int, ok bool) {
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

func (p *Palette) names() (names []string) {
	for _, item := range p.items {
		names = append(names, item.Name)
	}
	return names
}

// Move moves the selection by n items and stops at the ends.
func (p *Palette) Move(n int) {
	p.selected = max(0, min(len(p.Matching())-1, p.selected+n))
}

// Press handles a key, named as in Bubble Tea. It returns the chosen item, and reports false
// for a key that edits the text.
func (p *Palette) Press(key string) (chosen *Item, known bool) {
	items := p.Matching()
	switch by := opener.KeyStep(key, p.text); {
	case key == "esc", key == "alt+esc":
		*p = Palette{}
	case key == "tab":
		if len(items) > 0 && len(p.direct) == 0 {
			p.Type(items[p.selected].Name + " ")
		}
	case by != 0:
		p.selected = opener.MoveSelection(p.selected, by, len(items))
	case key == "enter":
		if len(items) == 0 {
			return nil, true
		}
		if items[p.selected].Refusal == "" {
			chosen = &items[p.selected]
			*p = Palette{}
		}
		return chosen, true
	default:
		return nil, false
	}
	return nil, true
}

// listY is the number of lines above the list, footLines the number below it, for the description of
// the selected item or the reason why it can't be done.
const listY, footLines = 2, 2

// ClickAt selects the item at line y of a grid of h lines. It reports whether the line has
// one.
func (p *Palette) ClickAt(h, y int) bool {
	from, shown := opener.VisibleRows(len(p.Matching()), p.selected, max(0, h-listY-footLines))
	y -= listY
	if y < 0 || y >= shown {
		return false
	}
	p.selected = from + y
	return true
}

// Draw draws the typed text and the matching items. Items that can't be done now are dim.
func (p *Palette) Draw(g *chart.Grid, gl chart.Glyphs) {
	w, h := g.Size()
	g.Text(1, 0, ":", chart.Key)
	opener.DrawInput(g.Sub(2, 0, w-3, 1), p.text, p.Cursor)
	items := p.Matching()
	if len(items) == 0 {
		said := "no action has this name"
		if name, ok := wording.Nearest(strings.Join(strings.Fields(p.text), "-"), p.names()); ok {
			said += ": did you mean " + name + "?"
		}
		g.Text(1, listY, chart.Truncate(said, w-2), chart.Dim)
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
	from, shown := opener.VisibleRows(len(items), p.selected, max(0, h-listY-footLines))
	for y, item := range items[from : from+shown] {
		name, key, about := chart.Plain, chart.Key, chart.Dim
		if item.Refusal != "" {
			name, key = chart.Dim, chart.Dim
		}
		if from+y == p.selected {
			g.Set(1, listY+y, chart.FocusMark, chart.Accent)
			name = chart.Inverse
		}
		g.Text(mark, listY+y, chart.Truncate(item.Name, names), name)
		g.Text(mark+names+gap, listY+y, chart.Truncate(item.Key, keys), key)
		g.Text(text, listY+y, chart.Truncate(item.Text, w-text-1), about)
	}
	if shown > 0 && from+shown < len(items) {
		g.TextRight(w, listY+shown-1, gl.Spell(" ↓ more "), chart.Key)
	}
	item := items[p.selected]
	said, style := item.Text, chart.Dim
	if item.Refusal != "" {
		said, style = item.Refusal, chart.Warning
	}
	for i, line := range chart.Wrap(gl.Spell(said), w-2, footLines) {
		g.Text(1, h-footLines+i, line, style)
	}
}
