package figure

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// ErrSize is the error for a size of a figure that is too small or too large.
var ErrSize = errors.New("size out of range")

// Formats returns the formats that Encode can write.
func Formats() []string { return []string{"svg", "png", "pdf"} }

// A Size is the width and height of a figure in centimetres.
type Size struct{ Width, Height float64 }

// SmallestSide and LargestSide are the limits of the width and height of a figure in centimetres.
const (
	SmallestSide = 4
	LargestSide  = 100
)

// inPoints rounds width and height to whole points, so that viewers need not scale the figure.
func (s Size) inPoints() (w, h vg.Length, err error) {
	for _, side := range []float64{s.Width, s.Height} {
		if !(side >= SmallestSide && side <= LargestSide) {
			return 0, 0, fmt.Errorf("%w: %g × %g cm; each side must have %d to %d cm", ErrSize, s.Width, s.Height, SmallestSide, LargestSide)
		}
	}
	return vg.Length(math.Round(s.Width / 2.54 * 72)), vg.Length(math.Round(s.Height / 2.54 * 72)), nil
}

const pngPixelsPerInch = 200

// Encode draws a figure and returns the file in one of the Formats. Equal arguments give equal
// bytes. Errors about the size wrap ErrSize.
func Encode(f Figure, format string, size Size) ([]byte, error) {
	w, h, err := size.inPoints()
	if err != nil {
		return nil, err
	}
	var canvas outlineCanvas
	var from io.WriterTo
	change := func(b []byte) []byte { return b }
	switch format {
	case "svg":
		c := vgsvg.New(w, h)
		canvas, from, change = outlineCanvas{c, func(rune) bool { return false }}, c, func(svg []byte) []byte { return compactPaths(addFallbackFonts(svg)) }
	case "png":
		c := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(pngPixelsPerInch))}
		canvas, from = outlineCanvas{c, isCombining}, c
	case "pdf":
		c := vgpdf.New(w, h)
		canvas, from, change = outlineCanvas{c, func(r rune) bool { return r > '~' }}, c, fixDates
	default:
		return nil, fmt.Errorf("unknown format %q: the formats are svg, png and pdf", format)
	}
	if err := f.draw(draw.New(canvas)); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if _, err := from.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("encoding %s: %w", format, err)
	}
	return change(b.Bytes()), nil
}

// addFallbackFonts adds fonts to an SVG for viewers without the figure's font: Arial and Helvetica,
// whose characters have the same widths, and any sans-serif.
func addFallbackFonts(svg []byte) []byte {
	return bytes.ReplaceAll(svg, []byte("font-family:"+family+" "+variant), []byte("font-family:"+family+" "+variant+",Arial,Helvetica,sans-serif"))
}

// fixDates sets all dates in a PDF to a constant date of the same length, so the byte offsets in
// the PDF stay valid.
func fixDates(pdf []byte) []byte {
	date := regexp.MustCompile(`/(CreationDate|ModDate) \(D:\d{14}\)`)
	return date.ReplaceAllFunc(pdf, func(entry []byte) []byte {
		at := bytes.IndexByte(entry, ':') + 1
		return append(append(bytes.Clone(entry[:at]), "20240101000000"...), ')')
	})
}
