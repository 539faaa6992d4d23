package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// limits returns the smallest and the largest value, ok where there is any.
func (m *HeatMap) limits() (low, high float64, ok bool) {
	e := newExtent()
	for i := range m.Rows {
		for j := range m.Cols {
			e.take(m.Value(i, j))
		}
	}
	return e.min, e.max, e.min <= e.max
}

// colour returns the colour of a value between low and high.
func (m *HeatMap) colour(v, low, high float64) color.NRGBA {
	if low == high {
		return ramp(0.5)
	}
	return ramp((v - low) / (high - low))
}

// draw fills the cells, and writes their values where they have room.
func (m *HeatMap) draw(c draw.Canvas, at place) {
	low, high, _ := m.limits()
	style := textStyle(tickSize-1, text.XCenter, text.YCenter)
	scale := Axis{Percent: m.Percent}
	step := niceStep(math.Max((high-low)/100, 1e-9))
	for i := range m.Rows {
		for j := range m.Cols {
			x, y := float64(j), float64(i)
			from, to, middle := at(x-0.5, y-0.5), at(x+0.5, y+0.5), at(x, y)
			v := m.Value(i, j)
			if !finite(v) {
				line := draw.LineStyle{Color: rgb(0xb0b0b0), Width: 0.5}
				c.StrokeLine2(line, from.X, from.Y, to.X, to.Y)
				c.StrokeLine2(line, from.X, to.Y, to.X, from.Y)
				continue
			}
			fill := m.colour(v, low, high)
			c.FillPolygon(fill, []vg.Point{from, {X: to.X, Y: from.Y}, to, {X: from.X, Y: to.Y}})
			label := scale.format(v, math.Max(step, 0.001))
			if m.Percent {
				label = label[:len(label)-len(" %")]
			}
			if style.Width(label)+2 > to.X-from.X || style.Height(label) > to.Y-from.Y {
				continue
			}
			style.Color = rgb(0x202020)
			if (v-low)/(high-low) > 0.55 {
				style.Color = color.White
			}
			c.FillText(style, middle, label)
		}
	}
}

// drawScale draws the colour bar at the right of the canvas and returns what is
// left of it.
func (m *HeatMap) drawScale(c draw.Canvas) draw.Canvas {
	const width, room = 10, 62
	left := c
	left.Max.X -= room
	low, high, ok := m.limits()
	if !ok {
		return left
	}
	bar := vg.Rectangle{
		Min: vg.Point{X: left.Max.X + gap, Y: c.Min.Y + 3*textSize},
		Max: vg.Point{X: left.Max.X + gap + width, Y: c.Max.Y - 1.5*textSize},
	}
	const shades = 64
	height := (bar.Max.Y - bar.Min.Y) / shades
	for i := range shades {
		y := bar.Min.Y + height*vg.Length(i)
		// Overlapping a little, so that no viewer shows seams.
		top := min(bar.Max.Y, y+1.5*height)
		share := (float64(i) + 0.5) / shades
		c.FillPolygon(m.colour(low+share*(high-low), low, high), []vg.Point{
			{X: bar.Min.X, Y: y}, {X: bar.Max.X, Y: y}, {X: bar.Max.X, Y: top}, {X: bar.Min.X, Y: top}})
	}
	style := textStyle(textSize, text.XRight, text.YBottom)
	c.FillText(style, vg.Point{X: c.Max.X, Y: bar.Max.Y + 3}, m.Label)
	tick := textStyle(tickSize, text.XLeft, text.YCenter)
	line := draw.LineStyle{Color: rgb(0x707070), Width: 0.6}
	for _, t := range m.scaleTicks(low, high) {
		y := bar.Min.Y
		if high > low {
			y += (bar.Max.Y - bar.Min.Y) * vg.Length((t.Value-low)/(high-low))
		}
		c.StrokeLine2(line, bar.Max.X, y, bar.Max.X+3, y)
		c.FillText(tick, vg.Point{X: bar.Max.X + 5, Y: y}, t.Label)
	}
	return left
}

// scaleTicks are the ticks of the colour bar.
func (m *HeatMap) scaleTicks(low, high float64) []plot.Tick {
	axis := Axis{Percent: m.Percent}
	if low == high {
		return []plot.Tick{{Value: low, Label: axis.format(low, math.Max(math.Abs(low)/1000, 1e-3))}}
	}
	return axis.ticks(interval{min: low, max: high}, 5)
}
