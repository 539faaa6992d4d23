package chart

import "math"

// mark is how a kind of cell is pointed out.
type mark struct {
	at    *Position
	r     rune
	style Style
	name  string
}

// marks returns the marks, the most important first.
func (h *heat) marks() []mark {
	cursor, best, pinned := h.gl.HeatMarks()
	return []mark{
		{h.Cursor, cursor, Accent, "here"},
		{h.Best, best, Good, "best"},
		{h.Pinned, pinned, Pinned, "pinned"},
	}
}

// drawCell draws one cell into g, which has its size.
func (h *heat) drawCell(g *Grid, p Position) {
	shade := h.scale.shade(h.at(p))
	glyph, style := h.gl.density(shade), Plain
	if shade == 0 {
		glyph, style = h.gl.Rune(unknown), Dim
	}
	var here []mark
	for _, k := range h.marks() {
		if k.at != nil && *k.at == p {
			here = append(here, k)
		}
	}
	candidate := h.Candidate != nil && *h.Candidate == p
	if h.numbers {
		h.drawNumber(g, h.at(p), shade)
		if h.shades || shade == 0 {
			g.Set(0, 0, glyph, style)
			g.shade(0, 0, shade, 0)
		}
		h.drawMarks(g, h.at(p), here, candidate)
		return
	}
	for y := range h.ch {
		for x := range h.cw {
			g.Set(x, y, glyph, style)
			g.shade(x, y, shade, 0)
		}
	}
	if candidate {
		// The last column first: where there is but one, it shows the opening.
		g.Set(h.cw-1, (h.ch-1)/2, ']', Accent)
		g.Set(0, (h.ch-1)/2, '[', Accent)
	}
	for i, k := range here[:min(len(here), h.cw)] {
		g.Set(max((h.cw-len(here)+1)/2, 0)+i, (h.ch-1)/2, k.r, k.style)
	}
}

// drawNumber writes the number of a cell on its colour.
func (h *heat) drawNumber(g *Grid, v float64, shade Shade) {
	g.TextRight(h.end, 0, h.write(v), Plain)
	for y := range h.ch {
		for x := 1; x < h.end && !math.IsNaN(v); x++ {
			g.shade(x, y, 0, shade)
		}
	}
}

// drawMarks draws marks and, of the candidate, brackets around the number of a cell,
// as far as there is room.
func (h *heat) drawMarks(g *Grid, v float64, here []mark, candidate bool) {
	begin := 2 // of the number, or of the room for it
	if !math.IsNaN(v) {
		begin = h.end - TextWidth(h.gl.Spell(h.write(v)))
	}
	places := []int{0, 1}
	if begin < 2 {
		places[1] = h.end // behind the number
	}
	open := max(begin-1, 0)
	if candidate {
		g.Set(open, 0, '[', Accent)
		g.Set(h.end, 0, ']', Accent)
	}
	for i, at := range places { // for more there is no room
		taken := candidate && (at == h.end || at == open && i > 0)
		if i < len(here) && !taken {
			g.Set(at, 0, here[i].r, here[i].style)
			g.shade(at, 0, 0, 0)
		}
	}
}

// drawLegend explains the scale and the marks.
func (h *heat) drawLegend(g *Grid) {
	const gap = 3
	from := h.scale.draw(g, h.write, h.gl)
	if from > 0 {
		from += gap
	}
	var entries []sample
	for _, k := range h.marks() {
		if k.at != nil && k.at.Row >= 0 && k.at.Row < h.allRows && k.at.Col >= 0 && k.at.Col < h.allCols {
			entries = append(entries, sample{string(k.r), k.style, k.name})
		}
	}
	if h.Candidate != nil {
		entries = append(entries, sample{"[]", Accent, "cursor"})
	}
	if h.anyUnknown() {
		entries = append(entries, sample{string(unknown), Dim, "not known"})
	}
	newLegend(entries, h.gl, from, gap, g.w, g.h).draw(g, h.gl, from, gap)
}

// anyUnknown reports whether a cell shown has no value.
func (h *heat) anyUnknown() bool {
	for r := range h.rows {
		for c := range h.cols {
			if math.IsNaN(h.at(Position{h.row + r, h.col + c})) {
				return true
			}
		}
	}
	return false
}
