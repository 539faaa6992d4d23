package chart

import "math"

// Plot says which values the cells of a drawn picture stand for, so that a click
// can be told what it hit. The zero Plot has no cells.
type Plot struct {
	x, y axis
	// left and top are the cell of the grid where the plot begins.
	left, top int
}

// At returns the values shown at the cell (column, line) of the grid that the
// picture was drawn into, and false outside of the plot. These are the values in
// the middle of the cell.
func (p Plot) At(column, line int) (x, y float64, ok bool) {
	column, line = column-p.left, line-p.top
	if column < 0 || column >= p.x.cells || line < 0 || line >= p.y.cells {
		return math.NaN(), math.NaN(), false
	}
	return p.x.middle(column), p.y.middle(p.y.cells - 1 - line), true
}

// canvas is the plot of a frame to draw into, by cells counted from its lower left.
type canvas struct {
	*Grid
	x, y axis
}

// set draws a character.
func (c canvas) set(col, row int, r rune, s Style) { c.Set(col, c.h-1-row, r, s) }

// noData says in the middle of the first h lines that there is nothing to show.
func (g *Grid) noData(h int) {
	text := Truncate("no data", g.w)
	g.Text((g.w-TextWidth(text))/2, h/2, text, Dim)
}
