package chart

import (
	"fmt"
	"slices"
	"strings"
)

func (c canvas) drawMarkersAndLevels(markers []Marker, levels []Level) {
	var lines []Curve
	for _, l := range levels {
		lines = append(lines, Curve{X: []float64{c.x.valueAt(0), c.x.valueAt(1)}, Y: []float64{l.Y, l.Y}, Style: l.Style, Dash: l.Dash})
	}
	c.drawCurves(lines)
	for _, m := range slices.Backward(markers) {
		for row := range c.h {
			c.set(c.x.cell(m.X), row, '┊', m.Style)
		}
	}
}

// drawLevelNames writes the names of horizontal lines. Lines in the same row of cells share one
// text.
func (c canvas) drawLevelNames(levels []Level) {
	names := map[int][]string{} // names not yet written, by row
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
			if short && c.drawLevelName(l, row, " "+text+" ", names) {
				break
			}
		}
	}
}

// drawLevelName writes the name of a horizontal line as far right as possible without covering a
// curve: on the line, or else in the row above or below. Rows in unwritten stay free for the names
// of other lines. drawLevelName reports whether there was room.
func (c canvas) drawLevelName(l Level, row int, text string, unwritten map[int][]string) bool {
	width := TextWidth(text)
	if width+4 > c.w {
		return false
	}
	for _, at := range [3]int{row, row + 1, row - 1} {
		if at < 0 || at >= c.h || unwritten[at] != nil {
			continue
		}
		for x := c.w - width - 1; x > 0; x-- {
			if c.writeIfFree(x, c.h-1-at, text, l.Style, func(cell *Cell) bool { return at == row && l.isShownBy(cell, c.gl) }) {
				return true
			}
		}
	}
	return false
}

func (c canvas) drawEndLabel(curve Curve) {
	row := -1
	for i := curve.pointCount() - 1; row < 0 && i >= 0; i-- {
		if c.x.cell(curve.X[i]) >= 0 {
			row = c.y.cell(curve.Y[i])
		}
	}
	text := c.gl.Spell(curve.EndLabel)
	for _, at := range [4]int{row + 1, row - 1, row + 2, row - 2} {
		if x := c.w - TextWidth(text); row >= 0 && text != "" && x >= 0 && at >= 0 && at < c.h && c.writeIfFree(x, c.h-1-at, text, curve.Style, nil) {
			return
		}
	}
}

func (c canvas) drawMarkerLabel(m Marker) {
	at, text := c.x.cell(m.X), " "+c.gl.Spell(m.Label)+" "
	width := TextWidth(text)
	for y := range c.h {
		for _, x := range [2]int{at + 1, at - width} {
			fits := at >= 0 && width > 2 && x >= -1 && x+width <= c.w+1
			if fits && c.writeIfFree(x, y, text, m.Style, nil) {
				return
			}
		}
	}
}

// writeIfFree writes text at column x of line y if all cells are free there, and reports whether
// they are. A cell is free if it is blank, shows a band or a vertical line, or if mayCover, unless
// nil, accepts it.
func (c canvas) writeIfFree(x, y int, text string, style Style, mayCover func(*Cell) bool) bool {
	for i := max(x, 0); i < min(x+TextWidth(text), c.w); i++ {
		switch cell := &c.line(y)[i]; {
		case cell.isBlank(), cell.Rune == c.gl.characters().band, cell.Rune == c.gl.ReplaceRune('┊'):
		case mayCover != nil && mayCover(cell):
		default:
			return false
		}
	}
	c.Text(x, y, text, style)
	return true
}

// isShownBy reports whether a cell shows a piece of the level and no curve.
func (l Level) isShownBy(cell *Cell, gl Glyphs) bool {
	piece := gl == ASCII && cell.Rune == gl.ReplaceRune(l.Dash.dashedRune('─'))
	for _, row := range gl.characters().dots {
		for _, bits := range [3]uint8{row[0], row[1], row[0] | row[1]} {
			piece = piece || cell.Rune == gl.characters().dots.rune(bits)
		}
	}
	return piece && cell.Style == l.Style
}
