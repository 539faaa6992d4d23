package chart

import (
	"fmt"
	"math"

	"larui/tui/number"
)

// barColumn is the room of one series.
type barColumn struct {
	s         Series
	x, width  int // without the blank after it
	number    int // columns of the numbers; 0 where they have no room
	bar       int // columns of the bars
	low, high float64
	cut       bool
	label     string // what is written at the cut
	format    func(float64) string
}

// minBar is how many columns are left to bars at least before numbers give way.
const minBar = 2

// columns divides left…right between the series. Where there is little room the
// numbers go first, then the last series.
func (b Bars) columns(left, right int, gl Glyphs) []barColumn {
	shown := b.Series
	for len(shown) > 1 && (right-left)/len(shown) < minBar+2 {
		shown = shown[:len(shown)-1]
	}
	columns := make([]barColumn, len(shown))
	for i, s := range shown {
		c := &columns[i]
		c.s = s
		c.x = left + (right-left)*i/len(shown)
		c.width = max(left+(right-left)*(i+1)/len(shown)-c.x, 0)
		if i+1 < len(shown) {
			c.width--
		}
		if c.cut = s.CutName != ""; c.cut {
			c.label = gl.Spell(fmt.Sprintf("◂%s=%d", s.CutName, s.Cut))
		}
		c.low, c.high = s.bounds()
		c.format = s.format(gl)
		c.bar = c.width - 1 // the rule
		number := 0
		for _, v := range s.Values {
			number = max(number, TextWidth(c.format(v)))
		}
		if number > 0 && c.bar-number-1 >= minBar {
			c.number = number
			c.bar -= number + 1
		}
	}
	return columns
}

// format returns what writes the values.
func (s Series) format(gl Glyphs) func(float64) string {
	write := s.Format
	if write == nil {
		write = func(v float64) string { return number.Short(number.Round(v, 4)) }
	}
	return func(v float64) string { return gl.Spell(write(v)) }
}

// bounds returns the values without a bar and with a full one.
func (s Series) bounds() (low, high float64) {
	smallest := math.Inf(1)
	for _, v := range s.Values {
		if v = math.Abs(v); v > 0 && drawable(v) {
			smallest, high = min(smallest, v), max(high, v)
		}
	}
	if !s.Log || high == 0 {
		return 0, high
	}
	smallest = max(min(smallest, high), smallestSpan)
	high = max(high, 10*smallestSpan)
	// A tolerance, because the logarithm of 0.1 is not quite -1.
	low = math.Pow(10, math.Ceil(math.Log10(smallest)-1e-9)-1)
	return max(low, smallestSpan/10), high
}

// fraction returns how much of its room the bar of v takes.
func (c barColumn) fraction(v float64) float64 {
	v = math.Abs(v)
	switch {
	case c.high == 0 || v == 0:
		return 0
	case !c.s.Log:
		return v / c.high
	}
	return (math.Log(v) - math.Log(c.low)) / (math.Log(c.high) - math.Log(c.low))
}

// labelFits reports whether the cut can be labelled behind the bar of the last
// component kept, with the components first…end in sight.
func (c barColumn) labelFits(first, end int) bool {
	i := c.s.Cut - 1
	if !c.cut || i < first || i >= min(end, len(c.s.Values)) {
		return false
	}
	ink := 0
	if f := c.fraction(c.s.Values[i]); f > 0 {
		ink = int(math.Ceil(min(f, 1)*float64(c.bar))) + 1
	}
	return ink+TextWidth(c.label) <= c.bar
}

// drawHeader draws the name above the rows, with the cut unless that is labelled
// below, and the ends of the scale below them.
func (c barColumn) drawHeader(g *Grid, top, bottom int, scale, labelled bool, gl Glyphs) {
	if top > 0 {
		head := g.Sub(c.x, 0, c.width, 1)
		room := c.width - 1
		name := gl.Spell(c.s.Name)
		notes := []string{}
		if c.s.Log {
			notes = append(notes, " (log)")
		}
		if c.cut && !labelled {
			notes = append(notes, fmt.Sprintf(" %s=%d", gl.Spell(c.s.CutName), c.s.Cut))
		}
		for _, note := range notes {
			if TextWidth(name+note) <= room {
				name += note
			}
		}
		head.Text(1, 0, gl.Truncate(name, room), c.s.Style)
	}
	if !scale || !c.hasScale() {
		return
	}
	low, high := c.ends()
	line := g.Sub(c.x+c.barAt(), bottom, c.bar, 1)
	line.Text(0, 0, low, Dim)
	line.TextRight(c.bar, 0, high, Dim)
}

// ends are the numbers at the ends of the scale.
func (c barColumn) ends() (low, high string) {
	low = "0"
	if c.low > 0 {
		low = alone(c.low)
	}
	return low, c.format(c.high)
}

// hasScale reports whether the scale has room below the bars.
func (c barColumn) hasScale() bool {
	low, high := c.ends()
	return c.high != 0 && TextWidth(low)+1+TextWidth(high) <= c.bar
}

// barAt returns where the bars begin within the column.
func (c barColumn) barAt() int {
	if c.number > 0 {
		return 1 + c.number + 1
	}
	return 1
}

// drawRow draws what the series says of component i.
func (c barColumn) drawRow(g *Grid, i int, labelled bool, gl Glyphs) {
	if i >= len(c.s.Values) {
		return
	}
	v := c.s.Values[i]
	kept := !c.cut || i < c.s.Cut
	style, text := c.s.Style, Plain
	if !kept {
		style, text = Dim, Dim
	}
	if c.cut {
		rule := '┃'
		if !kept {
			rule = '┊'
		}
		g.Set(0, 0, gl.Rune(rule), c.s.Style)
	}
	if c.number > 0 {
		g.TextRight(1+c.number, 0, c.format(v), text)
	}
	at := c.barAt()
	for x, r := range []rune(Bar(c.fraction(v), c.bar, gl)) {
		g.Set(at+x, 0, r, style)
	}
	if labelled && i == c.s.Cut-1 {
		g.TextRight(at+c.bar, 0, c.label, c.s.Style)
	}
}
