package tui

import (
	"slices"
	"strings"

	"larui/tui/chart"
)

// drawHelp draws every key that works: the actions, then the controls.
func (sc *Scene) drawHelp(g *chart.Grid) {
	inner := g.Box("help", chart.Focus, chart.Focus, sc.Glyphs)
	w, h := inner.Size()
	var entries []entry
	for _, a := range actions() {
		if a.help != "" {
			entries = append(entries, entry{a.name, a.help})
		}
	}
	var controls []entry
	for _, c := range sc.controls() {
		keys := strings.TrimSpace(c.Down + " " + c.Up)
		if keys == "" {
			keys = "Tab"
		}
		controls = append(controls, entry{keys, sc.label(c) + ": " + c.Help})
	}
	column := func(g *chart.Grid, es []entry) {
		cw, _ := g.Size()
		top := max(0, min(sc.HelpTop, len(es)-h))
		for i, e := range es[top:] {
			g.Text(1, i, sc.spell(e.key), chart.Key)
			g.Text(11, i, chart.Truncate(sc.spell(e.text), cw-12), chart.Plain)
		}
		if top+h < len(es) {
			g.Text(cw-8, h-1, " ↓ more ", chart.Key)
		}
	}
	if w >= 100 {
		column(inner.Sub(0, 0, w/2, h), entries)
		column(inner.Sub(w/2, 0, w-w/2, h), slices.Concat(controls, []entry{{}}, glossary()))
		return
	}
	column(inner, slices.Concat(controls, entries, glossary()))
}

// An entry of the help is a key, or a word of the screen, and what it means.
type entry struct{ key, text string }

// glossary explains the words that panels use.
func glossary() []entry {
	return []entry{
		{"LAR", "weights after the epochs of descent"},
		{"none", "no adaptation: least squares on source"},
		{"closed form", "  where endless descent leads"},
		{"y^U", "how much of the label a component has"},
		{"▸", "components up to k (source), k̃ (target)"},
		{"k(0.1)", "components that hold most of the label:"},
		{"", "head > 90 % of its norm, tail < 10 % left"},
		{"leak", "share of Φᵀy where A is zero: if not 0,"},
		{"", "J falls for ever and descent walks on"},
	}
}
