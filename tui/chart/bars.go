package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Bar returns a horizontal bar, width columns long, filled up to a fraction, which is clamped to
// [0, 1]. Any positive fraction is visible, and NaN gives blanks. The filled part is exact to an
// eighth of a column, in ASCII to a column.
func Bar(fraction float64, width int, gl Glyphs) string {
	if width < 1 {
		return ""
	}
	parts := 8 // of a column
	if gl == ASCII {
		parts = 1
	}
	inked := 0
	if fraction > 0 {
		inked = max(int(math.Round(min(fraction, 1)*float64(width*parts))), 1)
	}
	bar := gl.Spell(strings.Repeat("█", inked/parts))
	if rest := inked % parts; rest > 0 {
		bar += string('█' + rune(8-rest)) // █▉▊▋▌▍▎▏ are consecutive code points
	}
	return bar + strings.Repeat(" ", width-(inked+parts-1)/parts)
}

// Series has the numbers of the bars in one column of [Bars], such as the singular values of the
// source, one number for each component.
type Series struct {
	Name   string
	Values []float64
	Style  Style
	// Cut is the number of leading components that a model uses, such as k. Their bars begin at a
	// solid vertical line, the other bars are dim and begin at a broken line. A label such as
	// "k=3", of CutName and Cut, stands after the bar of the last used component, or in the header
	// if there is no room.
	Cut     int
	CutName string
	// Log makes the scale of the bars logarithmic. The scale begins at the power of ten below the
	// smallest positive value; a value that is not positive has no bar.
	Log bool
	// Format returns a value as text.
	Format func(float64) string
}

// Bars is a list with a line for each component. Each line has a bar for each series, side by side.
// The length of a bar is the magnitude of its value.
type Bars struct {
	Series []Series
	// First is the first visible component, counted from 0. Draw lowers First if the list would
	// leave lines empty.
	First int
}

// Draw draws the bars into g, which should be blank. Any data and any size are fine. The returned
// function maps column x and line y of g to a component; ok is false if there is none.
func (b Bars) Draw(g *Grid) func(x, y int) (component int, ok bool) {
	top, bottom := min(g.h/3, 1), min(g.h/8, 1)
	l := b.layout(g, g.h-top-bottom)
	if !slices.ContainsFunc(l.columns, (*barColumn).hasRoomForScale) {
		bottom = 0 // no bars are long enough for a scale
		l = b.layout(g, g.h-top)
	}
	if l.n == 0 {
		g.drawNoData(g.h)
	}
	for _, c := range l.columns {
		if top > 0 {
			c.drawHeader()
		}
		if bottom > 0 && c.hasRoomForScale() {
			c.Text(c.bar, g.h-1, c.low, Dim)
			c.TextRight(c.bar+c.length, g.h-1, c.high, Dim)
		}
	}
	for row := range l.rows {
		component, style := l.first+row, Dim
		for _, c := range l.columns {
			c.drawRow(top+row, component)
			if component < c.Cut {
				style = Plain
			}
		}
		g.TextRight(l.numbersEnd-1, top+row, fmt.Sprint(component+1), style)
	}
	if l.barsEnd < g.w {
		l.drawScrollBar(g.Sub(g.w-1, top, 1, l.rows))
	}
	return func(x, y int) (int, bool) {
		row := y - top
		return l.first + row, row >= 0 && row < l.rows && x >= 0 && x < l.barsEnd
	}
}

type barList struct {
	columns             []*barColumn
	numbersEnd, barsEnd int
	first, rows, n      int // first visible component, visible components, all components
}

// layout leaves out the numbers of components and the last series if the grid is narrow.
func (b Bars) layout(g *Grid, lines int) barList {
	l := barList{barsEnd: g.w}
	for _, s := range b.Series {
		l.n = max(l.n, len(s.Values))
	}
	if g.w >= 12 {
		l.numbersEnd = len(fmt.Sprint(l.n)) + 1
	}
	l.rows = max(min(lines, l.n), 0)
	if l.rows < l.n && g.w >= 8 {
		l.barsEnd -= 2 // for the scroll bar
	}
	l.first = max(min(b.First, l.n-l.rows), 0)
	shown, room := b.Series, l.barsEnd-l.numbersEnd
	for len(shown) > 1 && room/len(shown) < minBar+2 {
		shown = shown[:len(shown)-1]
	}
	if l.n == 0 {
		return l
	}
	longest := g.w // bars after numbers all get the length of the shortest room
	for i, s := range shown {
		x, end := l.numbersEnd+room*i/len(shown), l.numbersEnd+room*(i+1)/len(shown)
		if i+1 < len(shown) {
			end-- // a blank
		}
		l.columns = append(l.columns, newBarColumn(s, g.Sub(x, 0, end-x, g.h)))
		if c := l.columns[i]; c.bar > 1 {
			longest = min(longest, c.length)
		}
	}
	for _, c := range l.columns {
		if c.bar > 1 {
			c.length = longest
		}
		c.setScale(l.first, l.first+l.rows)
	}
	return l
}

