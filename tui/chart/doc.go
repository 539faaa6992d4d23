// Package chart draws frames, text and charts into grids of terminal cells. It knows nothing of
// models, data or Bubble Tea, and it does not access the terminal.
//
//	Curves, Scatter ──→ frame ──→ canvas ─┐
//	Bars, HeatMap, Picture ───────────────┴→ Grid ──→ Encoder ──→ text
//
// A [Grid] has cells: a character with a [Style], which names a meaning, or with a [Shade], which
// stands for a number. [Glyphs] is the set of characters that the terminal can show. An [Encoder]
// turns a finished grid into text in the colours of a [Theme]. An axis maps values to cells and
// chooses the ticks, a frame draws the surroundings of a plot, and a canvas is a grid with two axes.
// The points of a curve become a path, trace makes dots of the path, and layers merge the dots of
// all curves into cells; in ASCII, asciigraph draws each curve in characters.
//
// To add a kind of chart, write a struct with exported fields and a method Draw(g, gl) that accepts
// any data and any size. Take characters from glyphs.go and styles from style.go. Add the chart to
// TestAnyDrawing, which checks that it never panics or leaves its grid, and to TestGolden.
package chart
