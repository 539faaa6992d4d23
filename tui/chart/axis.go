package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/tui/number"
)

const (
	// largest is the greatest magnitude that is drawn. Values beyond it count
	// as infinite, so that spans and paddings can't overflow.
	largest = 1e300
	// smallestSpan is the narrowest range an axis shows. Narrower data, which
	// includes all denormal numbers, counts as constant.
	smallestSpan = 1e-290
	// relativeSpan is the narrowest range relative to the values in it: labels
	// could not tell their ends apart, and what moves is rounding noise.
	relativeSpan = 1e-9
)

// drawable reports whether v can be placed on an axis.
func drawable(v float64) bool { return math.Abs(v) <= largest }

// axis maps the values lo…hi to the fractions 0…1, linearly or by logarithm.
type axis struct {
	lo, hi float64
	log    bool
	zero   bool // logarithmic, with zero at its lower end
	// share is the part of the axis between zero, where it has one, and lo.
	share float64
	// constant says that the data have the single value at; lo and hi then
	// stand around it.
	constant bool
	at       float64
}

// newAxis returns the axis over lo…hi. Reversed, missing or empty ranges become
// ranges that can be drawn.
func newAxis(lo, hi float64) axis {
	if !drawable(lo) || !drawable(hi) {
		return axis{lo: -1, hi: 1}
	}
	if hi < lo {
		lo, hi = hi, lo
	}
	scale := max(math.Abs(lo), math.Abs(hi))
	if span := hi - lo; span > smallestSpan && span > relativeSpan*scale {
		return axis{lo: lo, hi: hi}
	}
	room := scale / 10
	if room < smallestSpan {
		room = 1
	}
	return axis{lo: lo - room, hi: hi + room, constant: true, at: lo}
}

// widen adds room to a linear axis at both ends.
func (a axis) widen(room float64) axis {
	a.lo, a.hi = a.lo-room, a.hi+room
	return a
}

// frac returns where v lies between the ends: 0 at lo, 1 at hi, NaN where v has
// no place.
func (a axis) frac(v float64) float64 {
	if !drawable(v) {
		return math.NaN()
	}
	if !a.log {
		return (v - a.lo) / (a.hi - a.lo)
	}
	return a.logFrac(v)
}

// value returns what lies at the fraction f of the axis, the inverse of frac.
func (a axis) value(f float64) float64 {
	if a.log {
		return a.logValue(f)
	}
	return min(max(a.lo+f*(a.hi-a.lo), a.lo), a.hi)
}

// within reports whether v lies on the axis.
func (a axis) within(v float64) bool {
	f := a.frac(v)
	return f >= 0 && f <= 1
}

// column returns which of n columns shows the fraction f of an axis, and -1 for
// none.
func column(f float64, n int) int {
	if !(f >= 0 && f <= 1) {
		return -1
	}
	// A tolerance, because the logarithm of 1000 is not three times that of 10.
	return min(int(f*float64(n)+1e-9), n-1)
}

// tick is a labelled value on an axis and the column (or line, from below) that
// shows it.
type tick struct {
	value float64
	label string
	cell  int
}

// layout returns the densest row of round ticks that fits. place turns a
// fraction into a cell, format (default: as many digits as the step between
// ticks bears) writes the labels, and fit refuses a set by returning none of it,
// or drops single ticks from it.
func (a axis) layout(most int, place func(f float64) int, format func(float64) string, fit func([]tick) []tick) []tick {
	for n := most; n > 0; n-- {
		ticks := a.ticks(n)
		a.label(ticks, format)
		for i := range ticks {
			ticks[i].cell = place(a.frac(ticks[i].value))
		}
		if ticks = fit(ticks); len(ticks) > 0 {
			return ticks
		}
	}
	return nil
}

