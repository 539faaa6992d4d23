package chart

import (
	"fmt"
	"slices"
)

// mostPoints is how many points a scatter plot looks at, several for each cell of the
// largest terminals. Of more, an evenly spread part is chosen, always the same.
const mostPoints = 20_000

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
	sets := s.thinned(mostPoints)
	var xs, ys []float64
	for _, p := range sets {
		xs, ys = append(xs, p.X...), append(ys, p.Y...)
	}
	f.empty = len(s.Lines) == 0 && len(xs) == 0

	// Labels need columns, equal units depend on the columns, and labels on
	// the range: a few rounds settle it, since the labels' room only grows.
	baseX, trimmedX := bulk(xs)
	baseY, trimmedY := bulk(ys)
	x, y := baseX, baseY
	for range 3 {
		if s.Equal {
			x, y = equalUnits(baseX, baseY, f.cols(), f.rows)
		}
		f.setY(y.over(f.rows, false))
	}
	plot := f.draw(x.over(f.cols(), false), nil)
	if f.empty || plot.w < 1 || plot.h < 1 {
		return
	}
	plot.drawCrossHair()
	above := plot.drawSets(sets)
	plot.drawLines(s.Lines)
	plot.raise(above)
	if outside := s.outside(plot); outside > 0 && (trimmedX || trimmedY) {
		// In the line above the plot if there is one with room, else in its corner.
		note := fmt.Sprintf("%d not shown", outside)
		if width := TextWidth(note); f.top > 0 && TextWidth(s.YLabel)+2+width <= g.w {
			g.TextRight(g.w, 0, note, Warning)
		} else if width <= plot.w {
			plot.TextRight(plot.w, 0, note, Warning)
		}
	}
}

// outside counts the points that lie beyond the axes of the plot.
func (s Scatter) outside(plot canvas) int {
	n := 0
	for _, p := range s.Points {
		for i := range p.count() {
			if p.placed(i) && (plot.x.cell(p.X[i]) < 0 || plot.y.cell(p.Y[i]) < 0) {
				n++
			}
		}
	}
	return n
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
		if l.Name != "" {
			legend = append(legend, sample{l.Dash.lineSample(gl), l.Style, l.Name})
		}
	}
	return legend
}

// bulk returns the axis that shows the bulk of the values, which it sorts, with some
// air around them, and whether that leaves some out. It is the whole range, unless
// more than half of that would serve the outermost half per cent at either end (at
// least one value).
func bulk(values []float64) (a axis, trimmed bool) {
	slices.Sort(values)
	lo, hi := span(values, false)
	if n := len(values); n >= 8 {
		cut := max(1, n/200)
		inLo, inHi := values[cut], values[n-1-cut]
		if trimmed = !newAxis(inLo, inHi).constant && hi-lo > 2*(inHi-inLo); trimmed {
			// Keep what lies just outside: the cut is for the few that squash the rest.
			room := (inHi - inLo) / 4
			lo, hi = max(lo, inLo-room), min(hi, inHi+room)
		}
	}
	a = newAxis(lo, hi)
	a.constant = false // the neighbourhood of a single value deserves labels as well
	return a.widen(0.04 * (a.hi - a.lo)), trimmed
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
		return x.widen((perHalf - perCol) * float64(cols) / 2), y
	}
	return x, y.widen((perCol - perHalf) * float64(rows))
}

// drawCrossHair draws the axes through the origin, faintly.
func (c canvas) drawCrossHair() {
	col, row := c.x.cell(0), c.y.cell(0)
	for i := range c.w {
		c.set(i, row, '┈', Border)
	}
	for i := range c.h {
		c.set(col, i, '┊', Border)
	}
	c.set(col, row, '┼', Border)
}