func (l barList) drawScrollBar(g *Grid) {
	size := max(l.rows*l.rows/l.n, 1)
	at := (l.first*(l.rows-size) + (l.n-l.rows)/2) / (l.n - l.rows)
	for y := range l.rows {
		r, style := '│', Border
		if y >= at && y < at+size {
			r, style = '█', Dim
		}
		g.Set(0, y, r, style)
	}
}

// minBar is the least number of columns for bars. With less room beside the values, the values are
// left out.
const minBar = 2

type barColumn struct {
	Series
	*Grid
	bar, length int    // first column of the bars, and number of columns
	scale       axis   // from values to lengths
	hasBars     bool   // some value has a bar
	low, high   string // the ends of the scale
	label       string // label at the cut; empty if there is no room
}

func newBarColumn(s Series, g *Grid) *barColumn {
	c := &barColumn{Series: s, Grid: g, bar: 1}
	numbers := 0
	for _, v := range s.Values {
		numbers = max(numbers, TextWidth(g.gl.Spell(s.Format(v))))
	}
	if numbers > 0 && g.w-numbers-2 >= minBar {
		c.bar += numbers + 1
	}
	c.length = g.w - c.bar
	return c
}

// setScale sets the scale of the bars and the label of the cut, such as "k=3". The components from
// first up to end, exclusive, are visible.
func (c *barColumn) setScale(first, end int) {
	s, g, magnitudes := c.Series, c.Grid, make([]float64, len(c.Values))
	for i, v := range c.Values {
		magnitudes[i] = math.Abs(v)
	}
	smallest, high := drawableRange(magnitudes, true)
	c.hasBars = high > 0
	c.scale = newAxis(0, high)
	if c.hasBars && s.Log {
		// The tolerance is needed because the logarithm of 0.1 is not exactly −1.
		low := math.Pow(10, math.Ceil(math.Log10(max(smallest, 10*smallestSpan))-roundingTolerance)-1)
		c.scale = newLogAxis(low, max(high, 10*smallestSpan), false)
	}
	c.low, c.high = formatSixDigits(c.scale.lo), g.gl.Spell(s.Format(c.scale.hi))
	if last := s.Cut - 1; last >= first && last < min(end, len(s.Values)) {
		label := g.gl.Spell(fmt.Sprintf("◂%s=%d", s.CutName, s.Cut))
		ink := 0 // columns of the bar before the label
		if f := c.fraction(s.Values[last]); f > 0 {
			ink = int(math.Ceil(min(f, 1)*float64(c.length))) + 1
		}
		if ink+TextWidth(label) <= c.length {
			c.label = label
		}
	}
}

func (c *barColumn) fraction(v float64) float64 {
	if !c.hasBars {
		return 0
	}
	return c.scale.fraction(min(math.Abs(v), largestDrawable))
}

func (c *barColumn) hasRoomForScale() bool {
	return c.hasBars && TextWidth(c.low)+1+TextWidth(c.high) <= c.length
}

func (c *barColumn) drawHeader() {
	name, notes := c.gl.Spell(c.Name), []string{}
	if c.Log {
		notes = append(notes, " (log)")
	}
	if c.label == "" {
		notes = append(notes, c.gl.Spell(fmt.Sprintf(" %s=%d", c.CutName, c.Cut)))
	}
	for _, note := range notes {
		if TextWidth(name+note) < c.w {
			name += note
		}
	}
	c.TextWithin(1, 0, c.w-1, name, c.Style)
}

func (c *barColumn) drawRow(y, component int) {
	if component >= len(c.Values) {
		return
	}
	v := c.Values[component]
	rule, style, text := '┃', c.Style, Plain
	if component >= c.Cut {
		rule, style, text = '┊', Dim, Dim
	}
	c.Set(0, y, rule, c.Style)
	if c.bar > 1 {
		c.TextRight(c.bar-1, y, c.Format(v), text)
	}
	c.Text(c.bar, y, Bar(c.fraction(v), c.length, c.gl), style)
	if component == c.Cut-1 {
		c.TextRight(c.bar+c.length, y, c.label, c.Style)
	}
}
