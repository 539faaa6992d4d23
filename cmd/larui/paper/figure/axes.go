package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A span is a range of numbers. It is empty if low > high.
type span struct{ low, high float64 }

func newEmptySpan() span { return span{math.Inf(1), math.Inf(-1)} }

func (s span) isEmpty() bool { return s.low > s.high }

func (s span) length() float64 { return s.high - s.low }

func (s *span) extend(v float64) { s.low, s.high = min(s.low, v), max(s.high, v) }

// widen gives the span a length, without moving its middle.
func (s *span) widen(length float64) {
	more := (length - s.length()) / 2
	s.low, s.high = s.low-more, s.high+more
}

type scale struct {
	Axis
	span
	ticks []tick
}

// A tick is a short line at a value of a scale. A tick without a label is half as long.
type tick struct {
	at    float64
	label string
}

// position returns where v lies between the ends of the scale: 0 at low, 1 at high.
func (s scale) position(v float64) float64 {
	if s.Log {
		return math.Log(v/s.low) / math.Log(s.high/s.low)
	}
	return (v - s.low) / s.length()
}

// axes are an x and a y scale with shapes. An x scale without ticks is not drawn.
type axes struct {
	x, y   scale
	shapes []shape
}

func (a *axes) add(shapes ...shape) {
	for _, s := range shapes {
		for _, at := range s.bounds() {
			a.x.extend(at.x)
			a.y.extend(at.y)
		}
	}
	a.shapes = append(a.shapes, shapes...)
}

// A plane is the part of a canvas that two scales span.
type plane struct {
	draw.Canvas
	x, y scale
}

func (p plane) toCanvas(at point) vg.Point {
	return vg.Point{X: p.X(p.x.position(at.x)), Y: p.Y(p.y.position(at.y))}
}

func (p plane) pointsToCanvas(points []point) []vg.Point {
	places := make([]vg.Point, len(points))
	for i, at := range points {
		places[i] = p.toCanvas(at)
	}
	return places
}

// Lengths in points: of a tick, and of the empty space beside ticks, plane and label.
const (
	tickLength  = 4
	besideTick  = 2
	besidePlane = 2
	besideLabel = 3
)

// newPlane leaves space on a canvas for axes, ticks and labels, and returns the rest. It breaks a
// long label of the y axis into lines.
func (a axes) newPlane(c draw.Canvas) plane {
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
		a.y.Label = wrapText(label, a.y.Label, c.Size().Y)
		left += label.Height(a.y.Label) + besideLabel
	}
	if a.x.Label != "" {
		below += label.Height(a.x.Label) + besideLabel
	}
	c = draw.Crop(c, left, 0, below, 0)
	var right, above vg.Length
	for _, t := range a.x.ticks {
		right = max(right, small.Width(t.label)/2-c.Size().X*vg.Length(1-a.x.position(t.at)))
	}
	for _, t := range a.y.ticks {
		above = max(above, small.Height(t.label)/2-c.Size().Y*vg.Length(1-a.y.position(t.at)))
	}
	return plane{draw.Crop(c, 0, -right, 0, -above), a.x, a.y}
}

func (a axes) draw(c draw.Canvas) {
	p := a.newPlane(c)
	p.drawXAxis(c)
	p.drawYAxis(c)
	for _, s := range a.shapes {
		s.draw(p)
	}
}

var (
	gridLine = draw.LineStyle{Color: newColour(0xe6e6e6), Width: 0.5}
	axisLine = draw.LineStyle{Color: newColour(0x707070), Width: 0.6}
)

// drawXAxis draws vertical grid lines on the plane, the x axis below the plane, and the axis label
// at the bottom of the canvas c.
func (p plane) drawXAxis(c draw.Canvas) {
	if len(p.x.ticks) == 0 {
		return
	}
	small, base := textStyle(tickSize, draw.XCenter, draw.YTop), p.Min.Y-besidePlane
	for _, t := range p.x.ticks {
		at, length := p.X(p.x.position(t.at)), vg.Length(tickLength)
		switch {
		case t.label == "":
			length /= 2
		case p.x.Ticks == nil: // a heat map with names as ticks needs no grid lines
			p.StrokeLine2(gridLine, at, p.Min.Y, at, p.Max.Y)
		}
		p.StrokeLine2(axisLine, at, base, at, base-length)
		p.FillText(small, vg.Point{X: at, Y: base - tickLength}, t.label)
	}
	p.StrokeLine2(axisLine, p.Min.X, base, p.Max.X, base)
	if p.x.Log && p.x.Zero >= p.x.low { // the axis is broken between zero and the other values
		at := p.X(p.x.position(p.x.Zero * math.Sqrt(10)))
		p.StrokeLine2(draw.LineStyle{Color: color.White, Width: 1}, at-1.5, base, at+1.5, base)
		for _, x := range []vg.Length{at - 1.5, at + 1.5} {
			p.StrokeLine2(axisLine, x-1.5, base-3, x+1.5, base+3)
		}
	}
	label := textStyle(textSize, draw.XCenter, draw.YBottom)
	p.FillText(label, vg.Point{X: p.Center().X, Y: c.Min.Y}, p.x.Label)
}

// drawYAxis draws horizontal grid lines on the plane, the y axis left of the plane, and the axis
// label at the left edge of the canvas c.
func (p plane) drawYAxis(c draw.Canvas) {
	small, base := textStyle(tickSize, draw.XRight, middle), p.Min.X-besidePlane
	for _, t := range p.y.ticks {
		at, length := p.Y(p.y.position(t.at)), vg.Length(tickLength)
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
	// A label longer than the axis starts at the bottom of the canvas; other labels are centred on
	// the axis.
	p.FillText(label, vg.Point{X: c.Min.X, Y: max(p.Center().Y, c.Min.Y+label.Width(p.y.Label)/2)}, p.y.Label)
}
