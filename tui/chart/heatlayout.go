package chart

import "slices"

// heat is a map with its place in a grid, settled once.
type heat struct {
	HeatMap
	g                 *Grid
	gl                Glyphs
	scale             valueScale
	left, top, bottom int // columns of row labels, lines above and below the cells
	cw, ch            int // size of a cell
	// numbers tells that the cells show numbers, which end before the column end of
	// the cell, and shades that each has its character before it.
	numbers, shades  bool
	end              int
	row, col         int // the first row and column shown
	rows, cols       int // how many are
	allRows, allCols int // how many there are
	marks            []mark
	focus            Position // whose labels stand out
	unknown          bool     // a cell shown has no value
}

// mark is how a kind of cell is pointed out.
type mark struct {
	at *Position
	sample
}

// lay divides the grid.
func (m HeatMap) lay(g *Grid, gl Glyphs) *heat {
	h := &heat{HeatMap: m, g: g, gl: gl, allRows: len(m.Values)}
	for _, row := range m.Values {
		h.allCols = max(h.allCols, len(row))
	}
	h.scale = newValueScale(sequential, m.Min, m.Max, slices.Concat(m.Values...))
	h.layMargins()
	cursor, best, pinned := gl.HeatMarks()
	h.marks = []mark{ // the most important first
		{m.Cursor, sample{string(cursor), Accent, "here"}},
		{m.Best, sample{string(best), Good, "best"}},
		{m.Pinned, sample{string(pinned), Pinned, "pinned"}},
	}
	h.focus = Position{-1, -1}
	if h.allRows == 0 || h.allCols == 0 {
		return h
	}
	room, lines := max(g.w-h.left, 0), max(g.h-h.top-h.bottom, 0)
	h.cw = room / h.allCols
	width := 0 // of the numbers
	if h.cw > 2 {
		width = min(m.NumberWidth, g.w)
		for _, v := range slices.Concat(m.Values...) {
			width = max(width, TextWidth(gl.Spell(m.write(v))))
		}
	}
	brackets := 0
	if m.Candidate != nil {
		brackets = 1 // on each side
	}
	switch {
	case width > 0 && h.cw >= width+2+2*brackets:
		// A number has its character before it and a blank after it.
		h.numbers, h.shades = true, true
		h.cw = min(h.cw, width+4+2*brackets)
		h.end = h.cw - 1 - brackets
	case width > 0 && h.cw >= width+2:
		// Brackets and marks stand in the place of the characters.
		h.numbers = true
		h.end = h.cw - 1
	default:
		h.cw = min(max(h.cw, 1), 4)
	}
	h.ch = min(max(lines/h.allRows, 1), max(h.cw/2, 1), 2)
	h.rows, h.cols = min(h.allRows, lines/h.ch), min(h.allCols, room/h.cw)
	centre := Position{} // of what is shown
	for i, p := range []*Position{m.Pinned, m.Best, m.Cursor, m.Candidate} {
		if p != nil {
			centre = *p
		}
		if p != nil && i >= 2 {
			h.focus = *p
		}
	}
	h.row = min(max(centre.Row-h.rows/2, 0), h.allRows-h.rows)
	h.col = min(max(centre.Col-h.cols/2, 0), h.allCols-h.cols)
	return h
}

// layMargins makes room for names, labels and legend.
func (h *heat) layMargins() {
	tall := h.g.h >= 8 // enough for the names to have a line of their own
	if h.g.w >= 8 {
		for i := range min(len(h.RowLabels), h.allRows) {
			h.left = max(h.left, TextWidth(h.gl.Spell(h.RowLabels[i]))+1)
		}
		switch {
		case tall:
			h.left = max(h.left, TextWidth(h.gl.Spell(h.RowName+" ↓"))+1)
		case h.g.h >= 4 && h.g.w >= 24 && len(h.ColLabels) > 0:
			h.left = max(h.left, TextWidth(h.corner())+1)
		}
		h.left = min(h.left, h.g.w/3)
	}
	if tall {
		h.top++
	}
	if h.g.h >= 4 && len(h.ColLabels) > 0 {
		h.top++
	}
	if h.g.h >= 5 {
		h.bottom = 1
	}
	if h.g.h >= 12 && h.g.w < 60 {
		h.bottom = 2 // the marks have a line of their own
	}
}

// hit returns the cell of the map at (x, y).
func (h *heat) hit(x, y int) (p Position, ok bool) {
	if x < h.left || y < h.top {
		return Position{}, false
	}
	r, c := (y-h.top)/max(h.ch, 1), (x-h.left)/max(h.cw, 1)
	return Position{h.row + r, h.col + c}, r < h.rows && c < h.cols
}
