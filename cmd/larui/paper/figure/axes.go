package figure

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A span is a range of numbers; it is empty where low is above high.
type span struct{ low, high float64 }

// emptySpan is the empty span.
func emptySpan() span { return span{math.Inf(1), math.Inf(-1)} }

func (s span) empty() bool { return s.low > s.high }

func (s span) length() float64 { return s.high - s.low }

// extend widens the span to a value.
func (s *span) extend(v float64) { s.low, s.high = math.Min(s.low, v), math.Max(s.high, v) }

// widen adds to both sides of the span until it has a length.
func (s *span) widen(length float64) {
	more := (length - s.length()) / 2
	s.low, s.high = s.low-more, s.high+more
}

// A scale is an axis with the range and the ticks that it shows.
type scale struct {
	Axis
	span
	ticks []tick
}

// A tick is a place on a scale, a lesser one where it has no label.
type tick struct {
	at    float64
	label string
}

// share is where a value stands, from 0 at the low end to 1 at the high one.
func (s scale) share(v float64) float64 {
	if s.Log {
		return math.Log(v/s.low) / math.Log(s.high/s.low)
	}
	return (v - s.low) / s.length()
}

// axes are a pair of scales and the shapes between them. The y axis stands alone where x has no
// ticks.
type axes struct {
	x, y   scale
	shapes []shape
}

// add adds shapes, for which the scales make room.
func (a *axes) add(shapes ...shape) {
	for _, s := range shapes {
		s.extend(&a.x.span, &a.y.span)
	}
	a.shapes = append(a.shapes, shapes...)
}

// A plane is the canvas between axes, the label of the one on y in lines.
type plane struct {
	draw.Canvas
	x, y scale
}

// place is where a point stands.
func (p plane) place(at point) vg.Point {
	return vg.Point{X: p.X(p.x.share(at.x)), Y: p.Y(p.y.share(at.y))}
}

func (p plane) places(points []point) []vg.Point {
	places := make([]vg.Point, len(points))
	for i, at := range points {
		places[i] = p.place(at)
	}
	return places
}

// Lengths along which an axis stands away from what it is of, in points.
const (
	tickLength  = 4
	besideTick  = 2
	besidePlane = 2
	besideLabel = 3
)

// plane returns the room between the axes on a canvas. What a label of a tick takes beyond the
// end of its axis is left free.
func (a axes) plane(c draw.Canvas) plane {
	small := textStyle(tickSize, 0, 0)
	var left, below vg.Length
	for _, t := range a.y.ticks {
		left = max(left, besidePlane+tickLength+besideTick+small.Width(t.label))
	}
	for _, t := range a.x.ticks {
		below = max(below, besidePlane+tickLength+small.Height(t.label))
	}
	label := textStyle(textSize, 0, 0)
	if a.y.Label != "" {
		a.y.Label = wrap(label, a.y.Label, c.Size().Y)
		left += label.Height(a.y.Label) + besideLabel
	}
	if a.x.Label != "" {
		below += label.Height(a.x.Label) + besideLabel
	}
	c = draw.Crop(c, left, 0, below, 0)
	var right, above vg.Length
	for _, t := range a.x.ticks {
		right = max(right, small.Width(t.label)/2-c.Size().X*vg.Length(1-a.x.share(t.at)))
	}
	for _, t := range a.y.ticks {
		above = max(above, small.Height(t.label)/2-c.Size().Y*vg.Length(1-a.y.share(t.at)))
	}
	return plane{draw.Crop(c, 0, -right, 0, -above), a.x, a.y}
}

// draw draws grid, axes and shapes.
func (a axes) draw(c draw.Canvas) {
	p := a.plane(c)
	p.drawX(c)
	p.drawY(c)
	for _, s := range a.shapes {
		s.draw(p)
	}
}

// Lines of a pair of axes.
var (
	gridLine = draw.LineStyle{Color: rgb(0xe6e6e6), Width: 0.5}
	axisLine = draw.LineStyle{Color: rgb(0x707070), Width: 0.6}
)

// drawX draws the axis below the plane, within a canvas, and the grid that stands on it.
func (p plane) drawX(c draw.Canvas) {
	if len(p.x.ticks) == 0 {
		return
	}
	small, base := textStyle(tickSize, draw.XCenter, draw.YTop), p.Min.Y-besidePlane
	for _, t := range p.x.ticks {
		at, length := p.X(p.x.share(t.at)), vg.Length(tickLength)
		switch {
		case t.label == "":
			length /= 2
		case p.x.Ticks == nil: // a name is of all that is around it
			p.StrokeLine2(gridLine, at, p.Min.Y, at, p.Max.Y)
		}
		p.StrokeLine2(axisLine, at, base, at, base-length)
		p.FillText(small, vg.Point{X: at, Y: base - tickLength}, t.label)
	}
	p.StrokeLine2(axisLine, p.Min.X, base, p.Max.X, base)
	label := textStyle(textSize, draw.XCenter, draw.YBottom)
	p.FillText(label, vg.Point{X: p.Center().X, Y: c.Min.Y}, p.x.Label)
}

// drawY draws the axis at the left of the plane, within a canvas, and the grid that stands on it.
func (p plane) drawY(c draw.Canvas) {
	small, base := textStyle(tickSize, draw.XRight, middle), p.Min.X-besidePlane
	for _, t := range p.y.ticks {
		at, length := p.Y(p.y.share(t.at)), vg.Length(tickLength)
		if t.label == "" {
			length /= 2
		} else {
			p.StrokeLine2(gridLine, p.Min.X, at, p.Max.X, at)
		}
		p.StrokeLine2(axisLine, base, at, base-length, at)
		p.FillText(small, vg.Point{X: base - tickLength - besideTick, Y: at}, t.label)
	}
	p.StrokeLine2(axisLine, base, p.Min.Y, base, p.Max.Y)
	label := textStyle(textSize, draw.XCenter, draw.YTop)
	label.Rotation = math.Pi / 2
	// In the middle of the axis, unless it is longer.
	p.FillText(label, vg.Point{X: c.Min.X, Y: max(p.Center().Y, c.Min.Y+label.Width(p.y.Label)/2)}, p.y.Label)
}
