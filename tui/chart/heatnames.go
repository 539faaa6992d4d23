package chart

import "fmt"

// drawNames writes what rows and columns are and, if only some are shown, which.
func (m HeatMap) drawNames(g *Grid, l heatLayout, gl Glyphs) {
	w, h := g.Size()
	if m.RowName == "" && m.ColName == "" {
		return
	}
	if h < 8 {
		m.drawCorner(g, l, gl)
		return
	}
	used := 0
	if m.RowName != "" {
		g.TextRight(l.left-1, 0, m.heading(m.RowName, " ↓", l.left-1, gl), Dim)
	}
	if m.ColName != "" {
		used = g.Text(l.left, 0, m.heading(m.ColName, " →", w-l.left, gl), Dim)
	}
	note := ""
	if l.rows < l.allRows {
		note = fmt.Sprintf("rows %d–%d of %d", l.row+1, l.row+l.rows, l.allRows)
	}
	if l.cols < l.allCols {
		if note != "" {
			note += ", "
		}
		note += fmt.Sprintf("columns %d–%d of %d", l.col+1, l.col+l.cols, l.allCols)
	}
	if note = gl.Spell(note); l.left+used+2+TextWidth(note) <= w {
		g.TextRight(w, 0, note, Dim)
	}
}

// drawCorner names rows and columns where these have no line of their own, and says
// with arrows that there are more rows above or below.
func (m HeatMap) drawCorner(g *Grid, l heatLayout, gl Glyphs) {
	if text := m.corner(gl); l.top > 0 && TextWidth(text) < l.left {
		g.Text(0, 0, text, Dim)
	}
	if l.left < TextWidth(m.corner(gl)) || l.rows == 0 {
		return
	}
	if l.row > 0 {
		g.Set(l.left-1, l.top, gl.Rune('▲'), Dim)
	}
	if l.row+l.rows < l.allRows {
		g.Set(l.left-1, l.top+(l.rows-1)*l.ch, gl.Rune('▼'), Dim)
	}
}

// corner is what stands in the corner of the labels, such as "k\k̃".
func (m HeatMap) corner(gl Glyphs) string {
	if m.RowName == "" || m.ColName == "" {
		return ""
	}
	return gl.Spell(m.RowName + "\\" + m.ColName)
}

// heading is what the rows or columns are, with an arrow in their direction, in w
// columns.
func (m HeatMap) heading(name, arrow string, w int, gl Glyphs) string {
	arrow = gl.Spell(arrow)
	return gl.Truncate(name, w-TextWidth(arrow)) + arrow
}

// drawLabels writes the labels, that of the cursor's row and column first, and
// of the others those that don't touch another one.
func (m HeatMap) drawLabels(g *Grid, l heatLayout, gl Glyphs) {
	focus := m.Cursor
	if m.Candidate != nil {
		focus = m.Candidate
	}
	isCursor := func(r, c int) bool {
		return focus != nil && (focus.Row == r || focus.Col == c)
	}
	for r := range l.rows {
		if i := l.row + r; i < len(m.RowLabels) {
			st := Dim
			if isCursor(i, -1) {
				st = Bold
			}
			g.TextRight(l.left-1, l.top+r*l.ch, gl.Truncate(m.RowLabels[i], l.left-1), st)
		}
	}
	if _, h := g.Size(); h < 4 || len(m.ColLabels) == 0 {
		return
	}
	line := g.Sub(l.left, l.top-1, g.w, 1)
	draw := func(i int, st Style) {
		text := gl.Spell(m.ColLabels[i])
		width := TextWidth(text)
		at := (i - l.col) * l.cw
		if l.numbers {
			at += l.end - width // above the number's last digit
		} else {
			at += (l.cw - width) / 2
		}
		at = max(min(at, line.w-width), 0)
		for x := at - 1; x <= at+width; x++ {
			if c := line.At(x, 0); !c.blank() {
				return
			}
		}
		line.Text(at, 0, text, st)
	}
	for _, st := range []Style{Bold, Dim} {
		for i := l.col; i < min(l.col+l.cols, len(m.ColLabels)); i++ {
			if isCursor(-1, i) == (st == Bold) {
				draw(i, st)
			}
		}
	}
}
