package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// bounds returns the ranges of both axes that hold what is drawn.
func (p Panel) bounds() bounds {
	x, y := newExtent(), newExtent()
	for _, b := range p.Bars {
		for _, v := range b.X {
			x.take(v-0.6, v+0.6)
		}
		y.take(0)
		y.take(b.Y...)
	}
	for _, c := range p.Curves {
		x.take(c.X...)
		y.take(c.Y...)
		for i, e := range c.Error {
			y.take(c.Y[i]-e, c.Y[i]+e)
		}
	}
	for _, s := range p.Points {
		x.take(s.X...)
		y.take(s.Y...)
	}
	if m := p.Map; m != nil {
		return bounds{interval{min: -0.5, max: float64(m.Cols) - 0.5}, interval{min: -0.5, max: float64(m.Rows) - 0.5}}
	}
	return bounds{p.X.interval(x), p.Y.interval(y)}
}

// empty tells that nothing has finite coordinates.
func (p Panel) empty() bool {
	if p.Map != nil {
		return p.Map.Rows < 1 || p.Map.Cols < 1
	}
	x, y := newExtent(), newExtent()
	for _, b := range p.Bars {
		x.take(b.X...)
		y.take(b.Y...)
	}
	for _, c := range p.Curves {
		x.take(c.X...)
		y.take(c.Y...)
	}
	for _, s := range p.Points {
		x.take(s.X...)
		y.take(s.Y...)
	}
	return x.min > x.max || y.min > y.max
}

// grid draws thin lines at the ticks that have labels.
type grid struct{ y, x bool }

// Plot implements plot.Plotter.
func (g grid) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	style := draw.LineStyle{Color: rgb(0xe6e6e6), Width: 0.5}
	if g.x && g.y {
		for _, tick := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
			if x := tx(tick.Value); !tick.IsMinor() {
				c.StrokeLine2(style, x, c.Min.Y, x, c.Max.Y)
			}
		}
	}
	if g.y {
		for _, tick := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
			if y := ty(tick.Value); !tick.IsMinor() {
				c.StrokeLine2(style, c.Min.X, y, c.Max.X, y)
			}
		}
	}
}

// contents draws what a panel holds.
type contents struct {
	Panel
	bounds
}

// Plot implements plot.Plotter.
func (d contents) Plot(c draw.Canvas, p *plot.Plot) {
	scaleX, scaleY := p.Transforms(&c)
	at := func(x, y float64) vg.Point {
		return vg.Point{X: scaleX(d.x.place(x)), Y: scaleY(d.y.place(y))}
	}
	if d.Map != nil {
		d.Map.draw(c, at)
	}
	for _, b := range d.Bars {
		b.draw(c, at)
	}
	for _, curve := range d.Curves {
		curve.drawBand(c, at)
	}
	for _, s := range d.Points {
		s.draw(c, at)
	}
	for _, l := range d.Lines {
		l.draw(c, at, d.bounds)
	}
	for _, curve := range d.Curves {
		curve.draw(c, at)
	}
}

// A place maps coordinates to the canvas.
type place func(x, y float64) vg.Point

// finite tells whether the values are numbers that can be drawn.
func finite(values ...float64) bool {
	for _, v := range values {
		if !(math.Abs(v) <= largest) {
			return false
		}
	}
	return true
}

func (b Bars) colour() color.NRGBA {
	if b.Pale {
		return towardsWhite(b.Style.colour(), 0.6)
	}
	return b.Style.colour()
}

func (b Bars) draw(c draw.Canvas, at place) {
	width := b.Width
	if width == 0 {
		width = 0.8
	}
	for i, x := range b.X {
		if !finite(x, b.Y[i]) {
			continue
		}
		low, high := at(x+b.Offset-width/2, 0), at(x+b.Offset+width/2, b.Y[i])
		c.FillPolygon(b.colour(), c.ClipPolygonXY([]vg.Point{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}}))
	}
}

// runs calls do with every run of points without a gap.
func (c Curve) runs(do func(from, to int)) {
	from := 0
	for i := range c.X {
		if !finite(c.X[i], c.Y[i]) {
			if i > from {
				do(from, i)
			}
			from = i + 1
		}
	}
	if len(c.X) > from {
		do(from, len(c.X))
	}
}

func (c Curve) drawBand(canvas draw.Canvas, at place) {
	if c.Error == nil {
		return
	}
	c.runs(func(from, to int) {
		var outline []vg.Point
		for i := from; i < to; i++ {
			outline = append(outline, at(c.X[i], c.Y[i]+known(c.Error[i])))
		}
		for i := to - 1; i >= from; i-- {
			outline = append(outline, at(c.X[i], c.Y[i]-known(c.Error[i])))
		}
		canvas.FillPolygon(towardsWhite(c.Style.colour(), 0.75), canvas.ClipPolygonXY(outline))
	})
}

