package chart

import (
	"math"
	"slices"
)

// Line is the straight line A·x + B·y = C in a scatter plot. It is not drawn if A = B = 0, or if a
// coefficient is not finite.
type Line struct {
	A, B, C float64
	Style   Style
	Dash    Dash
	Name    string // appears in the legend; empty for none
	Mark    rune   // drawn on the line at a few places; 0 for none
}

// segment returns the part of the line inside the plot, in fractions of the axes, or false if the
// line misses the plot.
func (l Line) segment(x, y axis) (segment, bool) {
	// Scaling comes first, so that huge and tiny coefficients don't overflow.
	scale := max(math.Abs(l.A), math.Abs(l.B))
	if !(scale > 0) || math.IsInf(scale, 0) || math.IsNaN(l.C) {
		return segment{}, false
	}
	a, b := l.A/scale, l.B/scale
	c := l.C/scale - a*x.lo - b*y.lo
	// In the fractions u of the horizontal and v of the vertical axis, the line is a·u + b·v = c.
	a, b = a*(x.hi-x.lo), b*(y.hi-y.lo)
	scale = max(math.Abs(a), math.Abs(b))
	if b < 0 || b == 0 && a > 0 {
		scale = -scale // dashes begin at the left end for either sign of A and B
	}
	a, b, c = a/scale, b/scale, c/scale
	// Before clipping, the middle of the segment is the point of the line nearest to the centre of
	// the unit square. Each half is at least 2 long, more than the diagonal of the square.
	norm := a*a + b*b
	away := (c - (a+b)/2) / norm
	if !(math.Abs(away) <= 2) {
		return segment{}, false
	}
	u, v := 0.5+away*a, 0.5+away*b
	return segment{x0: u - 2*b, y0: v + 2*a, x1: u + 2*b, y1: v - 2*a}.clip()
}

// visitDots calls visit for each dot of the segment in a plot of w×h dots, x from the left, y from
// the bottom. part is the fraction of the segment before the dot.
func (s segment) visitDots(w, h int, visit func(x, y int, part float64)) {
	x0, y0 := s.x0*float64(w), s.y0*float64(h)
	dx, dy := s.x1*float64(w)-x0, s.y1*float64(h)-y0
	steps := int(math.Ceil(max(math.Abs(dx), math.Abs(dy))))
	for i := range steps {
		t := (float64(i) + 0.5) / float64(steps)
		// The tolerance keeps rounding errors from moving a point on the border of two dots to the
		// other dot.
		x := min(max(int(x0+t*dx+roundingTolerance), 0), w-1)
		y := min(max(int(y0+t*dy+roundingTolerance), 0), h-1)
		visit(x, y, t)
	}
}

func (c canvas) drawLines(lines []Line) {
	dots := newDots(c, c.gl.characters().dots)
	for _, l := range slices.Backward(lines) {
		if s, ok := l.segment(c.x, c.y); ok {
			dots.addLine(s, l.Dash, l.Style)
		}
	}
	dots.paint()
	for _, l := range slices.Backward(lines) {
		s, ok := l.segment(c.x, c.y)
		for _, part := range [...]float64{0.1, 0.35, 0.65, 0.9} {
			if at := part + float64(l.Mark%4)/32; ok && l.Mark != 0 {
				c.set(c.x.cellAt(s.x0+at*(s.x1-s.x0)), c.y.cellAt(s.y0+at*(s.y1-s.y0)), l.Mark, l.Style)
			}
		}
	}
}

// slopeRune returns the ASCII character for a line: for a dotted or dashed line the character of
// the dash, else the character nearest to the line's direction.
func slopeRune(run, rise float64, d Dash) rune {
	switch {
	case d == Dotted || d == Dashed:
		return ASCII.ReplaceRune(dashes[d].level)
	case math.Abs(rise) > 4*math.Abs(run):
		return '|'
	case math.Abs(rise) < 0.5*math.Abs(run):
		return '=' // '-' can be the mark of a class
	case rise > 0:
		return '/'
	}
	return '\\'
}

// LegendSample returns a short piece of a line, with its dash and its mark, for a legend. A solid
// line without a mark becomes one character with the direction of the line in the plot.
func (p Plot) LegendSample(l Line, gl Glyphs) string {
	before, after := l.Dash.legendPieces()
	switch s, _ := l.segment(p.x, p.y); {
	case l.Mark != 0:
		return before + string(l.Mark) + after
	case l.Dash != Solid:
		return before + after
	case gl == ASCII:
		return string(slopeRune((s.x1-s.x0)*float64(p.x.cells), (s.y1-s.y0)*float64(2*p.y.cells), Solid))
	case s.y1 > s.y0:
		return "╱"
	}
	return "╲"
}
