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

// images draws pictures of frames on a terminal that has pixels.
//
// Bubble Tea writes a frame line by line, those alone that have changed. What draws all images of a
// frame therefore stands as one text at the beginning of the line below the last of them: it is
// written where anything of it has changed, and then after all lines that they lie on. These leap
// over the cells of images instead of writing them, so that an image stays when a line is written
// again. A line without images writes these cells, by which sixels are gone; images of Kitty's
// protocol are taken away by the first line.
type images struct {
	// protocol is the one to draw by; asks tells that the terminal is to say which, and asked
	// that it was asked what there is to ask.
	protocol    pixels.Protocol
	asks, asked bool
	theme       chart.Theme
	// cell is how many pixels a cell has, colours how many sixels may have, 0 for any.
	cell    image.Point
	colours int
	// drawn are those of the last frame, by what they show.
	drawn  map[imageKey]string
	buffer pixels.Buffer
}

// An imageKey says what an image shows: its pixels, as places on a scale that begins with a
// colour, over so many cells.
type imageKey struct {
	w, h   int
	pixels string
	first  color.Color
}

// question is what the terminal is asked, once: nothing is waited for.
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

// measure is what a terminal of pixels is asked, again once it has another size.
func (im *images) measure() string {
	if im.protocol == pixels.Cells || !pixels.Speaks() {
		return ""
	}
	return pixels.Measure
}

// hear takes in what the terminal says of itself, sooner or later: until then there are cells.
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

// draw returns what draws an image at the cursor, which it adds to those that are drawn.
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

// leaping returns what is written to the terminal for a text of a frame: it moves on where
// cells have images.
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