// known is an error that may be missing.
func known(e float64) float64 {
	if finite(e) {
		return e
	}
	return 0
}

func (c Curve) draw(canvas draw.Canvas, at place) {
	c.runs(func(from, to int) {
		var line []vg.Point
		for i := from; i < to; i++ {
			line = append(line, at(c.X[i], c.Y[i]))
		}
		canvas.StrokeLines(c.Style.line(), canvas.ClipLinesXY(line)...)
		if !c.Marks && to-from > 1 {
			return
		}
		for _, p := range line {
			if canvas.Contains(p) {
				Disc.draw(canvas, c.Style.colour(), 2, p)
			}
		}
	})
}

func (s Style) line() draw.LineStyle {
	return draw.LineStyle{Color: s.colour(), Width: s.width(), Dashes: s.dashes()}
}

func (s Points) draw(c draw.Canvas, at place) {
	for i, x := range s.X {
		if !finite(x, s.Y[i]) {
			continue
		}
		if p := at(x, s.Y[i]); c.Contains(p) {
			s.mark(c, p)
		}
	}
}

// mark draws one of the points.
func (s Points) mark(c draw.Canvas, at vg.Point) {
	if s.Rim {
		s.Mark.draw(c, color.White, 1.45*s.radius(), at)
	}
	s.Mark.draw(c, s.Style.colour(), s.radius(), at)
}

// radius of the marks in points.
func (s Points) radius() vg.Length {
	const usual = 2.2
	if s.Size == 0 {
		return usual
	}
	return usual * vg.Length(s.Size)
}

// draw draws the line from edge to edge.
func (l Line) draw(c draw.Canvas, at place, b bounds) {
	if !finite(l.A, l.B, l.C) || l.A == 0 && l.B == 0 {
		return
	}
	var ends [2]vg.Point
	if math.Abs(l.B)*(b.x.max-b.x.min) < math.Abs(l.A)*(b.y.max-b.y.min) {
		ends[0], ends[1] = at((l.C-l.B*b.y.min)/l.A, b.y.min), at((l.C-l.B*b.y.max)/l.A, b.y.max)
	} else {
		ends[0], ends[1] = at(b.x.min, (l.C-l.A*b.x.min)/l.B), at(b.x.max, (l.C-l.A*b.x.max)/l.B)
	}
	c.StrokeLines(l.Style.line(), c.ClipLinesXY(ends[:])...)
}

// draw draws one mark.
func (m Mark) draw(c draw.Canvas, colour color.Color, radius vg.Length, at vg.Point) {
	line := draw.LineStyle{Color: colour, Width: radius / 2.5}
	stroke := func(dx1, dy1, dx2, dy2 vg.Length) {
		c.StrokeLine2(line, at.X+dx1*radius, at.Y+dy1*radius, at.X+dx2*radius, at.Y+dy2*radius)
	}
	switch m {
	case Ring:
		c.SetLineStyle(line)
		c.Stroke(circle(at, radius))
	case Plus:
		stroke(-1, 0, 1, 0)
		stroke(0, -1, 0, 1)
	case Minus:
		stroke(-1, 0, 1, 0)
	case Cross:
		stroke(-0.8, -0.8, 0.8, 0.8)
		stroke(-0.8, 0.8, 0.8, -0.8)
	case Star, Triangle:
		c.FillPolygon(colour, m.corners(radius, at))
	default:
		c.SetColor(colour)
		c.Fill(circle(at, radius))
	}
}

func circle(at vg.Point, radius vg.Length) vg.Path {
	var path vg.Path
	path.Move(vg.Point{X: at.X + radius, Y: at.Y})
	path.Arc(at, radius, 0, 2*math.Pi)
	path.Close()
	return path
}

// corners of a star of five points or of a triangle.
func (m Mark) corners(radius vg.Length, at vg.Point) []vg.Point {
	count, inner := 10, vg.Length(0.42)
	if m == Triangle {
		count, inner = 3, 1
	}
	corners := make([]vg.Point, count)
	for i := range corners {
		r := radius
		if i%2 == 1 {
			r *= inner
		}
		sin, cos := math.Sincos(math.Pi/2 + 2*math.Pi*float64(i)/float64(count))
		corners[i] = vg.Point{X: at.X + r*vg.Length(cos), Y: at.Y + r*vg.Length(sin)}
	}
	return corners
}
