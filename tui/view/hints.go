package view

import (
	"larui/tui/chart"
	"larui/tui/opener"
	"larui/tui/session"
	"slices"
)

// A hint is a key and a word for the bottom line.
type hint struct{ key, word string }

// hints returns what the bottom line shows: only keys that work now. The direct
// keys of controls come after the arrows.
func (sc *Scene) hints() []hint {
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
func (sc *Scene) drawHints(g *chart.Grid) {
	w, _ := g.Size()
	width := func(h hint) int { return chart.TextWidth(h.key) + 1 + chart.TextWidth(h.word) + 3 }
	hs := sc.hints()
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
