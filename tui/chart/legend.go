package chart

// legend says what stands for what, in lines, the first of which begins at the
// column from, its entries gap columns apart.
type legend struct {
	gl        Glyphs
	from, gap int
	lines     [][]sample
}

// sample is one entry of a legend: a mark, and what that stands for.
type sample struct {
	mark  string
	style Style
	name  string
}

// width returns the columns of the entry.
func (s sample) width() int { return TextWidth(s.mark) + 1 + TextWidth(s.name) }

// newLegend breaks the entries that have a name into at most most lines of w columns.
// An entry wider than a line is shortened, what does not fit is left out.
func newLegend(entries []sample, gl Glyphs, from, gap, w, most int) legend {
	l := legend{gl: gl, from: from, gap: gap}
	if from > 0 {
		l.lines = [][]sample{nil}
	}
	for _, s := range entries {
		s.mark, s.name = gl.Spell(s.mark), gl.Spell(s.name)
		switch n := len(l.lines); {
		case s.name == "":
		case n > 0 && l.end()+gap+s.width() <= w:
			l.lines[n-1] = append(l.lines[n-1], s)
		case n < most:
			l.lines = append(l.lines, []sample{s})
		}
	}
	return l
}

// end returns the column where the last line ends.
func (l legend) end() int {
	end := -l.gap
	if len(l.lines) == 1 {
		end += l.from
	}
	for _, s := range l.lines[len(l.lines)-1] {
		end += l.gap + s.width()
	}
	return end
}

// draw writes the legend into the lines of g.
func (l legend) draw(g *Grid) {
	for y, line := range l.lines {
		x := 0
		if y == 0 {
			x = l.from
		}
		for _, s := range line {
			at := x + g.Text(x, y, s.mark, s.style) + 1
			g.Text(at, y, l.gl.Truncate(s.name, g.w-at), Plain)
			x += s.width() + l.gap
		}
	}
}
