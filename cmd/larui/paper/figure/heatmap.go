package figure

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// shades are the colours of a map: from nearly white to dark green, ever darker, so
// that they read in grey as well.
func shades(low, high float64) palette.ColorMap {
	colours, err := moreland.NewLuminance([]color.Color{rgb(0x0b3d33), rgb(0x1f7a4d), rgb(0x5fb070), rgb(0xb9dca4), rgb(0xf6f8e8)})
	if err != nil {
		panic(err) // they are not ever lighter
	}
	colours.SetMin(low)
	colours.SetMax(high)
	return palette.Reverse(colours)
}

// shades are those of the map, from low to high.
func (m *HeatMap) shades(low, high float64) palette.ColorMap {
	if m.Colour == nil {
		return shades(low, high)
	}
	return &chosen{m.Colour, low, high}
}

// chosen are colours that a function gives, from min to max.
type chosen struct {
	of       func(float64) color.Color
	min, max float64
}

func (c *chosen) At(v float64) (color.Color, error) { return c.of(v), nil }
func (c *chosen) Min() float64                      { return c.min }
func (c *chosen) SetMin(v float64)                  { c.min = v }
func (c *chosen) Max() float64                      { return c.max }
func (c *chosen) SetMax(v float64)                  { c.max = v }
func (c *chosen) Alpha() float64                    { return 1 }
func (c *chosen) SetAlpha(float64)                  {}

// Palette returns n colours, evenly spread.
func (c *chosen) Palette(n int) palette.Palette {
	all := make(colourList, n)
	for i := range all {
		all[i] = c.of(c.min + (c.max-c.min)*float64(i)/float64(max(1, n-1)))
	}
	return all
}

type colourList []color.Color

func (c colourList) Colors() []color.Color { return c }

// dark reports whether black can't be read on a colour.
func dark(c color.Color) bool {
	const most = 0xffff
	r, g, b, _ := c.RGBA()
	return 0.299*float64(r)+0.587*float64(g)+0.114*float64(b) < most/2
}

// cells is the map as plotter.GridXYZ: unit cells around whole numbers.
type cells struct{ *HeatMap }

func (c cells) Dims() (columns, rows int) { return c.Cols, c.Rows }
func (c cells) X(column int) float64      { return float64(column) }
func (c cells) Y(row int) float64         { return float64(row) }

func (c cells) Z(column, row int) float64 {
	if v := c.Value(row, column); finite(v) {
		return v
	}
	return math.NaN()
}

// plotter fills the cells, grey where nothing is known. Its range has a length even
// where all values are the same.
func (m *HeatMap) plotter() *plotter.HeatMap {
	const steps = 256
	h := plotter.NewHeatMap(cells{m}, colourList{color.White})
	h.NaN = rgb(0xd4d4d4)
	switch {
	case h.Min > h.Max:
		h.Min, h.Max = 0, 1
	case !apart(h.Min, h.Max):
		by := math.Max(math.Abs(h.Min)/1000, 1e-3)
		h.Min, h.Max = h.Min-by, h.Max+by
	}
	h.Palette = m.shades(h.Min, h.Max).Palette(steps)
	return h
}

// numbers writes the value of each cell into it, and a cross into those without; none
// where the cells have too little room.
func (m *HeatMap) numbers(room vg.Point) *plotter.Labels {
	h, labels := m.plotter(), &plotter.Labels{}
	scale := m.shades(h.Min, h.Max)
	for i := range m.Rows {
		for j := range m.Cols {
			v, style := m.Value(i, j), textStyle(tickSize-1, text.XCenter, text.YCenter)
			label := fmt.Sprintf("%.3g", v)
			switch {
			case !finite(v):
				label = "×"
			case m.Percent:
				label = fmt.Sprintf("%.1f", 100*v)
			}
			if at, err := scale.At(v); err == nil && dark(at) {
				style.Color = color.White
			}
			if style.Width(label)+2 > room.X/vg.Length(m.Cols) || style.Height(label) > room.Y/vg.Length(m.Rows) {
				return &plotter.Labels{}
			}
			labels.XYs = append(labels.XYs, plotter.XY{X: float64(j), Y: float64(i)})
			labels.Labels, labels.TextStyle = append(labels.Labels, label), append(labels.TextStyle, style)
		}
	}
	return labels
}

// drawScale draws the scale of colours at the right of a canvas and returns what is
// left of it.
func (m *HeatMap) drawScale(c draw.Canvas) draw.Canvas {
	const room, below = 50, 3 * textSize
	h := m.plotter()
	scale := plot.New()
	scale.BackgroundColor = nil
	scale.Title.Text, scale.Title.Padding = m.Label, gap
	scale.Title.TextStyle = textStyle(textSize, text.XCenter, text.YTop)
	scale.Add(&plotter.ColorBar{ColorMap: m.shades(h.Min, h.Max), Vertical: true, Colors: 64})
	by := Axis{Percent: m.Percent}
	by.apply(&scale.Y)
	scale.Y.Tick.Marker = by.ticks(5)
	scale.Y.Min, scale.Y.Max = h.Min, h.Max
	scale.HideX()
	scale.Draw(draw.Crop(c, c.Size().X-room, 0, below, 0))
	return draw.Crop(c, 0, -room-gap, 0, 0)
}
