package chart

import (
	"iter"
	"math"
	"slices"
)

// Points is a set of points that look the same in a scatter plot.
type Points struct {
	// X and Y are the coordinates. A point is skipped if one is missing or not finite.
	X, Y  []float64
	Mark  rune
	Style Style
	// Name is the name in the legend; empty for no entry.
	Name string
	// Priority decides whose mark a cell with points of several sets has: the set of highest
	// priority, then the set with most points in the cell, then the first set. Marks of positive
	// priority lie above lines, too, unless they would hide the line.
	Priority int
}

func (p Points) pointCount() int { return min(len(p.X), len(p.Y)) }

func drawablePoints(sets []Points) iter.Seq2[float64, float64] {
	return func(yield func(x, y float64) bool) {
		for _, p := range sets {
			for i := range p.pointCount() {
				if isDrawable(p.X[i]) && isDrawable(p.Y[i]) && !yield(p.X[i], p.Y[i]) {
					return
				}
			}
		}
	}
}

// thinOutPoints keeps the same fraction of each set of points, so that about maxPoints points are
// left altogether.
func thinOutPoints(sets []Points, maxPoints int) []Points {
	total := 0
	for _, p := range sets {
		total += p.pointCount()
	}
	if total <= maxPoints {
		return sets
	}
	sets = slices.Clone(sets)
	for i := range sets {
		p, n := &sets[i], sets[i].pointCount()
		keep := int(math.Ceil(float64(n) * float64(maxPoints) / float64(total)))
		x, y := make([]float64, keep), make([]float64, keep)
		for j := range keep {
			// One point of each stretch is kept, at a place given by the golden ratio. With a fixed
			// stride, the choice could depend on a period of the data.
			_, part := math.Modf(float64(j) * math.Phi)
			from, to := j*n/keep, (j+1)*n/keep
			at := from + int(part*float64(to-from))
			x[j], y[j] = p.X[at], p.Y[at]
		}
		p.X, p.Y = x, y
	}
	return sets
}

// drawPointSets draws in each cell the mark of the set of highest priority, and returns the set of
// each cell, line by line; nil for a cell without points. If thick, a point also covers the cell to
// its right.
func (c canvas) drawPointSets(sets []Points, thick bool) []*Points {
	shown, most := make([]*Points, c.w*c.h), make([]int, c.w*c.h)
	counts := make([]int, c.w*c.h)
	for i := range sets {
		p := &sets[i]
		clear(counts)
		for j := range p.pointCount() {
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

// redrawHiddenMarks draws marks of positive priority above lines, but never in two adjacent cells,
// so that the line remains visible. shown has the set of points of each cell, line by line.
func (c canvas) redrawHiddenMarks(shown []*Points) {
	raised := map[[2]int]bool{}
	for at, p := range shown {
		if p == nil || p.Priority <= 0 {
			continue
		}
		x, y := at%c.w, at/c.w
		beside := raised[[2]int{x - 1, y}] || raised[[2]int{x - 1, y - 1}] ||
			raised[[2]int{x, y - 1}] || raised[[2]int{x + 1, y - 1}]
		if !beside && c.At(x, y).Rune != c.gl.ReplaceRune(p.Mark) {
			raised[[2]int{x, y}] = true
			c.Set(x, y, p.Mark, p.Style)
		}
	}
}
