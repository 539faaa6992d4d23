package stage

import (
	"math"

	"larui/tui/chart"
)

// A ReadingCursor is the cursor with which the user reads values off a picture of one view.
type ReadingCursor struct {
	View   string
	Active bool
	// X is the position on the x axis of curves. Row is the row of data whose point is under the cursor.
	X   float64
	Row int
	// Pointer is the column and the line of the cell under the mouse, counted within the view; nil
	// for none. HoveredView is the name of the view under the mouse; empty if this view fills the
	// screen.
	Pointer     *[2]int
	HoveredView string
	// Highlighted is the number, from 1, of the singular direction that all views highlight, 0 for none.
	Highlighted int
	// Low and High bound the visible part of the x axis. If they are equal, the whole axis is visible.
	Low, High float64
	// Window is the visible part of both axes of a scatter plot.
	Window chart.Window
}

// Memory lists what a resumed program restores: all fields but Pointer and HoveredView.
func (r *ReadingCursor) Memory() Memory {
	return Memory{"view": &r.View, "on": &r.Active, "x": &r.X, "row": &r.Row, "low": &r.Low, "high": &r.High, "window": &r.Window, "lit": BoundedJSON(&r.Highlighted, math.MaxInt)}
}

// IsZoomed reports whether only part of the axes is visible.
func (r ReadingCursor) IsZoomed() bool { return r.Low < r.High || r.Window.Side > 0 }

// A Readout says how to read values off a picture of curves or points.
type Readout struct {
	// Title names the values in the text that is read off. It is empty if the picture needs no name.
	Title string
	X     func(x float64) string
	// Now is the position of the present state on the x axis. GoTo returns the intent to change the
	// state to a position; GoTo is nil if that is impossible.
	Now  float64
	GoTo func(x float64) Intent
	// Across and Up are the coordinates of the points, and Point describes the point of a row. All
	// three are nil for curves.
	Across, Up []float64
	Point      func(row int) []chart.Group
	// Image draws the features of a row as an image. It is nil if they form no image.
	Image func(row int) chart.Picture
}

// A Picture is a drawn picture of curves or points, with the Readout of its values.
type Picture struct {
	Readout
	Curves chart.Curves
	points chart.Scatter
	Plot   chart.Plot
}
