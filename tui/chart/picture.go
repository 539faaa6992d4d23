package chart

import (
	"math"

	"larui/tui/number"
)

// Picture is a matrix of numbers drawn as an image, two pixels to a cell, one
// above the other: pixels of a digit in grey, or with Signed weights and singular
// vectors in blue (negative) and red (positive). Without colours a cell shows a
// character as dense as its pixels are on average, hatched where that is
// negative and shaded where it is positive. In ASCII that is so too, with the
// colours in addition.
//
// The image is as large as the grid allows, with square pixels if a cell is
// twice as tall as wide, in the middle. Each pixel on the screen is the mean over
// the area it covers.
type Picture struct {
	// Values are the Rows×Cols pixels, row by row from above. Those that are
	// missing or NaN are left blank.
	Values     []float64
	Rows, Cols int
	// Signed puts zero into the middle of the scale.
	Signed bool
	// Min and Max are the ends of the scale. Unless Min < Max it spans the
	// values. With Signed it is symmetric, and reaches the farther of both.
	Min, Max float64
	// Legend adds a line with the scale and its numbers below the image.
	Legend bool
}

// mostPixels bounds the rows and columns of a picture, so that their product and
// its parts can be counted.
const mostPixels = 1 << 30

// Draw draws the picture into g, which should be blank. Any data and any size can
// be drawn.
func (p Picture) Draw(g *Grid, gl Glyphs) {
	w, h := g.Size()
	s := grey
	if p.Signed {
		s = diverging
	}
	rows, cols := min(max(p.Rows, 0), mostPixels), min(max(p.Cols, 0), mostPixels)
	values := p.Values
	if rows == 0 || cols == 0 {
		values = nil
	} else if rows <= len(values)/cols {
		values = values[:rows*cols]
	}
	scale := newValueScale(s, p.Min, p.Max, func(yield func(float64) bool) {
		for _, v := range values {
			if !yield(v) {
				return
			}
		}
	})
	lines := h
	if p.Legend && h >= 4 {
		lines--
		format := func(v float64) string { return number.Short(number.Round(v, 3)) }
		// Measured first, to stand below the middle of the image.
		width := drawScale(NewGrid(w, 1), scale, format, gl)
		drawScale(g.Sub((w-width)/2, h-1, width, 1), scale, format, gl)
	}
	if len(values) == 0 || w == 0 || lines == 0 {
		text := Truncate("no data", w)
		g.Text((w-TextWidth(text))/2, lines/2, text, Dim)
		return
	}
	// The side of a pixel in columns, which is half a line.
	side := min(float64(w)/float64(cols), 2*float64(lines)/float64(rows))
	width := min(max(int(math.Round(side*float64(cols))), 1), w)
	pixels := min(max(int(math.Round(side*float64(rows))), 1), 2*lines)
	height := (pixels + 1) / 2
	if gl == ASCII {
		pixels = 2 * height // a line shows one pixel
	}
	left, top := (w-width)/2, (lines-height)/2
	area := area{values: values, rows: rows, cols: cols}
	area.drawPixels(g.Sub(left, top, width, height), scale, pixels, gl)
}

// area is a matrix to take means over rectangles from.
type area struct {
	values     []float64
	rows, cols int
}

// drawPixels fills g with the matrix, stretched to as many columns as g has and
// to the given lines of pixels, the last of which may be half a line of g.
func (a area) drawPixels(g *Grid, scale valueScale, pixels int, gl Glyphs) {
	w, h := g.Size()
	per := 2
	if gl == ASCII {
		per, pixels = 1, h
	}
	dx, dy := float64(a.cols)/float64(w), float64(a.rows)/float64(pixels)
	shade := func(x, y int) Shade {
		if y >= pixels {
			return 0
		}
		return scale.shade(a.mean(float64(x)*dx, float64(x+1)*dx, float64(y)*dy, float64(y+1)*dy))
	}
	for y := range h {
		for x := range w {
			upper := shade(x, per*y)
			if gl == ASCII {
				g.Set(x, y, gl.density(upper), Plain)
				g.Shade(x, y, upper, 0)
				continue
			}
			switch lower := shade(x, 2*y+1); {
			case upper != 0:
				g.Set(x, y, '▀', Plain)
				g.Shade(x, y, upper, lower)
			case lower != 0:
				g.Set(x, y, '▄', Plain)
				g.Shade(x, y, lower, 0)
			}
		}
	}
}

// mean returns the mean over the columns x0…x1 and rows y0…y1, parts of pixels
// counting by their share, of what is a number; NaN where nothing is.
func (a area) mean(x0, x1, y0, y1 float64) float64 {
	sum, weight := 0.0, 0.0
	// Of missing pixels there may be more than can be counted.
	rows := min(a.rows, (len(a.values)-1)/a.cols+1)
	for row := int(y0); row < rows && float64(row) < y1; row++ {
		tall := min(y1, float64(row+1)) - max(y0, float64(row))
		for col := int(x0); col < min(a.cols, len(a.values)) && float64(col) < x1; col++ {
			wide := min(x1, float64(col+1)) - max(x0, float64(col))
			at := row*a.cols + col
			// Slivers are what rounding leaves of a neighbour.
			if share := tall * wide; at < len(a.values) && share > 1e-9 && !math.IsNaN(a.values[at]) {
				v := min(max(a.values[at], -largest), largest)
				weight += share
				sum += (v - sum) * (share / weight) // without overflow
			}
		}
	}
	if weight == 0 {
		return math.NaN()
	}
	return sum
}
