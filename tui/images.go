package tui

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"strings"
	"unicode/utf8"

	"larui/tui/chart"
	"larui/tui/pixels"
)

// images draws pictures of frames on a terminal with pixels.
//
// Bubble Tea writes only the lines of a frame that changed. The text that draws all images of a
// frame therefore stands at the beginning of the line below the last image. It is written if any
// image changed, and then after all lines with images. These lines move the cursor over the cells
// of images, so that an image stays when its line is written again. A line without images writes
// the cells, which erases sixels. The first line of a frame deletes the images of Kitty's protocol.
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
		text = pixels.Question
	default:
		text = im.measure()
	}
	im.asked = true
	return text
}

// measure returns the query for the size of cells and the number of colours. It is sent again when
// the terminal changes its size. Terminals without pixels get no query.
func (im *images) measure() string {
	if im.protocol == pixels.Cells || !pixels.Speaks() {
		return ""
	}
	return pixels.Measure
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

// on returns the text of a frame with its images.
func (im *images) on(text string, shown []chart.Image) string {
	if im.protocol == pixels.Cells {
		return text
	}
	if len(shown) == 0 {
		im.drawn = nil
		return im.protocol.Clear() + text
	}
	lines := strings.Split(text, "\n")
	var b strings.Builder
	b.WriteString(im.protocol.Clear())
	drawn, below := map[imageKey]string{}, 0
	for _, one := range shown {
		below = max(below, one.Y+one.H)
		b.WriteString(pixels.Blank(one.X, one.Y, one.W, one.H))
		b.WriteString(pixels.At(one.X, one.Y))
		b.WriteString(im.draw(one, drawn))
	}
	im.drawn = drawn
	below = min(below, len(lines)-1)
	b.WriteString(pixels.At(0, below))
	lines[below] = b.String() + lines[below]
	return strings.Join(lines, "\n")
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
		text = im.protocol.Show(painted, one.W, one.H, im.cell, &im.buffer)
	}
	drawn[key] = text
	return text
}

// leaping replaces marked cells in a frame's text by cursor movements, so that the cells of images
// are not written.
func leaping(text []byte) []byte {
	leap := utf8.AppendRune(nil, chart.Leap)
	if !bytes.Contains(text, leap) {
		return text
	}
	var b []byte
	for {
		before, rest, found := bytes.Cut(text, leap)
		b = append(b, before...)
		if !found {
			return b
		}
		n := 1
		for bytes.HasPrefix(rest, leap) {
			rest = rest[len(leap):]
			n++
		}
		b = fmt.Appendf(b, "\x1b[%dC", n)
		text = rest
	}
}
