package figure

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Lengths in points. leastWidth and leastHeight are the smallest size of the part of a panel above
// the legend.
const (
	margin      = 6
	gap         = 10
	leastWidth  = 105
	leastHeight = 65
)

// draw returns an error that wraps ErrSize if the panels have too little space.
func (f Figure) draw(c draw.Canvas) error {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, margin, -margin, margin, -margin)
	for _, part := range []struct {
		text string
		size vg.Length
	}{{f.Title, titleSize}, {f.Note, textSize}} {
		style := textStyle(part.size, draw.XLeft, draw.YTop)
		text := wrapText(style, part.text, c.Size().X)
		c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y}, text)
		c.Max.Y -= style.Height(text)
	}
	c.Max.Y -= gap / 2
	columns := f.Columns
	if columns < 1 || columns > len(f.Panels) {
		columns = max(1, len(f.Panels))
	}
	tiles := draw.Tiles{Cols: columns, Rows: (len(f.Panels) + columns - 1) / columns, PadX: gap, PadY: gap}
	y := 0
	for row := range slices.Chunk(f.Panels, columns) {
		var drawings []*drawing
		lines := 0 // the number of lines of the tallest legend
		for _, panel := range row {
			d := panel.prepareDrawing()
			drawings = append(drawings, d)
			lines = max(lines, len(d.legend.splitLines(tiles.At(c, 0, 0).Size().X)))
		}
		for i, d := range drawings {
			if !d.draw(tiles.At(c, i, y), lines) {
				return fmt.Errorf("%w: too small for %d × %d panels and their texts", ErrSize, tiles.Rows, columns)
			}
		}
		y++
	}
	return nil
}
