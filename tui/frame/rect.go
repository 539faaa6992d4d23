package frame

import "larui/tui/chart"

// A rect is a rectangle of cells of a frame. X and Y are its first column and row.
type rect struct{ X, Y, W, H int }

func (r rect) Contains(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

func (r rect) gridOf(frame *chart.Grid) *chart.Grid { return frame.Sub(r.X, r.Y, r.W, r.H) }

func (r rect) splitAt(rows int) (upper, lower rect) {
	return rect{r.X, r.Y, r.W, rows}, rect{r.X, r.Y + rows, r.W, r.H - rows}
}

// Inner leaves out the cells along the edge, where a box is drawn.
func (r rect) Inner() rect {
	if r.W < 2 || r.H < 2 {
		return rect{X: r.X, Y: r.Y}
	}
	return rect{r.X + 1, r.Y + 1, r.W - 2, r.H - 2}
}

func regionAt[R interface{ Contains(x, y int) bool }](regions []R, x, y int) (found R, ok bool) {
	for _, region := range regions {
		if region.Contains(x, y) {
			return region, true
		}
	}
	return found, false
}
