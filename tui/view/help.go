package view

import (
	"fmt"
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/opener"
	"larui/tui/session"
)

// helpKeyWidth is how many columns keys get at most in the help, with the blanks beside
// them.
const helpKeyWidth = 19

// Two columns of help stand side by side from this many columns on.
const wideHelp = 100

// helpColumns returns the help in the columns that a frame w columns wide has
// room for: what keys do, those of the view first, what controls do, and what the
// words of the screen mean.
func helpColumns(sc *Scene, w int) [][]entry {
	own := sc.viewKeys()
	ownGroups := len(keyGroups(sc, own))
	var keys []entry
	for _, group := range keyGroups(sc, slices.Concat(own, sc.Common)) {
		var signs []string
		for _, key := range group.keys {
			signs = append(signs, keySign(key))
		}
		keys = append(keys, entry{strings.Join(signs, " "), group.help})
	}
	keys = append(keys, entry{"mouse", "selects and zooms; ◂ ▸, sliders, wheel turn"})
	var controls []entry
	for _, c := range sc.Controls() {
		direct := strings.TrimSpace(c.Down + " " + c.Up)
		if direct == "" {
			direct = "Tab"
		}
		controls = append(controls, entry{direct, sc.Label(c) + ": " + c.Help})
	}
	if w >= wideHelp {
		return [][]entry{keys, slices.Concat(controls, []entry{{}}, glossary())}
	}
	return [][]entry{slices.Concat(keys[:ownGroups], controls, keys[ownGroups:], glossary())}
}

// A keyGroup is the keys that share a line of the help.
type keyGroup struct {
	keys []string
	help string
}

// keyGroups returns what the keys of a table stand for on the screen, where an earlier
// action takes a key from a later one.
func keyGroups(sc *Scene, table []Key) []keyGroup {
	taken := map[string]bool{}
	var groups []keyGroup
	var first, others []string
	flush := func() {
		if len(groups) > 0 {
			groups[len(groups)-1].keys = append(first, others...)
		}
		first, others = nil, nil
	}
	for _, a := range table {
		if a.Help != "" {
			flush()
			groups = append(groups, keyGroup{help: a.Help})
		}
		own := 0
		for _, key := range a.Keys {
			// Esc twice at once is Esc.
			if taken[key] || key == "alt+esc" || a.Here != nil && !a.Here(sc) {
				continue
			}
			taken[key] = true
			if own++; own == 1 {
				first = append(first, key)
			} else {
				others = append(others, key)
			}
		}
	}
	flush()
	return slices.DeleteFunc(groups, func(g keyGroup) bool { return len(g.keys) == 0 })
}

// helpLines breaks entries into lines for a column w columns wide, and returns where
// their texts begin.
func helpLines(sc *Scene, entries []entry, w int) (lines []entry, at int) {
	for _, e := range entries {
		at = max(at, min(helpKeyWidth, chart.TextWidth(sc.Spell(e.key))+3))
	}
	for _, e := range entries {
		keys := chart.WrapAll(sc.Spell(e.key), at-2)
		texts := chart.WrapAll(sc.Spell(e.text), w-at-1)
		for i := range max(len(keys), len(texts)) {
			var line entry
			if i < len(keys) {
				line.key = keys[i]
			}
			if i < len(texts) {
				line.text = texts[i]
			}
			lines = append(lines, line)
		}
	}
	return lines, at
}

