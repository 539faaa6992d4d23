package chart

import (
	"fmt"
	"slices"
	"strings"
)

// Draw draws the map into g, which should be blank, and returns which cell of
// the map is shown at a column and line of g; false where there is none. Any data
// and any size can be drawn.
func (m HeatMap) Draw(g *Grid, gl Glyphs) func(x, y int) (p Position, ok bool) {
	h := m.lay(g.Spelling(gl))
	h.drawNames()
	h.drawRowLabels()
	h.drawColLabels()
	if h.allRows == 0 || h.allCols == 0 {
		g.noData(g.h)
	}
	for r := range h.rows {
		for c := range h.cols {
			cell := h.Sub(h.left+c*h.cw, h.top+r*h.ch, h.cw, h.ch)
			h.drawCell(cell, Position{h.row + r, h.col + c})
		}
	}
	h.drawLegend(h.Sub(0, h.h-h.bottom, h.w, h.bottom))
	return h.hit
}

// drawNames writes what rows and columns are and, if only some are shown, which.
func (h *heat) drawNames() {
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

// drawCorner names rows and columns where these have no line of their own, and says
// with arrows that there are more rows above or below.
func (h *heat) drawCorner() {
	width := TextWidth(h.corner())
	if h.left < width || h.rows == 0 {
		return
	}
	if h.top > 0 && width < h.left {
		h.Text(0, 0, h.corner(), Dim)
	}
	if h.row > 0 {
		h.Set(h.left-1, h.top, '▲', Dim)
	}
	if h.row+h.rows < h.allRows {
		h.Set(h.left-1, h.top+(h.rows-1)*h.ch, '▼', Dim)
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
		h.TextRight(h.left-1, h.top+r*h.ch, h.gl.Truncate(h.RowLabels[h.row+r], h.left-1), style)
	}
}

// drawColLabels writes the labels of the columns, that of the focus first, and of the
// others those that don't touch another one.
func (h *heat) drawColLabels() {
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
			at = c*h.cw + h.end - width // above the number's last digit
		}
		at = max(min(at, line.w-width), 0)
		around := line.line(0)[max(at-1, 0):min(at+width+1, line.w)]
		if !slices.ContainsFunc(around, func(c Cell) bool { return !c.blank() }) {
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

// drawCell draws one cell into g, which has its size.
func (h *heat) drawCell(g *Grid, p Position) {
	shade := h.scale.shade(h.at(p))
	glyph, style := g.gl.density(shade), Plain
	if shade == 0 {
		glyph, style = unknown, Dim
		h.unknown = true
	}
	fill := func(x, y int) {
		g.Set(x, y, glyph, style)
		g.shade(x, y, shade, 0)
	}
	var here []mark
	for _, k := range h.marks {
		if k.at != nil && *k.at == p {
			here = append(here, k)
		}
	}
	candidate := h.Candidate != nil && *h.Candidate == p
	open, end := 0, h.cw-1 // of the brackets
	var places []int       // of marks
	if h.numbers {
		begin := h.drawNumber(g, h.write(h.at(p)), shade)
		if h.shades || shade == 0 {
			fill(0, 0)
		}
		open, end, places = max(begin-1, 0), h.end, []int{0, 1}
		if begin < 2 {
			places[1] = end // behind the number
		}
		if candidate && (places[1] == open || places[1] == end) {
			places = places[:1]
		}
	} else {
		for at := range h.cw * h.ch {
			fill(at%h.cw, at/h.cw)
		}
		for i := range min(len(here), h.cw) {
			places = append(places, max((h.cw-len(here)+1)/2, 0)+i)
		}
	}
	if candidate {
		// The closing one first: in a single column the opening one is seen.
		g.Set(end, 0, ']', Accent)
		g.Set(open, 0, '[', Accent)
	}
	for i, k := range here[:min(len(here), len(places))] {
		g.Text(places[i], 0, k.mark, k.style)
	}
}

// drawNumber writes the number of a cell, if it is known, on its colour, and returns
// where that begins, or the room for it.
func (h *heat) drawNumber(g *Grid, text string, shade Shade) (begin int) {
	if text == "" {
		return 2
	}
	g.TextRight(h.end, 0, text, Plain)
	for y := range h.ch {
		for x := 1; x < h.end; x++ {
			g.shade(x, y, 0, shade)
		}
	}
	return h.end - TextWidth(text)
}

// drawLegend explains the scale and the marks.
func (h *heat) drawLegend(g *Grid) {
	const gap = 3
	from := h.scale.draw(g, h.Format)
	if from > 0 {
		from += gap
	}
	var entries []sample
	for _, k := range h.marks {
		if k.at != nil && k.at.Row >= 0 && k.at.Row < h.allRows && k.at.Col >= 0 && k.at.Col < h.allCols && !slices.Contains(entries, k.sample) {
			entries = append(entries, k.sample)
		}
	}
	if h.Candidate != nil {
		entries = append(entries, sample{"[]", Accent, "cursor"})
	}
	if h.unknown {
		entries = append(entries, sample{string(unknown), Dim, "not known"})
	}
	newLegend(entries, from, gap, g).draw(g)
}
