package main

import (
	"fmt"
	"image"
	"image/color"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/mattn/go-isatty"

	"larui/cmd/larui/paper/figure"
	"larui/tui/pixels"
)

// An imageTerminal is a terminal that can show images.
type imageTerminal struct {
	protocol pixels.Protocol
	pixels.Terminal
	// w and h are the numbers of columns and lines.
	w, h int
}

// findImageTerminal returns the terminal of standard output, or nil if it can't show images.
// pictures, the value of --pictures, may name a protocol; if it does not, findImageTerminal asks
// the terminal.
func findImageTerminal(stdout io.Writer, pictures string) *imageTerminal {
	out, isFile := stdout.(*os.File)
	protocol, named := pixels.ProtocolByName(pictures)
	if !isFile || !isatty.IsTerminal(out.Fd()) || os.Getenv("TERM") == "dumb" || named && protocol == pixels.Cells {
		return nil
	}
	s := &imageTerminal{protocol: protocol}
	if named {
		s.Terminal = s.Terminal.WithCellSize(out)
	} else if pixels.CanQuery() && isatty.IsTerminal(os.Stdin.Fd()) {
		s.Terminal = pixels.QueryTerminal(os.Stdin, out)
		s.protocol = s.Terminal.Protocol()
	}
	if s.Cell == (image.Point{}) {
		s.Cell = pixels.DefaultCell
	}
	var err error
	s.w, s.h, err = term.GetSize(out.Fd())
	if err != nil || s.protocol == pixels.Cells {
		return nil
	}
	return s
}

// encode returns the control sequences that show a figure on lines of its own. It scales down a
// figure that is larger than the screen.
func (s *imageTerminal) encode(f figure.Figure, size figure.Size) (string, error) {
	room := s.Cell
	room.X *= s.w
	room.Y *= s.h - 1
	wide, high := size.Width/2.54*figure.ScreenPixelsPerInch, size.Height/2.54*figure.ScreenPixelsPerInch
	fits := min(1, float64(room.X)/(wide+1), float64(room.Y)/(high+1))
	drawn, err := figure.DrawPaletted(f, figure.Size{Width: size.Width * fits, Height: size.Height * fits})
	if err != nil {
		return "", err
	}
	img := s.fitCells(drawn)
	w, h := img.Rect.Dx()/s.Cell.X, img.Rect.Dy()/s.Cell.Y
	// The newlines come first, so that the screen scrolls before the image is drawn.
	return fmt.Sprintf("%s\x1b[%dA\x1b7%s\x1b8\x1b[%dB", strings.Repeat("\n", h), h, s.protocol.EncodeImage(img, w, h, s.Cell, new(pixels.Buffer)), h), nil
}

// fitCells extends an image to whole cells. If the terminal has fewer colours than the image, the
// most frequent colours replace the others.
func (s *imageTerminal) fitCells(img *image.Paletted) *image.Paletted {
	up := func(n, by int) int { return (n + by - 1) / by * by }
	w, h := img.Rect.Dx(), img.Rect.Dy()
	background := img.ColorIndexAt(0, 0)
	to := image.NewPaletted(image.Rect(0, 0, up(w, s.Cell.X), up(h, s.Cell.Y)), img.Palette)
	nearest := make([]uint8, len(img.Palette))
	for i := range nearest {
		nearest[i] = uint8(i)
		if s.Colours > 0 && i >= s.Colours { // colours are sorted by frequency, most frequent first
			nearest[i] = uint8(img.Palette[:s.Colours].Index(img.Palette[i].(color.RGBA)))
		}
	}
	for y := range to.Rect.Dy() {
		for x := range to.Rect.Dx() {
			of := background
			if x < w && y < h {
				of = img.ColorIndexAt(x, y)
			}
			to.SetColorIndex(x, y, nearest[of])
		}
	}
	return to
}
