package stage

import (
	"math"

	"larui/tui/chart"
)

// A Reader is where that cursor stands; elsewhere than in its view it is not.
type Reader struct {
	View string
	// On tells that keys move it.
	On bool
	// X is where it stands among curves, row on which of points.
	X   float64
	Row int
	// Pointer is the cell of the view over which the mouse was moved last, nil for none; Over
	// names that view where it stands beside others.
	Pointer *[2]int
	Over    string
	// Lit is the direction that is pointed at, from 1, in all views that have it, 0 for none.
	Lit int
	// Low and high bound the part of the axis that is seen; all where they are equal.
	Low, High float64
	// Window is the part of the axes of points that is seen.
	Window chart.Window
}

// Memory is all but where the mouse is.
func (r *Reader) Memory() Memory {
	return Memory{"view": &r.View, "on": &r.On, "x": &r.X, "row": &r.Row, "low": &r.Low, "high": &r.High, "window": &r.Window, "lit": Below(&r.Lit, math.MaxInt)}
}

// Zoomed tells that only a part of the axes is seen.
func (r Reader) Zoomed() bool { return r.Low < r.High || r.Window.Side > 0 }

// A Readout says what is read off a picture: of curves, or of points.
type Readout struct {
	// Title says what its values are, where that needs a word.
	Title string
	// X writes where the cursor stands.
	X func(x float64) string
	// Now is where the state stands, GoTo turns to where the cursor does.
	Now  float64
	GoTo func(x float64) Intent
	// Across and up are where points lie, point what is told of each; nil for curves.
	Across, Up []float64
	Point      func(row int) []chart.Group
	// Image is the picture that the features of a point form; nil where these form none.
	Image func(row int) chart.Picture
}

// A Picture can be read off as it was drawn: curves, or points.
type Picture struct {
	Readout
	Curves chart.Curves
	points chart.Scatter
	Plot   chart.Plot
}
