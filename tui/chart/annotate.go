package chart

import (
	"fmt"
	"strings"
)

// drawLevel draws the line below the curves to come.
func (c canvas) drawLevel(l Level) {
	if row := c.y.cell(l.Y); row >= 0 {
		for col := range c.w {
			c.set(col, row, c.gl.curveRune(l.Dash, '─'), l.Style)
		}
	}
}

// drawMarker draws the line below the curves to come.
func (c canvas) drawMarker(m Marker) {
	if col := c.x.cell(m.X); col >= 0 {
		for row := range c.h {
			c.set(col, row, '┊', m.Style)
		}
	}
}

// nameLevels names the lines, those that share a row of the plot together.
func (c canvas) nameLevels(levels []Level) {
	names := map[int][]string{} // by row, of those still to be named
	for _, l := range levels {
		if row := c.y.cell(l.Y); l.Name != "" && row >= 0 {
			names[row] = append(names[row], c.gl.Spell(l.Name))
		}
	}
	for _, l := range levels {
		row := c.y.cell(l.Y)
		here := names[row]
		delete(names, row)
		for n := len(here); n > 0; n-- {
			text := strings.Join(here[:n], ", ")
			if n < len(here) {
				text += fmt.Sprintf(" and %d more", len(here)-n)
			}
			short := TextWidth(text) <= max(2*c.w/5-2, TextWidth(here[0]))
			if short && c.nameLevel(l, row, " "+text+" ", names) {
				break
			}
		}
	}
}

// nameLevel writes the name of a line where no curve is in the way: on the line from
// its right end on, else above it, else below it, unless a line that is still to be
// named is there. It returns false where there is no such place.
func (c canvas) nameLevel(l Level, row int, text string, unnamed map[int][]string) bool {
	width := TextWidth(text)
	if width+4 > c.w {
		return false
	}
	for _, at := range [3]int{row, row + 1, row - 1} {
		if at < 0 || at >= c.h || unnamed[at] != nil {
			continue
		}
		for x := c.w - width - 1; x > 0; x-- {
			if y := c.h - 1 - at; c.free(x, y, width, c.gl.curveRune(l.Dash, '─'), l.Style) {
				c.Text(x, y, text, l.Style)
				return true
			}
		}
	}
	return false
}

// labelMarker writes the label of a vertical line beside it, at the highest
// place where no curve is in the way; where there is none, it is left out.
func (c canvas) labelMarker(m Marker) {
	at, text := c.x.cell(m.X), c.gl.Spell(m.Label)
	width := TextWidth(text)
	if at < 0 || width == 0 {
		return
	}
	for y := range c.h {
		for _, x := range [2]int{at + 2, at - 1 - width} {
			if x >= 0 && x+width <= c.w && c.free(x-1, y, width+2, 0, Plain) {
				c.Text(x-1, y, " "+text+" ", m.Style)
				return
			}
		}
	}
}

// free reports whether text may cover width columns from (x, y) on: they show
// nothing, or a band, an upright line, or the line that consists of own.
func (c canvas) free(x, y, width int, own rune, style Style) bool {
	for i := max(x, 0); i < min(x+width, c.w); i++ {
		switch cell := &c.line(y)[i]; {
		case cell.blank(), cell.Rune == c.gl.set().band, cell.Rune > '⠀' && cell.Rune <= '⣿':
		case cell.Rune == c.gl.Rune('┊'):
		case own != 0 && cell.Rune == own && cell.Style == style:
		default:
			return false
		}
	}
	return true
}
