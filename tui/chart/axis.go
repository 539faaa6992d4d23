package chart

import (
	"math"

	"larui/tui/number"
)

const (
	// largestDrawable is the greatest magnitude of a drawn value. A greater value counts as
	// infinite, so that sums can't overflow.
	largestDrawable = 1e300
	// smallestSpan is the narrowest range of an axis. Data in a narrower range, such as denormal
	// numbers, count as constant.
	smallestSpan = 1e-290
	// relativeSpan is the least length of an axis, divided by the largest value on it. On a shorter
	// axis, differences are rounding noise, and both ends have equal labels.
	relativeSpan = 1e-9
	// zeroShare is the fraction of a logarithmic axis between zero and the smallest positive value.
	zeroShare = 0.08
)

func isDrawable(v float64) bool { return math.Abs(v) <= largestDrawable }

// axis maps the values from lo to hi to the fractions from 0 to 1, linearly or logarithmically. It
// also maps fractions to cells: to columns from the left, or to lines from the bottom.
type axis struct {
	lo, hi float64
	log    bool
	// zeroFraction is the fraction of a logarithmic axis between zero and lo; 0 if the axis has no zero.
	zeroFraction float64
	// constant means that all data equal constantValue. Then lo and hi lie below and above that
	// value.
	constant      bool
	constantValue float64
	// cells is the number of cells. If centred is true, as on vertical axes of curves, the ends of
	// the axis lie in the middle of the first and the last cell, else at their outer edges.
	cells   int
	centred bool
}

// drawableRange returns +∞ and −∞ if no value is drawable. For a logarithmic axis only positive
// values count.
func drawableRange(values []float64, log bool) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if isDrawable(v) && !(log && v <= 0) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo, hi
}

// newAxis returns the linear axis over lo…hi. Swapped ends are put in order, and a range that is
// missing or empty is replaced by a range that can be drawn.
func newAxis(lo, hi float64) axis {
	if !isDrawable(lo) || !isDrawable(hi) {
		return axis{lo: -1, hi: 1}
	}
	lo, hi = min(lo, hi), max(lo, hi)
	scale := max(math.Abs(lo), math.Abs(hi))
	if wide := hi - lo; wide > smallestSpan && wide > relativeSpan*scale {
		return axis{lo: lo, hi: hi}
	}
	room := scale / 10
	if room < smallestSpan {
		room = 1
	}
	return axis{lo: max(lo-room, -largestDrawable), hi: min(hi+room, largestDrawable), constant: true, constantValue: lo}
}

// newLogAxis returns the logarithmic axis over the positive values lo…hi. If withZero is true, the
// axis also has the value 0, left of or below lo. Ends below smallestSpan, where numbers lose
// digits, become smallestSpan.
func newLogAxis(lo, hi float64, withZero bool) axis {
	a := axis{lo: 1, hi: 10, log: true}
	if withZero {
		a.zeroFraction = zeroShare
	}
	if !isDrawable(lo) || !isDrawable(hi) || lo <= 0 || hi < lo {
		return a
	}
	a.lo, a.hi = max(lo, smallestSpan), max(hi, smallestSpan)
	if math.Log(a.hi)-math.Log(a.lo) <= relativeSpan {
		a.constant, a.constantValue = true, a.lo
		a.lo, a.hi = a.lo/3, min(a.hi*3, largestDrawable)
	}
	return a
}

// withCells returns the axis spread over cells. If centred, values lie in the middle of their cells. A
// logarithmic axis that also shows zero gets at least three cells between zero and the smallest
// positive value, for the mark of the break.
func (a axis) withCells(cells int, centred bool) axis {
	a.cells, a.centred = max(cells, 0), centred
	if a.zeroFraction > 0 && cells > 0 {
		a.zeroFraction = min(max(zeroShare, 3/float64(cells)), 0.3)
	}
	return a
}

// widen moves both ends of a linear axis outward by extra.
func (a axis) widen(extra float64) axis {
	a.lo, a.hi = a.lo-extra, a.hi+extra
	return a
}

// fraction returns the position of a value on the axis: 0 at lo, 1 at hi, and NaN if the axis can't
// show the value.
func (a *axis) fraction(v float64) float64 {
	lo, hi := a.lo, a.hi
	switch {
	case !isDrawable(v) || a.log && (v < 0 || v == 0 && a.zeroFraction == 0):
		return math.NaN()
	case a.zeroFraction > 0 && v < lo:
		return a.zeroFraction * (v / lo)
	case a.log:
		v, lo, hi = math.Log(v), math.Log(lo), math.Log(hi)
	}
	return a.zeroFraction + (1-a.zeroFraction)*(v-lo)/(hi-lo)
}

// valueAt is the inverse of fraction.
func (a *axis) valueAt(f float64) float64 {
	if f < a.zeroFraction {
		return max(a.lo*(f/a.zeroFraction), 0)
	}
	f = (f - a.zeroFraction) / (1 - a.zeroFraction)
	v := a.lo + f*(a.hi-a.lo)
	if low := math.Log(a.lo); a.log {
		v = math.Exp(low + f*(math.Log(a.hi)-low))
	}
	return min(max(v, a.lo), a.hi)
}

// roundingTolerance is the tolerance in comparisons of fractions, because of rounding errors: the
// logarithm of 1000 is not exactly three times the logarithm of 10.
const roundingTolerance = 1e-9

// cellAt returns the cell at a position, a fraction of the axis, or −1 outside of the axis.
func (a *axis) cellAt(f float64) int {
	switch {
	case !(f >= -roundingTolerance && f <= 1+roundingTolerance) || a.cells < 1:
		return -1
	case a.centred:
		return int(f*float64(a.cells-1) + 0.5)
	}
	return min(int(f*float64(a.cells)+roundingTolerance), a.cells-1)
}

func (a *axis) cell(v float64) int { return a.cellAt(a.fraction(v)) }

func (a *axis) middleValue(cell int) float64 {
	switch {
	case !a.centred:
		return a.valueAt((float64(cell) + 0.5) / float64(a.cells))
	case a.cells > 1:
		return a.valueAt(float64(cell) / float64(a.cells-1))
	}
	return a.valueAt(0.5)
}

func formatSixDigits(v float64) string { return number.AllDigits(number.RoundDigits(v, 6)) }
