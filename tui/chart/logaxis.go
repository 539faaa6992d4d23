package chart

import "math"

const (
	// zeroShare is the part of a logarithmic axis below its smallest positive
	// value where the axis also shows zero.
	zeroShare = 0.08
	// fewDecades is how many decades an axis must span for its ticks to be
	// powers of ten. A shorter one has round values.
	fewDecades = 1.3
)

// newLogAxis returns the logarithmic axis over lo…hi, both positive, with zero
// at its lower end if asked for. It does not reach below smallestSpan.
func newLogAxis(lo, hi float64, zero bool) axis {
	share := 0.0
	if zero {
		share = zeroShare
	}
	if !drawable(lo) || !drawable(hi) || lo <= 0 || hi < lo {
		return axis{lo: 1, hi: 10, log: true, zero: zero, share: share}
	}
	// Below that, numbers lose their digits.
	lo, hi = max(lo, smallestSpan), max(hi, smallestSpan)
	if math.Log(hi)-math.Log(lo) > relativeSpan {
		return axis{lo: lo, hi: hi, log: true, zero: zero, share: share}
	}
	return axis{lo: lo / 3, hi: hi * 3, log: true, zero: zero, share: share, constant: true, at: lo}
}

// roomForZero returns the axis with enough of it, of n cells, between zero and
// the smallest positive value for a mark that says it is broken there.
func (a axis) roomForZero(n int) axis {
	if a.zero && n > 0 {
		a.share = min(max(zeroShare, 3/float64(n)), 0.3)
	}
	return a
}

// logFrac is frac on a logarithmic axis.
func (a axis) logFrac(v float64) float64 {
	if a.zero && v >= 0 && v < a.lo {
		return a.share * (v / a.lo)
	}
	if v <= 0 {
		return math.NaN()
	}
	low := math.Log(a.lo)
	f := a.share + (1-a.share)*(math.Log(v)-low)/(math.Log(a.hi)-low)
	switch {
	case v == a.hi:
		return 1 // which rounding might miss
	case v < a.hi:
		return min(f, 1) // which it might pass
	}
	return f
}

// logValue is value on a logarithmic axis.
func (a axis) logValue(f float64) float64 {
	if f < a.share {
		return max(a.lo*(f/a.share), 0)
	}
	f = (f - a.share) / (1 - a.share)
	low := math.Log(a.lo)
	return min(max(math.Exp(low+f*(math.Log(a.hi)-low)), a.lo), a.hi)
}

// manyDecades reports whether the ticks of the axis are powers of ten.
func (a axis) manyDecades() bool {
	return a.log && !a.constant && math.Log10(a.hi)-math.Log10(a.lo) > fewDecades
}

// decades returns powers of ten on a logarithmic axis, every one or every few.
func (a axis) decades(n int) []tick {
	first := math.Ceil(math.Log10(a.lo) - 1e-9)
	last := math.Floor(math.Log10(a.hi) + 1e-9)
	stride := max(1, math.Ceil((last-first+1)/float64(n)))
	var ticks []tick
	for e := math.Ceil(first/stride) * stride; e <= last; e += stride {
		ticks = append(ticks, tick{value: min(max(math.Pow(10, e), a.lo), a.hi)})
	}
	return ticks
}

// minor returns the cells, of n, of the ticks without labels: the powers of ten
// left out between the labelled ones, and where these leave much room, 2 and 5
// times them. place turns a fraction into a cell.
func (a axis) minor(labelled []tick, n int, place func(f float64) int) []int {
	if !a.manyDecades() || n < 1 {
		return nil
	}
	taken := map[int]bool{}
	for _, t := range labelled {
		taken[t.cell] = true
	}
	multiples := []float64{1}
	perDecade := (1 - a.share) * float64(n) / (math.Log10(a.hi) - math.Log10(a.lo))
	switch {
	case perDecade < 2:
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
			if v < a.lo || v > a.hi {
				continue
			}
			if c := place(a.frac(v)); c >= 0 && !taken[c] {
				taken[c] = true
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// breakCells returns the cells between zero and the smallest positive value
// where the axis is marked as broken; none where it has no zero or no room.
func (a axis) breakCells(place func(f float64) int) []int {
	if !a.zero {
		return nil
	}
	from, to := place(0), place(a.share)
	switch middle := (from + to) / 2; {
	case to-from < 2:
		return nil
	case to-from < 4:
		return []int{middle}
	default:
		return []int{middle, middle + 1}
	}
}
