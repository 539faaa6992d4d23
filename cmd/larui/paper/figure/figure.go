// Package figure draws figures for documents: what curves, points, bars and heat
// maps show, described as data, becomes SVG, PNG or PDF. Equal figures give equal
// bytes. The package reads and writes no files.
package figure

import "image/color"

// A Figure is a title above panels, which fill rows of Columns panels each.
type Figure struct {
	Title string
	// Note stands below the title in a smaller size: with which parameters, from
	// which data.
	Note   string
	Panels []Panel
	// Columns is the number of panels side by side; 0 stands for all of them.
	Columns int
}

// A Panel is one pair of axes and what is drawn in them: the heat map first, then
// bars, curves and points in the order given. A panel that has nothing with finite
// coordinates shows its Empty text. Numbers above 1e100 count as infinite.
type Panel struct {
	Title  string
	X, Y   Axis
	Map    *HeatMap
	Bars   []Bars
	Curves []Curve
	Points []Points
	// Lines are drawn from edge to edge.
	Lines []Line
	// Empty says why there is nothing to see.
	Empty string
}

// An Axis is a scale that holds all that is drawn.
type Axis struct {
	Label string
	// Log, on X, makes the scale logarithmic, for anything but bars. What is not above
	// zero is left out, but where Zero is, that is where zero stands, at a tick of its
	// own.
	Log  bool
	Zero float64
	// Percent writes 0.5 as 50 %; bars then have all up to 100 %.
	Percent bool
	// Whole leaves out ticks between whole numbers.
	Whole bool
	// Equal, on X, gives both axes the same unit length, unless X is logarithmic.
	Equal bool
	// Ticks names the integers from 0 on, in place of numbers.
	Ticks []string
}

// A Curve joins its points by straight lines; NaN leaves a gap. Its X ascend.
type Curve struct {
	Name  string
	Style Style
	X, Y  []float64
	// Error is the half-width of a band around the curve, a standard error for
	// example; nil for none.
	Error []float64
	// Marks shows every point as well, which tells apart curves of one Style.
	Marks bool
}

// Points are drawn as one mark each; those with a NaN are left out.
type Points struct {
	Name  string
	Style Style
	Mark  Mark
	X, Y  []float64
	// Scale scales the marks, from 1 on. Rim draws a white rim around them, to
	// be seen on a heat map.
	Scale float64
	Rim   bool
}

// Bars stand on zero, each one wide, around the X given.
type Bars struct {
	Name  string
	Style Style
	// Pale takes the colour back, for what is left out by a cut.
	Pale bool
	X, Y []float64
	// Offset and Width place them within their unit: from Offset − Width/2 to
	// Offset + Width/2 about X; Width 0 stands for 0.8.
	Offset, Width float64
}

// A Line is the set of points with A·x + B·y = C, where X is logarithmic an upright one.
type Line struct {
	Name    string
	Style   Style
	A, B, C float64
}

// A HeatMap shows Value(row, column) as a colour: columns along X and rows along Y
// in unit cells around the integers from 0 on. NaN leaves a cell crossed out.
type HeatMap struct {
	Rows, Cols int
	Value      func(row, col int) float64
	// Label names the colour bar beside the map; Percent writes its ticks so.
	Label   string
	Percent bool
	// Colour is that of a value, from pale to dark where it is nil.
	Colour func(v float64) color.Color
}
