package chart

import (
	"fmt"
	"slices"
)

// mostPoints is how many points a scatter plot looks at, several for each cell of the
// largest terminals. Of more, an evenly spread part is chosen, always the same.
const mostPoints = 20_000

// Line is the straight line A·x + B·y = C. One without direction (A = B = 0) or
// with a coefficient that is not finite is skipped.
type Line struct {
	A, B, C float64
	Style   Style
	Dash    Dash
	Name    string // appears in the legend; empty for none
}

// Scatter is a picture of points in the plane, with straight lines above most,
// the first line above the others.
//
// The axes span the points. Where a few outliers would squash all others, they
// span the bulk and the picture says how many points it does not show.
type Scatter struct {
	Points         []Points
	Lines          []Line
	XLabel, YLabel string
	// Equal gives both axes the same unit, taking a cell to be twice as tall as
	// wide, so that right angles look right.
	Equal bool
}

// Draw draws the picture into g, which should be blank. Any data and any size can
// be drawn.
func (s Scatter) Draw(g *Grid, gl Glyphs) {
	f := newFrame(g, gl, s.XLabel, s.YLabel, s.legend(gl))
	sets := s.visible(mostPoints)
	x, y, trimmed := axesOf(sets)
	f.empty = len(s.Lines) == 0 && !slices.ContainsFunc(sets, Points.drawable)

	// Labels need columns, equal units depend on the columns, and labels on
	// the range: a few rounds settle it, since the labels' room only grows.
	var yTicks []tick
	baseX, baseY := x, y
	for range 3 {
		if s.Equal {
			x, y = equalUnits(baseX, baseY, f.cols(), f.rows)
		}
		yTicks = f.yTicks(y, func(v float64) int { return column(v, f.rows) })
	}
	plot := f.draw(x, yTicks, nil)

	if f.empty {
		return
	}
	crossHair(plot, x, y, gl)
	above := drawPoints(plot, sets, x, y, gl)
	s.drawLines(plot, x, y, gl)
	raise(plot, above)
	if trimmed {
		s.note(g, plot, f.top > 0, s.outside(x, y))
	}
}

// note says how many points lie beyond the axes: in the line above the plot if
// there is one with room, else in the plot's corner.
func (s Scatter) note(g, plot *Grid, above bool, outside int) {
	if outside == 0 {
		return
	}
	note := fmt.Sprintf("%d not shown", outside)
	if w, _ := g.Size(); above && TextWidth(s.YLabel)+2+TextWidth(note) <= w {
		g.TextRight(w, 0, note, Warning)
	} else if cols, _ := plot.Size(); TextWidth(note) <= cols {
		plot.TextRight(cols, 0, note, Warning)
	}
}

// legend lists the named points and lines.
func (s Scatter) legend(gl Glyphs) []sample {
	var legend []sample
	for _, p := range s.Points {
		if p.Name != "" {
			legend = append(legend, sample{string(gl.Rune(p.mark())), p.Style, p.Name})
		}
	}
	for _, l := range s.Lines {
		if l.Name == "" {
			continue
		}
		legend = append(legend, sample{l.Dash.lineSample(gl), l.Style, l.Name})
	}
	return legend
}

// axesOf returns the ranges to show, and whether there are points beyond.
func axesOf(sets []Points) (x, y axis, trimmed bool) {
	var xs, ys []float64
	for _, p := range sets {
		for i, v := range p.X {
			if drawable(v) && drawable(p.Y[i]) {
				xs, ys = append(xs, v), append(ys, p.Y[i])
			}
		}
	}
	xLo, xHi, xTrimmed := bulk(xs)
	yLo, yHi, yTrimmed := bulk(ys)
	return scatterAxis(xLo, xHi), scatterAxis(yLo, yHi), xTrimmed || yTrimmed
}

// outside counts the points, of all that have a place in the plane, that lie
// beyond the axes.
func (s Scatter) outside(x, y axis) int {
	n := 0
	for _, p := range s.Points {
		for i := range min(len(p.X), len(p.Y)) {
			if drawable(p.X[i]) && drawable(p.Y[i]) && !(x.within(p.X[i]) && y.within(p.Y[i])) {
				n++
			}
		}
	}
	return n
}

// scatterAxis is newAxis with some air around the points.
func scatterAxis(lo, hi float64) axis {
	a := newAxis(lo, hi)
	a.constant = false // its neighbourhood deserves labels as well
	return a.widen(0.04 * (a.hi - a.lo))
}

