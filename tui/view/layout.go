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
	drawHeader(sc, g)
	drawHints(sc, g.Sub(0, h-1, w, 1))
	drawControls(sc, g)
	switch {
	case sc.Help:
		drawHelp(sc, sc.Body(w, h).of(g))
	case sc.Opener.Shown:
		inner := sc.Body(w, h).of(g).Box(sc.Spell(sc.Opener.Title()), chart.Focus, chart.Focus, sc.Glyphs)
		sc.Opener.Draw(inner, sc.Glyphs)
	default:
		for _, region := range sc.PanelRegions(w, h) {
			drawPanel(sc, sc.Named(region.Name), region.of(g))
		}
	}
	top, _ := sc.bodySize(w, h)
	drawMessage(sc, g, top)
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
func drawMessage(sc *Scene, g *chart.Grid, top int) {
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

// Where things lie in a frame. Drawing and the mouse both go by these, so that a
// click always meets what is seen.

// A rect is a rectangle of cells of a frame.
type rect struct{ X, Y, W, H int }

func (r rect) Holds(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// of returns the part of a frame that the rectangle covers.
func (r rect) of(frame *chart.Grid) *chart.Grid { return frame.Sub(r.X, r.Y, r.W, r.H) }

// Inner is what a box drawn along the edge leaves.
func (r rect) Inner() rect {
	if r.W < 2 || r.H < 2 {
		return rect{X: r.X, Y: r.Y}
	}
	return rect{r.X + 1, r.Y + 1, r.W - 2, r.H - 2}
}

// Body is where the panels lie in a frame of w×h cells.
func (sc *Scene) Body(w, h int) rect {
	top, height := sc.bodySize(w, h)
	return rect{0, top, w, max(0, height)}
}

// A panelRegion is where a panel lies, its box included.
type panelRegion struct {
	Name string
	rect
}

// PanelRegions places panels in a frame of w×h cells: all of them from 120×30, two
// from 80 columns, else the focused one.
func (sc *Scene) PanelRegions(w, h int) []panelRegion {
	body := sc.Body(w, h)
	switch {
	case sc.Zoom || w < pairWidth:
		return []panelRegion{{sc.Panel, body}}
	case w < fullWidth || h < fullHeight:
		second := sc.Panel
		if second == targetName {
			second = convergenceName
		}
		return row(body, targetName, second)
	}
	upper, lower := body, body
	upper.H = (body.H + 1) / 2
	lower.Y, lower.H = body.Y+upper.H, body.H-upper.H
	last := theoryName
	if sc.Panel == mapName {
		// Five panels have room; the focused one is always among them.
		last = mapName
	}
	return append(row(upper, spectrumName, targetName, convergenceName), row(lower, lambdaName, last)...)
}

// row places panels side by side at equal widths.
func row(in rect, names ...string) []panelRegion {
	var regions []panelRegion
	x := 0
	for i, name := range names {
		end := in.W * (i + 1) / len(names)
		regions = append(regions, panelRegion{name, rect{in.X + x, in.Y, end - x, in.H}})
		x = end
	}
	return regions
}

// A controlRegion is where a control lies.
type controlRegion struct {
	controlCell
	rect
}

// ControlRegions places the bar of controls in a frame of w×h cells, above the line
// of hints.
func (sc *Scene) ControlRegions(w, h int) []controlRegion {
	var regions []controlRegion
	rows := controlRows(sc, w)
	for i, row := range rows {
		x := 1
		for _, cell := range row {
			regions = append(regions, controlRegion{cell, rect{x, h - 1 - len(rows) + i, cell.width(), 1}})
			x += cell.width() + barGap
		}
	}
	return regions
}
