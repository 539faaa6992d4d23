package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/guptarohit/asciigraph"
)

// The one place that asciigraph draws in.

const (
	// maxSeries is the number of series drawn in one call of PlotMany.
	maxSeries = 128
	// firstColour is the colour index of the first of them: from 16 on,
	// asciigraph writes indices as 38;5;n.
	firstColour = 16
)

// plotSeries has asciigraph draw the series, those of the curves, and copies
// its picture into the grid.
//
// The series are in units of lines already, so that one unit is one line and
// nothing asciigraph rounds can move a curve. A column shows the stretch between
// two values, so series have one value more than the plot has columns.
func plotSeries(plot *Grid, curves []Curve, series [][]float64, gl Glyphs) {
	cols, rows := plot.Size()
	// asciigraph paints later series over earlier ones.
	slices.Reverse(series)
	curveOf := func(i int) Curve { return curves[len(curves)-1-i] }

	colours := make([]asciigraph.AnsiColor, len(series))
	for i, values := range series {
		colours[i] = asciigraph.AnsiColor(firstColour + i)
		plotLonely(plot, values, curveOf(i).Style, gl)
	}
	picture := asciigraph.PlotMany(series,
		asciigraph.Width(cols+1), asciigraph.Height(max(rows-1, 1)), asciigraph.Offset(1),
		asciigraph.LowerBound(0), asciigraph.UpperBound(float64(rows-1)),
		asciigraph.SeriesColors(colours...))
	for _, p := range decode(picture) {
		curve := curveOf(p.series)
		if curve.Dash != Solid && strings.ContainsRune("╭╮╰╯", p.r) && p.col%3 == 2 {
			continue // corners have no dashed form: on slopes, gaps are the dashes
		}
		plot.Set(p.col, p.row, gl.curveRune(curve.Dash, p.r), curve.Style)
	}
}

// plotLonely draws the values that have no neighbours, of which asciigraph
// makes two halves of a line, as dots, and removes them from the series.
func plotLonely(plot *Grid, values []float64, style Style, gl Glyphs) {
	cols, rows := plot.Size()
	gap := func(i int) bool { return i < 0 || i >= len(values) || math.IsNaN(values[i]) }
	left := true // whether the value before was one, before it was removed
	for i, v := range values {
		lonely := left && gap(i+1)
		left = math.IsNaN(v)
		if !left && lonely {
			plot.Set(min(i, cols-1), rows-1-int(math.Floor(v+0.5)), gl.Rune('•'), style)
			values[i] = math.NaN()
		}
	}
}

// piece is one character of a picture by asciigraph.
type piece struct {
	col, row int // right of the axis, from above
	series   int
	r        rune
}

// decode reads the picture of PlotMany, drawn with an offset of one column and
// the series coloured from firstColour on, and returns its characters with the
// series they belong to.
func decode(picture string) []piece {
	var pieces []piece
	for row, line := range strings.Split(picture, "\n") {
		series := -1
		for col := -1; line != ""; { // the axis is column -1
			if rest, ok := strings.CutPrefix(line, "\x1b["); ok {
				var params string
				params, line, _ = strings.Cut(rest, "m")
				series = -1
				if index, ok := strings.CutPrefix(params, "38;5;"); ok {
					if n, err := strconv.Atoi(index); err == nil {
						series = n - firstColour
					}
				}
				continue
			}
			r, size := utf8.DecodeRuneInString(line)
			line = line[size:]
			if series >= 0 && col >= 0 && r != ' ' {
				pieces = append(pieces, piece{col, row, series, r})
			}
			col++
		}
	}
	return pieces
}
