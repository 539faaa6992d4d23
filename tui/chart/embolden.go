package chart

var thickForms = map[rune]rune{
	'─': '━', '┄': '┅', '╌': '╍', '·': '•',
}

// ThickenLines makes the lines of a finished picture thicker, so that they are visible from afar.
// Axes, ticks, texts and ASCII grids do not change.
func (g *Grid) ThickenLines() {
	if g.gl == ASCII {
		return
	}
	dots := newDots(canvas{Grid: g}, brailleDots)
	for y := range g.h {
		for x := range g.w {
			cell := g.At(x, y)
			if cell.Style == Border || cell.Style == Dim {
				continue
			}
			if bold, ok := thickForms[cell.Rune]; ok {
				g.Set(x, y, bold, cell.Style)
			}
			if !cell.hasBraille() {
				continue
			}
			for row, bits := range brailleDots {
				for col, bit := range bits {
					if uint8(cell.Rune-'⠀')&bit == 0 {
						continue
					}
					// The pen is two dots wide and two dots tall.
					for _, d := range [4][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
						across, down := 2*x+col+d[0], 4*y+row+d[1]
						to := g.At(across/2, down/4)
						if inside := across < 2*g.w && down < 4*g.h; inside && (to.Rune == 0 && to.isBlank() || to.Style == cell.Style && to.hasBraille()) {
							dots.addDot(across, 4*g.h-1-down, cell.Style)
						}
					}
				}
			}
		}
	}
	dots.paint()
}
