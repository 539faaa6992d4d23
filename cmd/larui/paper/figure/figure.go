// Package figure draws figures for documents as SVG, PNG or PDF, with gonum/plot. A [Figure]
// describes its panels as data: curves, points, bars and heat maps, each panel with its axes;
// [Encode] draws the figure. Equal figures give equal bytes. A [Page] is an HTML document with a
// [Frame], which is a figure and its text, for each position of two sliders. [DrawPaletted] draws a
// figure as an image for a terminal. The package reads and writes no files.
//
// To add a kind of content, add a field to [Panel], and to drawing.addShapes the shape that draws
// the field. A new meaning of colours is a constant of [Style] and a row of Style.appearance.
package figure

import "image/color"

// A Figure is a title above one or more panels.
type Figure struct {
	Title string
	// Note is a smaller text below the title, for example parameters and sizes of data.
	Note   string
	Panels []Panel
	// Columns is the number of panels in a row; 0 puts all panels into one row.
	Columns int
}

// A Panel is a plot with two axes. The heat map is drawn first, then bars, error bands, points,
// curves and lines, each in the given order. Coordinates above 1e100 are not drawn.
type Panel struct {
	Title  string
	X, Y   Axis
	Map    *HeatMap
	Bars   []Bars
	Curves []Curve
	Points []Points
	// Lines extend from one edge of the panel to another.
	Lines []Line
	// Empty is the text of a panel without any finite coordinates: the reason why nothing is drawn.
	Empty string
}

// An Axis describes one axis of a panel. The axis spans all curves, points, bars and cells.
type Axis struct {
	Label string
	// Log makes an x axis logarithmic, except in a panel with bars. A y axis is always linear. A
	// logarithmic axis leaves out negative values. If Zero is positive, the value zero is drawn at
	// Zero, with the tick label 0.
	Log  bool
	Zero float64
	// Percent labels the value 0.5 as 50 %. The y axis of a panel with bars then reaches 100 %.
	Percent bool
	// Whole puts ticks only at whole numbers.
	Whole bool
	// Equal, set on the x axis, makes one unit equally long on both axes. Logarithmic axes ignore
	// Equal.
	Equal bool
	// Covers has additional values that must lie on the axis.
	Covers []float64
	// Ticks label the values 0, 1, 2 and so on with names instead of numbers.
	Ticks []string
}

// A Curve connects points by straight lines. A NaN makes a gap. X must be ascending.
type Curve struct {
	Name  string
	Style Style
	X, Y  []float64
	// Error is the half-width of a band around the curve at each point, such as a standard error;
	// nil for no band.
	Error []float64
	// Marks draws a disc at every point. Arrow draws an arrowhead at the last point.
	Marks, Arrow bool
}

// Points are marks, one for each pair of X and Y. A pair with a NaN is left out.
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
	// Pale lightens the colour of the bars.
	Pale bool
	X, Y []float64
	// Each bar extends from X + Offset − Width/2 to X + Offset + Width/2. A Width of 0 means 0.8.
	Offset, Width float64
}

// A Line is the straight line A·x + B·y = C. On a logarithmic x axis only vertical lines are drawn.
type Line struct {
	Name    string
	Style   Style
	A, B, C float64
}

// A HeatMap shows Value(row, col) as the colour of a cell of side 1, centred at x = col, y = row. A
// cell with the value NaN is grey with a cross.
type HeatMap struct {
	Rows, Cols int
	Value      func(row, col int) float64
	// Label is the title of the colour bar beside the map. Percent writes values and ticks in
	// percent.
	Label   string
	Percent bool
	// Colour returns the colour of a value. If Colour is nil, colours go from pale green for low
	// values to dark green for high values.
	Colour func(v float64) color.Color
}
