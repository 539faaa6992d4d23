package chart

import (
	"fmt"
	"slices"
)

// Series is one number for each component, such as the singular values of the
// source.
type Series struct {
	Name   string
	Values []float64
	Style  Style
	// Cut is how many leading components are kept, such as k. These carry a
	// solid rule before their bars, the others a broken one and dim bars;
	// CutName, such as "k", is written with the number behind the last one kept
	// or, where that is out of sight or its bar too long, behind the name.
	// Without a CutName nothing is cut.
	Cut     int
	CutName string
	// Log makes the bars logarithmic, from the power of ten below the smallest
	// positive value on. Values that are not positive then have no bar.
	Log bool
	// Format writes the values, by default with four digits.
	Format func(float64) string
}

// Bars is a list of components, one a line, with bars for one or several series
// side by side. Bars show magnitudes: of a negative value that of its opposite.
type Bars struct {
	Series []Series
	// First is the first component shown. It is moved so that the list fills
	// the lines there are.
	First int
}

// BarHit is the component that a line of a drawing of bars shows.
type BarHit struct{ Component int }

// Draw draws the list into g, which should be blank, and returns what is shown
// at a column and line of g, false where nothing is. Any data and any size can be
// drawn.
func (b Bars) Draw(g *Grid, gl Glyphs) func(x, y int) (hit BarHit, ok bool) {
	w, h := g.Size()
	n := 0
	for _, s := range b.Series {
		n = max(n, len(s.Values))
	}
	top, bottom := 0, 0
	if h >= 3 {
		top = 1
	}
	if h >= 8 {
		bottom = 1
	}
	digits := len(fmt.Sprint(n))
	left := digits + 1
	if w < 12 {
		left = 0
	}
	var rows, right int
	var columns []barColumn
	for {
		rows = max(min(h-top-bottom, n), 0)
		right = w
		if rows < n && w >= 8 {
			right -= 2 // for the scroll indicator
		}
		columns = b.columns(left, right, gl)
		if bottom == 0 || slices.ContainsFunc(columns, barColumn.hasScale) {
			break
		}
		bottom = 0 // no bars are long enough for a scale
	}
	first := b.first(rows, n)
	if n == 0 {
		text := Truncate("no data", w)
		g.Text((w-TextWidth(text))/2, h/2, text, Dim)
		return func(int, int) (BarHit, bool) { return BarHit{}, false }
	}
	labelled := make([]bool, len(columns))
	for i, c := range columns {
		labelled[i] = c.labelFits(first, first+rows)
		c.drawHeader(g, top, h-bottom, bottom > 0, labelled[i], gl)
	}
	for row := range rows {
		if left > 0 {
			style := Dim
			for _, c := range columns {
				if c.cut && first+row < c.s.Cut {
					style = Plain
				}
			}
			g.TextRight(digits, top+row, fmt.Sprint(first+row+1), style)
		}
		for j, c := range columns {
			c.drawRow(g.Sub(c.x, top+row, c.width, 1), first+row, labelled[j], gl)
		}
	}
	if right < w {
		drawScrollBar(g.Sub(w-1, top, 1, rows), first, rows, n, gl)
	}
	return func(x, y int) (BarHit, bool) {
		row := y - top
		return BarHit{first + row}, row >= 0 && row < rows && x >= 0 && x < right
	}
}

// first returns the first component shown.
func (b Bars) first(rows, n int) int { return max(min(b.First, n-rows), 0) }

// drawScrollBar draws which of n rows are shown, in a column g as tall as they.
func drawScrollBar(g *Grid, first, rows, n int, gl Glyphs) {
	if rows < 1 {
		return
	}
	size := max(rows*rows/n, 1)
	at := 0
	if n > rows {
		at = (first*(rows-size) + (n-rows)/2) / (n - rows)
	}
	for y := range rows {
		r, style := '│', Border
		if y >= at && y < at+size {
			r, style = '█', Dim
		}
		g.Set(0, y, gl.Rune(r), style)
	}
}
