package tui

import (
	"fmt"

	"larui/tui/chart"
)

// Frame draws the scene on a grid of w×h cells. Below 60×20 it says what size is
// needed.
func (sc *Scene) Frame(w, h int) *chart.Grid {
	g := chart.NewGrid(w, h)
	if w < minWidth || h < minHeight {
		g.Text(0, 0, fmt.Sprintf("larui needs %d×%d cells, this terminal has %d×%d", minWidth, minHeight, w, h), chart.Warning)
		g.Fold(sc.Glyphs)
		return g
	}
	sc = sc.shown()
	sc.drawHeader(g)
	sc.drawHints(g.Sub(0, h-1, w, 1))
	controls := sc.controlRows(w)
	drawControls(g.Sub(0, h-1-len(controls), w, len(controls)), controls)
	top, height := sc.bodySize(w, h)
	body := g.Sub(0, top, w, height)
	if sc.Help {
		sc.drawHelp(body)
	} else {
		sc.drawBody(body, w, h)
	}
	sc.drawMessage(g, top)
	g.Fold(sc.Glyphs)
	return g
}

// bodySize returns where the panels begin in a frame of w×h cells, below the
// header, and how many rows they have, above the controls and the hints.
func (sc *Scene) bodySize(w, h int) (top, height int) {
	top = 2 + sentenceRows(w)
	return top, h - 1 - len(sc.controlRows(w)) - top
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

// drawBody places panels: all of them from 120×30, two from 80 columns, else the
// focused one.
func (sc *Scene) drawBody(body *chart.Grid, w, h int) {
	bw, bh := body.Size()
	switch {
	case sc.Zoom || w < pairWidth:
		sc.drawPanel(sc.Panel, body)
	case w < fullWidth || h < fullHeight:
		second := sc.Panel
		if second == panelTarget {
			second = panelConvergence
		}
		left := bw / 2
		sc.drawPanel(panelTarget, body.Sub(0, 0, left, bh))
		sc.drawPanel(second, body.Sub(left, 0, bw-left, bh))
	default:
		upper := (bh + 1) / 2
		sc.drawRow(body.Sub(0, 0, bw, upper), panelSpectrum, panelTarget, panelConvergence)
		last := panelTheory
		if sc.Panel == panelMap {
			// Five panels have room; the focused one is always among them.
			last = panelMap
		}
		sc.drawRow(body.Sub(0, upper, bw, bh-upper), panelLambda, last)
	}
}

// drawRow places panels side by side at equal widths.
func (sc *Scene) drawRow(g *chart.Grid, ids ...panelID) {
	w, h := g.Size()
	x := 0
	for i, id := range ids {
		end := w * (i + 1) / len(ids)
		sc.drawPanel(id, g.Sub(x, 0, end-x, h))
		x = end
	}
}
