package chart

import "math"

// Dash tells lines apart without colour.
type Dash uint8

const (
	Solid      Dash = iota
	Dashed          // short dashes, ┄
	Dotted          // thin dots, ·
	LongDashed      // long dashes, ╌
	Doubled         // two lines, ═; a straight line of a scatter plot is solid
)

// lineSample returns a piece of a straight line for the legend of a scatter
// plot.
func (d Dash) lineSample(gl Glyphs) string {
	if gl != ASCII {
		return d.curveSample(gl)
	}
	switch d {
	case Dashed:
		return "= ="
	case Dotted:
		return ". ."
	case LongDashed:
		return "== ="
	}
	return "==="
}

// curveSample returns a piece of a curve for legends.
func (d Dash) curveSample(gl Glyphs) string {
	r := string(gl.curveRune(d, '─'))
	return r + r
}

// curveRune returns the character for a piece of a curve that a solid one draws
// as r. Unlike corners, level and upright pieces tell the dashes apart in every
// set of glyphs.
func (gl Glyphs) curveRune(d Dash, r rune) rune {
	level := r == '─' || r == '╴' || r == '╶'
	switch d {
	case Dashed:
		switch {
		case level:
			r = '┄'
		case r == '│':
			r = '┆'
		}
	case LongDashed:
		switch {
		case level:
			r = '╌'
		case r == '│':
			r = '╎'
		}
	case Doubled:
		switch {
		case level:
			r = '═'
		case r == '│':
			r = '║'
		}
	case Dotted:
		r = '·'
	}
	return gl.Rune(r)
}

// on reports whether the pen touches the paper after the given length, in
// columns, along the line.
func (d Dash) on(length float64) bool {
	var ink, gap float64
	switch d {
	case Dashed:
		ink, gap = 2, 2
	case Dotted:
		ink, gap = 0.5, 1.5
	case LongDashed:
		ink, gap = 4, 2
	default:
		return true
	}
	return math.Mod(length, ink+gap) < ink
}

// segment is a piece of a straight line in the unit square: x from left to
// right, y from below.
type segment struct{ x0, y0, x1, y1 float64 }

// clip returns the part of s inside the unit square, after Liang and Barsky
// (1984), and false where there is none.
func (s segment) clip() (segment, bool) {
	dx, dy := s.x1-s.x0, s.y1-s.y0
	enter, leave := 0.0, 1.0
	for _, edge := range [4]struct{ p, q float64 }{
		{-dx, s.x0}, {dx, 1 - s.x0}, {-dy, s.y0}, {dy, 1 - s.y0},
	} {
		switch {
		case edge.p == 0:
			if edge.q < 0 {
				return segment{}, false
			}
		case edge.p < 0:
			enter = max(enter, edge.q/edge.p)
		default:
			leave = min(leave, edge.q/edge.p)
		}
	}
	if !(enter <= leave) {
		return segment{}, false
	}
	return segment{
		x0: s.x0 + enter*dx, y0: s.y0 + enter*dy,
		x1: s.x0 + leave*dx, y1: s.y0 + leave*dy,
	}, true
}

// segment returns the part of the line that crosses the rectangle of the axes,
// in fractions of it, and false where it misses.
func (l Line) segment(x, y axis) (segment, bool) {
	// Scaled first: neither huge nor tiny coefficients change the line.
	scale := max(math.Abs(l.A), math.Abs(l.B))
	if !(scale > 0) || math.IsInf(scale, 0) || math.IsNaN(l.C) {
		return segment{}, false
	}
	a, b := l.A/scale, l.B/scale
	c := l.C/scale - a*x.lo - b*y.lo
	// In fractions u, v of the axes: a·u + b·v = c.
	a, b = a*(x.hi-x.lo), b*(y.hi-y.lo)
	scale = max(math.Abs(a), math.Abs(b))
	a, b, c = a/scale, b/scale, c/scale
	// The foot of the perpendicular from the centre of the square, and from
	// there as far in both directions as the square can reach.
	norm := a*a + b*b
	away := (c - (a+b)/2) / norm
	if !(math.Abs(away) <= 2) {
		return segment{}, false
	}
	u, v := 0.5+away*a, 0.5+away*b
	return segment{x0: u + 2*b, y0: v - 2*a, x1: u - 2*b, y1: v + 2*a}.rightward().clip()
}

