package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/tui/number"
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
			g.Text(c.x+c.barAt(), g.h-1, c.low, Dim)
			g.TextRight(c.x+c.barAt()+c.bar, g.h-1, c.high, Dim)
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

// minBar is how many columns are left to bars at least before numbers give way.
const minBar = 2

// barColumn is a series with its place in a list.
type barColumn struct {
	Series
	gl        Glyphs
	x, width  int    // without the blank after it
	number    int    // columns of the numbers; 0 where they have no room
	bar       int    // columns of the bars
	scale     axis   // how long the bars are
	some      bool   // there are bars
	low, high string // the ends of the scale
	label     string // what is written at the cut; empty where that has no room
}

// newBarColumn gives a series its place. The components first…end are in sight.
func newBarColumn(s Series, gl Glyphs, x, width, first, end int) *barColumn {
	c := &barColumn{Series: s, gl: gl, x: x, width: width, bar: width - 1} // beside the rule
	if c.Format == nil {
		c.Format = number.Measure
	}
	c.setScale()
	for _, v := range s.Values {
		c.number = max(c.number, TextWidth(c.write(v)))
	}
	if c.number > 0 && c.bar-c.number-1 < minBar {
		c.number = 0
	}
	c.bar -= c.barAt() - 1
	if last := s.Cut - 1; last >= first && last < min(end, len(s.Values)) {
		c.label = gl.Spell(fmt.Sprintf("◂%s=%d", s.CutName, s.Cut))
		ink := 0 // of the bar that it stands behind
		if f := c.fraction(s.Values[last]); f > 0 {
			ink = int(math.Ceil(min(f, 1)*float64(c.bar))) + 1
		}
		if ink+TextWidth(c.label) > c.bar {
			c.label = ""
		}
	}
	return c
}

// setScale spans the values.
func (c *barColumn) setScale() {
	magnitudes := make([]float64, len(c.Values))
	for i, v := range c.Values {
		magnitudes[i] = math.Abs(v)
	}
	smallest, high := span(magnitudes, true)
	c.some = high > 0
	if c.scale = newAxis(0, high); c.some && c.Log {
		// A tolerance, because the logarithm of 0.1 is not quite -1.
		low := math.Pow(10, math.Ceil(math.Log10(max(smallest, 10*smallestSpan))-rounding)-1)
		c.scale = newLogAxis(low, max(high, 10*smallestSpan), false)
	}
	c.low, c.high = alone(c.scale.lo), c.write(c.scale.hi)
}

// fraction returns how much of its room the bar of v takes.
func (c *barColumn) fraction(v float64) float64 {
	if !c.some {
		return 0
	}
	return c.scale.frac(min(math.Abs(v), largest))
}

// write writes a value.
func (c *barColumn) write(v float64) string { return c.gl.Spell(c.Format(v)) }

// hasScale reports whether the ends of the scale have room below the bars.
func (c *barColumn) hasScale() bool {
	return c.some && TextWidth(c.low)+1+TextWidth(c.high) <= c.bar
}

// drawHeader draws the name above the rows, with the cut unless that is labelled
// below.
func (c *barColumn) drawHeader(g *Grid) {
	room := c.width - 1
	name := c.gl.Spell(c.Name)
	notes := []string{}
	if c.Log {
		notes = append(notes, " (log)")
	}
	if c.label == "" {
		notes = append(notes, fmt.Sprintf(" %s=%d", c.gl.Spell(c.CutName), c.Cut))
	}
	for _, note := range notes {
		if TextWidth(name+note) <= room {
			name += note
		}
	}
	g.Text(1, 0, c.gl.Truncate(name, room), c.Style)
}

// barAt returns where the bars begin within the column.
func (c *barColumn) barAt() int {
	if c.number > 0 {
		return 1 + c.number + 1
	}
	return 1
}

// drawRows draws what the series says of the components from first on, a line each.
func (c *barColumn) drawRows(g *Grid, first int) {
	for y := range min(g.h, len(c.Values)-first) {
		v := c.Values[first+y]
		rule, style, text := '┃', c.Style, Plain
		if first+y >= c.Cut {
			rule, style, text = '┊', Dim, Dim
		}
		g.Set(0, y, c.gl.Rune(rule), c.Style)
		if c.number > 0 {
			g.TextRight(1+c.number, y, c.write(v), text)
		}
		g.Text(c.barAt(), y, Bar(c.fraction(v), c.bar, c.gl), style)
		if c.label != "" && first+y == c.Cut-1 {
			g.TextRight(c.barAt()+c.bar, y, c.label, c.Style)
		}
	}
}
