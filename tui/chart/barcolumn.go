package chart

import (
	"fmt"
	"math"

	"larui/tui/number"
)

// minBar is how many columns are left to bars at least before numbers give way.
const minBar = 2

// barColumn is a series with its place in a list.
type barColumn struct {
	Series
	gl       Glyphs
	x, width int    // without the blank after it
	number   int    // columns of the numbers; 0 where they have no room
	bar      int    // columns of the bars
	scale    axis   // how long the bars are
	some     bool   // there are bars
	label    string // what is written at the cut; empty where that has no room
}

// newBarColumn gives a series its place. The components first…end are in sight.
func newBarColumn(s Series, gl Glyphs, x, width, first, end int) *barColumn {
	c := &barColumn{Series: s, gl: gl, x: x, width: width, bar: width - 1} // beside the rule
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
}

// fraction returns how much of its room the bar of v takes.
func (c *barColumn) fraction(v float64) float64 {
	if !c.some {
		return 0
	}
	return c.scale.frac(min(math.Abs(v), largest))
}

// write writes a value.
func (c *barColumn) write(v float64) string {
	if c.Format == nil {
		return c.gl.Spell(number.Measure(v))
	}
	return c.gl.Spell(c.Format(v))
}

// ends are the numbers at the ends of the scale.
func (c *barColumn) ends() (low, high string) {
	return alone(c.scale.lo), c.write(c.scale.hi)
}

// hasScale reports whether the scale has room below the bars.
func (c *barColumn) hasScale() bool {
	low, high := c.ends()
	return c.some && TextWidth(low)+1+TextWidth(high) <= c.bar
}

// drawScale draws the ends of the scale into a line below the bars.
func (c *barColumn) drawScale(g *Grid) {
	low, high := c.ends()
	g.Text(0, 0, low, Dim)
	g.TextRight(c.bar, 0, high, Dim)
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
