package chart

// Curve is a function of one variable, given at some points.
type Curve struct {
	// X and Y are the points, in any order. A point whose X is not finite is skipped; a Y that is
	// not finite makes a gap. The lines between points are straight on the screen, even on
	// logarithmic axes.
	X, Y  []float64
	Style Style
	Name  string // appears in the legend; empty for none
	Dash  Dash
	// Low and High bound a band around the curve, such as the mean ± a standard error; both have
	// the length of Y. The band is filled, but with Outline only its edges are drawn. If a bound is
	// missing or not finite, the band has a gap there.
	Low, High []float64
	Outline   bool
	// Mark is a character at each point; 0 for none. If Marks > 0, the curve has only about Marks
	// of them, evenly spread over the axis. Different characters then stand in different columns.
	Mark  rune
	Marks int
	// EndLabel is text at the right end of the curve, shown if there is room.
	EndLabel string
	// ReadingName is the name of the curve beside a value that the cursor reads. The cursor skips
	// curves without a ReadingName.
	ReadingName string
}

// Marker is a vertical line at a value of X, such as the current λ.
type Marker struct {
	X     float64
	Style Style
	Name  string // appears in the legend; empty for none
	// Label is text beside the line, such as the value. It is shown if there is room.
	Label string
}

// Level is a horizontal line at a value of Y, such as the limit of a curve.
type Level struct {
	Y     float64
	Style Style
	Dash  Dash
	// Name is text on the line, or beside the line where a curve covers it.
	Name string
}

// LegendSample returns a short piece of the curve, in its dash and with its mark, for a legend.
func (c Curve) LegendSample(gl Glyphs) string {
	before, after := c.Dash.legendPieces()
	switch {
	case c.hasBand():
		return before + after + string(gl.characters().band)
	case c.Mark != 0:
		return before + string(c.Mark) + after
	}
	return before + after
}

func (c Curve) pointCount() int { return min(len(c.X), len(c.Y)) }

func (c Curve) hasBand() bool { return len(c.Low) > 0 && len(c.High) > 0 }

// isConstant reports whether the curve consists of two points of equal Y, so that this value holds
// for every X.
func (c Curve) isConstant() bool { return len(c.X) == 2 && len(c.Y) == 2 && c.Y[0] == c.Y[1] }

// HasPointAt reports whether the value of the i-th point of the curve holds at x.
func (c Curve) HasPointAt(i int, x float64) bool { return c.X[i] == x || c.isConstant() }
