package chart

import (
	"math"
	"strings"

	"github.com/guptarohit/asciigraph"
)

// isolatedPoints replaces the two halves of a line, which asciigraph draws for a point between two
// gaps, by one dot.
var isolatedPoints = strings.NewReplacer("╶╴", " •", "┼╴", "┼•", "╶\n", "•\n")

// drawASCII draws a curve with asciigraph, and copies the result cell by cell, with gaps for
// dashes. The values for asciigraph are line numbers, so that scaling and rounding can't move the
// curve.
func (c canvas) drawASCII(curve Curve) {
	heights := c.curvePath(curve).resample(c.w + 1)
	for i, f := range heights {
		row := c.y.cellAt(f)
		heights[i] = float64(row)
		if row < 0 {
			heights[i] = math.NaN()
		}
	}
	lowest, highest := drawableRange(heights, false)
	if lowest > highest {
		return // asciigraph can't draw a curve without values
	}
	picture := asciigraph.Plot(heights, asciigraph.Offset(1), asciigraph.Height(max(int(highest-lowest), 1)))
	if strings.ContainsAny(picture, "╴╶") {
		picture = isolatedPoints.Replace(picture + "\n")
	}
	for line, text := range strings.Split(picture, "\n") {
		col := -1 // the axis that asciigraph draws
		for _, r := range text {
			// No character is a dashed corner, so a dashed slope gets gaps.
			gap := curve.Dash != Solid && col%3 == 2 && strings.ContainsRune("╭╮╰╯", r) ||
				dashes[curve.Dash].legendEnd != 0 && !dashes[curve.Dash].coarse.hasInk(float64(col))
			marked := r == '•' && curve.Mark != 0 && curve.Marks == 0
			if r != ' ' && col >= 0 && !gap && !marked {
				c.set(col, int(highest)-line, curve.Dash.dashedRune(r), curve.Style)
			}
			col++
		}
	}
}
