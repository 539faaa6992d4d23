package stage

import (
	"math"

	"larui/tui/chart"
)

// A ReadingCursor is the cursor that reads values off a picture of one view.
type ReadingCursor struct {
	View string
	// Active reports whether keys move the cursor.
	Active bool
	// X is the position on curves, Row the row under the cursor in a plot of points.
	X   float64
	Row int
	// Pointer is the cell of the view that the mouse is over, nil for none. Over is the name of the
	// view if it is beside others.
	Pointer     *[2]int
	HoveredView string
	// Highlighted is the highlighted direction in all views, from 1, 0 for none.
	Highlighted int
	// Low and High bound the visible part of the axis; all of it is visible if they are equal.
	Low, High float64
	// Window is the visible part of the axes of points.
	Window chart.Window
}

// Memory returns everything except the mouse.
func (r *ReadingCursor) Memory() Memory {
	return Memory{"view": &r.View, "on": &r.Active, "x": &r.X, "row": &r.Row, "low": &r.Low, "high": &r.High, "window": &r.Window, "lit": BoundedJSON(&r.Highlighted, math.MaxInt)}
}

// IsZoomed reports whether only part of the axes is visible.
func (r ReadingCursor) IsZoomed() bool { return r.Low < r.High || r.Window.Side > 0 }

// A Readout is how values are read off a picture of curves or of points.
type Readout struct {
	// Title names the values, empty if no name is needed.
	Title string
	// X formats the cursor's position on the x axis.
	X func(x float64) string
	// Now is the position of the present state. GoTo returns the intent to adopt a position.
	Now  float64
	GoTo func(x float64) Intent
	// Across and Up are the coordinates of points, Point describes a row; all are nil for curves.
	Across, Up []float64
	Point      func(row int) []chart.Group
	// Image returns the picture that the features of a row form, nil if they form none.
	Image func(row int) chart.Picture
}

// A Picture is a drawn picture of curves or points, with its Readout.
type Picture struct {
	Readout
	Curves chart.Curves
	points chart.Scatter
	Plot   chart.Plot
}
