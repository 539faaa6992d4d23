package chart

import (
	"fmt"
	"math"
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
	// Signed shows values by their distance from zero and tells negative from
	// positive ones, in colour and without.
	Signed bool
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
	s := sequential
	if m.Signed {
		s = diverging
	}
	return newValueScale(s, m.Min, m.Max, func(yield func(float64) bool) {
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
	return fmt.Sprintf("%.3g", v)
}

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
		g.Set(0, l.top, gl.Rune('▲'), Dim)
	}
	if l.row+l.rows < l.allRows {
		g.Set(0, l.top+(l.rows-1)*l.ch, gl.Rune('▼'), Dim)
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

// mark is how a kind of cell is pointed out.
type mark struct {
	at    *Position
	r     rune
	style Style
	name  string
}

// marks returns the marks, the most important first.
func (m HeatMap) marks(gl Glyphs) []mark {
	runes := []rune("●★◆")
	if gl == ASCII {
		runes = []rune("XBP") // letters are not in the ramps
	}
	return []mark{
		{m.Cursor, runes[0], Accent, "here"},
		{m.Best, runes[1], Good, "best"},
		{m.Pinned, runes[2], Pinned, "pinned"},
	}
}

// drawCell draws one cell into g, which has its size.
func (m HeatMap) drawCell(g *Grid, l heatLayout, scale valueScale, p Position, marks []mark, gl Glyphs) {
	v := m.at(p)
	shade := scale.shade(v)
	glyph, style := gl.density(shade, false), Plain
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

// unknownRune stands for what is not known.
func (gl Glyphs) unknownRune() rune { return gl.Rune('·') }

// drawLegend explains the scale and the marks.
func (m HeatMap) drawLegend(g *Grid, l heatLayout, scale valueScale, gl Glyphs) {
	w, h := g.Size()
	y := h - l.bottom
	x := drawScale(g.Sub(0, y, w, 1), scale, m.format, gl, false)
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
