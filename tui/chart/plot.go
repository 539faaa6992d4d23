package chart

import "math"

// Plot says which values the cells of a drawn picture stand for, so that a click
// can be told what it hit. The zero Plot has no cells.
type Plot struct {
	x, y axis
	// left and top are the cell of the grid where the plot begins.
	left, top, cols, rows int
	// onCurve says that the lowest value lies in the middle of the lowest line,
	// as for curves, and not at its lower edge, as for points.
	onCurve bool
}

// At returns the values shown at the cell (column, line) of the grid that the
// picture was drawn into, and false outside of the plot. These are the values in
// the middle of the cell.
func (p Plot) At(column, line int) (x, y float64, ok bool) {
	column, line = column-p.left, line-p.top
	if column < 0 || column >= p.cols || line < 0 || line >= p.rows {
		return math.NaN(), math.NaN(), false
	}
	fx := (float64(column) + 0.5) / float64(p.cols)
	up := p.rows - 1 - line
	fy := (float64(up) + 0.5) / float64(p.rows)
	if p.onCurve {
		fy = 0.5
		if p.rows > 1 {
			fy = float64(up) / float64(p.rows-1)
		}
	}
	return p.x.value(fx), p.y.value(fy), true
}

// Cell returns the cell (column, line) of the grid that shows the point, and
// false where the axes do not reach it.
func (p Plot) Cell(x, y float64) (col, line int, ok bool) {
	up := p.row(p.y.frac(y))
	col = column(p.x.frac(x), p.cols)
	if col < 0 || up < 0 {
		return 0, 0, false
	}
	return p.left + col, p.top + p.rows - 1 - up, true
}

// row returns the line, from below, of the fraction f, and -1 for none.
func (p Plot) row(f float64) int {
	if p.onCurve {
		return nearestRow(f, p.rows)
	}
	return column(f, p.rows)
}

// plot returns the mapping of the finished frame.
func (f *frame) plot(x, y axis, onCurve bool) Plot {
	cols, rows := f.g.Sub(f.left, f.top, f.cols(), f.rows).Size()
	if f.empty || cols < 1 || rows < 1 {
		return Plot{}
	}
	return Plot{x: x, y: y, left: f.left, top: f.top, cols: cols, rows: rows, onCurve: onCurve}
}
