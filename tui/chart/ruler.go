package chart

import "math"

// alignToLines extends a vertical axis of curves so that round values lie in the middle of lines,
// and returns ticks at these values, at least gap lines apart. ticks is nil if the axis is constant
// or can't be aligned.
func (a axis) alignToLines(gap int) (wide axis, ticks []tick) {
	if a.zeroFraction > 0 { // zero is the lowest line, and the mark of the break lies above it
		ticks = append(ticks, tick{})
	}
	zero := len(ticks) * linesToZero
	n := a.cells - 1 - zero
	switch {
	case a.constant && a.centred && !a.log && n > 0:
		// All values are equal: this value lies in the middle of the text line nearest to the centre.
		room := a.hi - a.lo
		a.lo = a.constantValue - room*float64((n+1)/2)/float64(n)
		a.hi = a.lo + room
		return a, nil
	case !a.centred || a.constant || n < 2 || a.log && a.decades() <= fewDecades:
		return a, nil
	}
	best := a.bestRuler(gap, n)
	if best.lines == 0 {
		return a, nil
	}
	a.lo, a.hi = min(a.lo, best.valueAtLine(best.low)), max(a.hi, best.valueAtLine(best.low+float64(n)))
	a.zeroFraction = float64(zero) / float64(a.cells-1)
	for at := best.first; at <= best.last; at++ {
		ticks = append(ticks, tick{value: best.valueAtLine(at * best.lines)})
	}
	return a, ticks
}

// bestRuler returns the best ruler for n lines with steps of at least gap lines. Without such a
// ruler the result has lines = 0.
func (a axis) bestRuler(gap, n int) (best ruler) {
	for lines := gap; lines <= n; lines++ {
		r := a.finestRuler(lines, n)
		if r.last > r.first && r.isDrawable(n) && (best.lines == 0 || r.isBetter(best, n)) {
			best = r
		}
	}
	return best
}

// linesToZero is the number of lines between zero and the lowest other value of a logarithmic axis.
const linesToZero = 2

// ruler divides an axis into steps. Each step ends in the middle of a line.
type ruler struct {
	// step is the difference of neighbouring ticks: 1, 2, 5, 10 and so on, on a logarithmic axis a
	// number of powers of ten. lines is the distance of neighbouring ticks in lines of the screen.
	lines, step float64
	log         bool
	// low is the lowest line of the axis, counted from the line of the value 0, or of 1 on a
	// logarithmic axis. first and last are the lowest and the highest tick, divided by step.
	low, first, last float64
}

// finestRuler returns the ruler with the smallest step that covers the axis with at most maxLines
// lines. lines is the number of lines in a step.
func (a axis) finestRuler(lines, maxLines int) ruler {
	const slack = 1e-6 // in lines
	n, lo, hi := float64(maxLines), a.lo, a.hi
	if a.log {
		lo, hi = math.Log10(lo), math.Log10(hi)
	}
	r := ruler{lines: float64(lines), log: a.log}
	high := math.Inf(1)
	for raw := r.lines * (hi - lo) / n; high-r.low > n; raw = 1.5 * r.step {
		r.step = leastRoundStep(raw)
		if a.log {
			r.step = max(r.step, 1)
		}
		r.low, high = math.Floor(lo/r.step*r.lines+slack), math.Ceil(hi/r.step*r.lines-slack)
	}
	r.first, r.last = math.Ceil(r.low/r.lines), math.Floor(high/r.lines)
	r.low = high - n
	if lo >= 0 && !a.log {
		r.low = max(r.low, 0)
	}
	return r
}

// valueAtLine returns the value in the middle of a line. Lines are counted from the line of the
// value 0, or of 1 on a logarithmic axis.
func (r ruler) valueAtLine(line float64) float64 {
	v := line / r.lines * r.step
	if r.log {
		return math.Pow(10, v)
	}
	return v + 0 // +0 turns -0 into 0
}

// isDrawable reports whether the axis can show the values at both ends of the ruler. n is the
// number of lines above the lowest line.
func (r ruler) isDrawable(n int) bool {
	from, to := r.valueAtLine(r.low), r.valueAtLine(r.low+float64(n))
	return isDrawable(from) && isDrawable(to) && !(r.log && !isDrawable(1/from))
}

// isBetter reports whether the ruler suits an axis of n lines better than the ruler other. The
// better ruler has the smaller difference between the values of adjacent lines, where too few
// labels make the difference count more. If both rulers are equally good, the difference alone
// decides.
func (r ruler) isBetter(other ruler, n int) bool {
	cost := func(r ruler) float64 {
		wanted := max(3, float64(n)/4) // labels
		return r.step / r.lines * max(1, wanted/(r.last-r.first+1))
	}
	mine, theirs := cost(r), cost(other)
	even := mine < theirs*(1+roundingTolerance)
	return mine < theirs*(1-roundingTolerance) || even && r.step/r.lines < other.step/other.lines*(1-roundingTolerance)
}
