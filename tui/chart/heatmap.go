package chart

import (
	"math"
	"slices"
)

// Position is a row and a column of a heat map, both counted from 0.
type Position struct{ Row, Col int }

// Pin is a mark in a cell of a heat map, such as the letter of a pinned solution. Name explains the
// mark in the legend.
type Pin struct {
	Position
	Mark  rune
	Style Style
	Name  string
}

// Reference is a value to compare with: other values are better or worse.
type Reference struct {
	Value         float64
	Name          string
	LowerIsBetter bool
	// MinDistance is the least distance from Value to either end of the scale, so that tiny
	// differences get faint colours.
	MinDistance float64
}

// HeatMap is a picture of numbers in rows and columns, such as the accuracy over k and k̃. A cell
// shows its number by a colour, by a character (denser for greater numbers) and, if there is room,
// as text. If not all cells fit, the map shows the cells around Candidate or, without a Candidate,
// around Cursor.
type HeatMap struct {
	// Values are the numbers by row and column, from the upper left. A value that is NaN, or
	// missing because its row is shorter, is unknown and has a mark.
	Values [][]float64
	// RowLabels and ColLabels are the values of the quantities RowName and ColName, such as "k",
	// for the first rows and columns. Further rows and columns have no label.
	RowLabels, ColLabels []string
	RowName, ColName     string
	// RowCut and ColCut are the numbers of rows and columns before a separating line in figures for
	// documents; 0 for no line. Draw draws no separating line.
	RowCut, ColCut int
	// Min and Max are the ends of the scale. A value beyond an end has the colour of the end.
	// Unless Min < Max, the scale spans the values.
	Min, Max float64
	// Reference, unless nil, has the colour in the middle of the scale: better values have colours
	// on one side, worse values on the other.
	Reference *Reference
	// Format returns a value as text.
	Format func(float64) string
	// NumberWidth is the least width of a number in columns. It keeps the layout the same while
	// values become known.
	NumberWidth int
	// Cursor is the current cell, with the mark ● (ASCII X); Best is the cell with the best value,
	// ★ (B); Leader is the best cell by measures without labels, ☆ (L). A nil one has no mark.
	// Vetoed are the cells that can't be chosen, × (v). Each Pin has its own Mark.
	Cursor, Best, Leader *Position
	Vetoed               []Position
	Pinned               []Pin
	// Candidate, unless nil, is the cell that the user points at before choosing it. It has
	// brackets.
	Candidate *Position
}

func (m HeatMap) valueAt(p Position) float64 {
	if p.Row < 0 || p.Row >= len(m.Values) || p.Col < 0 || p.Col >= len(m.Values[p.Row]) {
		return math.NaN()
	}
	return m.Values[p.Row][p.Col]
}

type mapLayout struct {
	HeatMap
	*Grid
	scale             valueScale
	left, top, bottom int // columns of row labels; lines above and below the cells
	cw, ch            int // size of a cell
	// numbers reports whether cells show their numbers as text, which ends before column numberEnd
	// of the cell. If shades is true, a character for the shade precedes each number.
	numbers, shades  bool
	numberEnd, width int // width is the width of the widest number
	row, col         int // first visible row and column
	rows, cols       int // numbers of visible rows and columns
	allRows, allCols int // numbers of all rows and columns
	marks            []mark
	focus            Position // the row and column with bold labels
	unknown          bool     // some visible cell has no value
}

// mark is the mark of the cell at a position, with its entry in the legend. A mark without position
// is not drawn.
type mark struct {
	at *Position
	legendEntry
}

func (m HeatMap) layout(g *Grid) *mapLayout {
	h := &mapLayout{HeatMap: m, Grid: g, allRows: len(m.Values), focus: Position{-1, -1}}
	for _, row := range m.Values {
		h.allCols = max(h.allCols, len(row))
	}
	values := slices.Concat(m.Values...)
	h.scale = newValueScale(sequential, m.Min, m.Max, values).centredOn(m.Reference)
	h.layoutMargins()
	set := g.gl.characters()
	best, leader := "best", "leads"
	if g.w > 100 {
		best, leader = "best by labels", "leads without labels"
	}
	h.marks = []mark{ // the most important first
		{m.Cursor, legendEntry{string(set.cursor), Accent, "here"}},
		{m.Best, legendEntry{string(set.best), Good, best}},
		{m.Leader, legendEntry{string(set.leader), Good, leader}},
	}
	for i := range m.Pinned {
		pin := &m.Pinned[i]
		h.marks = append(h.marks, mark{&pin.Position, legendEntry{string(pin.Mark), pin.Style, pin.Name}})
	}
	for i := range m.Vetoed {
		h.marks = append(h.marks, mark{&m.Vetoed[i], legendEntry{string(set.vetoed), Bad, "vetoed"}})
	}
	if len(values) == 0 {
		return h
	}
	room, lines := max(g.w-h.left, 0), max(g.h-h.top-h.bottom, 0)
	h.layoutCell(room/h.allCols, values)
	h.ch = max(min(lines/h.allRows, max(h.cw/2, 1)), 1)
	h.rows, h.cols = min(h.allRows, lines/h.ch), min(h.allCols, room/h.cw)
	var centre Position // of the visible part
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

func (h *mapLayout) layoutCell(maxColumns int, values []float64) {
	width := 0 // width of the numbers
	if maxColumns > 2 {
		width = min(h.NumberWidth, h.w)
		for _, v := range values {
			width = max(width, TextWidth(h.numberText(v)))
		}
	}
	h.width = width
	brackets := 0
	if h.Candidate != nil {
		brackets = 1 // on each side
	}
	switch {
	case width > 0 && maxColumns >= width+2+2*brackets:
		// There is room for the character of the shade, the number and a blank.
		h.numbers, h.shades = true, true
		h.cw = maxColumns
		h.numberEnd = h.cw - 1 - brackets - (h.cw-width-2-2*brackets)/2
	case width > 0 && maxColumns >= width+2:
		// Brackets and marks have the place of the character of the shade.
		h.numbers, h.cw, h.numberEnd = true, maxColumns, maxColumns-1-(maxColumns-width-2)/2
	default:
		h.cw = max(maxColumns, 1)
	}
}

func (h *mapLayout) layoutMargins() {
	tall := h.h >= 8 // enough for the names to have a line of their own
	if h.w >= 8 {
		labels := slices.Clone(h.RowLabels[:min(len(h.RowLabels), h.allRows)])
		switch {
		case tall:
			labels = append(labels, h.RowName+" ↓")
		case h.h >= 4 && h.w >= 24 && len(h.ColLabels) > 0:
			labels = append(labels, h.cornerText())
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

func (h *mapLayout) positionAt(x, y int) (p Position, ok bool) {
	if x < h.left || y < h.top {
		return Position{}, false
	}
	r, c := (y-h.top)/max(h.ch, 1), (x-h.left)/max(h.cw, 1)
	return Position{h.row + r, h.col + c}, r < h.rows && c < h.cols
}

func (h *mapLayout) numberText(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return h.gl.Spell(h.Format(v + 0)) // +0 turns -0 into 0
}

func (h *mapLayout) cornerText() string { return h.gl.Spell(h.RowName + "\\" + h.ColName) }