// drawHelp draws the help, scrolled by HelpTop.
func drawHelp(sc *Scene, g *chart.Grid) {
	inner := g.Box("help", chart.Focus, chart.Focus, sc.Glyphs)
	w, h := inner.Size()
	columns := helpColumns(sc, w)
	for i, entries := range columns {
		column := inner.Sub(w*i/len(columns), 0, w/len(columns), h)
		cw, _ := column.Size()
		lines, at := helpLines(sc, entries, cw)
		shown := h
		if len(lines) > h {
			shown = h - 1 // the last row tells that there is more
		}
		top := max(0, min(sc.HelpTop, len(lines)-shown))
		for row, line := range lines[top:min(len(lines), top+shown)] {
			column.Text(1, row, line.key, chart.Key)
			column.Text(at, row, line.text, chart.Plain)
		}
		if below := len(lines) - top - shown; len(lines) > h {
			more := "↑ the end"
			if below > 0 {
				more = fmt.Sprintf("↓ %d more lines (↓ or PgDn)", below)
			}
			column.Text(at, h-1, sc.Spell(more), chart.Key)
		}
	}
}

// helpHints are the keys that work while the help shows.
func helpHints(sc *Scene) []hint {
	hs := []hint{{"Esc", "back"}, {"T", "theme"}, {"G", "glyphs"}, {"?", "help"}, {"q", "quit"}}
	if helpHidden(sc, sc.Width, sc.Height) > 0 {
		hs = append([]hint{{"↑ ↓", "scroll"}}, hs...)
	}
	return hs
}

// pressInHelp scrolls the help, leaves it, or does what has nothing to do with what
// it covers; all other keys rest, and the sentence says so.
func pressInHelp(sc *Scene, key string) Intent {
	_, body := bodySize(sc, sc.Width, sc.Height)
	page := max(1, body-4)
	by := map[string]int{
		"up": -1, "shift+tab": -1, "down": 1, "tab": 1,
		"pgup": -page, "pgdown": page, " ": page, "home": -session.Farthest, "end": session.Farthest,
	}
	switch key {
	case "?", "esc", "alt+esc", "-", "T", "G", "q", "ctrl+c", "ctrl+z":
		for _, k := range sc.Common {
			if slices.Contains(k.Keys, key) {
				return k.Do(sc)
			}
		}
	}
	if by[key] == 0 {
		return Tell("%s rests while the help shows: Esc or ? leaves it", keySign(key))
	}
	if in := ScrollHelp(sc, by[key]); in.Kind != Say {
		return in
	}
	return Tell("the help ends there: Esc or ? leaves it")
}

// ScrollHelp scrolls the help by lines, held at its ends.
func ScrollHelp(sc *Scene, by int) Intent {
	return scroll(&sc.HelpTop, by, helpHidden(sc, sc.Width, sc.Height))
}

// helpHidden returns how far the help can be scrolled in a frame of w×h cells.
func helpHidden(sc *Scene, w, h int) int {
	_, body := bodySize(sc, w, h)
	hidden := 0
	columns := helpColumns(sc, w-2)
	for _, entries := range columns {
		if lines, _ := helpLines(sc, entries, (w-2)/len(columns)); len(lines) > body-2 {
			hidden = max(hidden, len(lines)-(body-3))
		}
	}
	return hidden
}

// An entry of the help is a key, or a word of the screen, and what it means.
type entry struct{ key, text string }

// glossary explains the words that panels use.
func glossary() []entry {
	return []entry{
		{"LAR", "weights after the epochs of descent"},
		{"none", "no adaptation: least squares on the source"},
		{"closed", "closed form: where endless descent leads"},
		{"▲ ▼", "better, worse: of an error ▲ is the lower one"},
		{"source n×d", "n samples of d features; the bias, a feature that is 1 everywhere, is one of the d"},
		{"y^U", "how much of the label a component has"},
		{"▸", "components up to k (source), k̃ (target)"},
		{"k(0.1)", "components that hold most of the label: head > 90 % of its norm, tail < 10 % left"},
		{"leak", "share of Φᵀy where A is zero: if not 0, J falls for ever and descent walks on"},
	}
}

// HelpWheel is how many lines a turn of the wheel scrolls.
const HelpWheel = 3

// A hint is a key and a word for the bottom line.
type hint struct{ key, word string }

