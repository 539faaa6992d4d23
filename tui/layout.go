package tui

import (
	"fmt"

	"larui/tui/chart"
)

// Frame draws the scene on a grid of w×h cells. Below 60×20 it says what size is
// needed.
func (sc *Scene) Frame(w, h int) *chart.Grid {
	g := chart.NewGrid(w, h).Spelling(sc.Glyphs)
	if w < minWidth || h < minHeight {
		text := fmt.Sprintf("larui needs %d×%d cells, this terminal has %d×%d", minWidth, minHeight, w, h)
		for i, line := range wrap(text, w, max(1, h)) {
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
		drawHelp(sc, sc.body(w, h).of(g))
	case sc.Opener.Shown:
		sc.drawOpener(g)
	default:
		for _, region := range sc.panelRegions(w, h) {
			sc.drawPanel(sc.named(region.name), region.of(g))
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
	lines := wrap(sc.spell(sc.Message), w-4, most)
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
