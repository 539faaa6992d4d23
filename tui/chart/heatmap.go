package chart

import (
	"math"
	"slices"
)

// Position is a cell of a heat map.
type Position struct{ Row, Col int }

// Pin is a cell that is pinned, its mark, and what the legend says of that.
type Pin struct {
	Position
	Mark  rune
	Style Style
	Name  string
}

// Same is a value that others are better or worse than.
type Same struct {
	Value float64
	Name  string
	// Less says that less is better.
	Less bool
	// Least is how far the ends of the scale lie from it at least, so that next to nothing
	// looks like next to nothing.
	Least float64
}

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
	// RowCut and ColCut are how many leading rows and columns are cut off; 0 for none. Figures
	// show it.
	RowCut, ColCut int
	// Min and Max are the ends of the scale, beyond which values look like the
	// end. Unless Min < Max the scale spans the values.
	Min, Max float64
	// Same, unless nil, is what values are better or worse than: colours then run both ways
	// from there, and so do characters.
	Same *Same
	// Format writes the numbers.
	Format func(float64) string
	// NumberWidth is how many columns the numbers are given at least, so that
	// the picture keeps its shape while cells are filled in.
	NumberWidth int
	// Cursor, Best and Leads, unless nil, are marked: ● ★ ☆, in ASCII X B L, each of
	// Vetoed ×, v, and those that are pinned by marks of their own.
	Cursor, Best, Leads *Position
	Vetoed              []Position
	Pinned              []Pin
	// Candidate, unless nil, is a cell that is looked at without being there: it
	// stands in brackets, and the cells around it are those shown.
	Candidate *Position
}

// at returns the value of a cell, NaN where it is missing.
func (m HeatMap) at(p Position) float64 {
	if p.Row < 0 || p.Row >= len(m.Values) || p.Col < 0 || p.Col >= len(m.Values[p.Row]) {
		return math.NaN()
	}
	return m.Values[p.Row][p.Col]
}

// heat is a map with its place in a grid, settled once.
type heat struct {
	HeatMap
	*Grid
	scale             valueScale
	left, top, bottom int // columns of row labels, lines above and below the cells
	cw, ch            int // size of a cell
	// numbers tells that the cells show numbers, which end before the column end of
	// the cell, and shades that each has its character before it.
	numbers, shades  bool
	end, width       int // the widest number has so many columns
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
func (m HeatMap) lay(g *Grid) *heat {
	h := &heat{HeatMap: m, Grid: g, allRows: len(m.Values), focus: Position{-1, -1}}
	for _, row := range m.Values {
		h.allCols = max(h.allCols, len(row))
	}
	values := slices.Concat(m.Values...)
	h.scale = newValueScale(sequential, m.Min, m.Max, values).about(m.Same)
	h.layMargins()
	set := g.gl.set()
	h.marks = []mark{ // the most important first
		{m.Cursor, sample{string(set.cursor), Accent, "here"}},
		{m.Best, sample{string(set.best), Good, "best"}},
		{m.Leads, sample{string(set.leads), Good, "leads"}},
	}
	for i := range m.Pinned {
		pin := &m.Pinned[i]
		h.marks = append(h.marks, mark{&pin.Position, sample{string(pin.Mark), pin.Style, pin.Name}})
	}
	for i := range m.Vetoed {
		h.marks = append(h.marks, mark{&m.Vetoed[i], sample{string(set.vetoed), Bad, "vetoed"}})
	}
	if len(values) == 0 {
		return h
	}
	room, lines := max(g.w-h.left, 0), max(g.h-h.top-h.bottom, 0)
	h.layCell(room/h.allCols, values)
	h.ch = max(min(lines/h.allRows, max(h.cw/2, 1)), 1)
	h.rows, h.cols = min(h.allRows, lines/h.ch), min(h.allCols, room/h.cw)
	var centre Position // of what is shown
	for i, p := range [...]*Position{m.Best, m.Cursor, m.Candidate} {
		if p == nil {
			continue
		}
		centre = *p
		if i >= 1 {
			h.focus = *p
		}
	}
	h.row = min(max(centre.Row-h.rows/2, 0), h.allRows-h.rows)
	h.col = min(max(centre.Col-h.cols/2, 0), h.allCols-h.cols)
	return h
}

// layCell divides a cell of at most so many columns.
func (h *heat) layCell(most int, values []float64) {
	width := 0 // of the numbers
	if most > 2 {
		width = min(h.NumberWidth, h.w)
		for _, v := range values {
			width = max(width, TextWidth(h.write(v)))
		}
	}
	h.width = width
	brackets := 0
	if h.Candidate != nil {
		brackets = 1 // on each side
	}
	switch {
	case width > 0 && most >= width+2+2*brackets:
		// A number has its character before it and a blank after it.
		h.numbers, h.shades = true, true
		h.cw = most
		h.end = h.cw - 1 - brackets - (h.cw-width-2-2*brackets)/2
	case width > 0 && most >= width+2:
		// Brackets and marks stand in the place of the characters.
		h.numbers, h.cw, h.end = true, most, most-1-(most-width-2)/2
	default:
		h.cw = max(most, 1)
	}
}

// layMargins makes room for names, labels and legend.
func (h *heat) layMargins() {
	tall := h.h >= 8 // enough for the names to have a line of their own
	if h.w >= 8 {
		labels := slices.Clone(h.RowLabels[:min(len(h.RowLabels), h.allRows)])
		switch {
		case tall:
			labels = append(labels, h.RowName+" ↓")
		case h.h >= 4 && h.w >= 24 && len(h.ColLabels) > 0:
			labels = append(labels, h.corner())
		}
		for _, label := range labels {
			h.left = max(h.left, TextWidth(h.gl.Spell(label))+1)
		}
		h.left = min(h.left, h.w/3)
	}
	if tall {
		h.top++
	}
	if h.h >= 4 && len(h.ColLabels) > 0 {
		h.top++
	}
	if h.h >= 5 {
		h.bottom = 1
	}
	if h.h >= 12 && h.w < 60 {
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

// write writes a number, nothing where that is not known.
func (h *heat) write(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return h.gl.Spell(h.Format(v + 0)) // which is never -0
}

// corner is what stands in the corner of the labels of a low map, such as "k\k̃".
func (h *heat) corner() string { return h.gl.Spell(h.RowName + "\\" + h.ColName) }
