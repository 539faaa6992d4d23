package chart

import "slices"

// A layer holds the dots of a curve, cell by cell: ink has those that are drawn, all those
// that it takes: without its dashes, and of coarse dots the whole cell.
type layer struct {
	ink, all []uint8
	style    Style
}

// layer draws a curve into dots of its own.
func (c canvas) layer(curve Curve) layer {
	set := c.gl.set().dots
	l := layer{make([]uint8, c.w*c.h), make([]uint8, c.w*c.h), curve.Style}
	up, across := len(set), len(set[0])
	put := func(k knot, inked bool) {
		row := up*c.h - 1 - k.row
		at, bit := row/up*c.w+k.col/across, set[row%up][k.col%across]
		l.all[at] |= bit
		if len(set) < len(brailleDots) {
			l.all[at] = 1<<(up*across) - 1 // two curves in so few dots can't be told apart
		}
		if inked {
			l.ink[at] |= bit
		}
	}
	pen := dashes[curve.Dash].fine
	if curve.Dash == Dotted {
		pen = parts{0.5, 0.5} // closer than on a plane of points
	}
	for _, run := range c.knots(c.curvePath(curve), across, up) {
		if len(run) == 1 && curve.Mark != 0 && curve.Marks == 0 {
			continue // its mark stands there
		}
		trace(run, func(k knot, length float64) {
			inked := pen.inked(length / float64(across))
			put(k, inked)
			if curve.Dash == Doubled || len(run) == 1 {
				put(knot{col: k.col, row: rowBeside(k.row, up/2)}, inked)
			}
			if len(run) == 1 { // a lonely point is seen
				put(knot{col: k.col ^ 1, row: k.row}, inked)
				put(knot{col: k.col ^ 1, row: rowBeside(k.row, up/2)}, inked)
			}
		})
	}
	return l
}

// hidden reports whether curves above hide another one in a cell, were all of them solid.
func (l layer) hidden(above []layer, at int) bool {
	seen := l.all[at] // of its dots
	if seen == 0 {
		return false
	}
	for _, a := range above {
		seen &^= a.all[at]
	}
	return seen == 0
}

// rowBeside returns the row of dots that lies so many below another, or above the lowest.
func rowBeside(row, by int) int {
	if row < by {
		return row + by
	}
	return row - by
}

// drawCurves draws curves, the first above the others, as finely as the glyphs allow.
func (c canvas) drawCurves(curves []Curve) {
	if c.gl == ASCII {
		for _, curve := range slices.Backward(curves) {
			c.drawASCII(curve)
		}
		return
	}
	var layers []layer
	for _, curve := range curves {
		layers = append(layers, c.layer(curve))
	}
	alternate(layers, c.w)
	for at := range c.w * c.h {
		var bits uint8
		var style Style
		for _, l := range slices.Backward(layers) {
			if l.ink[at] != 0 {
				bits |= l.ink[at]
				style = l.style
			}
		}
		if bits != 0 {
			c.Set(at%c.w, at/c.w, c.gl.set().dots.rune(bits), style)
		}
	}
}

// alternate lets curves that run along each other, so that the first would hide the others,
// be seen in turn: in a stretch of columns the ink of one alone is left where it is hidden.
func alternate(layers []layer, w int) {
	const stretch, least = 4, 8 // columns of a turn, and those that curves share at least
	for i := 1; i < len(layers); i++ {
		under := layers[i]
		from := 0
		for col := 0; col <= w; col++ {
			along := false
			for at := col; col < w && at < len(under.all); at += w {
				along = along || under.hidden(layers[:i], at)
			}
			if along {
				continue
			}
			for x := from; col-from >= least && x < col; x++ {
				for at := x; at < len(under.all); at += w {
					switch {
					case !under.hidden(layers[:i], at):
					case x/stretch%3 == 1+(i-1)%2: // the turn of the one below
						for _, l := range layers[:i] {
							l.ink[at] = 0
						}
					default:
						under.ink[at] = 0
					}
				}
			}
			from = col + 1
		}
	}
}
