// Package chart draws frames, text, scatter plots, curves, bars, heat maps and
// pictures into grids of terminal cells. It knows nothing of models, data or Bubble
// Tea, queries no terminal and writes to none.
//
// The way of a picture, from numbers to the screen:
//
//	Curves, Scatter ──→ frame ──→ canvas ─┐
//	Bars, HeatMap, Picture ───────────────┴→ Grid ──→ Encoder ──→ text
//
// What is here:
//
//   - [Grid] (grid.go) holds cells: a character, and a [Style] that names a meaning
//     ("source domain", "good") rather than a colour, or a [Shade] that names a number.
//     It knows which [Glyphs] it can show, and text is put into it by graphemes (text.go),
//     spelled so (glyphs.go, spell.go), so that nothing leaves its columns; numbers can be
//     large (digits.go).
//   - [Image] (image.go) is a picture that lies on cells, for a terminal that has pixels.
//   - [Encoder] (encode.go) turns a finished grid into text in the colours of a [Theme]
//     (style.go, shade.go), or in none.
//   - axis (axis.go, ticks.go, ruler.go) is the one way from a value to a cell: linear, by
//     logarithm, with zero beside that, or about a single value. It chooses the ticks
//     and aligns their labels; all other numbers are written by package number.
//   - frame (frame.go, legend.go) has what stands around a plot; the plot itself (plot.go)
//     is a canvas, a grid with two axes, into which dots can be drawn (dots.go, dash.go).
//   - [Curves] (curve.go, curves.go, curvedraw.go) are drawn from the path of each (path.go):
//     asciigraph draws it on a canvas of the dots that cells have (trace.go), and layers.go
//     folds the dots of all into cells; in ASCII it draws lines of text (steps.go). Around
//     them are bands, marks and names (band.go, marks.go, annotate.go). What a cursor reads
//     off them, and which part of the axis is seen: reading.go.
//   - [Scatter] (points.go, lines.go, arrows.go, window.go, scatter.go), [Bars] (bars.go), [HeatMap]
//     (heatmap.go, heatdraw.go) and [Picture] (picture.go) are drawings of our own; scale.go
//     is the axis whose values are shades.
//
// A kind of chart is a struct with exported fields and a method Draw(g, gl) that takes
// any data and any size, and returns what a click on a cell of it hits, if anything
// asks. To add one: place values by an axis, take characters from the table in glyphs.go
// and styles from style.go, add it to the drawings of TestAnyDrawing, which must not
// make it panic or leave its grid, and one picture of it to TestGolden.
package chart
