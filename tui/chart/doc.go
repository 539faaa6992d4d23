// Package chart draws borders, text and charts into grids of terminal cells. It knows nothing of
// models, data or Bubble Tea, and it does not access the terminal.
//
//	Curves, Scatter ──→ margins ──→ canvas ─┐
//	Bars, HeatMap, Picture ─────────────────┴→ Grid ──→ Encoder ──→ text
//
// A cell of a [Grid] has a character with a [Style], which is what the cell means, or with a [Shade],
// which represents a number. [Glyphs] is the set of characters that the terminal can show. An
// [Encoder] turns a finished grid into text in the colours of a [Theme]. Text is made of pieces: a
// [Piece] has one style, and a [Group] of pieces stays on one line. In a plot, a [Level] is a
// horizontal line, a [Spot] the place of a cursor, and a [Reference] a value with which colours
// compare; a [Pin] marks a cell of a heat map. An axis maps values to cells and chooses the ticks,
// margins draws what surrounds a plot, and a canvas is a grid with two axes. The points of a curve
// become a path, traceRun makes dots of the path, and drawCurves merges the dots of all curves; in
// ASCII, asciigraph draws each curve in characters.
//
// To add a kind of chart, write a struct with exported fields and a method Draw(g) that accepts
// any data and any size. Take characters from glyphs.go and styles from style.go. Add the chart to
// TestAnyDrawing, which checks that it never panics or writes outside of its grid, and to TestGolden.
package chart
