// Package figure draws figures for documents as SVG, PNG or PDF. A [Figure] describes panels of
// curves, points, bars and heat maps as data; [Encode] draws it. Equal figures give equal bytes. A
// [Page] is a document with a figure for each position of two sliders. The package reads and writes
// no files.
//
// To add a kind of content, add a field to [Panel] and a shape that Panel draws.
package figure

import "image/color"

// A Figure is a title above panels, in rows of Columns panels each.
type Figure struct {
	Title string
	// Note appears below the title in a smaller size, for parameters and data.
	Note   string
	Panels []Panel
	// Columns is the number of panels side by side; 0 puts all in one row.
	Columns int
}

// A Panel is a pair of axes with its contents. The heat map is drawn first, then bars, bands,
// points, curves and lines, each in the given order. A panel without finite coordinates shows its
// Empty text. Numbers above 1e100 count as infinite.
type Panel struct {
	Title  string
	X, Y   Axis
	Map    *HeatMap
	Bars   []Bars
	Curves []Curve
	Points []Points
	// Lines run from edge to edge.
	Lines []Line
	// Empty explains why there is nothing to draw.
	Empty string
}

// An Axis is a scale that spans all contents of a panel.
type Axis struct {
	Label string
	// Log, on X, makes the scale logarithmic, except in a panel with bars. Values that are not
	// positive are left out. If Zero is positive, the value zero is drawn at the place of Zero,
	// with a tick of its own.
	Log  bool
	Zero float64
	// Percent writes 0.5 as 50 %. An axis of bars then always reaches 100 %.
	Percent bool
	// Whole leaves out ticks between whole numbers.
	Whole bool
	// Equal, on X, gives both axes the same unit length, unless X is logarithmic.
	Equal bool
	// Covers are values that the axis spans besides the contents.
	Covers []float64
	// Ticks are labels for the integers from 0 on, in place of numbers.
	Ticks []string
}

// A Curve joins its points by straight lines. NaN makes a gap. X must be ascending.
type Curve struct {
	Name  string
	Style Style
	X, Y  []float64
	// Error is the half-width of a band around the curve, such as a standard error; nil for no
	// band.
	Error []float64
	// Marks marks every point, which distinguishes curves of the same Style. Arrow draws a head at the
	// last point.
	Marks, Arrow bool
}

// Points are drawn as one mark each. Points with a NaN are left out.
type Points struct {
	Name  string
	Style Style
	Mark  Mark
	X, Y  []float64
	// Scale multiplies the size of the marks; values below 1 count as 1. Rim draws a white rim
	// around each mark, for contrast on a heat map.
	Scale float64
	Rim   bool
}

// Bars are vertical bars from zero to Y at each X.
type Bars struct {
	Name  string
	Style Style
	// Pale lightens the colour, for values that a cut leaves out.
	Pale bool
	X, Y []float64
	// Offset and Width place a bar from X + Offset − Width/2 to X + Offset + Width/2. A Width of 0
	// means 0.8.
	Offset, Width float64
}

// A Line is the set of points with A·x + B·y = C. On a logarithmic X only vertical lines are drawn.
type Line struct {
	Name    string
	Style   Style
	A, B, C float64
}

// A HeatMap shows Value(row, column) as a colour, with columns along X and rows along Y, in unit
// cells around the integers from 0 on. NaN gives a grey cell with a cross.
type HeatMap struct {
	Rows, Cols int
	Value      func(row, col int) float64
	// Label is the label of the colour bar beside the map. Percent writes the ticks of the colour
	// bar in per cent.
	Label   string
	Percent bool
	// Colour returns the colour of a value. If it is nil, colours run from pale to dark.
	Colour func(v float64) color.Color
}
