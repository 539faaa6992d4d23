package figure

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A drawing is a panel with its axes and its legend while it is drawn.
type drawing struct {
	Panel
	axes
	legend legend
}

// prepare returns the panel with its shapes on the axes and in the legend.
func (p Panel) prepare() *drawing {
	p.X.Log, p.Y.Log = p.X.Log && p.Bars == nil, false
	d := &drawing{Panel: p, axes: axes{x: scale{span: emptySpan()}, y: scale{span: emptySpan()}}}
	d.fill()
	return d
}

// draw draws the panel: title, axes and their contents, colour bar, and a legend with room for the
// given number of lines. It returns false if there is too little room.
func (d *drawing) draw(c draw.Canvas, lines int) bool {
	p := d.Panel
	c = d.legend.drawBelow(c, lines)
	if c.Size().X < narrowest || c.Size().Y < lowest {
		return false
	}
	if d.x.empty() || d.y.empty() {
		c = heading(c, panelSize, p.Title)
		c.FillText(textStyle(textSize, draw.XCenter, middle), c.Center(), p.Empty)
		return true
	}
	if p.Map != nil {
		c = p.Map.drawScale(c)
	}
	c = heading(c, panelSize, p.Title)
	if p.Bars != nil && p.Y.Percent {
		d.y.high = max(d.y.high, 1)
	}
	d.x, d.y = p.X.newScale(d.x.span), p.Y.newScale(d.y.span)
	d.setTicks(c)
	if p.X.Equal && !p.X.Log {
		c = d.crop(c)
		d.setTicks(c)
		d.equalize(d.plane(c).Size())
		d.setTicks(c)
	}
	d.axes.draw(c)
	return true
}

// setTicks gives both axes as many ticks as the canvas has room for.
func (d *drawing) setTicks(c draw.Canvas) {
	d.x.setTicks(ticksIn(c.Size().X, 45))
	d.y.setTicks(ticksIn(c.Size().Y, 24))
}

// fill adds the shapes of the panel to the axes and the legend.
func (d *drawing) fill() {
	if d.Map != nil && d.Map.Rows > 0 && d.Map.Cols > 0 {
		d.add(cells{d.Map})
	}
	for _, b := range d.Bars {
		colour := b.Style.look().colour
		if b.Pale {
			colour = towardsWhite(colour, 0.6)
		}
		d.addNamed(b.Name, areas{b.outlines(), colour})
	}
	for _, c := range d.Curves {
		d.add(areas{d.band(c), towardsWhite(c.Style.look().colour, 0.75)})
	}
	for _, s := range d.Points {
		radius := 2.2 * vg.Length(max(s.Scale, 1))
		for _, at := range d.runs(s.X, s.Y) {
			if s.Rim {
				d.add(marks{s.Mark, color.White, 1.45 * radius, at})
			}
			d.addNamed(s.Name, marks{s.Mark, s.Style.look().colour, radius, at})
		}
	}
	for _, c := range d.Curves {
		for _, at := range d.runs(c.X, c.Y) {
			run := []shape{curve{at, c.Style.line(), c.Arrow}}
			if c.Marks || len(at) == 1 {
				run = append(run, marks{Disc, c.Style.look().colour, 2, at})
			}
			d.addNamed(c.Name, run...)
		}
	}
	for _, l := range d.Lines {
		d.addNamed(l.Name, l)
	}
	for _, x := range d.X.Covers {
		d.x.span.extend(x)
	}
	for _, y := range d.Y.Covers {
		d.y.span.extend(y)
	}
}

// addNamed adds shapes that appear in the legend under a name.
func (d *drawing) addNamed(name string, shapes ...shape) {
	d.add(shapes...)
	d.legend.add(name, shapes...)
}

// runs returns the points between gaps. On a logarithmic axis zero moves to Axis.Zero.
func (d *drawing) runs(x, y []float64) [][]point {
	var runs [][]point
	gap := true
	for i, v := range x {
		if d.X.Log && v == 0 {
			v = d.X.Zero
		}
		if !finite(v, y[i]) || d.X.Log && v < 1/largest {
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

// band returns the outlines of the band around a curve. Where the error is unknown, the band has no
// width.
func (d *drawing) band(c Curve) [][]point {
	if c.Error == nil {
		return nil
	}
	low, high := slices.Clone(c.Y), slices.Clone(c.Y)
	for i, e := range c.Error {
		if finite(e) {
			low[i], high[i] = low[i]-e, high[i]+e
		}
	}
	above, below := d.runs(c.X, high), d.runs(c.X, low)
	for i := range min(len(above), len(below)) {
		slices.Reverse(below[i])
		above[i] = append(above[i], below[i]...)
	}
	return above
}

// outlines returns a rectangle for each bar.
func (b Bars) outlines() [][]point {
	width := cmp.Or(b.Width, 0.8)
	var rings [][]point
	for i, x := range b.X {
		if finite(x, b.Y[i]) {
			left, right := x+b.Offset-width/2, x+b.Offset+width/2
			rings = append(rings, rectangle(left, 0, right, b.Y[i]))
		}
	}
	return rings
}

// bounds returns nothing: a line runs to the ends of the axes and does not extend them.
func (l Line) bounds() []point { return nil }

func (l Line) draw(p plane) { curve{points: l.across(p.x, p.y), style: l.Style.line()}.draw(p) }

func (l Line) sample(c draw.Canvas) { curve{style: l.Style.line()}.sample(c) }

// across returns the points of the line at two opposite edges of the axes; they may lie beyond the
// other edges.
func (l Line) across(x, y scale) []point {
	ends := []point{{x.low, (l.C - l.A*x.low) / l.B}, {x.high, (l.C - l.A*x.high) / l.B}}
	if math.Abs(l.B)*x.length() < math.Abs(l.A)*y.length() {
		ends = []point{{(l.C - l.B*y.low) / l.A, y.low}, {(l.C - l.B*y.high) / l.A, y.high}}
	}
	if !finite(ends[0].x, ends[0].y, ends[1].x, ends[1].y) || x.Log && (l.B != 0 || ends[0].x <= 0) {
		return nil
	}
	return ends
}

// crop removes the room on both sides of a canvas that axes with equal units leave empty.
func (a *axes) crop(c draw.Canvas) draw.Canvas {
	room := a.plane(c).Size()
	wide, high := vg.Length(a.x.length()), vg.Length(a.y.length())
	unit := max(wide/room.X, high/room.Y)
	by := vg.Point{X: min(room.X-wide/unit, c.Size().X-narrowest) / 2, Y: min(room.Y-high/unit, c.Size().Y-lowest) / 2}
	return draw.Crop(c, by.X, -by.X, by.Y, -by.Y)
}

// equalize widens the range of one axis so that both axes have the same unit.
func (a *axes) equalize(room vg.Point) {
	unit := max(a.x.length()/float64(room.X), a.y.length()/float64(room.Y))
	a.x.widen(unit * float64(room.X))
	a.y.widen(unit * float64(room.Y))
}
