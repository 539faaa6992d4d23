package chart

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/guptarohit/asciigraph"
)

// path is a curve as seen: its points by fractions of the axes, x ascending, y NaN
// in gaps.
type path []struct{ x, y float64 }

// path puts the points of a curve in order and drops those that have no place. height
// gives the fraction of a value.
func (c canvas) path(xs, ys []float64, height func(v float64) float64) path {
	// What is far beyond the axis may lie anywhere there, but sums may not overflow.
	const far = 1e9
	p := make(path, 0, len(xs))
	for i := range min(len(xs), len(ys)) {
		if x := c.x.frac(xs[i]); !math.IsNaN(x) {
			p = append(p, struct{ x, y float64 }{x, min(max(height(ys[i]), -far), far)})
		}
	}
	slices.SortStableFunc(p, func(a, b struct{ x, y float64 }) int { return cmp.Compare(a.x, b.x) })
	return p
}

// resample returns the path at n values evenly spread from end to end of the axis, NaN
// where the path has a gap or does not reach.
func (p path) resample(n int) []float64 {
	out := make([]float64, n)
	next := 0 // the first point right of the sample
	for j := range out {
		u := float64(j) / float64(max(n-1, 1))
		for next < len(p) && p[next].x <= u {
			next++
		}
		switch {
		case next > 0 && p[next-1].x == u:
			out[j] = p[next-1].y
		case next == 0 || next == len(p):
			out[j] = math.NaN()
		default:
			a, b := p[next-1], p[next]
			out[j] = a.y + (u-a.x)/(b.x-a.x)*(b.y-a.y)
		}
	}
	// What lies between two samples, such as a single point amid gaps, is
	// still shown at the nearest one.
	samples := axis{hi: 1}.over(n, true)
	for _, q := range p {
		if j := samples.cellAt(q.x); j >= 0 && math.IsNaN(out[j]) {
			out[j] = q.y
		}
	}
	return out
}

// lonely makes dots of points without neighbours, of which asciigraph makes two halves of
// a line.
var lonely = strings.NewReplacer("╶╴", " •", "┼╴", "┼•", "╶\n", "•\n")

// drawCurve has asciigraph draw a curve, and copies its picture cell by cell.
//
// asciigraph gets the lines that the curve is in at the edges of the columns, and as
// many lines to draw them, so that nothing it scales, rounds or labels can move the
// curve, and NaN where the curve leaves the plot.
func (c canvas) drawCurve(curve Curve) {
	heights := c.path(curve.X, curve.Y, func(v float64) float64 {
		if c.y.share > 0 && drawable(v) {
			v = max(v, 0) // what is not positive lies on the floor
		}
		return c.y.frac(v)
	}).resample(c.w + 1)
	for i, f := range heights {
		row := c.y.cellAt(f)
		heights[i] = float64(row)
		if row < 0 {
			heights[i] = math.NaN()
		}
	}
	lowest, highest := span(heights, false)
	if lowest > highest {
		return // asciigraph would draw nonsense
	}
	picture := asciigraph.Plot(heights, asciigraph.Offset(1), asciigraph.Height(max(int(highest-lowest), 1)))
	if strings.ContainsAny(picture, "╴╶") {
		picture = lonely.Replace(picture + "\n")
	}
	for line, text := range strings.Split(picture, "\n") {
		col := -1 // of the axis that asciigraph draws
		for _, r := range text {
			// Corners have no dashed form: on slopes, gaps are the dashes.
			gap := curve.Dash != Solid && col%3 == 2 && strings.ContainsRune("╭╮╰╯", r)
			marked := r == '•' && curve.Mark != 0 && curve.Marks == 0
			if r != ' ' && col >= 0 && !gap && !marked {
				c.set(col, int(highest)-line, curve.Dash.piece(r), curve.Style)
			}
			col++
		}
	}
}

// drawPoints draws the marks of the curve.
func (c canvas) drawPoints(curve Curve) {
	stretch := -1
	for i := range min(len(curve.X), len(curve.Y)) {
		col, row := c.x.cell(curve.X[i]), c.y.cell(curve.Y[i])
		if curve.Mark == 0 || col < 0 || row < 0 {
			continue
		}
		if curve.Marks > 0 {
			// Curves that run along each other have their marks side by side.
			const sides = 4
			marks, before := max(1, min(curve.Marks, c.w/8)), stretch
			stretch = (col*marks + int(curve.Mark)%sides*c.w/sides) / c.w
			if stretch == before {
				continue
			}
		}
		c.set(col, row, curve.Mark, curve.Style)
	}
}

// drawBand fills the band of a curve sparsely, so that curves stand out from it, or
// draws its edges: by dots where the glyphs have them, else by cells.
func (c canvas) drawBand(curve Curve) {
	if !curve.hasBand() {
		return
	}
	low, high := c.bound(curve.X, curve.Low), c.bound(curve.X, curve.High)
	dots, steps := newDots(c, brailleDots), 1 // steps of a line
	if c.gl == Braille {
		steps = 4
	}
	for col := range c.w {
		from, to := min(low[col], high[col]), max(low[col], high[col])
		if !(from <= float64(c.h)-0.5 && to >= -0.5) {
			continue
		}
		first := int(float64(steps) * (max(from, 0) + 0.5))
		last := min(int(float64(steps)*(min(to, float64(c.h-1))+0.5)), steps*c.h-1)
		for y := first; y <= last; y++ {
			edge := y == first || y == last
			switch {
			case c.gl != Braille && !curve.Outline:
				c.set(col, y, c.gl.set().band, curve.Style)
			case c.gl != Braille && edge:
				c.set(col, y, '·', curve.Style)
			case c.gl == Braille && edge:
				dots.set(2*col, y, curve.Style)
			}
			if c.gl == Braille && !curve.Outline && y%2 == 0 {
				dots.set(2*col+y/2%2, y, curve.Style)
			}
		}
	}
	dots.paint()
}

// bound returns how high a bound of a band lies in the middle of each column, in
// lines from the middle of the lowest one; NaN where there is none.
func (c canvas) bound(xs, values []float64) []float64 {
	edges := c.path(xs, values, func(v float64) float64 {
		if c.y.log && v <= 0 && drawable(v) {
			return -1 // somewhere below
		}
		return c.y.frac(v)
	}).resample(c.w + 1)
	for i := range c.w {
		a, b := edges[i], edges[i+1]
		if math.IsNaN(a) {
			a = b
		}
		if math.IsNaN(b) {
			b = a
		}
		edges[i] = (a + b) / 2 * float64(c.h-1)
	}
	return edges[:c.w]
}
