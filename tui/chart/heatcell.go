package chart

// drawCell draws one cell into g, which has its size.
func (h *heat) drawCell(g *Grid, p Position) {
	shade := h.scale.shade(h.at(p))
	glyph, style := h.gl.density(shade), Plain
	if shade == 0 {
		glyph, style = h.gl.Rune(unknown), Dim
		h.unknown = true
	}
	var here []mark
	for _, k := range h.marks {
		if k.at != nil && *k.at == p {
			here = append(here, k)
		}
	}
	candidate := h.Candidate != nil && *h.Candidate == p
	if h.numbers {
		text := h.gl.Spell(h.write(h.at(p)))
		h.drawNumber(g, text, shade)
		if h.shades || shade == 0 {
			g.Set(0, 0, glyph, style)
			g.shade(0, 0, shade, 0)
		}
		h.drawMarks(g, text, here, candidate)
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
		g.Text(max((h.cw-len(here)+1)/2, 0)+i, (h.ch-1)/2, k.mark, k.style)
	}
}

// drawNumber writes the number of a cell, if it is known, on its colour.
func (h *heat) drawNumber(g *Grid, text string, shade Shade) {
	g.TextRight(h.end, 0, text, Plain)
	for y := range h.ch {
		for x := 1; x < h.end && text != ""; x++ {
			g.shade(x, y, 0, shade)
		}
	}
}

// drawMarks draws marks and, of the candidate, brackets around the number of a cell,
// as far as there is room.
func (h *heat) drawMarks(g *Grid, text string, here []mark, candidate bool) {
	begin := 2 // of the number, or of the room for it
	if text != "" {
		begin = h.end - TextWidth(text)
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
			g.Text(at, 0, here[i].mark, here[i].style)
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
	for _, k := range h.marks {
		if k.at != nil && k.at.Row >= 0 && k.at.Row < h.allRows && k.at.Col >= 0 && k.at.Col < h.allCols {
			entries = append(entries, k.sample)
		}
	}
	if h.Candidate != nil {
		entries = append(entries, sample{"[]", Accent, "cursor"})
	}
	if h.unknown {
		entries = append(entries, sample{string(unknown), Dim, "not known"})
	}
	newLegend(entries, h.gl, from, gap, g.w, g.h).draw(g)
}
