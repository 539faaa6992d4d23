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

// drawable reports whether the set has a point with a place in the plane.
func (p Points) drawable() bool {
	for i := range min(len(p.X), len(p.Y)) {
		if drawable(p.X[i]) && drawable(p.Y[i]) {
			return true
		}
	}
	return false
}

// visible returns the sets, thinned to about most points.
func (s Scatter) visible(most int) []Points {
	sets := slices.Clone(s.Points)
	total := 0
	for i, p := range sets {
		n := min(len(p.X), len(p.Y))
		sets[i].X, sets[i].Y = p.X[:n], p.Y[:n]
		total += n
	}
	if total <= most {
		return sets
	}
	for i, p := range sets {
		n := len(p.X)
		keep := int(math.Ceil(float64(n) * float64(most) / float64(total)))
		xs, ys := make([]float64, keep), make([]float64, keep)
		for j := range keep {
			// One of each stretch of points, chosen by a hash: a fixed stride
			// could fall in step with an order in the data.
			from, to := j*n/keep, (j+1)*n/keep
			at := from + int(hash(uint64(j))%uint64(to-from))
			xs[j], ys[j] = p.X[at], p.Y[at]
		}
		sets[i].X, sets[i].Y = xs, ys
	}
	return sets
}

// hash scrambles the bits of v (the finalizer of splitmix64).
func hash(v uint64) uint64 {
	v += 0x9e3779b97f4a7c15
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return v ^ v>>31
}
