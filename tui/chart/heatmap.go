package chart

import (
	"fmt"
	"math"
	"slices"
)

// Position is a cell of a heat map.
type Position struct{ Row, Col int }

// HeatMap is a picture of numbers in rows and columns, such as the accuracy over
// k and k̃. A cell shows its number if there is room, behind a character that is
// the denser, the greater the number; both are coloured by it too. Without room
// for the numbers the cells show such characters alone, and may be as small as
// one column of one line. Of more cells than there is room for, those around the
// candidate, else the cursor, are shown.
type HeatMap struct {
	// Values are the numbers, row by row from above. Those that are NaN, and
	// those missing in rows shorter than the longest, are not known (yet), and
	// are drawn as such.
	Values [][]float64
	// RowLabels and ColLabels name the rows and columns, as far as they go;
	// RowName and ColName say what they are, such as "k".
	RowLabels, ColLabels []string
	RowName, ColName     string
	// Min and Max are the ends of the scale, beyond which values look like the
	// end. Unless Min < Max the scale spans the values.
	Min, Max float64
	// Format writes the numbers; by default with three significant digits.
	Format func(float64) string
	// NumberWidth is how many columns the numbers are given at least, so that
	// the picture keeps its shape while cells are filled in.
	NumberWidth int
	// Cursor, Best and Pinned, unless nil, are marked: ● ★ ◆, in ASCII X B P.
	Cursor, Best, Pinned *Position
	// Candidate, unless nil, is a cell that is looked at without being there: it
	// stands in brackets, and the cells around it are those shown.
	Candidate *Position
}

// Draw draws the map into g, which should be blank, and returns which cell of
// the map is shown at a column and line of g; false where there is none. Any data
// and any size can be drawn.
func (m HeatMap) Draw(g *Grid, gl Glyphs) func(x, y int) (p Position, ok bool) {
	h := m.lay(g, gl)
	h.drawNames()
	h.drawRowLabels()
	h.drawColLabels()
	if h.allRows == 0 || h.allCols == 0 {
		g.noData(g.h)
	}
	for r := range h.rows {
		for c := range h.cols {
			h.drawCell(g.Sub(h.left+c*h.cw, h.top+r*h.ch, h.cw, h.ch), Position{h.row + r, h.col + c})
		}
	}
	h.drawLegend(g.Sub(0, g.h-h.bottom, g.w, h.bottom))
	return h.hit
}

// at returns the value of a cell, NaN where it is missing.
func (m HeatMap) at(p Position) float64 {
	if p.Row < 0 || p.Row >= len(m.Values) || p.Col < 0 || p.Col >= len(m.Values[p.Row]) {
		return math.NaN()
	}
	return m.Values[p.Row][p.Col]
}

// write writes a number, nothing where that is not known.
func (m HeatMap) write(v float64) string {
	switch {
	case math.IsNaN(v):
		return ""
	case m.Format == nil:
		return threeDigits(v)
	}
	return m.Format(v + 0) // which is never -0
}

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
}

// lay divides the grid.
func (m HeatMap) lay(g *Grid, gl Glyphs) heat {
	h := heat{HeatMap: m, g: g, gl: gl, allRows: len(m.Values)}
	for _, row := range m.Values {
		h.allCols = max(h.allCols, len(row))
	}
	h.scale = newValueScale(sequential, m.Min, m.Max, slices.Concat(m.Values...))
	h.layMargins()
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
	focus := Position{}
	for _, p := range []*Position{m.Pinned, m.Best, m.Cursor, m.Candidate} {
		if p != nil {
			focus = *p
		}
	}
	h.row = min(max(focus.Row-h.rows/2, 0), h.allRows-h.rows)
	h.col = min(max(focus.Col-h.cols/2, 0), h.allCols-h.cols)
	return h
}

