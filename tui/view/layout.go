package view

import (
	"fmt"

	"larui/tui/chart"
)

// Frame draws the scene on a grid of w×h cells. Below 60×20 it says what size is
// needed.
func (sc *Scene) Frame(w, h int) *chart.Grid {
	g := chart.NewGrid(w, h).Spelling(sc.Glyphs)
	if w < MinWidth || h < MinHeight {
		text := fmt.Sprintf("larui needs %d×%d cells, this terminal has %d×%d", MinWidth, MinHeight, w, h)
		for i, line := range chart.Wrap(text, w, max(1, h)) {
			g.Text(0, i, line, chart.Warning)
		}
		g.Fold(sc.Glyphs)
		return g
	}
	sc = sc.shown()
	sc.drawHeader(g)
	sc.drawHints(g.Sub(0, h-1, w, 1))
	drawControls(sc, g)
	switch {
	case sc.Help:
		drawHelp(sc, sc.Body(w, h).of(g))
	case sc.Opener.Shown:
		inner := sc.Body(w, h).of(g).Box(sc.Spell(sc.Opener.Title()), chart.Focus, chart.Focus, sc.Glyphs)
		sc.Opener.Draw(inner, sc.Glyphs)
	default:
		for _, region := range sc.PanelRegions(w, h) {
			sc.drawPanel(sc.Named(region.Name), region.of(g))
		}
	}
	top, _ := sc.bodySize(w, h)
	sc.drawMessage(g, top)
	g.Fold(sc.Glyphs)
	return g
}

// bodySize returns where the panels begin in a frame of w×h cells, below the
// header, and how many rows they have, above the controls and the hints.
func (sc *Scene) bodySize(w, h int) (top, height int) {
	top = 2 + sentenceRows(w)
	return top, h - 1 - len(controlRows(sc, w)) - top
}

// drawMessage draws a message that is too long for the header over the body.
func (sc *Scene) drawMessage(g *chart.Grid, top int) {
	w, h := g.Size()
	const most = 8
	lines := chart.Wrap(sc.Spell(sc.Message), w-4, most)
	if sc.Message == "" || len(lines) <= top-2 {
		return
	}
	box := g.Sub(0, 2, w, min(len(lines)+2, h-3))
	box.Clear()
	inner := box.Box("", chart.Focus, chart.Focus, sc.Glyphs)
	for i, line := range lines {
		inner.Text(1, i, line, chart.Plain)
	}
}