// hints returns what the bottom line shows: only keys that work now. The direct
// keys of controls come after the arrows.
func hints(sc *Scene) []hint {
	if sc.Typing {
		return []hint{{"Enter", "set " + sc.Focused().Label}, {"Esc", "leave it"}}
	}
	if sc.Opener.Shown {
		return openerHints(&sc.Opener)
	}
	if sc.Help {
		return helpHints(sc)
	}
	var hs []hint
	taken := map[string]bool{}
	for _, a := range sc.keys() {
		// A view's own keys hide what they do elsewhere.
		hidden := len(a.Keys) > 0 && taken[a.Keys[0]]
		for _, key := range a.Keys {
			taken[key] = true
		}
		if a.Hint != "" && !hidden && (a.Works == nil || a.Works(sc)) {
			word := a.Hint
			switch {
			case word == "pin" && sc.isPinned():
				word = "unpin"
			case word == "next" && sc.Width < pairWidth:
				word = "next control" // not all of which show
			}
			hs = append(hs, hint{a.Sign, word})
		}
	}
	if len(hs) > 1 && sc.Opening == "" {
		hs = slices.Insert(hs, 2, directHints()...)
	}
	if sc.Width < fullWidth || sc.Height < fullHeight {
		// Not all panels show: how to see the others comes early.
		hs = promote(hs, "panel")
	} else {
		// How to see more, and other data, outlasts what a first turn brings.
		hs = postpone(hs, "panel", "open")
		hs = postpone(hs, "reset", "open")
	}
	// So does the way out of a zoomed panel or the help, where there is one.
	return promote(hs, "back")
}

// promote moves the hint with the word, if it is there, to the second place.
func promote(hs []hint, word string) []hint {
	at := slices.IndexFunc(hs, func(h hint) bool { return h.word == word })
	if at < 2 {
		return hs
	}
	moved := hs[at]
	return slices.Insert(slices.Delete(hs, at, at+1), 1, moved)
}

// postpone moves the hint with the word behind that of a later one, if both are there.
func postpone(hs []hint, word, later string) []hint {
	at := slices.IndexFunc(hs, func(h hint) bool { return h.word == word })
	behind := slices.IndexFunc(hs, func(h hint) bool { return h.word == later })
	if at < 0 || behind < at {
		return hs
	}
	moved := hs[at]
	return slices.Insert(slices.Delete(hs, at, at+1), behind, moved)
}

// directHints names the keys of λ, k and k̃.
func directHints() []hint {
	var hs []hint
	for _, name := range []string{"lambda", "k", "ktilde"} {
		if c, ok := session.OptionByName(name); ok {
			hs = append(hs, hint{c.Down + " " + c.Up, c.Label})
		}
	}
	return hs
}

// drawHints draws as many hints as have room, the last two (help and quit)
// always.
func drawHints(sc *Scene, g *chart.Grid) {
	w, _ := g.Size()
	width := func(h hint) int { return chart.TextWidth(h.key) + 1 + chart.TextWidth(h.word) + 3 }
	hs := hints(sc)
	total := 1
	for i, h := range hs {
		hs[i] = hint{sc.Spell(h.key), sc.Spell(h.word)}
		total += width(hs[i])
	}
	for len(hs) > 3 && total-3 > w {
		drop := len(hs) - 3
		total -= width(hs[drop])
		hs = slices.Delete(hs, drop, drop+1)
	}
	x := 1
	for _, h := range hs {
		x += g.Text(x, 0, h.key, chart.Key) + 1
		x += g.Text(x, 0, h.word, chart.Dim) + 3
	}
}

// openerHints are the keys of the overlay.
func openerHints(o *opener.Opener) []hint {
	if o.Form == nil {
		return []hint{{"↑ ↓", "select"}, {"type", "to narrow"}, {"Enter", "open"}, {"Esc", "leave"}}
	}
	hs := []hint{{"Enter", "open"}, {"↑ ↓", "other field"}, {"Esc", "back"}}
	if o.Form.Completes() {
		hs = append([]hint{{"Tab", "complete"}}, hs...)
	}
	return hs
}
