package pixels

import (
	"bytes"
	"image"
	"strconv"
)

// sixelRows is the number of pixels in a sixel, which stand one above the other.
const sixelRows = 6

// encodeSixel returns the command that draws an image with its first pixel at the cursor, and moves
// the cursor. Transparent pixels leave the screen unchanged. The parts of red, green and blue are
// rounded to hundredths.
func encodeSixel(img *image.Paletted) string {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	b := []byte("\x1bP0;1q\"1;1;")
	b = strconv.AppendInt(b, int64(w), 10)
	b = append(b, ';')
	b = strconv.AppendInt(b, int64(h), 10)
	b = appendColours(b, img)
	rows := func(top int) []uint8 { return img.Pix[top*img.Stride : min(top+sixelRows, h)*img.Stride] }
	begins, ends := len(b), len(b) // of the last row of sixels
	for top := 0; top < h; top += sixelRows {
		if top > 0 {
			b = append(b, '-')
		}
		if top > 0 && bytes.Equal(rows(top), rows(top-sixelRows)) { // common in stretched images
			b = append(b, b[begins:ends]...)
			continue
		}
		begins = len(b)
		b = appendSixels(b, img, top)
		ends = len(b)
	}
	return string(append(b, "\x1b\\"...))
}

// appendSixels appends one row of sixels to b, one colour after the other. top is the first row of
// pixels.
func appendSixels(b []byte, img *image.Paletted, top int) []byte {
	// The pixels of colour c lie in the columns from start[c] up to end[c], exclusive.
	var start, end [256]int
	var colours []uint8
	for y := top; y < min(top+sixelRows, img.Rect.Dy()); y++ {
		for x, c := range img.Pix[y*img.Stride : y*img.Stride+img.Rect.Dx()] {
			switch {
			case end[c] == 0:
				colours = append(colours, c)
				start[c], end[c] = x, x+1
			case x < start[c]:
				start[c] = x
			case x >= end[c]:
				end[c] = x + 1
			}
		}
	}
	first := true
	for _, c := range colours {
		if _, _, _, alpha := img.Palette[c].RGBA(); alpha == 0 {
			continue
		}
		if !first {
			b = append(b, '$') // back to the left
		}
		first = false
		b = strconv.AppendInt(append(b, '#'), int64(c), 10)
		b = appendRuns(b, img, top, c, start[c], end[c])
	}
	return b
}

// appendColours appends definitions of all colours in the image, before its pixels: some terminals
// can't define a colour and draw with it in one step.
func appendColours(b []byte, img *image.Paletted) []byte {
	var has [256]bool
	for _, c := range img.Pix {
		has[c] = true
	}
	for c, colour := range img.Palette {
		red, green, blue, _ := colour.RGBA()
		if !has[c] {
			continue
		}
		b = append(strconv.AppendInt(append(b, '#'), int64(c), 10), ";2"...)
		for _, part := range []uint32{red, green, blue} {
			b = strconv.AppendInt(append(b, ';'), int64((part*100+0x7fff)/0xffff), 10)
		}
	}
	return b
}

func appendRuns(b []byte, img *image.Paletted, top int, c uint8, start, end int) []byte {
	put := func(n int, bits byte) {
		if n > 3 {
			b = strconv.AppendInt(append(b, '!'), int64(n), 10)
			n = 1
		}
		for range n {
			b = append(b, '?'+bits)
		}
	}
	put(start, 0)
	run, last := 0, byte(0)
	for x := start; x < end; x++ {
		bits := byte(0)
		for i := range min(sixelRows, img.Rect.Dy()-top) {
			if img.Pix[(top+i)*img.Stride+x] == c {
				bits |= 1 << i
			}
		}
		if bits != last && run > 0 {
			put(run, last)
			run = 0
		}
		last = bits
		run++
	}
	put(run, last)
	return b
}
