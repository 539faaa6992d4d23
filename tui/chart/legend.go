package chart

type legendEntry struct {
	mark  string
	style Style
	name  string
}

type legend struct {
	entries    []placedEntry
	lines, end int
}

type placedEntry struct {
	legendEntry
	x, y int
}

// newLegend places the entries that have a name in the lines of g, gap columns apart, from column
// start of the first line on. An entry without room is left out. An entry wider than a line is
// shortened when drawn.
func newLegend(entries []legendEntry, start, gap int, g *Grid) legend {
	l := legend{lines: min(start, 1), end: start - gap}
	for _, s := range entries {
		s.mark, s.name = g.gl.Spell(s.mark), g.gl.Spell(s.name)
		x, width := l.end+gap, TextWidth(s.mark)+1+TextWidth(s.name)
		switch {
		case s.name == "":
			continue
		case l.lines > 0 && x+width <= g.w:
		case l.lines < g.h:
			l.lines++
			x = 0
		default:
			continue
		}
		l.entries = append(l.entries, placedEntry{s, x, l.lines - 1})
		l.end = x + width
	}
	return l
}

func (l legend) draw(g *Grid) {
	for _, e := range l.entries {
		at := e.x + g.Text(e.x, e.y, e.mark, e.style) + 1
		g.TextWithin(at, e.y, g.w-at, e.name, Plain)
	}
}
