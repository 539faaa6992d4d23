package chart

// legend says what stands for what, in lines.
type legend [][]sample

// sample is one entry of a legend: a mark, and what that stands for.
type sample struct {
	mark  string
	style Style
	name  string
}

// width returns the columns of the entry.
func (s sample) width() int {
	if s.mark == "" {
		return TextWidth(s.name)
	}
	return TextWidth(s.mark) + 1 + TextWidth(s.name)
}

// newLegend breaks the entries, gap columns apart, into at most most lines of w
// columns, the first of which begins at from. An entry wider than a line is
// shortened, what does not fit is left out.
func newLegend(entries []sample, gl Glyphs, from, gap, w, most int) legend {
	var lines legend
	used := 0
	if from > 0 {
		lines, used = legend{nil}, from-gap
	}
	for _, s := range entries {
		s.mark, s.name = gl.Spell(s.mark), gl.Spell(s.name)
		switch width := s.width(); {
		case len(lines) > 0 && used+gap+width <= w:
			lines[len(lines)-1] = append(lines[len(lines)-1], s)
			used += gap + width
		case len(lines) < most:
			lines = append(lines, []sample{s})
			used = width
		}
	}
	return lines
}

// end returns the columns that the last line takes.
func (l legend) end(gap int) int {
	if len(l) == 0 {
		return 0
	}
	used := -gap
	for _, s := range l[len(l)-1] {
		used += gap + s.width()
	}
	return used
}

// draw writes the legend from the column from on, its lines into those of g.
func (l legend) draw(g *Grid, gl Glyphs, from, gap int) {
	for y, line := range l {
		x := from
		for _, s := range line {
			at := x
			if s.mark != "" {
				at += g.Text(x, y, s.mark, s.style) + 1
			}
			g.Text(at, y, gl.Truncate(s.name, g.w-at), Plain)
			x += s.width() + gap
		}
		from = 0
	}
}
