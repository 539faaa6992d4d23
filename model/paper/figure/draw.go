package figure

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The font, one that comes with the program and has Greek letters.
const (
	family  = "Liberation"
	variant = "Sans"
)

// Sizes of text, in points.
const (
	titleSize = 12
	panelSize = 10
	textSize  = 9
	tickSize  = 8
)

// Room between parts, in points.
const (
	margin = 6
	gap    = 10
)

func textStyle(size vg.Length, x text.XAlignment, y text.YAlignment) draw.TextStyle {
	return draw.TextStyle{
		Color:   rgb(0x202020),
		Font:    font.Font{Typeface: family, Variant: variant, Size: size},
		XAlign:  x,
		YAlign:  y,
		Handler: plot.DefaultTextHandler,
	}
}

// Room that a panel needs at least, in points: for title, labels, legend and
// something between them.
const (
	narrowest = 105
	lowest    = 65
)

// draw draws the figure on a canvas: title, note, panels. It returns an error that
// wraps ErrSize where the panels have too little room.
func (f Figure) draw(c draw.Canvas) error {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, margin, -margin, margin, -margin)
	for _, line := range []struct {
		text string
		size vg.Length
	}{{f.Title, titleSize}, {f.Note, textSize}} {
		if line.text == "" {
			continue
		}
		style := textStyle(line.size, text.XLeft, text.YTop)
		for _, part := range wrap(style, line.text, c.Max.X-c.Min.X) {
			c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y}, part)
			c.Max.Y -= 1.3 * line.size
		}
	}
	c.Max.Y -= gap / 2
	columns := f.Columns
	if columns < 1 || columns > len(f.Panels) {
		columns = max(1, len(f.Panels))
	}
	rows := (len(f.Panels) + columns - 1) / columns
	for i, panel := range f.Panels {
		cell := cellOf(c, i/columns, i%columns, rows, columns)
		legend := panel.legend().height(cell.Max.X - cell.Min.X)
		if w, h := cell.Max.X-cell.Min.X, cell.Max.Y-cell.Min.Y-legend; w < narrowest || h < lowest {
			return fmt.Errorf("%w: too small for %d × %d panels with what is written about them", ErrSize, rows, columns)
		}
		panel.draw(cell)
	}
	return nil
}

// cellOf returns a cell of the canvas cut into equal rows, from the top, and
// columns.
func cellOf(c draw.Canvas, row, column, rows, columns int) draw.Canvas {
	w := (c.Max.X - c.Min.X - gap*vg.Length(columns-1)) / vg.Length(columns)
	h := (c.Max.Y - c.Min.Y - gap*vg.Length(rows-1)) / vg.Length(rows)
	c.Min.X += (w + gap) * vg.Length(column)
	c.Max.X = c.Min.X + w
	c.Max.Y -= (h + gap) * vg.Length(row)
	c.Min.Y = c.Max.Y - h
	return c
}

// draw draws the panel: title, axes and what is in them, legend.
func (p Panel) draw(c draw.Canvas) {
	entries := p.legend()
	below := entries.height(c.Max.X - c.Min.X)
	axes := c
	axes.Min.Y += below
	if p.Title != "" {
		style := textStyle(panelSize, text.XCenter, text.YTop)
		c.FillText(style, vg.Point{X: (c.Min.X + c.Max.X) / 2, Y: c.Max.Y}, p.Title)
		axes.Max.Y -= 1.5 * panelSize
	}
	if p.empty() {
		style := textStyle(textSize, text.XCenter, text.YCenter)
		c.FillText(style, axes.Center(), p.Empty)
		return
	}
	if p.Map != nil {
		axes = p.Map.drawScale(axes)
	}
	pl := plot.New()
	pl.BackgroundColor = nil // the figure has one
	box := p.bounds()
	box = p.fit(box, axes)
	p.X.apply(&pl.X, box.x, ticksIn(axes.Max.X-axes.Min.X, 60))
	p.Y.apply(&pl.Y, box.y, ticksIn(axes.Max.Y-axes.Min.Y, 24))
	pl.Y.Label.Position = draw.PosCenter
	pl.Add(grid{p.Map == nil, p.X.Ticks == nil}, contents{p, box})
	pl.Draw(axes)
	legendAt := c
	legendAt.Max.Y = c.Min.Y + below
	entries.draw(legendAt)
}

// ticksIn returns how many ticks a length has room for, each as many points.
func ticksIn(length, each vg.Length) int {
	const fewest, most = 2, 9
	return max(fewest, min(most, int(length/each)))
}

// fit widens the bounds to the shape of the canvas where both axes are to have the
// same unit.
func (p Panel) fit(b bounds, c draw.Canvas) bounds {
	if !p.X.Equal || p.X.Log || p.Y.Log {
		return b
	}
	// Room that labels and ticks take, about; what is left over is harmless.
	const labels = 40
	w, h := float64(c.Max.X-c.Min.X)-labels, float64(c.Max.Y-c.Min.Y)-labels
	if w <= 0 || h <= 0 {
		return b
	}
	unit := math.Max((b.x.max-b.x.min)/w, (b.y.max-b.y.min)/h)
	b.x, b.y = b.x.widen(unit*w), b.y.widen(unit*h)
	return b
}

// wrap breaks a line at blanks into lines of at most the width.
func wrap(style draw.TextStyle, line string, width vg.Length) []string {
	var lines []string
	current := ""
	for _, word := range splitWords(line) {
		next := word
		if current != "" {
			next = current + " " + word
		}
		if current != "" && style.Width(next) > width {
			lines, next = append(lines, current), word
		}
		current = next
	}
	return append(lines, current)
}
