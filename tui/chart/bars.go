package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Bar returns a horizontal bar of width columns, filled by fraction, which is
// clamped to [0, 1], and padded with blanks. It resolves eighths of a column
// where the glyphs allow. A positive fraction shows at least a sliver, and NaN
// nothing.
func Bar(fraction float64, width int, gl Glyphs) string {
	if width < 1 {
		return ""
	}
	if !(fraction > 0) {
		return strings.Repeat(" ", width)
	}
	fraction = min(fraction, 1)
	if gl == ASCII {
		full := max(int(math.Round(fraction*float64(width))), 1)
		return strings.Repeat("#", full) + strings.Repeat(" ", width-full)
	}
	eighths := max(int(math.Round(fraction*float64(width)*8)), 1)
	full, rest := eighths/8, eighths%8
	bar := strings.Repeat("█", full)
	if rest > 0 {
		bar += string('█' + rune(8-rest)) // █▉▊▋▌▍▎▏ follow one another
		full++
	}
	return bar + strings.Repeat(" ", width-full)
}

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
	Cut     int
	CutName string
	// Log makes the bars logarithmic, from the power of ten below the smallest
	// positive value on. Values that are not positive then have no bar.
	Log bool
	// Format writes the values, by default with three digits.
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
	top, bottom := 0, 0
	if g.h >= 3 {
		top = 1
	}
	if g.h >= 8 {
		bottom = 1
	}
	l := b.lay(g, gl, g.h-top-bottom)
	if bottom > 0 && !slices.ContainsFunc(l.columns, (*barColumn).hasScale) {
		bottom = 0 // no bars are long enough for a scale
		l = b.lay(g, gl, g.h-top)
	}
	if l.n == 0 {
		g.noData(g.h)
	}
	for _, c := range l.columns {
		if top > 0 {
			c.drawHeader(g.Sub(c.x, 0, c.width, 1))
		}
		c.drawRows(g.Sub(c.x, top, c.width, l.rows), l.first)
		if bottom > 0 && c.hasScale() {
			c.drawScale(g.Sub(c.x+c.barAt(), g.h-1, c.bar, 1))
		}
	}
	l.drawNumbers(g.Sub(0, top, l.left, l.rows))
	if l.right < g.w {
		l.drawScrollBar(g.Sub(g.w-1, top, 1, l.rows))
	}
	return func(x, y int) (BarHit, bool) {
		row := y - top
		return BarHit{l.first + row}, row >= 0 && row < l.rows && x >= 0 && x < l.right
	}
}

// barList is a list with its place in a grid: the numbers of the components left of
// the column left, the series up to the column right.
type barList struct {
	gl             Glyphs
	columns        []*barColumn
	left, right    int
	first, rows, n int // the first component shown, how many are, and how many there are
}

// lay divides the columns of the grid. Where there is little room the numbers of the
// series go first, then the last series.
func (b Bars) lay(g *Grid, gl Glyphs, lines int) barList {
	l := barList{gl: gl, right: g.w}
	for _, s := range b.Series {
		l.n = max(l.n, len(s.Values))
	}
	if g.w >= 12 {
		l.left = len(fmt.Sprint(l.n)) + 1
	}
	l.rows = max(min(lines, l.n), 0)
	if l.rows < l.n && g.w >= 8 {
		l.right -= 2 // for the scroll indicator
	}
	l.first = max(min(b.First, l.n-l.rows), 0)
	shown, room := b.Series, l.right-l.left
	for len(shown) > 1 && room/len(shown) < minBar+2 {
		shown = shown[:len(shown)-1]
	}
	if l.n == 0 {
		return l
	}
	for i, s := range shown {
		x, end := l.left+room*i/len(shown), l.left+room*(i+1)/len(shown)
		if i+1 < len(shown) {
			end-- // a blank
		}
		l.columns = append(l.columns, newBarColumn(s, gl, x, max(end-x, 0), l.first, l.first+l.rows))
	}
	return l
}

// drawNumbers writes the numbers of the components.
func (l barList) drawNumbers(g *Grid) {
	for row := range l.rows {
		style := Dim
		if slices.ContainsFunc(l.columns, func(c *barColumn) bool { return l.first+row < c.Cut }) {
			style = Plain
		}
		g.TextRight(l.left-1, row, fmt.Sprint(l.first+row+1), style)
	}
}

// drawScrollBar draws which components are shown.
func (l barList) drawScrollBar(g *Grid) {
	size := max(l.rows*l.rows/l.n, 1)
	at := 0
	if l.n > l.rows {
		at = (l.first*(l.rows-size) + (l.n-l.rows)/2) / (l.n - l.rows)
	}
	for y := range l.rows {
		r, style := '│', Border
		if y >= at && y < at+size {
			r, style = '█', Dim
		}
		g.Set(0, y, l.gl.Rune(r), style)
	}
}
