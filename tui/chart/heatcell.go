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
func (m HeatMap) marks(gl Glyphs) []mark {
	cursor, best, pinned := gl.HeatMarks()
	return []mark{
		{m.Cursor, cursor, Accent, "here"},
		{m.Best, best, Good, "best"},
		{m.Pinned, pinned, Pinned, "pinned"},
	}
}

// HeatMarks returns what marks the cursor, the best and the pinned cell of a
// [HeatMap].
func (gl Glyphs) HeatMarks() (cursor, best, pinned rune) {
	if gl == ASCII {
		return 'X', 'B', 'P' // letters are not in the ramps
	}
	return '●', '★', '◆'
}

// drawCell draws one cell into g, which has its size.
func (m HeatMap) drawCell(g *Grid, l heatLayout, scale valueScale, p Position, marks []mark, gl Glyphs) {
	v := m.at(p)
	shade := scale.shade(v)
	glyph, style := gl.density(shade), Plain
	if shade == 0 {
		glyph, style = gl.unknownRune(), Dim
	}
	var here []mark
	for _, k := range marks {
		if k.at != nil && *k.at == p {
			here = append(here, k)
		}
	}
	if l.numbers {
		m.drawNumber(g, l, v, shade, gl)
		if l.shades || shade == 0 {
			g.Set(0, 0, glyph, style)
			g.Shade(0, 0, shade, 0)
		}
		m.drawMarks(g, l, p, here, gl)
		return
	}
	for y := range l.ch {
		for x := range l.cw {
			g.Set(x, y, glyph, style)
			g.Shade(x, y, shade, 0)
		}
	}
	if m.isCandidate(p) {
		// The last column first: where there is but one, it shows the opening.
		g.Set(l.cw-1, (l.ch-1)/2, ']', Accent)
		g.Set(0, (l.ch-1)/2, '[', Accent)
	}
	for i, k := range here[:min(len(here), l.cw)] {
		g.Set(max((l.cw-len(here)+1)/2, 0)+i, (l.ch-1)/2, k.r, k.style)
	}
}

// drawMarks draws marks and brackets around the number of a cell, as far as there is
// room.
func (m HeatMap) drawMarks(g *Grid, l heatLayout, p Position, here []mark, gl Glyphs) {
	begin := 2 // of the number, or of the room for it
	if v := m.at(p); !math.IsNaN(v) {
		begin = l.end - TextWidth(gl.Spell(m.format(v)))
	}
	places := []int{0, 1}
	if begin < 2 {
		places[1] = l.end // behind the number
	}
	open := max(begin-1, 0)
	if m.isCandidate(p) {
		g.Set(open, 0, '[', Accent)
		g.Set(l.end, 0, ']', Accent)
	}
	for i, at := range places { // for more there is no room
		behind := at == l.end && m.isCandidate(p)
		if i < len(here) && !behind && (at != open || i == 0 || !m.isCandidate(p)) {
			g.Set(at, 0, here[i].r, here[i].style)
			g.Shade(at, 0, 0, 0)
		}
	}
}

func (m HeatMap) isCandidate(p Position) bool { return m.Candidate != nil && *m.Candidate == p }

// drawNumber writes the number of a cell on its colour.
func (m HeatMap) drawNumber(g *Grid, l heatLayout, v float64, shade Shade, gl Glyphs) {
	if math.IsNaN(v) {
		return
	}
	g.TextRight(l.end, 0, gl.Spell(m.format(v)), Plain)
	for y := range l.ch {
		for x := 1; x < l.end; x++ {
			g.Shade(x, y, 0, shade)
		}
	}
}
