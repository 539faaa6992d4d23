package tui

import (
	"cmp"
	"image"
	"image/color"

	"larui/tui/chart"
	"larui/tui/pixels"
)

// imageDrawer draws the pictures of frames as pixel images. A frame writes no text into cells under
// an image, because text would delete a sixel image.
type imageDrawer struct {
	protocol pixels.Protocol
	// mustAsk reports whether the program must ask the terminal for its protocol, hasAsked whether
	// the program has asked.
	mustAsk, hasAsked bool
	theme             chart.Theme
	// cell is the width and height of a cell in pixels. colours is the largest number of colours in
	// a sixel image, 0 if it is unknown.
	cell    image.Point
	colours int
	// drawn maps the images of the last frame to the escape sequences that draw them.
	drawn  map[imageKey]string
	buffer pixels.Buffer
}

// An imageKey identifies an image: pixels has the palette index of each pixel, first is the first
// colour of the palette.
type imageKey struct {
	w, h   int
	pixels string
	first  color.Color
}

// firstQuery returns the text that asks the terminal for its properties, empty after the first
// call. The program does not wait for the answer.
func (im *imageDrawer) firstQuery() (text string) {
	switch {
	case im.hasAsked:
	case im.mustAsk:
		text = pixels.AllQueries
	default:
		text = im.sizeQuery()
	}
	im.hasAsked = true
	return text
}

// sizeQuery returns the text that asks the terminal for the size of its cells and the number of
// sixel colours; empty for a terminal without pixels. The program asks again when the size of the
// terminal changes.
func (im *imageDrawer) sizeQuery() string {
	if im.protocol == pixels.Cells || !pixels.CanQuery() {
		return ""
	}
	return pixels.SizeQueries
}

// setTerminal stores the properties in the answer of the terminal. Before this answer arrives,
// pictures are drawn as text.
func (im *imageDrawer) setTerminal(t pixels.Terminal) {
	if im.mustAsk {
		im.protocol, im.mustAsk = t.Protocol(), false
	}
	if t.Cell != (image.Point{}) {
		im.cell = t.Cell
	}
	im.colours, im.drawn = t.Colours, nil
}

type shownImage struct{ draw, remove string }

func (im *imageDrawer) drawImages(images []chart.Image) (all []shownImage) {
	drawn := map[imageKey]string{}
	for _, one := range images {
		text := pixels.EraseCells(one.X, one.Y, one.W, one.H) + pixels.MoveCursor(one.X, one.Y) + im.drawImage(one, drawn)
		all = append(all, shownImage{text, im.protocol.RemoveImage(one.X, one.Y)})
	}
	im.drawn = drawn
	return all
}

// drawImage returns the escape sequence that draws an image at the cursor, and stores the sequence
// in drawn. An image in drawn or in the last frame is not encoded again.
func (im *imageDrawer) drawImage(one chart.Image, drawn map[imageKey]string) string {
	painted := one.Paint(im.theme, one.W*im.cell.X, one.H*im.cell.Y, im.colours)
	key := imageKey{one.W, one.H, string(painted.Pix), painted.Palette[0]}
	text := cmp.Or(im.drawn[key], drawn[key])
	if text == "" {
		text = im.protocol.EncodeImage(painted, one.W, one.H, im.cell, &im.buffer)
	}
	drawn[key] = text
	return text
}
