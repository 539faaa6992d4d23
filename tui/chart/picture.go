package chart

import (
	"math"

	"larui/tui/number"
)

// Picture is an image of a matrix of numbers: the pixels of a digit in grey or, with Signed,
// weights and singular vectors in blue (negative) and red (positive). The image is centred and as
// large as possible, with square pixels if a cell is twice as tall as wide. A pixel on the screen
// is the mean over the area that it covers.
//
// A cell shows two pixels, one above the other. In ASCII or without colours, it shows one character
// for their mean, hatched for a negative and shaded for a positive mean; in ASCII the character is
// coloured, too.
type Picture struct {
	// Values are the Rows×Cols numbers, row by row from the top. NaN leaves a pixel blank. If the
	// length is wrong, Draw writes "no data".
	Values     []float64
	Rows, Cols int
	// Signed puts zero into the middle of the scale.
	Signed bool
	// Min and Max are the ends of the scale; unless Min < Max, the scale spans the values. With
	// Signed, both ends have the greater magnitude of the two.
	Min, Max float64
	// Legend adds a line with the scale and the numbers at its ends, of three digits, below the
	// image.
	Legend bool
}

// Draw draws the picture into g, which should be blank. It accepts any data and any size.
func (p Picture) Draw(g *Grid) {
	s := grey
	if p.Signed {
		s = diverging
	}
	scale := newValueScale(s, p.Min, p.Max, p.Values)
	lines := g.h
	if p.Legend && g.h >= 4 {
		lines--
		// The legend is measured first, so that it can be centred.
		width := scale.drawLegend(NewGrid(g.w, 1).WithGlyphs(g.gl), number.ThreeDigits)
		scale.drawLegend(g.Sub((g.w-width)/2, lines, width, 1), number.ThreeDigits)
	}
	if p.Rows < 1 || p.Cols < 1 || len(p.Values) != p.Rows*p.Cols || g.w == 0 || lines == 0 {
		g.drawNoData(lines)
		return
	}
	// side is the side of a pixel in columns. A line is two columns tall.
	side := min(float64(g.w)/float64(p.Cols), 2*float64(lines)/float64(p.Rows))
	width := min(max(int(math.Round(side*float64(p.Cols))), 1), g.w)
	pixels := min(max(int(math.Round(side*float64(p.Rows))), 1), 2*lines)
	height := (pixels + 1) / 2
	image := g.Sub((g.w-width)/2, (lines-height)/2, width, height)
	if g.gl == ASCII {
		pixels = height // one pixel per line
	}
	pixel := func(x, y int) Shade {
		if y >= pixels {
			return 0
		}
		return scale.shade(p.meanOverPixel(x, y, width, pixels))
	}
	for y := range height {
		for x := range width {
			upper, lower, r := pixel(x, 2*y), pixel(x, 2*y+1), '▀'
			switch {
			case g.gl == ASCII:
				upper, lower = pixel(x, y), 0
				r = g.gl.densityRune(upper)
			case upper == 0:
				upper, lower, r = lower, 0, '▄'
			}
			if upper != 0 {
				image.Set(x, y, r, Plain)
				image.setShades(x, y, upper, lower)
			}
		}
	}
	image.addImage(p, scale)
}

// meanOverPixel returns the mean of the picture over the pixel (x, y) of a screen of w×h pixels,
// weighted by area and without NaN values. If all values are NaN, the mean is NaN.
func (p Picture) meanOverPixel(x, y, w, h int) float64 {
	dx, dy := float64(p.Cols)/float64(w), float64(p.Rows)/float64(h)
	x0, x1, y0, y1 := float64(x)*dx, float64(x+1)*dx, float64(y)*dy, float64(y+1)*dy
	sum, weight := 0.0, 0.0
	for row := int(y0); row < p.Rows && float64(row) < y1; row++ {
		tall := min(y1, float64(row+1)) - max(y0, float64(row))
		for col := int(x0); col < p.Cols && float64(col) < x1; col++ {
			wide := min(x1, float64(col+1)) - max(x0, float64(col))
			v := min(max(p.Values[row*p.Cols+col], -largestDrawable), largestDrawable)
			// Smaller areas come from rounding errors at the edge of the next pixel.
			if share := tall * wide; share > 1e-9 && !math.IsNaN(v) {
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
