package chart

import (
	"fmt"
	"strings"
)

// Level is a horizontal line at a value of Y, such as what a curve tends to.
type Level struct {
	Y     float64
	Style Style
	Dash  Dash
	// Name is written on the line, or beside it where a curve runs along.
	Name string
}

// drawLevel draws the line below the curves to come.
func drawLevel(plot *Grid, p Plot, l Level, gl Glyphs) {
	row := p.row(p.y.frac(l.Y))
	if row < 0 {
		return
	}
	for col := range p.cols {
		plot.Set(col, p.rows-1-row, gl.curveRune(l.Dash, '─'), l.Style)
	}
}

// nameLevels names the lines, those that share a row of the plot together.
func nameLevels(plot *Grid, p Plot, levels []Level, gl Glyphs) {
	rows := map[int]bool{}
	for _, l := range levels {
		rows[p.row(p.y.frac(l.Y))] = true
	}
	for i, l := range levels {
		row := p.row(p.y.frac(l.Y))
		if !rows[row] || row < 0 {
			continue
		}
		var names []string
		for _, other := range levels[i:] {
			if other.Name != "" && p.row(p.y.frac(other.Y)) == row {
				names = append(names, gl.Spell(other.Name))
			}
		}
		if len(names) > 0 {
			rows[row] = false
			nameLevel(plot, p, l, names, rows, gl)
		}
	}
}

// nameLevel writes the names of a line where no curve is in the way, as many as
// have room: on the line from its right end on, else above it, else below it, unless
// a line that is still to be named is there. Where there is no such place, they are
// left out.
func nameLevel(plot *Grid, p Plot, l Level, names []string, taken map[int]bool, gl Glyphs) {
	row := p.row(p.y.frac(l.Y))
	own := gl.curveRune(l.Dash, '─')
	for n := len(names); n > 0; n-- {
		text := " " + strings.Join(names[:n], ", ")
		if n < len(names) {
			text += fmt.Sprintf(" and %d more", len(names)-n)
		}
		text += " "
		width := TextWidth(text)
		if width > max(2*p.cols/5, TextWidth(names[0])+2) || width+4 > p.cols {
			continue
		}
		for _, at := range [3]int{row, row + 1, row - 1} {
			if at < 0 || at >= p.rows || taken[at] {
				continue
			}
			for x := p.cols - width - 1; x > 0; x-- {
				if y := p.rows - 1 - at; plot.free(x, y, width, gl, own, l.Style) {
					plot.Text(x, y, text, l.Style)
					return
				}
			}
		}
	}
}

// labelMarker writes the label of a vertical line beside it, at the highest
// place where no curve is in the way; where there is none, it is left out.
func labelMarker(plot *Grid, p Plot, m Marker, gl Glyphs) {
	at := column(p.x.frac(m.X), p.cols)
	text := gl.Spell(m.Label)
	width := TextWidth(text)
	if at < 0 || width == 0 {
		return
	}
	for y := range p.rows {
		for _, x := range [2]int{at + 2, at - 1 - width} {
			if x >= 0 && x+width <= p.cols && plot.free(x-1, y, width+2, gl, 0, Plain) {
				plot.Text(x-1, y, " "+text+" ", m.Style)
				return
			}
		}
	}
}

// free reports whether text may cover width columns from (x, y) on: they show
// nothing, or a band, an upright line, or the line that consists of own.
func (g *Grid) free(x, y, width int, gl Glyphs, own rune, style Style) bool {
	for i := x; i < x+width; i++ {
		if !g.contains(i, y) {
			continue // a blank beside the text, beyond the edge
		}
		switch c := &g.line(y)[i]; {
		case c.blank(), c.Rune == gl.bandRune(), c.Rune > '⠀' && c.Rune <= '⣿':
		case c.Rune == gl.Rune('┊'):
		case own != 0 && c.Rune == own && c.Style == style:
		default:
			return false
		}
	}
	return true
}
