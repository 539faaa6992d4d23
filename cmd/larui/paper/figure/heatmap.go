package figure

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// colours returns the colour of each value of a span: Colour if the map has one, otherwise from
// nearly white to dark green with decreasing lightness, so that the map is readable in grey.
func (m *HeatMap) colours(over span) func(v float64) color.Color {
	if m.Colour != nil {
		return m.Colour
	}
	// There is no error, because the lightness of the colours increases.
	shades, _ := moreland.NewLuminance([]color.Color{rgb(0x0b3d33), rgb(0x1f7a4d), rgb(0x5fb070), rgb(0xb9dca4), rgb(0xf6f8e8)})
	shades.SetMax(1)
	return func(v float64) color.Color {
		shade, _ := shades.At(max(0, min((over.high-v)/over.length(), 1))) // no error in [0, 1]
		return shade
	}
}

// dark reports whether black text is illegible on a colour.
func dark(c color.Color) bool {
	const most = 0xffff
	r, g, b, _ := c.RGBA()
	return 0.299*float64(r)+0.587*float64(g)+0.114*float64(b) < most/2
}

// span returns the range of the finite values. Its length is positive even if all values are equal.
func (m *HeatMap) span() span {
	s := emptySpan()
	for i := range m.Rows {
		for j := range m.Cols {
			if v := m.Value(i, j); finite(v) {
				s.extend(v)
			}
		}
	}
	switch {
	case s.empty():
		return span{0, 1}
	case !distinct(s.low, s.high):
		s.widen(2 * max(math.Abs(s.low)/1000, 1e-3))
	}
	return s
}

// cells is the shape of a map: unit cells around whole numbers. Cells of unknown value are grey
// with a cross.
type cells struct{ *HeatMap }

func (c cells) bounds() []point {
	return []point{{-0.5, -0.5}, {float64(c.Cols) - 0.5, float64(c.Rows) - 0.5}}
}

func (c cells) sample(draw.Canvas) {} // the colour bar explains a map

// draw fills the cells and, if all numbers fit, writes the value of each cell into it.
func (c cells) draw(p plane) {
	colours := c.colours(c.span())
	style := textStyle(tickSize-1, draw.XCenter, middle)
	room := vg.Point{X: p.Size().X / vg.Length(c.Cols), Y: p.Size().Y / vg.Length(c.Rows)}
	type number struct {
		label string
		style draw.TextStyle
		at    point
	}
	var numbers []number
	fits := true
	for i := range c.Rows {
		for j := range c.Cols {
			v, at := c.Value(i, j), point{float64(j), float64(i)}
			label, colour := "×", color.Color(rgb(0xd4d4d4))
			if finite(v) {
				label, colour = c.write(v), colours(v)
			}
			areas{[][]point{rectangle(at.x-0.5, at.y-0.5, at.x+0.5, at.y+0.5)}, colour}.draw(p)
			written := style
			if dark(colour) {
				written.Color = color.White
			}
			numbers = append(numbers, number{label, written, at})
			fits = fits && style.Width(label)+2 <= room.X && style.Height(label) <= room.Y
		}
	}
	for _, n := range numbers {
		if fits {
			p.FillText(n.style, p.place(n.at), n.label)
		}
	}
}

func (m *HeatMap) write(v float64) string {
	if m.Percent {
		return fmt.Sprintf("%.1f", 100*v)
	}
	return fmt.Sprintf("%.3g", v)
}

// drawScale draws the colour bar at the right of a canvas and returns the rest of the canvas.
func (m *HeatMap) drawScale(c draw.Canvas) draw.Canvas {
	const room, below, stripes = 50, 3 * textSize, 64
	over := m.span()
	bar := axes{x: scale{span: span{0, 1}}, y: scale{Axis: Axis{Percent: m.Percent}, span: over}}
	bar.y.setTicks(5)
	colours := m.colours(over)
	for i := range stripes {
		// Each stripe reaches to the upper end of the bar, so that no seams appear between stripes.
		low, between := over.low+over.length()*float64(i)/stripes, over.low+over.length()*(float64(i)+0.5)/stripes
		bar.add(areas{[][]point{rectangle(0, low, 1, over.high)}, colours(between)})
	}
	bar.draw(heading(draw.Crop(c, c.Size().X-room, 0, below, 0), textSize, m.Label))
	return draw.Crop(c, 0, -room-gap, 0, 0)
}
