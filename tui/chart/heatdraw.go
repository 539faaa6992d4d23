package chart

import (
	"fmt"
	"slices"
	"strings"
)

// Draw draws the map into g, which should be blank. Any data and any size are fine. The returned
// function maps column x and line y of g to a position in the map; ok is false if there is none.
func (m HeatMap) Draw(g *Grid) func(x, y int) (p Position, ok bool) {
	h := m.layout(g)
	h.drawNames()
	h.drawRowLabels()
	h.drawColLabels()
	if h.allRows == 0 || h.allCols == 0 {
		g.drawNoData(g.h)
	}
	for r := range h.rows {
		for c := range h.cols {
			cell := h.Sub(h.left+c*h.cw, h.top+r*h.ch, h.cw, h.ch)
			h.drawCell(cell, Position{h.row + r, h.col + c})
		}
	}
	h.drawLegend(h.Sub(0, h.h-h.bottom, h.w, h.bottom))
	return h.positionAt
}

func (h *mapLayout) drawNames() {
	if h.h < 8 {
		h.drawCorner()
		return
	}
	h.TextRight(h.left-1, 0, h.heading(h.RowName, " ↓", h.left-1), Dim)
	used := h.Text(h.left, 0, h.heading(h.ColName, " →", h.w-h.left), Dim)
	var notes []string
	if h.rows < h.allRows {
		notes = append(notes, fmt.Sprintf("rows %d–%d of %d", h.row+1, h.row+h.rows, h.allRows))
	}
	if h.cols < h.allCols {
		notes = append(notes, fmt.Sprintf("columns %d–%d of %d", h.col+1, h.col+h.cols, h.allCols))
	}
	if note := strings.Join(notes, ", "); h.left+used+2+TextWidth(note) <= h.w {
		h.TextRight(h.w, 0, note, Dim)
	}
}

// drawCorner writes the names of rows and columns into the upper left corner of a map that is too
// low for a line of names. Arrows show that rows above or below are hidden.
func (h *mapLayout) drawCorner() {
	width := TextWidth(h.cornerText())
	if h.left < width || h.rows == 0 {
		return
	}
	if h.top > 0 && width < h.left {
		h.Text(0, 0, h.cornerText(), Dim)
	}
	if h.row > 0 {
		h.Set(h.left-1, h.top, '▲', Dim)
	}
	if h.row+h.rows < h.allRows {
		h.Set(h.left-1, h.top+(h.rows-1)*h.ch, '▼', Dim)
	}
}

func (h *mapLayout) heading(name, arrow string, w int) string {
	arrow = h.gl.Spell(arrow)
	return h.gl.Truncate(name, w-TextWidth(arrow)) + arrow
}

func (h *mapLayout) drawRowLabels() {
	for r := range min(h.rows, len(h.RowLabels)-h.row) {
		style := Dim
		if h.focus.Row == h.row+r {
			style = Bold
		}
		h.TextRight(h.left-1, h.top+r*h.ch+(h.ch-1)/2, h.gl.Truncate(h.RowLabels[h.row+r], h.left-1), style)
	}
}

// drawColLabels writes the labels of columns, first the label of the column in focus. It leaves out
// a label that would touch another label.
func (h *mapLayout) drawColLabels() {
	if h.h < 4 || len(h.ColLabels) == 0 {
		return
	}
	line := h.Sub(h.left, h.top-1, h.w, 1)
	n := min(h.cols, len(h.ColLabels)-h.col)
	draw := func(c int, style Style) {
		text := h.gl.Spell(h.ColLabels[h.col+c])
		width := TextWidth(text)
		at := c*h.cw + (h.cw-width)/2
		if h.numbers {
			at = c*h.cw + h.numberEnd - width // above the last digit of the numbers
		}
		at = max(min(at, line.w-width), 0)
		around := line.line(0)[max(at-1, 0):min(at+width+1, line.w)]
		if !slices.ContainsFunc(around, func(c Cell) bool { return !c.isBlank() }) {
			line.Text(at, 0, text, style)
		}
	}
	if c := h.focus.Col - h.col; c >= 0 && c < n {
		draw(c, Bold)
	}
	for c := range n {
		draw(c, Dim)
	}
}

