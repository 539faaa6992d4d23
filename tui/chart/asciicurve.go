package chart

import (
	"math"
	"strings"

	"github.com/guptarohit/asciigraph"
)

// isolatedPoints makes dots of points without neighbours, of which asciigraph makes two halves of
// a line.
var isolatedPoints = strings.NewReplacer("╶╴", " •", "┼╴", "┼•", "╶\n", "•\n")

// drawASCII has asciigraph draw a curve in lines of text, and copies its picture cell by cell.
//
// asciigraph gets the lines that the curve is in at the edges of the columns, and as
// many lines to draw them, so that nothing it scales, rounds or labels can move the
// curve, and NaN where the curve leaves the plot.
func (c canvas) drawASCII(curve Curve) {
	heights := c.curvePath(curve).resample(c.w + 1)
	for i, f := range heights {
		row := c.y.cellAt(f)
		heights[i] = float64(row)
		if row < 0 {
			heights[i] = math.NaN()
		}
	}
	lowest, highest := span(heights, false)
	if lowest > highest {
		return // asciigraph would draw nonsense
	}
	picture := asciigraph.Plot(heights, asciigraph.Offset(1), asciigraph.Height(max(int(highest-lowest), 1)))
	if strings.ContainsAny(picture, "╴╶") {
		picture = isolatedPoints.Replace(picture + "\n")
	}
	for line, text := range strings.Split(picture, "\n") {
		col := -1 // of the axis that asciigraph draws
		for _, r := range text {
			// Corners have no dashed form: on slopes, gaps are the dashes.
			gap := curve.Dash != Solid && col%3 == 2 && strings.ContainsRune("╭╮╰╯", r) ||
				dashes[curve.Dash].end != 0 && !dashes[curve.Dash].coarse.inked(float64(col))
			marked := r == '•' && curve.Mark != 0 && curve.Marks == 0
			if r != ' ' && col >= 0 && !gap && !marked {
				c.set(col, int(highest)-line, curve.Dash.piece(r), curve.Style)
			}
			col++
		}
	}
}
