package chart

import (
	"math"
	"slices"
)

// Points is a set of points that look the same.
type Points struct {
	// X and Y are the coordinates; points without both, and those that are not
	// finite, are skipped.
	X, Y []float64
	// Mark shows a point; 0 stands for '•'.
	Mark  rune
	Style Style
	// Name appears in the legend; empty for none.
	Name string
	// Priority decides which set marks a cell that several share: the highest,
	// and among equals the one with most points there, then the first. Marks of
	// a positive priority also stay above lines, as long as these can be followed.
	Priority int
}

// mark returns the character for the points.
func (p Points) mark() rune {
	if p.Mark == 0 {
		return '•'
	}
	return p.Mark
}

// count is how many points there are, and placed tells of one whether it has a place in
// the plane.
func (p Points) count() int        { return min(len(p.X), len(p.Y)) }
func (p Points) placed(i int) bool { return drawable(p.X[i]) && drawable(p.Y[i]) }

// thinned returns the sets without what has no place, thinned to about most points.
func (s Scatter) thinned(most int) []Points {
	sets := slices.Clone(s.Points)
	total := 0
	for _, p := range sets {
		total += p.count()
	}
	for i, p := range sets {
		n := p.count()
		keep := n
		if total > most {
			keep = int(math.Ceil(float64(n) * float64(most) / float64(total)))
		}
		sets[i].X, sets[i].Y = make([]float64, 0, keep), make([]float64, 0, keep)
		for j := range keep {
			// One of each stretch of points, by the golden ratio: a fixed stride
			// could fall in step with an order in the data.
			_, part := math.Modf(float64(j) * math.Phi)
			from, to := j*n/keep, (j+1)*n/keep
			if at := from + int(part*float64(to-from)); p.placed(at) {
				sets[i].X, sets[i].Y = append(sets[i].X, p.X[at]), append(sets[i].Y, p.Y[at])
			}
		}
	}
	return sets
}

// raised is a mark to put back above the lines.
type raised struct {
	x, y int
	Cell
}

// drawSets marks each cell by the set that matters most there, and returns the
// marks to raise, line by line.
func (c canvas) drawSets(sets []Points) (above []raised) {
	best := make([]struct{ set, count int }, c.w*c.h)
	counts := make([]int, c.w*c.h)
	for i, p := range sets {
		clear(counts)
		for j := range p.X {
			if col, row := c.x.cell(p.X[j]), c.y.cell(p.Y[j]); col >= 0 && row >= 0 {
				counts[(c.h-1-row)*c.w+col]++
			}
		}
		for at, n := range counts {
			b := &best[at]
			higher := p.Priority - sets[b.set].Priority
			if n > 0 && (b.count == 0 || higher > 0 || higher == 0 && n > b.count) {
				b.set, b.count = i, n
			}
		}
	}
	for at, b := range best {
		if b.count == 0 {
			continue
		}
		x, y, p := at%c.w, at/c.w, sets[b.set]
		c.Set(x, y, c.gl.Rune(p.mark()), p.Style)
		if p.Priority > 0 {
			above = append(above, raised{x, y, c.At(x, y)})
		}
	}
	return above
}

// raise puts marks back where lines hide them, but no two side by side, so that
// what is left of a line can be followed through however many.
func (c canvas) raise(above []raised) {
	done := map[[2]int]bool{}
	for _, m := range above {
		beside := done[[2]int{m.x - 1, m.y}] || done[[2]int{m.x - 1, m.y - 1}] ||
			done[[2]int{m.x, m.y - 1}] || done[[2]int{m.x + 1, m.y - 1}]
		if !beside && c.At(m.x, m.y) != m.Cell {
			done[[2]int{m.x, m.y}] = true
			c.Set(m.x, m.y, m.Rune, m.Style)
		}
	}
}
