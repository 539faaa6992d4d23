package chart

import "math"

// Plot maps the cells of a drawn picture to values, and values to cells, for instance to find the
// point under the mouse. The zero Plot has no cells.
type Plot struct {
	x, y axis
	// left and top are the column and the line of the outermost grid where the plot begins.
	left, top int
}

// ValuesAt returns the values in the middle of a cell of the outermost grid, or false outside of
// the plot.
func (p Plot) ValuesAt(column, line int) (x, y float64, ok bool) {
	column, line = column-p.left, line-p.top
	if column < 0 || column >= p.x.cells || line < 0 || line >= p.y.cells {
		return math.NaN(), math.NaN(), false
	}
	return p.x.middleValue(column), p.y.middleValue(p.y.cells - 1 - line), true
}

// XAt returns the value of x in the middle of a column of the outermost grid. If the column lies
// outside of the plot, XAt takes the nearest column of the plot.
func (p Plot) XAt(column int) float64 {
	return p.x.middleValue(max(0, min(column-p.left, p.x.cells-1)))
}

// ColumnOf returns the column of the outermost grid that shows the value x, or false if x is not
// visible. lines are the first line of the plot and the line below the plot.
func (p Plot) ColumnOf(x float64) (column int, lines [2]int, ok bool) {
	cell := p.x.cell(x)
	return p.left + cell, [2]int{p.top, p.top + p.y.cells}, cell >= 0
}

// canvas is the part of a grid inside the axes. It counts cells from the lower left.
type canvas struct {
	*Grid
	Plot
}

func (c canvas) set(col, row int, r rune, s Style) { c.Set(col, c.h-1-row, r, s) }

// NearestPoint returns the index of the point that is nearest to (x, y) on the screen, or −1 if no
// point is nearer than maxColumns columns.
func (p Plot) NearestPoint(xs, ys []float64, x, y, maxColumns float64) int {
	at, least := -1, maxColumns*maxColumns
	for i := range min(len(xs), len(ys)) {
		if right, up := p.offset(xs[i], ys[i], x, y); right*right+up*up < least {
			at, least = i, right*right+up*up
		}
	}
	return at
}

// NextPoint returns the index of the point next to the i-th point in a direction, or i if there is
// none. The direction (right, up) is (1, 0), (−1, 0), (0, 1) or (0, −1).
func (p Plot) NextPoint(xs, ys []float64, i, right, up int) int {
	at, least := i, math.Inf(1)
	for j := range min(len(xs), len(ys)) {
		dx, dy := p.offset(xs[j], ys[j], xs[i], ys[i])
		along, aside := dx*float64(right)+dy*float64(up), math.Abs(dx*float64(up))+math.Abs(dy*float64(right))
		const sideways = 2 // weight of the distance across the direction
		if along > 0 && aside <= along && along+sideways*aside < least {
			at, least = j, along+sideways*aside
		}
	}
	return at
}

// offset returns how far the point (px, py) lies right of and above (x, y), in widths of a column.
// A point that is not visible is infinitely far away.
func (p Plot) offset(px, py, x, y float64) (right, up float64) {
	if p.x.cell(px) < 0 || p.y.cell(py) < 0 {
		return math.Inf(1), math.Inf(1)
	}
	right = (p.x.fraction(px) - p.x.fraction(x)) * float64(p.x.cells)
	up = (p.y.fraction(py) - p.y.fraction(y)) * float64(2*p.y.cells)
	return right, up
}

// CountVisible returns the number of visible points. Equal points count once.
func (p Plot) CountVisible(xs, ys []float64) int {
	places := map[[2]float64]bool{}
	for i := range min(len(xs), len(ys)) {
		if p.x.cell(xs[i]) >= 0 && p.y.cell(ys[i]) >= 0 {
			places[[2]float64{xs[i], ys[i]}] = true
		}
	}
	return len(places)
}
