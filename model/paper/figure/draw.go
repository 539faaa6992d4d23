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
	tiles := draw.Tiles{Cols: columns, Rows: (len(f.Panels) + columns - 1) / columns, PadX: gap, PadY: gap}
	for i, panel := range f.Panels {
		if !panel.draw(tiles.At(c, i%columns, i/columns)) {
			return fmt.Errorf("%w: too small for %d × %d panels with what is written about them", ErrSize, tiles.Rows, columns)
		}
	}
	return nil
}

// wrap breaks a line at blanks into lines of at most the width.
func wrap(style draw.TextStyle, line string, width vg.Length) []string {
	lines := []string{""}
	for _, word := range strings.Fields(line) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case style.Width(*last+" "+word) <= width:
			*last += " " + word
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
func (l *legend) add(name string, samples ...sample) {
	if name == "" || slices.Contains(l.names, name) {
		return
	}
	entry := plot.NewLegend()
	entry.Top, entry.Left = true, true
	entry.TextStyle = textStyle(textSize, text.XLeft, text.YBottom)
	thumbnails := make([]plot.Thumbnailer, len(samples))
	for i, s := range samples {
		thumbnails[i] = s
	}
	entry.Add(name, thumbnails...)
	l.entries, l.names = append(l.entries, entry), append(l.names, name)
}

// below draws the legend at the foot of a canvas, its lines centred, and returns what
// is left above it.
func (l legend) below(c draw.Canvas) draw.Canvas {
	if len(l.entries) == 0 {
		return c
	}
	width := func(entry plot.Legend) vg.Length { return entry.Rectangle(c).Size().X }
	var lines [][]plot.Legend
	var lefts []vg.Length // of what a line leaves free, and the room between names
	for _, entry := range l.entries {
		last := len(lines) - 1
		if last < 0 || lefts[last] < betweenNames+width(entry) {
			lines, lefts = append(lines, nil), append(lefts, c.Size().X+betweenNames)
			last++
		}
		lines[last] = append(lines[last], entry)
		lefts[last] -= betweenNames + width(entry)
	}
	foot := c
	c.Min.Y += legendLine*vg.Length(len(lines)) + 3
	foot.Max.Y = c.Min.Y - 3
	for i, line := range lines {
		foot.Min.X = c.Min.X + lefts[i]/2
		for _, entry := range line {
			entry.Draw(foot)
			foot.Min.X += width(entry) + betweenNames
		}
		foot.Max.Y -= legendLine
	}
	return c
}
