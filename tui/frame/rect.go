package frame

import "larui/tui/chart"

// A rect is a rectangle of cells of a frame.
type rect struct{ X, Y, W, H int }

func (r rect) Holds(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// of returns the part of a frame that the rectangle covers.
func (r rect) of(frame *chart.Grid) *chart.Grid { return frame.Sub(r.X, r.Y, r.W, r.H) }

// Inner returns the rectangle inside a box along the edge.
func (r rect) Inner() rect {
	if r.W < 2 || r.H < 2 {
		return rect{X: r.X, Y: r.Y}
	}
	return rect{r.X + 1, r.Y + 1, r.W - 2, r.H - 2}
}

// regionAt returns the region that contains a cell of the frame.
func regionAt[R interface{ Holds(x, y int) bool }](regions []R, x, y int) (found R, ok bool) {
	for _, region := range regions {
		if region.Holds(x, y) {
			return region, true
		}
	}
	return found, false
}
