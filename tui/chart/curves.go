package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/guptarohit/asciigraph"
)

// Curve is a function given at some points.
type Curve struct {
	// X and Y are the points, in any order. Those whose X can't be placed are
	// skipped; at those whose Y is not finite the curve has a gap. Between
	// points it is linear (in log X on a logarithmic axis).
	X, Y  []float64
	Style Style
	Name  string // appears in the legend; empty for none
	Dash  Dash
}

// Marker is a vertical line at a value of X, such as the present λ.
type Marker struct {
	X     float64
	Style Style
	Name  string // appears in the legend; empty for none
}

// Curves is a picture of functions of one variable. The first curve lies above
// the others and comes first in the legend, which may lack room for the last.
type Curves struct {
	Curves         []Curve
	Markers        []Marker
	XLabel, YLabel string
	// LogX makes the horizontal axis logarithmic. Points with X ≤ 0 are then
	// skipped, but with Zero those with X = 0 stand at its left end.
	LogX, Zero bool
	// YMin and YMax, unless NaN, bound the vertical axis, which otherwise
	// spans the curves. Curves have gaps where they leave it.
	YMin, YMax float64
	// FormatX and FormatY write the labels of the ticks. By default these have
	// as many digits as the distance between ticks bears.
	FormatX, FormatY func(float64) string
}

// Draw draws the picture into g, which should be blank. Any data and any size
// can be drawn.
func (c Curves) Draw(g *Grid, gl Glyphs) {
	f := newFrame(g, gl, c.XLabel, c.YLabel, c.legend(gl))
	f.formatX, f.formatY = c.FormatX, c.FormatY
	paths := make([]path, len(c.Curves))
	for i, curve := range c.Curves {
		paths[i] = curve.path(c.LogX, c.Zero)
	}
	x, y, ok := c.axes(paths)
	f.empty = !ok
	yTicks := f.yTicks(y, func(v float64) int { return nearestRow(v, f.rows) })

	var pointers []pointer
	for _, m := range c.Markers {
		pointers = append(pointers, pointer{x.frac(m.X), m.Style})
	}
	plot := f.draw(x, yTicks, pointers)

	cols, rows := plot.Size()
	if cols < 1 || rows < 1 {
		return
	}
	for _, p := range slices.Backward(pointers) {
		if at := column(p.frac, cols); at >= 0 {
			for row := range rows {
				plot.Set(at, row, gl.Rune('┊'), p.style)
			}
		}
	}
	// Colour indices tell the series of one picture apart, so there is room for
	// only so many at once. What is drawn last lies above.
	for to := len(paths); to > 0; to -= maxSeries {
		from := max(to-maxSeries, 0)
		series := make([][]float64, 0, to-from)
		for _, p := range paths[from:to] {
			series = append(series, p.rowValues(x, y, cols+1, rows))
		}
		plotSeries(plot, c.Curves[from:to], series, gl)
	}
}

// legend lists the named curves and markers.
func (c Curves) legend(gl Glyphs) []sample {
	var legend []sample
	for _, curve := range c.Curves {
		if curve.Name != "" {
			legend = append(legend, sample{curve.Dash.curveSample(gl), curve.Style, curve.Name})
		}
	}
	for _, m := range c.Markers {
		if m.Name != "" {
			legend = append(legend, sample{string(gl.Rune('▲')), m.Style, m.Name})
		}
	}
	return legend
}

// axes returns the ranges of the picture, and false where there is nothing to
// show.
func (c Curves) axes(paths []path) (x, y axis, ok bool) {
	xLo, xHi := math.Inf(1), math.Inf(-1)
	yLo, yHi := math.Inf(1), math.Inf(-1)
	zero := false
	for _, p := range paths {
		for i, v := range p.x {
			if c.LogX && v == 0 {
				zero = true
			} else {
				xLo, xHi = min(xLo, v), max(xHi, v)
			}
			if drawable(p.y[i]) {
				yLo, yHi, ok = min(yLo, p.y[i]), max(yHi, p.y[i]), true
			}
		}
	}
	x = newAxis(xLo, xHi)
	if c.LogX {
		x = newLogAxis(xLo, xHi, zero)
	}
	if drawable(c.YMin) {
		yLo = c.YMin
		yHi = max(yHi, yLo)
	}
	if drawable(c.YMax) {
		yHi = c.YMax
		yLo = min(yLo, yHi)
	}
	return x, newAxis(yLo, yHi), ok
}

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
