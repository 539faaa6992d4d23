package chart

import (
	"fmt"
	"math"
	"strings"

	"larui/tui/number"
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
			cell := g.Sub(h.left+c*h.cw, h.top+r*h.ch, h.cw, h.ch)
			h.drawCell(cell, Position{h.row + r, h.col + c})
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
		return number.Measure(v)
	}
	return m.Format(v + 0) // which is never -0
}

// corner is what stands in the corner of the labels of a low map, such as "k\k̃".
func (h *heat) corner() string {
	return h.gl.Spell(h.RowName + "\\" + h.ColName)
}

// drawNames writes what rows and columns are and, if only some are shown, which.
func (h *heat) drawNames() {
	if h.g.h < 8 {
		h.drawCorner()
		return
	}
	h.g.TextRight(h.left-1, 0, h.heading(h.RowName, " ↓", h.left-1), Dim)
	used := h.g.Text(h.left, 0, h.heading(h.ColName, " →", h.g.w-h.left), Dim)
	var notes []string
	if h.rows < h.allRows {
		notes = append(notes, fmt.Sprintf("rows %d–%d of %d", h.row+1, h.row+h.rows, h.allRows))
	}
	if h.cols < h.allCols {
		notes = append(notes, fmt.Sprintf("columns %d–%d of %d", h.col+1, h.col+h.cols, h.allCols))
	}
	if note := h.gl.Spell(strings.Join(notes, ", ")); h.left+used+2+TextWidth(note) <= h.g.w {
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

// drawRowLabels writes the labels of the rows.
func (h *heat) drawRowLabels() {
	for r := range min(h.rows, len(h.RowLabels)-h.row) {
		style := Dim
		if h.focus.Row == h.row+r {
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
	if c := h.focus.Col - h.col; c >= 0 && c < min(h.cols, len(h.ColLabels)-h.col) {
		draw(c, Bold)
	}
	for c := range min(h.cols, len(h.ColLabels)-h.col) {
		draw(c, Dim)
	}
}
