package chart

import (
	"math"

	"larui/tui/number"
)

const (
	// largest is the greatest magnitude that is drawn. Values beyond it count as infinite, so that
	// spans and paddings can't overflow.
	largest = 1e300
	// smallestSpan is the narrowest range of an axis. Narrower data, which includes all denormal
	// numbers, counts as constant.
	smallestSpan = 1e-290
	// relativeSpan is the narrowest range relative to its values. In a narrower range the labels of
	// both ends would be equal, and differences are rounding noise.
	relativeSpan = 1e-9
	// zeroShare is the share of a logarithmic axis between zero and the smallest positive value.
	zeroShare = 0.08
)

// drawable reports whether v can be placed on an axis.
func drawable(v float64) bool { return math.Abs(v) <= largest }

// axis maps the values lo…hi to the fractions 0…1, linearly or by logarithm, and fractions to
// cells: columns from the left, or lines from below.
type axis struct {
	lo, hi float64
	log    bool
	// share is the part of a logarithmic axis between zero and lo; 0 if the axis does not show
	// zero.
	share float64
	// constant means that all data have the value at. Then lo and hi lie around it.
	constant bool
	at       float64
	// cells is the number of cells. A centred axis, as curves use vertically, ends in the middle of
	// the outermost cells; any other axis ends at their edges.
	cells   int
	centred bool
}

// drawableRange returns the least and the greatest drawable value, or +∞ and −∞ without any. For a
// logarithmic axis only positive values count.
func drawableRange(values []float64, log bool) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if drawable(v) && !(log && v <= 0) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo, hi
}

// newAxis returns the linear axis over lo…hi. Reversed, missing or empty ranges become ranges that
// can be drawn.
func newAxis(lo, hi float64) axis {
	if !drawable(lo) || !drawable(hi) {
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
	return axis{lo: max(lo-room, -largest), hi: min(hi+room, largest), constant: true, at: lo}
}

// newLogAxis returns the logarithmic axis over lo…hi, both positive, with zero at its lower end if
// zero is set. The axis does not reach below smallestSpan, where numbers lose their digits.
func newLogAxis(lo, hi float64, zero bool) axis {
	a := axis{lo: 1, hi: 10, log: true}
	if zero {
		a.share = zeroShare
	}
	if !drawable(lo) || !drawable(hi) || lo <= 0 || hi < lo {
		return a
	}
	a.lo, a.hi = max(lo, smallestSpan), max(hi, smallestSpan)
	if math.Log(a.hi)-math.Log(a.lo) <= relativeSpan {
		a.constant, a.at = true, a.lo
		a.lo, a.hi = a.lo/3, min(a.hi*3, largest)
	}
	return a
}

// withCells returns the axis withCells the given number of cells. It leaves room between zero and the
// smallest positive value for the mark of a broken axis.
func (a axis) withCells(cells int, centred bool) axis {
	a.cells, a.centred = max(cells, 0), centred
	if a.share > 0 && cells > 0 {
		a.share = min(max(zeroShare, 3/float64(cells)), 0.3)
	}
	return a
}

// widen adds room to a linear axis at both ends.
func (a axis) widen(room float64) axis {
	a.lo, a.hi = a.lo-room, a.hi+room
	return a
}

// frac returns the position of v: 0 at lo, 1 at hi, and NaN if v has no place on the axis.
func (a *axis) frac(v float64) float64 {
	lo, hi := a.lo, a.hi
	switch {
	case !drawable(v) || a.log && (v < 0 || v == 0 && a.share == 0):
		return math.NaN()
	case a.share > 0 && v < lo:
		return a.share * (v / lo)
	case a.log:
		v, lo, hi = math.Log(v), math.Log(lo), math.Log(hi)
	}
	return a.share + (1-a.share)*(v-lo)/(hi-lo)
}

// value returns the value at the fraction f. It is the inverse of frac.
func (a *axis) value(f float64) float64 {
	if f < a.share {
		return max(a.lo*(f/a.share), 0)
	}
	f = (f - a.share) / (1 - a.share)
	v := a.lo + f*(a.hi-a.lo)
	if low := math.Log(a.lo); a.log {
		v = math.Exp(low + f*(math.Log(a.hi)-low))
	}
	return min(max(v, a.lo), a.hi)
}

// rounding is the tolerance for fractions: the logarithm of 1000 is not exactly three times the
// logarithm of 10.
const rounding = 1e-9

// cellAt returns the cell at the fraction f, or −1 if f lies outside the axis.
func (a *axis) cellAt(f float64) int {
	switch {
	case !(f >= -rounding && f <= 1+rounding) || a.cells < 1:
		return -1
	case a.centred:
		return int(f*float64(a.cells-1) + 0.5)
	}
	return min(int(f*float64(a.cells)+rounding), a.cells-1)
}

// cell returns the cell of v, or −1 if v lies outside the axis.
func (a *axis) cell(v float64) int { return a.cellAt(a.frac(v)) }

// middle returns the value in the middle of a cell.
func (a *axis) middle(cell int) float64 {
	switch {
	case !a.centred:
		return a.value((float64(cell) + 0.5) / float64(a.cells))
	case a.cells > 1:
		return a.value(float64(cell) / float64(a.cells-1))
	}
	return a.value(0.5)
}

// formatSingle writes a value that need not line up with others.
func formatSingle(v float64) string { return number.AllDigits(number.RoundDigits(v, 6)) }