// withEnds adds to the ticks of a linear axis its ends, where these are round numbers
// and fits allows it beside the others.
func (a axis) withEnds(ticks []tick, place func(f float64) int, format func(float64) string, fits func([]tick) bool) []tick {
	if a.log || a.constant || len(ticks) == 0 {
		return ticks
	}
	const digits = 3
	if format == nil {
		format = func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
		if slices.ContainsFunc(ticks, func(t tick) bool { return strings.Contains(t.label, "e") }) {
			format = func(v float64) string { return number.Exponent(v, digits) }
		}
	}
	for _, v := range [2]float64{a.lo, a.hi} {
		if v == 0 || math.Abs(number.Round(v, digits)/v-1) > relativeSpan {
			continue
		}
		end := tick{value: v, label: format(v), cell: place(a.frac(v))}
		with := append([]tick{end}, ticks...)
		if v == a.hi {
			with = append(slices.Clone(ticks), end)
		}
		if fits(with) {
			ticks = with
		}
	}
	return ticks
}

// ticks returns about n round values on the axis, ascending.
func (a axis) ticks(n int) []tick {
	var ticks []tick
	if a.constant {
		return append(ticks, tick{value: a.at})
	}
	if a.zero {
		ticks = append(ticks, tick{})
		n = max(n-1, 1)
	}
	if a.manyDecades() {
		return append(ticks, a.decades(n)...)
	}
	step := roundStep((a.hi - a.lo) / float64(n))
	// A tolerance, because 3·0.1 > 0.3.
	first, last := math.Ceil(a.lo/step-1e-6), math.Floor(a.hi/step+1e-6)
	for i := first; i <= last && len(ticks) < 4*n; i++ {
		ticks = append(ticks, tick{value: min(max(i*step, a.lo), a.hi)})
	}
	return ticks
}

// label writes the labels, all with the same number of decimals on a linear
// axis.
func (a axis) label(ticks []tick, format func(float64) string) {
	step := a.hi - a.lo
	if len(ticks) > 1 {
		step = ticks[len(ticks)-1].value - ticks[len(ticks)-2].value
	}
	for i := range ticks {
		switch v := ticks[i].value; {
		case format != nil:
			ticks[i].label = format(v)
		case a.log:
			ticks[i].label = alone(v)
		case a.constant:
			ticks[i].label = alone(v)
		default:
			ticks[i].label = decimal(v, step, max(math.Abs(a.lo), math.Abs(a.hi)))
		}
	}
}

// alone formats a value that has no others beside it to be aligned with.
func alone(v float64) string { return number.Short(number.Round(v, 6)) }

// roundStep returns the smallest of 1, 2 or 5 times a power of ten that is not
// below raw.
func roundStep(raw float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= raw*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// decimal formats v on an axis whose labels are step apart and reach up to
// scale: plainly where that is short, else with an exponent.
func decimal(v, step, scale float64) string {
	if v == 0 || math.Abs(v) < step*1e-6 {
		v = 0 // also drops the sign of -0
	}
	digits := int(max(0, -math.Floor(math.Log10(step)+1e-9)))
	if scale < 1e5 && digits <= 3 {
		return strconv.FormatFloat(v, 'f', digits, 64)
	}
	significant := 0
	if v != 0 {
		significant = int(max(0, math.Floor(math.Log10(math.Abs(v))+1e-9)-math.Floor(math.Log10(step)+1e-9)))
	}
	return number.Exponent(v, 1+min(significant, 6))
}

// bulk returns the range that shows the bulk of the values, of which it sorts
// out those that can't be drawn, and whether that leaves some out. It is the
// whole range, unless more than half of that would serve the outermost half per
// cent at either end (at least one value).
func bulk(values []float64) (lo, hi float64, trimmed bool) {
	sorted := make([]float64, 0, len(values))
	for _, v := range values {
		if drawable(v) {
			sorted = append(sorted, v)
		}
	}
	slices.Sort(sorted)
	n := len(sorted)
	if n == 0 {
		return math.NaN(), math.NaN(), false
	}
	lo, hi = sorted[0], sorted[n-1]
	if n < 8 {
		return lo, hi, false
	}
	cut := max(1, n/200)
	inLo, inHi := sorted[cut], sorted[n-1-cut]
	if newAxis(inLo, inHi).constant || hi-lo <= 2*(inHi-inLo) {
		return lo, hi, false
	}
	// Keep what lies just outside: the cut is for the few that squash the rest.
	room := (inHi - inLo) / 4
	return max(lo, inLo-room), min(hi, inHi+room), true
}
