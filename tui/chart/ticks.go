package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/tui/number"
)

// fewDecades is the least length in decades of a logarithmic axis with ticks at powers of ten. A
// shorter axis has ticks at other round values.
const fewDecades = 1.3

// endDigits is the largest number of digits in a label at an end of an axis.
const endDigits = 3

type tick struct {
	value float64
	label string
	cell  int
}

// layoutTicks returns the densest ticks at round values that fit, about maxTicks or fewer. fit
// returns the ticks that have room, or nil if a tick that must stay has no room. format writes the
// labels; if nil, all labels have equally many decimals.
func (a axis) layoutTicks(maxTicks int, format func(float64) string, fit func([]tick) []tick) []tick {
	for n := maxTicks; n > 0; n-- {
		if ticks := fit(a.labelTicks(a.roundTicks(n), format)); len(ticks) > 0 {
			return ticks
		}
	}
	return nil
}

func (a axis) labelTicks(ticks []tick, format func(float64) string) []tick {
	const mostDecimals, digits = 3, 6
	decimals := 0
	for i, t := range ticks[:min(len(ticks), 2)] { // the others are whole steps away
		if i > 0 {
			t.value -= ticks[0].value
		}
		_, fraction, _ := strings.Cut(strconv.FormatFloat(number.RoundDigits(t.value, 2*digits), 'f', -1, 64), ".")
		decimals = max(decimals, len(fraction))
	}
	for i := range ticks {
		t := &ticks[i]
		// A rounding error may have put a tick beyond the end of the axis.
		t.cell = a.cell(min(max(t.value, a.lo), a.hi))
		if t.value == 0 && a.zeroFraction > 0 {
			t.cell = 0
		}
		switch {
		case format != nil:
			t.label = format(t.value)
		case a.log || a.constant:
			t.label = formatSixDigits(t.value)
		case decimals > mostDecimals || max(-a.lo, a.hi) >= 1e5:
			t.label = number.WithExponent(t.value, digits+1)
		default:
			t.label = strconv.FormatFloat(t.value, 'f', decimals, 64)
		}
	}
	return ticks
}

func (a axis) roundTicks(n int) []tick {
	var ticks []tick
	if a.constant {
		return append(ticks, tick{value: a.constantValue})
	}
	if a.zeroFraction > 0 {
		ticks = append(ticks, tick{})
		n = max(n-1, 1)
	}
	if a.decades() > fewDecades {
		first := math.Ceil(math.Log10(a.lo) - roundingTolerance)
		last := math.Floor(math.Log10(a.hi) + roundingTolerance)
		stride := max(1, math.Ceil((last-first+1)/float64(n)))
		for e := math.Ceil(first/stride) * stride; e <= last; e += stride {
			ticks = append(ticks, tick{value: math.Pow(10, e)})
		}
		return ticks
	}
	step := roundStep((a.hi - a.lo) / float64(n))
	// The tolerance is needed because 3·0.1 > 0.3.
	first, last := math.Ceil(a.lo/step-1e-6), math.Floor(a.hi/step+1e-6)
	for i := first; i <= last && len(ticks) < 4*n; i++ {
		ticks = append(ticks, tick{value: i*step + 0}) // +0 turns -0 into 0
	}
	return ticks
}

// decades returns the length of a logarithmic axis in powers of ten, and 0 for a linear or constant
// axis.
func (a axis) decades() float64 {
	if !a.log || a.constant {
		return 0
	}
	return math.Log10(a.hi) - math.Log10(a.lo)
}

// roundStep returns the least number that is 1, 2 or 5 times a power of ten and at least minStep.
func roundStep(minStep float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(minStep)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= minStep*(1-roundingTolerance) {
			return m * power
		}
	}
	return 10 * power
}

// endTicks returns ticks near both ends of an axis, at values with as few digits as possible
// without moving the ticks visibly.
func (a axis) endTicks(format func(float64) string) []tick {
	rounded := func(v float64) float64 {
		if a.log {
			return number.RoundDigits(v, endDigits)
		}
		unit := math.Pow(10, math.Floor(math.Log10((a.hi-a.lo)/20)))
		return math.Round(v/unit) * unit
	}
	ticks := a.labelTicks([]tick{{value: rounded(a.lo)}, {value: rounded(a.hi)}}, format)
	return ticks[:min(len(ticks), a.cells)]
}

// minorTickCells returns the cells of ticks without labels: powers of ten between labelled ticks
// and, if there is room, multiples of these powers.
func (a axis) minorTickCells(labelled []tick) []int {
	perDecade := (1 - a.zeroFraction) * float64(a.cells) / a.decades()
	multiples := []float64{1}
	switch {
	case a.decades() <= fewDecades || perDecade < 2:
		return nil
	case perDecade >= 20:
		multiples = []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}
	case perDecade >= 10:
		multiples = []float64{1, 2, 5}
	}
	var cells []int
	for e := math.Floor(math.Log10(a.lo)); e <= math.Log10(a.hi); e++ {
		for _, m := range multiples {
			v := m * math.Pow(10, e)
			taken := slices.ContainsFunc(labelled, func(t tick) bool { return t.cell == a.cell(v) })
			if v >= a.lo && v <= a.hi && !taken {
				cells = append(cells, a.cell(v))
			}
		}
	}
	return cells
}

// breakCells returns the cells between zero and the smallest positive value whose marks show that
// the axis is broken; none if the axis has no zero or no room.
func (a axis) breakCells() []int {
	from, to := a.cellAt(0), a.cellAt(a.zeroFraction)
	middle := (from + to) / 2
	return []int{middle, middle + 1}[:min((to-from)/2, 2)]
}
