package figure

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A drawing has the scales, shapes and legend entries of a panel.
type drawing struct {
	Panel
	axes
	legend legend
}

// prepareDrawing makes the y axis linear, and the x axis too if the panel has bars.
func (p Panel) prepareDrawing() *drawing {
	p.X.Log, p.Y.Log = p.X.Log && p.Bars == nil, false
	d := &drawing{Panel: p, axes: axes{x: scale{span: newEmptySpan()}, y: scale{span: newEmptySpan()}}}
	d.addShapes()
	return d
}

// draw reserves a space of the given number of lines for the legend. It returns false if the canvas
// is too small.
func (d *drawing) draw(c draw.Canvas, lines int) bool {
	p := d.Panel
	c = d.legend.drawAtBottom(c, lines)
	if c.Size().X < leastWidth || c.Size().Y < leastHeight {
		return false
	}
	if d.x.isEmpty() || d.y.isEmpty() {
		c = drawHeading(c, panelSize, p.Title)
		c.FillText(textStyle(textSize, draw.XCenter, middle), c.Center(), p.Empty)
		return true
	}
	if p.Map != nil {
		c = p.Map.drawColourBar(c)
	}
	c = drawHeading(c, panelSize, p.Title)
	if p.Bars != nil && p.Y.Percent {
		d.y.high = max(d.y.high, 1)
	}
	d.x, d.y = p.X.newScale(d.x.span), p.Y.newScale(d.y.span)
	d.setTicks(c)
	if p.X.Equal && !p.X.Log {
		c = d.cropToEqualUnits(c)
		d.setTicks(c)
		d.equalizeUnits(d.newPlane(c).Size())
		d.setTicks(c)
	}
	d.axes.draw(c)
	return true
}

func (d *drawing) setTicks(c draw.Canvas) {
	d.x.setTicks(tickCount(c.Size().X, 45))
	d.y.setTicks(tickCount(c.Size().Y, 24))
}

func (d *drawing) addShapes() {
	if d.Map != nil && d.Map.Rows > 0 && d.Map.Cols > 0 {
		d.add(d.Map)
	}
	for _, b := range d.Bars {
		colour := b.Style.appearance().colour
		if b.Pale {
			colour = lighten(colour, 0.6)
		}
		d.addNamedShapes(b.Name, polygons{b.barCorners(), colour})
	}
	for _, c := range d.Curves {
		d.add(polygons{d.errorBand(c), lighten(c.Style.appearance().colour, 0.75)})
	}
	for _, s := range d.Points {
		radius := 2.2 * vg.Length(max(s.Scale, 1))
		for _, at := range d.splitAtGaps(s.X, s.Y) {
			if s.Rim {
				d.add(marks{s.Mark, color.White, 1.45 * radius, at})
			}
			d.addNamedShapes(s.Name, marks{s.Mark, s.Style.appearance().colour, radius, at})
		}
	}
	for _, c := range d.Curves {
		for _, at := range d.splitAtGaps(c.X, c.Y) {
			run := []shape{curve{at, c.Style.lineStyle(), c.Arrow}}
			if c.Marks || len(at) == 1 {
				run = append(run, marks{Disc, c.Style.appearance().colour, 2, at})
			}
			d.addNamedShapes(c.Name, run...)
		}
	}
	for _, l := range d.Lines {
		d.addNamedShapes(l.Name, l)
	}
	for _, x := range d.X.Covers {
		d.x.span.extend(x)
	}
	for _, y := range d.Y.Covers {
		d.y.span.extend(y)
	}
}

func (d *drawing) addNamedShapes(name string, shapes ...shape) {
	d.add(shapes...)
	d.legend.addEntry(name, shapes...)
}

// splitAtGaps divides the points (x, y) into runs. A run ends before a point that can't be drawn. On
// a logarithmic axis, x = 0 becomes Axis.Zero.
func (d *drawing) splitAtGaps(x, y []float64) [][]point {
	var runs [][]point
	gap := true
	for i, v := range x {
		if d.X.Log && v == 0 {
			v = d.X.Zero
		}
		if !areFinite(v, y[i]) || d.X.Log && v < 1/largestNumber {
			gap = true
			continue
		}
		if gap {
			runs, gap = append(runs, nil), false
		}
		last := len(runs) - 1
		runs[last] = append(runs[last], point{v, y[i]})
	}
	return runs
}

// errorBand returns the outlines of the error band around a curve. Where the error is NaN, the band
// has no width.
func (d *drawing) errorBand(c Curve) [][]point {
	if c.Error == nil {
		return nil
	}
	low, high := slices.Clone(c.Y), slices.Clone(c.Y)
	for i, e := range c.Error {
		if areFinite(e) {
			low[i], high[i] = low[i]-e, high[i]+e
		}
	}
	above, below := d.splitAtGaps(c.X, high), d.splitAtGaps(c.X, low)
	for i := range min(len(above), len(below)) {
		slices.Reverse(below[i])
		above[i] = append(above[i], below[i]...)
	}
	return above
}

func (b Bars) barCorners() [][]point {
	width := cmp.Or(b.Width, 0.8)
	var rings [][]point
	for i, x := range b.X {
		if areFinite(x, b.Y[i]) {
			left, right := x+b.Offset-width/2, x+b.Offset+width/2
			rings = append(rings, rectangleCorners(left, 0, right, b.Y[i]))
		}
	}
	return rings
}

// bounds returns nil, because axes need not be extended for a line.
func (l Line) bounds() []point { return nil }

func (l Line) draw(p plane) { curve{points: l.endPoints(p.x, p.y), style: l.Style.lineStyle()}.draw(p) }

func (l Line) drawSample(c draw.Canvas) { curve{style: l.Style.lineStyle()}.drawSample(c) }

// endPoints returns where the line meets the left and right ends of the axes, or the lower and
// upper ends. These points may lie outside the panel. It returns nil if the line can't be drawn.
func (l Line) endPoints(x, y scale) []point {
	ends := []point{{x.low, (l.C - l.A*x.low) / l.B}, {x.high, (l.C - l.A*x.high) / l.B}}
	if math.Abs(l.B)*x.length() < math.Abs(l.A)*y.length() {
		ends = []point{{(l.C - l.B*y.low) / l.A, y.low}, {(l.C - l.B*y.high) / l.A, y.high}}
	}
	if !areFinite(ends[0].x, ends[0].y, ends[1].x, ends[1].y) || x.Log && (l.B != 0 || ends[0].x <= 0) {
		return nil
	}
	return ends
}

// cropToEqualUnits crops a canvas, to leastWidth × leastHeight or more, so that a unit has about
// the same length on both axes.
func (a *axes) cropToEqualUnits(c draw.Canvas) draw.Canvas {
	room := a.newPlane(c).Size()
	wide, high := vg.Length(a.x.length()), vg.Length(a.y.length())
	unit := max(wide/room.X, high/room.Y)
	by := vg.Point{X: min(room.X-wide/unit, c.Size().X-leastWidth) / 2, Y: min(room.Y-high/unit, c.Size().Y-leastHeight) / 2}
	return draw.Crop(c, by.X, -by.X, by.Y, -by.Y)
}

// equalizeUnits widens the range of one axis, so that a unit has the same length on both axes of a
// plane of size room.
func (a *axes) equalizeUnits(room vg.Point) {
	unit := max(a.x.length()/float64(room.X), a.y.length()/float64(room.Y))
	a.x.widen(unit * float64(room.X))
	a.y.widen(unit * float64(room.Y))
}
