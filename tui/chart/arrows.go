package chart

import (
	"math"
	"slices"
)

// Arrow is an arrow from the origin to (X, Y), drawn above points and lines. An arrow of length 0,
// or with X or Y not finite, is left out.
type Arrow struct {
	X, Y  float64
	Style Style
	Name  string // written at the tip; empty for none
}

func (c canvas) drawArrows(arrows []Arrow) {
	dots := newDots(c, c.gl.characters().dots)
	x0, y0 := c.x.fraction(0), c.y.fraction(0)
	for _, a := range slices.Backward(arrows) {
		if s, ok := (segment{x0, y0, c.x.fraction(a.X), c.y.fraction(a.Y)}).clip(); ok {
			dots.addLine(s, Solid, a.Style)
		}
	}
	dots.paint()
	for _, a := range slices.Backward(arrows) {
		if a.X != 0 || a.Y != 0 {
			c.drawArrowHead(a, (c.x.fraction(a.X)-x0)*float64(c.w), (c.y.fraction(a.Y)-y0)*float64(2*c.h))
		}
	}
}

// drawArrowHead draws the tip and the name of an arrow. The arrow goes run columns to the right and
// rise half lines up.
func (c canvas) drawArrowHead(a Arrow, run, rise float64) {
	col, row := c.x.cell(a.X), c.y.cell(a.Y)
	if col < 0 || row < 0 {
		return
	}
	width := TextWidth(a.Name)
	head, right, up := '▸', 1, 0
	switch upright := math.Abs(rise) > math.Abs(run); {
	case upright && rise > 0:
		head, right, up = '▴', 0, 1
	case upright:
		head, right, up = '▾', 0, -1
	case run < 0:
		head, right = '◂', -width
	}
	c.set(col, row, head, a.Style)
	c.Text(col+right, c.h-1-row-up, a.Name, a.Style)
}

// ArrowAt returns the index of the arrow whose tip is nearest to the cell (column, line) of the
// outermost grid, or −1 if no tip is within two columns or one line of the cell.
func (p Plot) ArrowAt(arrows []Arrow, column, line int) int {
	const near = 2.5
	x, y, ok := p.ValuesAt(column, line)
	at, least := -1, near
	for i, a := range arrows {
		right, up := p.offset(a.X, a.Y, x, y)
		if d := math.Hypot(right, up); ok && d <= least {
			at, least = i, d
		}
	}
	return at
}