// layMargins makes room for names, labels and legend.
func (h *heat) layMargins() {
	tall := h.g.h >= 8 // enough for the names to have a line of their own
	if h.g.w >= 8 {
		for i := range min(len(h.RowLabels), h.allRows) {
			h.left = max(h.left, TextWidth(h.gl.Spell(h.RowLabels[i]))+1)
		}
		if tall && h.RowName != "" {
			h.left = max(h.left, TextWidth(h.gl.Spell(h.RowName+" ↓"))+1)
		}
		if corner := h.corner(); !tall && h.g.h >= 4 && h.g.w >= 24 && len(h.ColLabels) > 0 && corner != "" {
			h.left = max(h.left, TextWidth(corner)+1)
		}
		h.left = min(h.left, h.g.w/3)
	}
	if tall && (h.RowName != "" || h.ColName != "") {
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

// corner is what stands in the corner of the labels of a low map, such as "k\k̃".
func (h *heat) corner() string {
	if h.RowName == "" || h.ColName == "" {
		return ""
	}
	return h.gl.Spell(h.RowName + "\\" + h.ColName)
}

// drawNames writes what rows and columns are and, if only some are shown, which.
func (h *heat) drawNames() {
	switch {
	case h.RowName == "" && h.ColName == "":
		return
	case h.g.h < 8:
		h.drawCorner()
		return
	}
	used := 0
	if h.RowName != "" {
		h.g.TextRight(h.left-1, 0, h.heading(h.RowName, " ↓", h.left-1), Dim)
	}
	if h.ColName != "" {
		used = h.g.Text(h.left, 0, h.heading(h.ColName, " →", h.g.w-h.left), Dim)
	}
	note := ""
	if h.rows < h.allRows {
		note = fmt.Sprintf("rows %d–%d of %d", h.row+1, h.row+h.rows, h.allRows)
	}
	if h.cols < h.allCols {
		if note != "" {
			note += ", "
		}
		note += fmt.Sprintf("columns %d–%d of %d", h.col+1, h.col+h.cols, h.allCols)
	}
	if note = h.gl.Spell(note); h.left+used+2+TextWidth(note) <= h.g.w {
		h.g.TextRight(h.g.w, 0, note, Dim)
	}
}

// drawCorner names rows and columns where these have no line of their own, and says
// with arrows that there are more rows above or below.
func (h *heat) drawCorner() {
	width := TextWidth(h.corner())
	if h.left < width || h.rows == 0 {
		return
	}
	if h.top > 0 && width < h.left {
		h.g.Text(0, 0, h.corner(), Dim)
	}
	if h.row > 0 {
		h.g.Set(h.left-1, h.top, h.gl.Rune('▲'), Dim)
	}
	if h.row+h.rows < h.allRows {
		h.g.Set(h.left-1, h.top+(h.rows-1)*h.ch, h.gl.Rune('▼'), Dim)
	}
}

// heading is what the rows or columns are, with an arrow in their direction, in w
// columns.
func (h *heat) heading(name, arrow string, w int) string {
	arrow = h.gl.Spell(arrow)
	return h.gl.Truncate(name, w-TextWidth(arrow)) + arrow
}

// focus is the cell whose labels stand out.
func (h *heat) focus() Position {
	switch {
	case h.Candidate != nil:
		return *h.Candidate
	case h.Cursor != nil:
		return *h.Cursor
	}
	return Position{-1, -1}
}

// drawRowLabels writes the labels of the rows.
func (h *heat) drawRowLabels() {
	for r := range min(h.rows, len(h.RowLabels)-h.row) {
		style := Dim
		if h.focus().Row == h.row+r {
			style = Bold
		}
		h.g.TextRight(h.left-1, h.top+r*h.ch, h.gl.Truncate(h.RowLabels[h.row+r], h.left-1), style)
	}
}

// drawColLabels writes the labels of the columns, that of the focus first, and of the
// others those that don't touch another one.
func (h *heat) drawColLabels() {
	if h.g.h < 4 || len(h.ColLabels) == 0 {
		return
	}
	line := h.g.Sub(h.left, h.top-1, h.g.w, 1)
	draw := func(c int, style Style) {
		text := h.gl.Spell(h.ColLabels[h.col+c])
		width := TextWidth(text)
		at := c*h.cw + (h.cw-width)/2
		if h.numbers {
			at = c*h.cw + h.end - width // above the number's last digit
		}
		at = max(min(at, line.w-width), 0)
		for x := at - 1; x <= at+width; x++ {
			if c := line.At(x, 0); !c.blank() {
				return
			}
		}
		line.Text(at, 0, text, style)
	}
	if c := h.focus().Col - h.col; c >= 0 && c < min(h.cols, len(h.ColLabels)-h.col) {
		draw(c, Bold)
	}
	for c := range min(h.cols, len(h.ColLabels)-h.col) {
		draw(c, Dim)
	}
}
