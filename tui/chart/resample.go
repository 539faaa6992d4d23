package chart

import (
	"cmp"
	"math"
	"slices"
)

// nearestRow returns the line, counted from below, on which a curve at the
// fraction v of the vertical axis runs: the lowest value in the middle of the
// lowest line, the highest in the middle of the highest.
func nearestRow(v float64, rows int) int {
	if rows < 1 || !(v >= 0 && v <= 1) {
		return -1
	}
	return int(math.Floor(v*float64(rows-1) + 0.5))
}

// path is a curve in order: x ascending and drawable, y NaN in gaps.
type path struct{ x, y []float64 }

// path puts the points in order and drops those that have no place.
func (c Curve) path(log, zero bool) path {
	type point struct{ x, y float64 }
	points := make([]point, 0, len(c.X))
	for i := range min(len(c.X), len(c.Y)) {
		p := point{c.X[i], c.Y[i]}
		if !drawable(p.x) || log && (p.x < 0 || p.x == 0 && !zero) {
			continue
		}
		if !drawable(p.y) {
			p.y = math.NaN()
		}
		points = append(points, p)
	}
	slices.SortStableFunc(points, func(a, b point) int { return cmp.Compare(a.x, b.x) })
	p := path{x: make([]float64, len(points)), y: make([]float64, len(points))}
	for i, q := range points {
		p.x[i], p.y[i] = q.x, q.y
	}
	return p
}

// onFloor puts what is not positive onto the zero of a logarithmic axis where
// that has one, and else makes it a gap.
func (p path) onFloor(zero bool) path {
	for i, v := range p.y {
		if v <= 0 {
			p.y[i] = math.NaN()
			if zero {
				p.y[i] = 0
			}
		}
	}
	return p
}

// fractions returns the path with its values as fractions of the axis, so that
// it is straight between points where these are seen as straight.
func (p path) fractions(y axis) path {
	q := path{x: p.x, y: make([]float64, len(p.y))}
	for i, v := range p.y {
		q.y[i] = y.frac(v)
	}
	return q
}

// resample returns the path at n values evenly spread over the axis from end to
// end, NaN where the path has a gap or does not reach.
func (p path) resample(x axis, n int) []float64 {
	out := make([]float64, n)
	at := make([]float64, len(p.x))
	for i, v := range p.x {
		at[i] = x.frac(v)
	}
	next := 0 // the first point right of the sample
	for j := range out {
		u := 0.5
		if n > 1 {
			u = float64(j) / float64(n-1)
		}
		for next < len(at) && at[next] <= u {
			next++
		}
		switch {
		case next > 0 && at[next-1] == u:
			out[j] = p.y[next-1]
		case next == 0 || next == len(at):
			out[j] = math.NaN()
		default:
			t := (u - at[next-1]) / (at[next] - at[next-1])
			out[j] = p.y[next-1] + t*(p.y[next]-p.y[next-1])
		}
	}
	// What lies between two samples, such as a single point amid gaps, is
	// still shown at the nearest one.
	for i, v := range p.y {
		if j := nearestRow(at[i], n); j >= 0 && math.IsNaN(out[j]) {
			out[j] = v
		}
	}
	return out
}

// rowValues resamples the path and expresses it in lines of the plot, from 0 at
// the lowest to rows-1 at the highest, with gaps beyond them.
func (p path) rowValues(x, y axis, n, rows int) []float64 {
	place := y.frac
	if y.log {
		// On a linear axis the result would be the same, but for fractions that
		// overflow.
		p, place = p.fractions(y), func(f float64) float64 { return f }
	}
	values := p.resample(x, n)
	for i, v := range values {
		if f := place(v); f >= 0 && f <= 1 {
			values[i] = f * float64(rows-1)
		} else {
			values[i] = math.NaN()
		}
	}
	return values
}
