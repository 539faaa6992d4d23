package view

import (
	"larui/tui/chart"
)

// How text is laid in lines.

// A piece of a line is text in one style; pieces that belong together are a group.
type piece struct {
	text  string
	style chart.Style
}

// groupGap stands between groups.
const groupGap = 3

// groupWidth returns how many columns a group takes.
func groupWidth(group []piece) int {
	width := 0
	for _, p := range group {
		width += chart.TextWidth(p.text)
	}
	return width
}

// drawGroup writes a group from (x, y) on.
func drawGroup(g *chart.Grid, x, y int, group []piece) {
	for _, p := range group {
		x += g.Text(x, y, p.text, p.style)
	}
}

// drawGroups draws groups in a line and returns those that have no room.
func drawGroups(g *chart.Grid, groups [][]piece) (left [][]piece) {
	w, _ := g.Size()
	x := 1
	for i, group := range groups {
		width := groupWidth(group)
		if x+width > w {
			return groups[i:]
		}
		drawGroup(g, x, 0, group)
		x += width + groupGap
	}
	return nil
}

// flowGroups calls place with the place of each group in lines of w columns, none broken
// over lines, and returns how many lines there are.
func flowGroups(groups [][]piece, w int, place func(x, y int, group []piece)) (rows int) {
	x, y := 0, 0
	for _, group := range groups {
		width := groupWidth(group)
		if x > 0 && x+width > w {
			x, y = 0, y+1
		}
		place(x, y, group)
		x += width + groupGap
	}
	return y + 1
}

// flowRows returns how many lines of w columns groups take.
func flowRows(groups [][]piece, w int) int {
	return flowGroups(groups, w, func(int, int, []piece) {})
}

// drawFlow writes groups one after the other, in as many lines as they take.
func drawFlow(g *chart.Grid, groups [][]piece) {
	w, _ := g.Size()
	flowGroups(groups, w, func(x, y int, group []piece) { drawGroup(g, x, y, group) })
}
