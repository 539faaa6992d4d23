package chart

import "math"

// dots collects the dots of lines, as bits for each cell of a canvas. If lines cross in a cell, the
// cell shows the dots of all in the style of the line added last.
type dots struct {
	canvas
	dotSet
	bits   []uint8
	styles []Style
}

func newDots(c canvas, set dotSet) *dots {
	return &dots{canvas: c, dotSet: set, bits: make([]uint8, c.w*c.h), styles: make([]Style, c.w*c.h)}
}

// addDot counts x from the left and y from the bottom, in dots.
func (d *dots) addDot(x, y int, style Style) {
	down := len(d.dotSet)
	y = d.h*down - 1 - y
	at := y/down*d.w + x/2
	d.bits[at] |= d.dotSet[y%down][x%2]
	d.styles[at] = style
}

// addLine adds a piece of a straight line. In ASCII it draws characters in place of dots. A cell
// counts as twice as tall as wide.
func (d *dots) addLine(s segment, dash Dash, style Style) {
	look := dashes[dash]
	run, rise := (s.x1-s.x0)*float64(d.w), (s.y1-s.y0)*float64(2*d.h) // in columns
	if d.gl == ASCII {
		r, n := slopeRune(run, rise, dash), 0.0
		s.visitDots(d.w, d.h, func(x, y int, _ float64) {
			if look.coarse.hasInk(n) {
				d.canvas.set(x, y, r, style)
			}
			n++
		})
		return
	}
	length := math.Hypot(run, rise)
	s.visitDots(2*d.w, len(d.dotSet)*d.h, func(x, y int, part float64) {
		if look.fine.hasInk(part * length) {
			d.addDot(x, y, style)
		}
	})
}

func (d *dots) paint() {
	for at, bits := range d.bits {
		if bits != 0 {
			d.Set(at%d.w, at/d.w, d.rune(bits), d.styles[at])
		}
	}
}