// rightward returns the segment with its left (or lower) end first, so that
// dashes begin at the same end however the line was given.
func (s segment) rightward() segment {
	if s.x1 < s.x0 || s.x1 == s.x0 && s.y1 < s.y0 {
		return segment{x0: s.x1, y0: s.y1, x1: s.x0, y1: s.y0}
	}
	return s
}

// trace calls dot for each of the w×h dots that the segment passes, y counted
// from below, with the length of the line up to there in dots' widths; tall is
// the height of a dot in such widths.
func (s segment) trace(w, h int, tall float64, dot func(x, y int, length float64)) {
	x0, y0 := s.x0*float64(w), s.y0*float64(h)
	dx, dy := s.x1*float64(w)-x0, s.y1*float64(h)-y0
	total := math.Hypot(dx, tall*dy)
	steps := int(math.Ceil(max(math.Abs(dx), math.Abs(dy))))
	for i := range steps {
		t := (float64(i) + 0.5) / float64(steps)
		x := min(max(int(x0+t*dx), 0), w-1)
		y := min(max(int(y0+t*dy), 0), h-1)
		dot(x, y, t*total)
	}
}

// strokes collects the dots of lines within the cells of a plot.
type strokes struct {
	cols, rows int // cells
	dx, dy     int // dots in a cell
	dots       []uint8
	styles     []Style
}

func newStrokes(cols, rows, dx, dy int) *strokes {
	return &strokes{
		cols: cols, rows: rows, dx: dx, dy: dy,
		dots: make([]uint8, cols*rows), styles: make([]Style, cols*rows),
	}
}

// draw adds a segment. Where lines cross, the cell shows the dots of all, in
// the style of the last one drawn.
func (k *strokes) draw(s segment, d Dash, style Style) {
	// A cell is about twice as tall as wide.
	tall := 2 * float64(k.dx) / float64(k.dy)
	s.trace(k.cols*k.dx, k.rows*k.dy, tall, func(x, y int, length float64) {
		if !d.on(length / float64(k.dx)) {
			return
		}
		k.dot(x, y, style)
	})
}

// dot adds the dot in column x, line y from below, both counted in dots.
func (k *strokes) dot(x, y int, style Style) {
	y = k.rows*k.dy - 1 - y
	at := y/k.dy*k.cols + x/k.dx
	k.dots[at] |= 1 << (y%k.dy*k.dx + x%k.dx)
	k.styles[at] = style
}

// paint sets the cells that hold dots, each by the character that char gives.
func (k *strokes) paint(plot *Grid, char func(dots uint8) rune) {
	for at, dots := range k.dots {
		if dots != 0 {
			plot.Set(at%k.cols, at/k.cols, char(dots), k.styles[at])
		}
	}
}

// brailleRune returns the braille pattern of 2×4 dots, numbered line by line.
func brailleRune(dots uint8) rune {
	// Braille numbers its first six dots by column, the lowest line last.
	const order = "\x00\x03\x01\x04\x02\x05\x06\x07"
	r := '⠀'
	for i := range 8 {
		if dots>>i&1 == 1 {
			r |= 1 << order[i]
		}
	}
	return r
}

// quadrantRune returns the block character of 2×2 dots, numbered line by line.
func quadrantRune(dots uint8) rune {
	return [16]rune{
		' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛',
		'▗', '▚', '▐', '▜', '▄', '▙', '▟', '█',
	}[dots&15]
}

// slopeRune returns the ASCII character nearest to the direction of a segment
// that crosses a plot of cols by rows cells.
func (s segment) slopeRune(cols, rows int) rune {
	rise := (s.y1 - s.y0) * float64(rows) * 2 // in widths of a column
	run := (s.x1 - s.x0) * float64(cols)
	switch {
	case math.Abs(rise) > 4*math.Abs(run):
		return '|'
	case math.Abs(rise) < 0.5*math.Abs(run):
		return '=' // '-' may be the mark of a class
	case rise > 0:
		return '/'
	}
	return '\\'
}

// onCell is on for pens no finer than a cell: it reports whether the n-th cell
// of a line is inked.
func (d Dash) onCell(n int) bool {
	switch d {
	case Dashed:
		return n%3 < 2
	case Dotted:
		return n%2 == 0
	case LongDashed:
		return n%6 < 4
	}
	return true
}