// drawCell draws the cell at a position of the map into g, which has the size of one cell. A wide
// cell ends in a blank column.
func (h *mapLayout) drawCell(g *Grid, p Position) {
	v, middle := h.valueAt(p), (h.ch-1)/2
	shade := h.scale.shade(v)
	glyph, style := h.scale.glyph(v, g.gl), Plain
	if shade == 0 {
		glyph, style = unknownRune, Dim
		h.unknown = true
	}
	right := h.cw
	if h.numbers || h.cw > 2 {
		right--
	}
	for y := range h.ch {
		for x := range right {
			if !h.numbers || x == 0 && (h.shades && shade != 0 || y == middle && shade == 0) {
				g.Set(x, y, glyph, style)
			}
			g.setShades(x, y, shade, shade)
		}
	}
	line := g.Sub(0, middle, h.cw, 1)
	numberStart := h.numberEnd - h.width
	if text := h.numberText(v); h.numbers && text != "" {
		numberStart = h.numberEnd - TextWidth(text)
		line.Text(numberStart, 0, text, Plain)
	}
	h.drawMarks(line, p, numberStart)
	for x := range right {
		c := line.At(x, 0)
		shown := c.Rune == glyph && (x == 0 || !h.numbers) // the shade's own character, not a minus sign
		if shade != 0 && !c.isBlank() && !shown {
			line.setShades(x, 0, 0, shade)
		}
	}
}

func (h *mapLayout) drawMarks(g *Grid, p Position, numberStart int) {
	var here []mark
	for _, k := range h.marks {
		if k.at != nil && *k.at == p {
			here = append(here, k)
		}
	}
	candidate := h.Candidate != nil && *h.Candidate == p
	open, end := 0, h.cw-1 // columns of the brackets
	if !h.numbers && h.cw > 2 {
		end--
	}
	var places []int // columns of the marks
	if h.numbers {
		open, end, places = max(numberStart-1, 0), h.numberEnd, []int{max(0, h.numberEnd-h.width-3), max(0, h.numberEnd-h.width-3) + 1}
		if numberStart < 2 {
			places[1] = end // after the number
		}
		if candidate && (places[1] == open || places[1] == end) {
			places = places[:1]
		}
	} else {
		for i := range min(len(here), end+1) {
			places = append(places, max((end+2-len(here))/2, 0)+i)
		}
	}
	if candidate {
		// The opening bracket is drawn last, because a cell of one column has room for one bracket.
		g.Set(end, 0, ']', Accent)
		g.Set(open, 0, '[', Accent)
	}
	for i, k := range here[:min(len(here), len(places))] {
		g.Text(places[i], 0, k.mark, k.style)
	}
}

func (h *mapLayout) drawLegend(g *Grid) {
	const gap = 3
	from := 0
	if h.scale.lengthAbove > 0 {
		from = h.scale.drawReferenceLegend(g, h.Reference, h.Format)
	} else {
		from = h.scale.drawLegend(g, h.Format)
	}
	if from > 0 {
		from += gap
	}
	var entries []legendEntry
	for _, k := range h.marks {
		if k.at != nil && k.at.Row >= 0 && k.at.Row < h.allRows && k.at.Col >= 0 && k.at.Col < h.allCols && !slices.Contains(entries, k.legendEntry) {
			entries = append(entries, k.legendEntry)
		}
	}
	if h.Candidate != nil {
		entries = append(entries, legendEntry{"[]", Accent, "cursor"})
	}
	if h.unknown {
		entries = append(entries, legendEntry{string(unknownRune), Dim, "not known"})
	}
	newLegend(entries, from, gap, g).draw(g)
}
