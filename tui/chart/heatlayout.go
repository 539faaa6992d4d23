package chart

import "math"

// heatLayout is what a heat map does with the room it has.
type heatLayout struct {
	left, top, bottom int // columns of row labels, lines above and below the cells
	cw, ch            int // size of a cell
	// numbers tells that the cells show numbers, and shades that each has its
	// character before it. They are width columns wide and end before the column
	// end of the cell.
	numbers, shades  bool
	width, end       int
	row, col         int // the first row and column shown
	rows, cols       int // how many are
	allRows, allCols int // how many there are
}

// layout divides the grid.
func (m HeatMap) layout(g *Grid, gl Glyphs) heatLayout {
	w, h := g.Size()
	var l heatLayout
	l.allRows, l.allCols = m.size()
	if w >= 8 {
		for i := range min(len(m.RowLabels), l.allRows) {
			l.left = max(l.left, TextWidth(gl.Spell(m.RowLabels[i]))+1)
		}
		if h >= 8 && m.RowName != "" {
			l.left = max(l.left, TextWidth(gl.Spell(m.RowName+" ↓"))+1)
		}
		if h >= 4 && h < 8 && w >= 24 && len(m.ColLabels) > 0 && m.corner(gl) != "" {
			l.left = max(l.left, TextWidth(m.corner(gl))+1)
		}
		l.left = min(l.left, w/3)
	}
	if h >= 8 && (m.RowName != "" || m.ColName != "") {
		l.top++
	}
	if h >= 4 && len(m.ColLabels) > 0 {
		l.top++
	}
	if h >= 5 {
		l.bottom = 1
	}
	if h >= 12 && w < 60 {
		l.bottom = 2 // the marks have a line of their own
	}
	if l.allRows == 0 || l.allCols == 0 {
		return l
	}
	room, lines := max(w-l.left, 0), max(h-l.top-l.bottom, 0)
	if l.cw = room / l.allCols; l.cw > 2 {
		l.width = max(m.numberWidth(gl), min(m.NumberWidth, w))
	}
	brackets := 0
	if m.Candidate != nil {
		brackets = 1 // on each side
	}
	switch {
	case l.width > 0 && l.cw >= l.width+2+2*brackets:
		// A number has its character before it and a blank after it.
		l.numbers, l.shades = true, true
		l.cw = min(l.cw, l.width+4+2*brackets)
		l.end = l.cw - 1 - brackets
	case l.width > 0 && l.cw >= l.width+2:
		// Brackets and marks stand in the place of the characters.
		l.numbers = true
		l.end = l.cw - 1
	default:
		l.cw = min(max(l.cw, 1), 4)
	}
	l.ch = min(max(lines/l.allRows, 1), max(l.cw/2, 1), 2)
	l.rows, l.cols = min(l.allRows, lines/l.ch), min(l.allCols, room/l.cw)
	focus := Position{}
	for _, p := range []*Position{m.Pinned, m.Best, m.Cursor, m.Candidate} {
		if p != nil {
			focus = *p
		}
	}
	l.row = min(max(focus.Row-l.rows/2, 0), l.allRows-l.rows)
	l.col = min(max(focus.Col-l.cols/2, 0), l.allCols-l.cols)
	return l
}

// numberWidth returns the columns of the widest number.
func (m HeatMap) numberWidth(gl Glyphs) (width int) {
	for _, row := range m.Values {
		for _, v := range row {
			if !math.IsNaN(v) {
				width = max(width, TextWidth(gl.Spell(m.format(v))))
			}
		}
	}
	return width
}

// hit returns the cell of the map at (x, y).
func (l heatLayout) hit(x, y int) (p Position, ok bool) {
	if x < l.left || y < l.top {
		return Position{}, false
	}
	r, c := (y-l.top)/max(l.ch, 1), (x-l.left)/max(l.cw, 1)
	if r >= l.rows || c >= l.cols {
		return Position{}, false
	}
	return Position{l.row + r, l.col + c}, true
}
