package chart

import "slices"

// A layer has the dots of one curve, as bits for each cell: drawnDots are the dots to draw,
// solidDots the dots that a solid curve would have. If a cell has few dots, solidDots has all dots
// of each cell that the curve touches, because two curves can't share a cell.
type layer struct {
	drawnDots, solidDots []uint8
	style                Style
}

func (c canvas) newLayer(curve Curve) layer {
	set := c.gl.characters().dots
	l := layer{make([]uint8, c.w*c.h), make([]uint8, c.w*c.h), curve.Style}
	up, across := len(set), len(set[0])
	put := func(k knot, inked bool) {
		row := up*c.h - 1 - k.row
		at, bit := row/up*c.w+k.col/across, set[row%up][k.col%across]
		l.solidDots[at] |= bit
		if len(set) < len(brailleDots) {
			l.solidDots[at] = 1<<(up*across) - 1 // two curves can't share so few dots
		}
		if inked {
			l.drawnDots[at] |= bit
		}
	}
	pen := dashes[curve.Dash].fine
	if curve.Dash == Dotted {
		pen = dashLengths{0.5, 0.5} // denser than in scatter plots
	}
	for _, run := range c.splitIntoRuns(c.curvePath(curve), across, up) {
		if len(run) == 1 && curve.Mark != 0 && curve.Marks == 0 {
			continue // the mark shows the point
		}
		traceRun(run, func(k knot, length float64) {
			inked := pen.hasInk(length / float64(across))
			put(k, inked)
			if curve.Dash == Doubled || len(run) == 1 {
				put(knot{col: k.col, row: rowBeside(k.row, up/2)}, inked)
			}
			if len(run) == 1 { // a single point gets a larger dot
				put(knot{col: k.col ^ 1, row: k.row}, inked)
				put(knot{col: k.col ^ 1, row: rowBeside(k.row, up/2)}, inked)
			}
		})
	}
	return l
}

// isHidden reports whether the layers above would cover all dots of a cell if every curve were
// solid.
func (l layer) isHidden(above []layer, cell int) bool {
	seen := l.solidDots[cell] // the dots that remain visible
	if seen == 0 {
		return false
	}
	for _, a := range above {
		seen &^= a.solidDots[cell]
	}
	return seen == 0
}

// rowBeside returns the row of dots at a distance below the given row, or above the given row if
// that is near the bottom.
func rowBeside(row, distance int) int {
	if row < distance {
		return row + distance
	}
	return row - distance
}

func (c canvas) drawCurves(curves []Curve) {
	if c.gl == ASCII {
		for _, curve := range slices.Backward(curves) {
			c.drawASCII(curve)
		}
		return
	}
	var layers []layer
	for _, curve := range curves {
		layers = append(layers, c.newLayer(curve))
	}
	alternateOverlaps(layers, c.w)
	for at := range c.w * c.h {
		var bits uint8
		var style Style
		for _, l := range slices.Backward(layers) {
			if l.drawnDots[at] != 0 {
				bits |= l.drawnDots[at]
				style = l.style
			}
		}
		if bits != 0 {
			c.Set(at%c.w, at/c.w, c.gl.characters().dots.rune(bits), style)
		}
	}
}

// alternateOverlaps draws two curves in turn, a few columns each, where one would hide the other.
func alternateOverlaps(layers []layer, w int) {
	const stretch, least = 4, 8 // columns of a turn, and least length of a shared run
	for i := 1; i < len(layers); i++ {
		under := layers[i]
		from := 0
		for col := 0; col <= w; col++ {
			along := false
			for at := col; col < w && at < len(under.solidDots); at += w {
				along = along || under.isHidden(layers[:i], at)
			}
			if along {
				continue
			}
			for x := from; col-from >= least && x < col; x++ {
				for at := x; at < len(under.solidDots); at += w {
					switch {
					case !under.isHidden(layers[:i], at):
					case x/stretch%3 == 1+(i-1)%2: // the turn of the lower curve
						for _, l := range layers[:i] {
							l.drawnDots[at] = 0
						}
					default:
						under.drawnDots[at] = 0
					}
				}
			}
			from = col + 1
		}
	}
}
