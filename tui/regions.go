package tui

import "larui/tui/chart"

// Where things lie in a frame. Drawing and the mouse both go by these, so that a
// click always meets what is seen.

// A rect is a rectangle of cells of a frame.
type rect struct{ x, y, w, h int }

func (r rect) holds(x, y int) bool {
	return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h
}

// of returns the part of a frame that the rectangle covers.
func (r rect) of(frame *chart.Grid) *chart.Grid { return frame.Sub(r.x, r.y, r.w, r.h) }

// inner is what a box drawn along the edge leaves.
func (r rect) inner() rect {
	if r.w < 2 || r.h < 2 {
		return rect{x: r.x, y: r.y}
	}
	return rect{r.x + 1, r.y + 1, r.w - 2, r.h - 2}
}

// body is where the panels lie in a frame of w×h cells.
func (sc *Scene) body(w, h int) rect {
	top, height := sc.bodySize(w, h)
	return rect{0, top, w, max(0, height)}
}

// A panelRegion is where a panel lies, its box included.
type panelRegion struct {
	name string
	rect
}

// panelRegions places panels in a frame of w×h cells: all of them from 120×30, two
// from 80 columns, else the focused one.
func (sc *Scene) panelRegions(w, h int) []panelRegion {
	body := sc.body(w, h)
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
	upper.h = (body.h + 1) / 2
	lower.y, lower.h = body.y+upper.h, body.h-upper.h
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
		end := in.w * (i + 1) / len(names)
		regions = append(regions, panelRegion{name, rect{in.x + x, in.y, end - x, in.h}})
		x = end
	}
	return regions
}

// A controlRegion is where a control lies.
type controlRegion struct {
	controlCell
	rect
}

// controlRegions places the bar of controls in a frame of w×h cells, above the line
// of hints.
func (sc *Scene) controlRegions(w, h int) []controlRegion {
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