// equalUnits widens one of the axes about its middle until a unit has the same
// length on both, a line being twice as tall as a column is wide.
func equalUnits(x, y axis, cols, rows int) (axis, axis) {
	if cols < 1 || rows < 1 {
		return x, y
	}
	perCol := (x.hi - x.lo) / float64(cols)
	perHalf := (y.hi - y.lo) / float64(2*rows)
	if perCol < perHalf {
		x = x.widen((perHalf - perCol) * float64(cols) / 2)
	} else {
		y = y.widen((perCol - perHalf) * float64(rows))
	}
	return x, y
}

// crossHair draws the axes through the origin, faintly.
func crossHair(plot *Grid, x, y axis, gl Glyphs) {
	cols, rows := plot.Size()
	cx, cy := column(x.frac(0), cols), column(y.frac(0), rows)
	if cy >= 0 {
		for i := range cols {
			plot.Set(i, rows-1-cy, gl.Rune('┈'), Border)
		}
	}
	if cx >= 0 {
		for i := range rows {
			plot.Set(cx, i, gl.Rune('┊'), Border)
		}
	}
	if cx >= 0 && cy >= 0 {
		plot.Set(cx, rows-1-cy, gl.Rune('┼'), Border)
	}
}

// A raised mark is one to put back above the lines.
type raised struct {
	x, y int
	Cell
}

// drawPoints marks each cell by the set that matters most there, and returns the
// marks to raise, line by line.
func drawPoints(plot *Grid, sets []Points, x, y axis, gl Glyphs) (above []raised) {
	cols, rows := plot.Size()
	type winner struct{ set, priority, count int }
	best := make([]winner, cols*rows)
	counts := make([]int, cols*rows)
	for i, p := range sets {
		clear(counts)
		for j := range p.X {
			cx, cy := column(x.frac(p.X[j]), cols), column(y.frac(p.Y[j]), rows)
			if cx >= 0 && cy >= 0 {
				counts[(rows-1-cy)*cols+cx]++
			}
		}
		for at, n := range counts {
			b := &best[at]
			if n > 0 && (b.count == 0 || p.Priority > b.priority || p.Priority == b.priority && n > b.count) {
				*b = winner{i, p.Priority, n}
			}
		}
	}
	for at, b := range best {
		if b.count > 0 {
			plot.Set(at%cols, at/cols, gl.Rune(sets[b.set].mark()), sets[b.set].Style)
			if b.priority > 0 {
				above = append(above, raised{at % cols, at / cols, plot.At(at%cols, at/cols)})
			}
		}
	}
	return above
}

// raise puts marks back where lines hide them, but no two side by side, so that
// what is left of a line can be followed through however many.
func raise(plot *Grid, above []raised) {
	done := map[[2]int]bool{}
	for _, m := range above {
		if plot.At(m.x, m.y) == m.Cell ||
			done[[2]int{m.x - 1, m.y}] || done[[2]int{m.x - 1, m.y - 1}] || done[[2]int{m.x, m.y - 1}] || done[[2]int{m.x + 1, m.y - 1}] {
			continue
		}
		done[[2]int{m.x, m.y}] = true
		plot.Set(m.x, m.y, m.Rune, m.Style)
	}
}

// drawLines draws the lines above the points, as finely as the glyphs allow.
func (s Scatter) drawLines(plot *Grid, x, y axis, gl Glyphs) {
	cols, rows := plot.Size()
	if cols < 1 || rows < 1 {
		return
	}
	k := newStrokes(cols, rows, 2, 4)
	char := brailleRune
	if gl == Block {
		k, char = newStrokes(cols, rows, 2, 2), quadrantRune
	}
	for _, l := range slices.Backward(s.Lines) { // the first ends up above
		part, ok := l.segment(x, y)
		if !ok {
			continue
		}
		if gl != ASCII {
			k.draw(part, l.Dash, l.Style)
			continue
		}
		r := part.slopeRune(cols, rows)
		if l.Dash == Dotted {
			r = '.'
		}
		n := 0
		part.trace(cols, rows, 2, func(x, y int, _ float64) {
			if l.Dash.onCell(n) {
				plot.Set(x, rows-1-y, r, l.Style)
			}
			n++
		})
	}
	if gl != ASCII {
		k.paint(plot, char)
	}
}
