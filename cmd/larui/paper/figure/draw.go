package figure

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

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

// Room between parts, and what a panel needs at least for its axes, in points.
const (
	margin    = 6
	gap       = 10
	narrowest = 105
	lowest    = 65
)

func textStyle(size vg.Length, x text.XAlignment, y text.YAlignment) draw.TextStyle {
	sans := font.Font{Typeface: family, Variant: variant, Size: size}
	return draw.TextStyle{Color: rgb(0x202020), Font: sans, XAlign: x, YAlign: y, Handler: plot.DefaultTextHandler}
}

// draw draws the figure on a canvas: title, note, panels. It returns an error that
// wraps ErrSize where the panels have too little room.
func (f Figure) draw(c draw.Canvas) error {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, margin, -margin, margin, -margin)
	for _, part := range []struct {
		text string
		size vg.Length
	}{{f.Title, titleSize}, {f.Note, textSize}} {
		style := textStyle(part.size, text.XLeft, text.YTop)
		for _, line := range wrap(style, part.text, c.Size().X) {
			c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y}, line)
			c.Max.Y -= 1.3 * part.size
		}
	}
	c.Max.Y -= gap / 2
	columns := f.Columns
	if columns < 1 || columns > len(f.Panels) {
		columns = max(1, len(f.Panels))
	}
	tiles := draw.Tiles{Cols: columns, Rows: (len(f.Panels) + columns - 1) / columns, PadX: gap, PadY: gap}
	for i, panel := range f.Panels {
		if !panel.draw(tiles.At(c, i%columns, i/columns)) {
			return fmt.Errorf("%w: too small for %d × %d panels with what is written about them", ErrSize, tiles.Rows, columns)
		}
	}
	return nil
}

// wrap breaks a text at blanks into lines of at most the width.
func wrap(style draw.TextStyle, text string, width vg.Length) []string {
	words := strings.Fields(text)
	var lines []string
	for i, word := range words {
		switch last := len(lines) - 1; {
		case i > 0 && style.Width(lines[last]+" "+word) <= width:
			lines[last] += " " + word
		default:
			lines = append(lines, word)
		}
	}
	return lines
}

// A legend lists the names of what is drawn below a panel, in lines that are as full
// as they get. Each name is a plot.Legend of its own, which has one line.
type legend struct {
	entries []plot.Legend
	names   []string
}

// Room of a line of the legend and between its names, in points.
const (
	legendLine   = 1.35 * textSize
	betweenNames = 12
)

// add adds a name with its samples, unless it is empty or there already.
func (l *legend) add(name string, samples ...plot.Thumbnailer) {
	if name == "" || slices.Contains(l.names, name) {
		return
	}
	entry := plot.NewLegend()
	entry.Top, entry.Left = true, true
	entry.TextStyle = textStyle(textSize, text.XLeft, text.YBottom)
	entry.Add(name, samples...)
	l.entries, l.names = append(l.entries, entry), append(l.names, name)
}

// below draws the legend at the foot of a canvas, its lines centred, and returns what
// is left above it.
func (l legend) below(c draw.Canvas) draw.Canvas {
	if len(l.entries) == 0 {
		return c
	}
	width := func(entries ...plot.Legend) (sum vg.Length) {
		for _, entry := range entries {
			sum += entry.Rectangle(c).Size().X + betweenNames
		}
		return sum - betweenNames
	}
	var lines [][]plot.Legend
	for _, entry := range l.entries {
		if last := len(lines) - 1; last >= 0 && width(append(lines[last], entry)...) <= c.Size().X {
			lines[last] = append(lines[last], entry)
		} else {
			lines = append(lines, []plot.Legend{entry})
		}
	}
	foot := c
	c.Min.Y += legendLine*vg.Length(len(lines)) + 3
	foot.Max.Y = c.Min.Y - 3
	for _, line := range lines {
		foot.Min.X = c.Min.X + (c.Size().X-width(line...))/2
		for _, entry := range line {
			entry.Draw(foot)
			foot.Min.X += width(entry) + betweenNames
		}
		foot.Max.Y -= legendLine
	}
	return c
}
