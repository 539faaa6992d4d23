package figure

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// newColourFunction returns Colour if set, else a function with colours from nearly white for the
// lowest value to dark green for the highest. The colours can be distinguished in a print without
// colours, too.
func (m *HeatMap) newColourFunction(values span) func(v float64) color.Color {
	if m.Colour != nil {
		return m.Colour
	}
	// NewLuminance returns no error, because each colour is lighter than the colour before.
	shades, _ := moreland.NewLuminance([]color.Color{newColour(0x0b3d33), newColour(0x1f7a4d), newColour(0x5fb070), newColour(0xb9dca4), newColour(0xf6f8e8)})
	shades.SetMax(1)
	return func(v float64) color.Color {
		shade, _ := shades.At(max(0, min((values.high-v)/values.length(), 1))) // no error in [0, 1]
		return shade
	}
}

func isDark(c color.Color) bool {
	const most = 0xffff
	r, g, b, _ := c.RGBA()
	return 0.299*float64(r)+0.587*float64(g)+0.114*float64(b) < most/2
}

// valueRange returns the range of the finite values, widened if all values are equal.
func (m *HeatMap) valueRange() span {
	s := newEmptySpan()
	for i := range m.Rows {
		for j := range m.Cols {
			if v := m.Value(i, j); areFinite(v) {
				s.extend(v)
			}
		}
	}
	switch {
	case s.isEmpty():
		return span{0, 1}
	case !areDistinct(s.low, s.high):
		s.widen(2 * max(math.Abs(s.low)/1000, 1e-3))
	}
	return s
}

func (m *HeatMap) bounds() []point {
	return []point{{-0.5, -0.5}, {float64(m.Cols) - 0.5, float64(m.Rows) - 0.5}}
}

func (m *HeatMap) drawSample(draw.Canvas) {} // a colour bar explains the map, no legend

// draw writes the values into the cells only if the texts of all values fit.
func (m *HeatMap) draw(p plane) {
	colours := m.newColourFunction(m.valueRange())
	style := textStyle(tickSize-1, draw.XCenter, middle)
	room := vg.Point{X: p.Size().X / vg.Length(m.Cols), Y: p.Size().Y / vg.Length(m.Rows)}
	type number struct {
		label string
		style draw.TextStyle
		at    point
	}
	var numbers []number
	fits := true
	for i := range m.Rows {
		for j := range m.Cols {
			v, at := m.Value(i, j), point{float64(j), float64(i)}
			label, colour := "×", color.Color(newColour(0xd4d4d4))
			if areFinite(v) {
				label, colour = m.formatValue(v), colours(v)
			}
			polygons{[][]point{rectangleCorners(at.x-0.5, at.y-0.5, at.x+0.5, at.y+0.5)}, colour}.draw(p)
			written := style
			if isDark(colour) {
				written.Color = color.White
			}
			numbers = append(numbers, number{label, written, at})
			fits = fits && style.Width(label)+2 <= room.X && style.Height(label) <= room.Y
		}
	}
	for _, n := range numbers {
		if fits {
			p.FillText(n.style, p.toCanvas(n.at), n.label)
		}
	}
}

func (m *HeatMap) formatValue(v float64) string {
	if m.Percent {
		return fmt.Sprintf("%.1f", 100*v)
	}
	return fmt.Sprintf("%.3g", v)
}

// drawColourBar draws the bar at the right of a canvas and returns the canvas to the left of the
// bar.
func (m *HeatMap) drawColourBar(c draw.Canvas) draw.Canvas {
	const room, below, stripes = 50, 3 * textSize, 64
	over := m.valueRange()
	bar := axes{x: scale{span: span{0, 1}}, y: scale{Axis: Axis{Percent: m.Percent}, span: over}}
	bar.y.setTicks(5)
	colours := m.newColourFunction(over)
	for i := range stripes {
		// Each stripe extends to the upper end of the bar and later stripes cover it, so that there
		// are no gaps.
		low, between := over.low+over.length()*float64(i)/stripes, over.low+over.length()*(float64(i)+0.5)/stripes
		bar.add(polygons{[][]point{rectangleCorners(0, low, 1, over.high)}, colours(between)})
	}
	bar.draw(drawHeading(draw.Crop(c, c.Size().X-room, 0, below, 0), textSize, m.Label))
	return draw.Crop(c, 0, -room-gap, 0, 0)
}
