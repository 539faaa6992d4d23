package pixels

import (
	"fmt"
	"image"
	"strings"
)

// A Protocol is a way to show an image on a terminal.
type Protocol uint8

const (
	Cells Protocol = iota // the terminal has no pixels
	Kitty
	Sixel
)

// ProtocolByName returns the protocol with a name: "cells", "kitty" or "sixel".
func ProtocolByName(name string) (p Protocol, known bool) {
	p, known = map[string]Protocol{"cells": Cells, "kitty": Kitty, "sixel": Sixel}[name]
	return p, known
}

// ClearImages returns the command that removes all images. It is empty for sixels, which disappear
// when text is written over them.
func (p Protocol) ClearImages() string {
	if p == Kitty {
		return kittyClear
	}
	return ""
}

// RemoveImage returns the command that removes the image whose first cell is (x, y). It is empty
// for sixels.
func (p Protocol) RemoveImage(x, y int) string {
	if p == Kitty {
		return fmt.Sprintf("\x1b_Ga=d,d=P,x=%d,y=%d,q=2\x1b\\", x+1, y+1)
	}
	return ""
}

// EncodeImage returns the commands that draw an image, stretched over w×h cells, from the cursor to
// the right and down. cell is the size of a cell in pixels. Where the cursor then stands depends on
// the terminal. A buffer shared by many images saves time.
func (p Protocol) EncodeImage(img *image.Paletted, w, h int, cell image.Point, shared *Buffer) string {
	switch p {
	case Kitty:
		return encodeKitty(stretchImage(img, w*cell.X, h*cell.Y), w, h, shared)
	case Sixel:
		return encodeSixel(stretchImage(img, w*cell.X, h*cell.Y))
	}
	return ""
}

// MoveCursor returns the command that moves the cursor to column x and line y, both counted from 0.
func MoveCursor(x, y int) string { return fmt.Sprintf("\x1b[%d;%dH", y+1, x+1) }

// EraseCells returns the commands that make w×h cells blank, the first at (x, y), so that no text
// remains where an image is smaller than the cells.
func EraseCells(x, y, w, h int) string {
	var b strings.Builder
	for i := range h {
		fmt.Fprintf(&b, "%s\x1b[%dX", MoveCursor(x, y+i), w)
	}
	return b.String()
}

func stretchImage(img *image.Paletted, w, h int) *image.Paletted {
	wide, high := img.Rect.Dx(), img.Rect.Dy()
	if w == wide && h == high {
		return img
	}
	to := image.NewPaletted(image.Rect(0, 0, w, h), img.Palette)
	above := -1
	for y := range h {
		row := to.Pix[y*w : (y+1)*w]
		from := (2*y + 1) * high / (2 * h) // the source row with the nearest middle
		if from == above {
			copy(row, to.Pix[(y-1)*w:y*w])
			continue
		}
		for x := range row {
			row[x] = img.Pix[from*img.Stride+(2*x+1)*wide/(2*w)]
		}
		above = from
	}
	return to
}
