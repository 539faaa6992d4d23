package tui

import (
	"slices"
	"strings"

	"larui/tui/chart"
)

// helpText is where a line of the help begins to explain its keys.
const helpText = 18

// Two columns of help stand side by side from this many columns on.
const wideHelp = 100

// helpColumns returns the help in the columns that a frame w columns wide has
// room for: what keys do, what controls do, and what the words of the screen mean.
func (sc *Scene) helpColumns(w int) [][]entry {
	var keys []entry
	for _, a := range slices.Concat(actions(), sc.actionsOfPanel()) {
		if a.help != "" {
			keys = append(keys, entry{a.name, a.help})
		}
	}
	var controls []entry
	for _, c := range sc.controls() {
		direct := strings.TrimSpace(c.Down + " " + c.Up)
		if direct == "" {
			direct = "Tab"
		}
		controls = append(controls, entry{direct, sc.label(c) + ": " + c.Help})
	}
	if w >= wideHelp {
		return [][]entry{keys, slices.Concat(controls, []entry{{}}, glossary())}
	}
	return [][]entry{slices.Concat(controls, keys, glossary())}
}

// drawHelp draws the help, scrolled by HelpTop.
func (sc *Scene) drawHelp(g *chart.Grid) {
	inner := g.Box("help", chart.Focus, chart.Focus, sc.Glyphs)
	w, h := inner.Size()
	columns := sc.helpColumns(w)
	for i, entries := range columns {
		column := inner.Sub(w*i/len(columns), 0, w/len(columns), h)
		cw, _ := column.Size()
		top := max(0, min(sc.HelpTop, len(entries)-h))
		for row, e := range entries[top:] {
			column.Text(1, row, sc.spell(e.key), chart.Key)
			column.Text(helpText, row, chart.Truncate(sc.spell(e.text), cw-helpText-1), chart.Plain)
		}
		if top+h < len(entries) {
			column.Text(cw-8, h-1, " ↓ more ", chart.Key)
		}
	}
}

// pressInHelp scrolls the help, leaves it, or does what has nothing to do with what
// it covers; all other keys rest.
func (p *Program) pressInHelp(key string) {
	_, body := p.scene.bodySize(p.width, p.height)
	switch key {
	case "up", "shift+tab":
		p.moveFocus(-1)
	case "down", "tab":
		p.moveFocus(1)
	case "pgup":
		p.moveFocus(-max(1, body-3))
	case "pgdown", " ":
		p.moveFocus(max(1, body-3))
	case "home":
		p.moveFocus(-extremeStep)
	case "end":
		p.moveFocus(extremeStep)
	case "?", "esc", "alt+esc", "-", "T", "G", "q", "ctrl+c", "ctrl+z":
		for _, a := range actions() {
			if slices.Contains(a.keys, key) {
				a.do(p)
			}
		}
	}
}

// helpHidden returns how far the help can be scrolled in a frame of w×h cells.
func (sc *Scene) helpHidden(w, h int) int {
	_, body := sc.bodySize(w, h)
	hidden := 0
	for _, entries := range sc.helpColumns(w - 2) {
		hidden = max(hidden, len(entries)-(body-2))
	}
	return hidden
}

// An entry of the help is a key, or a word of the screen, and what it means.
type entry struct{ key, text string }

// glossary explains the words that panels use.
func glossary() []entry {
	return []entry{
		{"LAR", "weights after the epochs of descent"},
		{"none", "no adaptation: least squares on source"},
		{"closed", "closed form: where endless descent leads"},
		{"y^U", "how much of the label a component has"},
		{"▸", "components up to k (source), k̃ (target)"},
		{"k(0.1)", "components that hold most of the label:"},
		{"", "head > 90 % of its norm, tail < 10 % left"},
		{"leak", "share of Φᵀy where A is zero: if not 0,"},
		{"", "J falls for ever and descent walks on"},
	}
}
