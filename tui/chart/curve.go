package chart

// Curve is a function given at some points.
type Curve struct {
	// X and Y are the points, in any order. Those whose X can't be placed are
	// skipped; at those whose Y is not finite the curve has a gap. Between
	// points it is straight as seen, so linear in log X or log Y on logarithmic
	// axes.
	X, Y  []float64
	Style Style
	Name  string // appears in the legend; empty for none
	Dash  Dash
	// Low and High, beside Y, bound what is known of it, such as the mean plus
	// and minus the standard error: a band around the curve, filled or, with
	// Outline, as its two edges. There is none at points where one of them is
	// missing or not finite.
	Low, High []float64
	Outline   bool
	// Mark stands at each point or, with Marks, at about as many evenly spread over the
	// axis, each mark at columns of its own; 0 for none.
	Mark  rune
	Marks int
	// End is written at its right end, if there is room.
	End string
	// Reads is what the curve is called where its values are read off; empty for one
	// whose values are not.
	Reads string
}

// Marker is a vertical line at a value of X, such as the present λ.
type Marker struct {
	X     float64
	Style Style
	Name  string // appears in the legend; empty for none
	// Label, such as the value, is written beside the line if there is room.
	Label string
}

// Level is a horizontal line at a value of Y, such as what a curve tends to.
type Level struct {
	Y     float64
	Style Style
	Dash  Dash
	// Name is written on the line, or beside it where a curve runs along.
	Name string
}

// Sample returns a piece of the curve for the legend.
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

// hasBand reports whether the curve carries bounds to be drawn as a band.
func (c Curve) hasBand() bool { return len(c.Low) > 0 && len(c.High) > 0 }

// isConstant reports whether the curve is the same everywhere.
func (c Curve) isConstant() bool { return len(c.X) == 2 && len(c.Y) == 2 && c.Y[0] == c.Y[1] }

// At reports whether the curve has the value of its i-th point at x.
func (c Curve) At(i int, x float64) bool { return c.X[i] == x || c.isConstant() }
