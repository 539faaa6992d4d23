package chart

import (
	"math"

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
