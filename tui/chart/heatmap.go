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
	scale := m.scale()
	l := m.layout(g, gl)
	m.drawNames(g, l, gl)
	m.drawLabels(g, l, gl)
	if l.allRows == 0 || l.allCols == 0 {
		w, h := g.Size()
		text := Truncate("no data", w)
		g.Text((w-TextWidth(text))/2, h/2, text, Dim)
	}
	marks := m.marks(gl)
	for r := range l.rows {
		for c := range l.cols {
			cell := g.Sub(l.left+c*l.cw, l.top+r*l.ch, l.cw, l.ch)
			m.drawCell(cell, l, scale, Position{l.row + r, l.col + c}, marks, gl)
		}
	}
	if l.bottom > 0 {
		m.drawLegend(g, l, scale, gl)
	}
	return l.hit
}

// size returns the number of rows and of columns.
func (m HeatMap) size() (rows, cols int) {
	for _, row := range m.Values {
		cols = max(cols, len(row))
	}
	return len(m.Values), cols
}

// at returns the value of a cell, NaN where it is missing.
func (m HeatMap) at(p Position) float64 {
	if p.Row < 0 || p.Row >= len(m.Values) || p.Col < 0 || p.Col >= len(m.Values[p.Row]) {
		return math.NaN()
	}
	return m.Values[p.Row][p.Col]
}

func (m HeatMap) scale() valueScale {
	return newValueScale(sequential, m.Min, m.Max, func(yield func(float64) bool) {
		for _, row := range m.Values {
			for _, v := range row {
				if !yield(v) {
					return
				}
			}
		}
	})
}

// format writes a number.
func (m HeatMap) format(v float64) string {
	if v == 0 {
		v = 0 // drops the sign of -0
	}
	if m.Format != nil {
		return m.Format(v)
	}
	return number.Short(number.Round(v, 3))
}

// unknownRune stands for what is not known.
func (gl Glyphs) unknownRune() rune { return gl.Rune('·') }

// drawLegend explains the scale and the marks.
func (m HeatMap) drawLegend(g *Grid, l heatLayout, scale valueScale, gl Glyphs) {
	w, h := g.Size()
	y := h - l.bottom
	x := drawScale(g.Sub(0, y, w, 1), scale, m.format, gl)
	var entries []sample
	for _, k := range m.marks(gl) {
		if k.at != nil && !(k.at.Row < 0 || k.at.Row >= l.allRows || k.at.Col < 0 || k.at.Col >= l.allCols) {
			entries = append(entries, sample{string(k.r), k.style, k.name})
		}
	}
	if m.Candidate != nil {
		entries = append(entries, sample{"[]", Accent, "cursor"})
	}
	if m.anyUnknown(l) {
		entries = append(entries, sample{string(gl.unknownRune()), Dim, "not known"})
	}
	for _, s := range entries {
		gap := TextWidth(s.mark) + 1
		width := gap + TextWidth(s.name)
		if x > 0 {
			x += 3
		}
		if x+width > w && y+1 < h {
			x, y = 0, y+1
		}
		if x+width > w {
			return
		}
		g.Text(x, y, s.mark, s.style)
		x += gap + g.Text(x+gap, y, s.name, Plain)
	}
}

// anyUnknown reports whether a cell shown has no value.
func (m HeatMap) anyUnknown(l heatLayout) bool {
	for r := range l.rows {
		for c := range l.cols {
			if math.IsNaN(m.at(Position{l.row + r, l.col + c})) {
				return true
			}
		}
	}
	return false
}
