package chart

import (
	"fmt"
	"math"
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
	sets := s.visible(mostPoints)
	x, y, trimmed := axesOf(sets)
	f.empty = len(s.Lines) == 0 && !slices.ContainsFunc(sets, Points.drawable)

	// Labels need columns, equal units depend on the columns, and labels on
	// the range: a few rounds settle it, since the labels' room only grows.
	baseX, baseY := x, y
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
	if trimmed {
		s.note(g, plot, f.top > 0)
	}
}

// note says how many points lie beyond the axes: in the line above the plot if
// there is one with room, else in the plot's corner.
func (s Scatter) note(g *Grid, plot canvas, above bool) {
	outside := s.outside(plot.x, plot.y)
	if outside == 0 {
		return
	}
	note := fmt.Sprintf("%d not shown", outside)
	if above && TextWidth(s.YLabel)+2+TextWidth(note) <= g.w {
		g.TextRight(g.w, 0, note, Warning)
	} else if TextWidth(note) <= plot.w {
		plot.TextRight(plot.w, 0, note, Warning)
	}
}

// outside counts the points, of all that have a place in the plane, that lie
// beyond the axes.
func (s Scatter) outside(x, y axis) int {
	n := 0
	for _, p := range s.Points {
		for i := range min(len(p.X), len(p.Y)) {
			shown := x.cell(p.X[i]) >= 0 && y.cell(p.Y[i]) >= 0
			if drawable(p.X[i]) && drawable(p.Y[i]) && !shown {
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
	x, xTrimmed := bulk(xs)
	y, yTrimmed := bulk(ys)
	return x, y, xTrimmed || yTrimmed
}

// bulk returns the axis that shows the bulk of the values, which it sorts, with some
// air around them, and whether that leaves some out. It is the whole range, unless
// more than half of that would serve the outermost half per cent at either end (at
// least one value).
func bulk(values []float64) (a axis, trimmed bool) {
	slices.Sort(values)
	n := len(values)
	if n == 0 {
		return newAxis(math.NaN(), math.NaN()).aired(), false
	}
	lo, hi := values[0], values[n-1]
	cut := max(1, n/200)
	if n < 8 {
		return newAxis(lo, hi).aired(), false
	}
	inLo, inHi := values[cut], values[n-1-cut]
	if newAxis(inLo, inHi).constant || hi-lo <= 2*(inHi-inLo) {
		return newAxis(lo, hi).aired(), false
	}
	// Keep what lies just outside: the cut is for the few that squash the rest.
	room := (inHi - inLo) / 4
	return newAxis(max(lo, inLo-room), min(hi, inHi+room)).aired(), true
}

// aired returns the axis with some air around the points. The neighbourhood of a
// single one deserves labels as well.
func (a axis) aired() axis {
	a.constant = false
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
		return x.widen((perHalf - perCol) * float64(cols) / 2), y
	}
	return x, y.widen((perCol - perHalf) * float64(rows))
}

// drawCrossHair draws the axes through the origin, faintly.
func (c canvas) drawCrossHair() {
	col, row := c.x.cell(0), c.y.cell(0)
	for i := range c.w {
		if row >= 0 {
			c.set(i, row, '┈', Border)
		}
	}
	for i := range c.h {
		if col >= 0 {
			c.set(col, i, '┊', Border)
		}
	}
	if col >= 0 && row >= 0 {
		c.set(col, row, '┼', Border)
	}
}
