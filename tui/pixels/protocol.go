package pixels

import (
	"fmt"
	"image"
	"strings"
)

// A Protocol is a way to send an image to a terminal.
type Protocol uint8

const (
	Cells Protocol = iota // the terminal has no pixels
	Kitty
	Sixel
)

// ByName returns the protocol named "cells", "kitty" or "sixel".
func ByName(name string) (p Protocol, known bool) {
	p, known = map[string]Protocol{"cells": Cells, "kitty": Kitty, "sixel": Sixel}[name]
	return p, known
}

// ClearImages returns the command that removes all images. It is empty for sixels, which disappear when
// text is written over them.
func (p Protocol) ClearImages() string {
	if p == Kitty {
		return kittyClear
	}
	return ""
}

// EncodeImage draws an image over w×h cells from the cursor on, stretched to their pixels; cell is the
// size of one cell in pixels. The cursor then stands where the terminal leaves it. A shared buffer
// saves time for many images and may be nil.
func (p Protocol) EncodeImage(img *image.Paletted, w, h int, cell image.Point, shared *Buffer) string {
	switch p {
	case Kitty:
		return encodeKitty(stretch(img, w*cell.X, h*cell.Y), w, h, shared)
	case Sixel:
		return encodeSixel(stretch(img, w*cell.X, h*cell.Y))
	}
	return ""
}

// MoveCursor returns the command that moves the cursor to a cell, counted from 0.
func MoveCursor(x, y int) string { return fmt.Sprintf("\x1b[%d;%dH", y+1, x+1) }

// EraseCells returns the commands that empty w×h cells from (x, y) on, so that no text remains around an
// image.
func EraseCells(x, y, w, h int) string {
	var b strings.Builder
	for i := range h {
		fmt.Fprintf(&b, "%s\x1b[%dX", MoveCursor(x, y+i), w)
	}
	return b.String()
}

// stretch repeats pixels to make an image of w×h pixels.
func stretch(img *image.Paletted, w, h int) *image.Paletted {
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
