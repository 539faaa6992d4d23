package chart

// Curve is a function given at some points.
type Curve struct {
	// X and Y are the points, in any order. Points whose X is not drawable are skipped; a Y that is
	// not finite makes a gap. Between points the curve is straight on the screen, so linear in log
	// X or log Y on logarithmic axes.
	X, Y  []float64
	Style Style
	Name  string // appears in the legend; empty for none
	Dash  Dash
	// Low and High, as long as Y, are the bounds of a band around the curve, such as the mean plus
	// and minus the standard error. The band is filled or, with Outline, drawn as two edges. It has
	// a gap where a bound is missing or not finite.
	Low, High []float64
	Outline   bool
	// Mark stands at each point; 0 for none. If Marks is positive, only about that many marks stand
	// on the curve, evenly spread over the axis, and curves with different marks use different
	// columns.
	Mark  rune
	Marks int
	// EndLabel is written at the right end of the curve, if there is room.
	EndLabel string
	// ReadingName is the name of the curve in a reading at the cursor; empty for a curve without
	// readings.
	ReadingName string
}

// Marker is a vertical line at a value of X, such as the current λ.
type Marker struct {
	X     float64
	Style Style
	Name  string // appears in the legend; empty for none
	// Label, such as the value, is written beside the line if there is room.
	Label string
}

// Level is a horizontal line at a value of Y, such as the limit of a curve.
type Level struct {
	Y     float64
	Style Style
	Dash  Dash
	// Name is written on the line, or beside it if a curve covers the line.
	Name string
}

// Sample returns a piece of the curve for a legend.
func (c Curve) Sample(gl Glyphs) string {
	before, after := c.Dash.ends()
	switch {
	case c.hasBand():
		return before + after + string(gl.set().band)
	case c.Mark != 0:
		return before + string(c.Mark) + after
	}
	return before + after
}

// pointCount returns the number of points.
func (c Curve) pointCount() int { return min(len(c.X), len(c.Y)) }

func (c Curve) hasBand() bool { return len(c.Low) > 0 && len(c.High) > 0 }

// isConstant reports whether the curve is given as two points of equal Y, which stand for every X.
func (c Curve) isConstant() bool { return len(c.X) == 2 && len(c.Y) == 2 && c.Y[0] == c.Y[1] }

// HasPointAt reports whether the curve has the value of its i-th point at x.
func (c Curve) HasPointAt(i int, x float64) bool { return c.X[i] == x || c.isConstant() }
