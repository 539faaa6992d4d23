package tui

import (
	"image"
	"image/color"
	"strings"

	"larui/tui/chart"
	"larui/tui/pixels"
)

// images draws pictures of frames on a terminal with pixels. The cells under images are not
// written, so that the images stay; other cells erase sixels.
type images struct {
	// protocol is the protocol of the images. asks reports whether the terminal must be asked for
	// it, and asked whether the query was sent.
	protocol    pixels.Protocol
	asks, asked bool
	theme       chart.Theme
	// cell is the size of a cell in pixels. colours is the largest number of colours for sixels, 0
	// for any number.
	cell    image.Point
	colours int
	// drawn maps the content of each image in the last frame to the text that draws it.
	drawn  map[imageKey]string
	buffer pixels.Buffer
}

// An imageKey is the content of an image: its size in cells, the palette index of each pixel, and
// the first colour of the palette.
type imageKey struct {
	w, h   int
	pixels string
	first  color.Color
}

// question returns the query for the terminal, once. The program does not wait for the answer.
func (im *images) question() (text string) {
	switch {
	case im.asked:
	case im.asks:
		text = pixels.AllQueries
	default:
		text = im.measure()
	}
	im.asked = true
	return text
}

// measure returns the query for the size of cells and the number of colours. It is sent again when
// the terminal changes its size. Terminals without pixels get no query.
func (im *images) measure() string {
	if im.protocol == pixels.Cells || !pixels.CanQuery() {
		return ""
	}
	return pixels.SizeQueries
}

// hear handles the answer of the terminal. Until it arrives, pictures are drawn in cells.
func (im *images) hear(t pixels.Terminal) {
	if im.asks {
		im.protocol, im.asks = t.Protocol(), false
	}
	if t.Cell != (image.Point{}) {
		im.cell = t.Cell
	}
	im.colours, im.drawn = t.Colours, nil
}

// text returns the text that draws all images of a frame. It first deletes the images of Kitty's
// protocol.
func (im *images) text(shown []chart.Image) string {
	var b strings.Builder
	b.WriteString(im.protocol.ClearImages())
	drawn := map[imageKey]string{}
	for _, one := range shown {
		b.WriteString(pixels.EraseCells(one.X, one.Y, one.W, one.H))
		b.WriteString(pixels.MoveCursor(one.X, one.Y))
		b.WriteString(im.draw(one, drawn))
	}
	im.drawn = drawn
	return b.String()
}

// draw returns the text that draws an image at the cursor, and adds it to drawn.
func (im *images) draw(one chart.Image, drawn map[imageKey]string) string {
	painted := one.Paint(im.theme, one.W*im.cell.X, one.H*im.cell.Y, im.colours)
	key := imageKey{one.W, one.H, string(painted.Pix), painted.Palette[0]}
	text, known := im.drawn[key]
	if !known {
		text, known = drawn[key]
	}
	if !known {
		text = im.protocol.EncodeImage(painted, one.W, one.H, im.cell, &im.buffer)
	}
	drawn[key] = text
	return text
}
