package chart

import (
	"math"
	"slices"
)

// Points is a set of points that look the same.
type Points struct {
	// X and Y are the coordinates; points without both, and those that are not
	// finite, are skipped.
	X, Y  []float64
	Mark  rune // shows a point
	Style Style
	// Name appears in the legend; empty for none.
	Name string
	// Priority decides which set marks a cell that several share: the highest,
	// and among equals the one with most points there, then the first. Marks of
	// a positive priority also stay above lines, as long as these can be followed.
	Priority int
}

// count is how many points there are, and placed tells of one whether it has a place in
// the plane.
func (p Points) count() int { return min(len(p.X), len(p.Y)) }

func (p Points) placed(i int) bool { return drawable(p.X[i]) && drawable(p.Y[i]) }

// thin returns the sets, thinned to about most points.
func thin(sets []Points, most int) []Points {
	total := 0
	for _, p := range sets {
		total += p.count()
	}
	if total <= most {
		return sets
	}
	sets = slices.Clone(sets)
	for i := range sets {
		p, n := &sets[i], sets[i].count()
		keep := int(math.Ceil(float64(n) * float64(most) / float64(total)))
		x, y := make([]float64, keep), make([]float64, keep)
		for j := range keep {
			// One of each stretch of points, by the golden ratio: a fixed stride
			// could fall in step with an order in the data.
			_, part := math.Modf(float64(j) * math.Phi)
			from, to := j*n/keep, (j+1)*n/keep
			at := from + int(part*float64(to-from))
			x[j], y[j] = p.X[at], p.Y[at]
		}
		p.X, p.Y = x, y
	}
	return sets
}

// drawSets marks each cell by the set that matters most there, and returns which that
// is, line by line, nil for none. A thick point has the cell to its right, too.
func (c canvas) drawSets(sets []Points, thick bool) []*Points {
	shown, most := make([]*Points, c.w*c.h), make([]int, c.w*c.h)
	counts := make([]int, c.w*c.h)
	for i := range sets {
		p := &sets[i]
		clear(counts)
		for j := range p.count() {
			if col, row := c.x.cell(p.X[j]), c.y.cell(p.Y[j]); col >= 0 && row >= 0 {
				at := (c.h-1-row)*c.w + col
				counts[at]++
				if thick && col+1 < c.w {
					counts[at+1]++
				}
			}
		}
		for at, n := range counts {
			before := shown[at]
			if n > 0 && (before == nil || p.Priority > before.Priority || p.Priority == before.Priority && n > most[at]) {
				shown[at], most[at] = p, n
				c.Set(at%c.w, at/c.w, p.Mark, p.Style)
			}
		}
	}
	return shown
}

// raise puts marks of priority back where lines hide them, but no two side by side, so
// that what is left of a line can be followed through however many.
func (c canvas) raise(shown []*Points) {
	raised := map[[2]int]bool{}
	for at, p := range shown {
		if p == nil || p.Priority <= 0 {
			continue
		}
		x, y := at%c.w, at/c.w
		beside := raised[[2]int{x - 1, y}] || raised[[2]int{x - 1, y - 1}] ||
			raised[[2]int{x, y - 1}] || raised[[2]int{x + 1, y - 1}]
		if !beside && c.At(x, y).Rune != c.gl.Rune(p.Mark) {
			raised[[2]int{x, y}] = true
			c.Set(x, y, p.Mark, p.Style)
		}
	}
}
