package chart

import (
	"cmp"
	"math"
	"slices"
)

// path is a curve on the screen: its points in fractions of the axes, sorted by x. In a gap of the
// curve y is NaN.
type path []point

// point is a place in fractions of the axes. Places outside of the axes lie outside of the unit
// square.
type point struct{ x, y float64 }

func (s point) isInside() bool { return s.x >= 0 && s.x <= 1 && s.y >= 0 && s.y <= 1 }

// path returns the path through the points that the horizontal axis can show. height returns the
// position of a value on the vertical axis.
func (p Plot) path(xs, ys []float64, height func(v float64) float64) path {
	// Positions far outside of the axes are clamped, so that sums can't overflow.
	const far = 1e9
	snap := func(f float64) float64 {
		if near := min(max(f, 0), 1); math.Abs(f-near) <= roundingTolerance {
			return near
		}
		return f
	}
	points := make(path, 0, len(xs))
	for i := range min(len(xs), len(ys)) {
		if x := p.x.fraction(xs[i]); !math.IsNaN(x) {
			points = append(points, point{snap(min(max(x, -far), far)), snap(min(max(height(ys[i]), -far), far))})
		}
	}
	slices.SortStableFunc(points, func(a, b point) int { return cmp.Compare(a.x, b.x) })
	return points
}

func (p Plot) curvePath(curve Curve) path {
	return p.path(curve.X, curve.Y, func(v float64) float64 {
		if p.y.zeroFraction > 0 && isDrawable(v) {
			v = max(v, 0) // values that are not positive lie on the floor
		}
		return p.y.fraction(v)
	})
}

func (p path) isVisible() bool {
	for i, a := range p {
		if a.isInside() {
			return true
		}
		if i > 0 && !math.IsNaN(a.y) && !math.IsNaN(p[i-1].y) {
			if _, crosses := (segment{p[i-1].x, p[i-1].y, a.x, a.y}).clip(); crosses {
				return true
			}
		}
	}
	return false
}

// resample returns the heights of the path at n positions, evenly spread from one end of the axis
// to the other; NaN in a gap and beyond the ends of the path.
func (p path) resample(n int) []float64 {
	out := make([]float64, n)
	next := 0 // the first point right of the sample
	for j := range out {
		u := float64(j) / float64(max(n-1, 1))
		for next < len(p) && p[next].x <= u {
			next++
		}
		switch {
		case next > 0 && p[next-1].x == u:
			out[j] = p[next-1].y
		case next == 0 || next == len(p):
			out[j] = math.NaN()
		default:
			a, b := p[next-1], p[next]
			out[j] = a.y + (u-a.x)/(b.x-a.x)*(b.y-a.y)
		}
	}
	// A point between two gaps may lie between two positions: then the nearest position gets its
	// height.
	samples := axis{hi: 1}.withCells(n, true)
	for _, q := range p {
		if j := samples.cellAt(q.x); j >= 0 && math.IsNaN(out[j]) {
			out[j] = q.y
		}
	}
	return out
}

// segment is a piece of a straight line in fractions of the axes, from the left or lower end (x0,
// y0) to the other end.
type segment struct{ x0, y0, x1, y1 float64 }

// clip returns the part of a segment inside the unit square, or false if no part is inside (Liang
// and Barsky, 1984).
func (s segment) clip() (segment, bool) {
	dx, dy := s.x1-s.x0, s.y1-s.y0
	enter, leave := 0.0, 1.0
	for _, side := range [2]struct{ from, by float64 }{{s.x0, dx}, {s.y0, dy}} {
		if side.by != 0 || side.from < 0 || side.from > 1 {
			at0, at1 := -side.from/side.by, (1-side.from)/side.by
			enter, leave = max(enter, min(at0, at1)), min(leave, max(at0, at1))
		}
	}
	return segment{s.x0 + enter*dx, s.y0 + enter*dy, s.x0 + leave*dx, s.y0 + leave*dy}, enter <= leave
}
