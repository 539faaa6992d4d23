package chart

import "math"

// Bounds returns the least and the greatest value of a chart, both NaN without a finite value.
// Magnitudes over 1e300 count as infinite.
func Bounds(values []float64) (lo, hi float64) {
	lo, hi = drawableRange(values, false)
	if lo > hi {
		return math.NaN(), math.NaN()
	}
	return lo, hi
}

// ErrorRange returns the ends of an axis for errors: round numbers, with a margin on both sides of
// the values, and so far apart that three digits distinguish the ticks.
func ErrorRange(values []float64) (lo, hi float64) {
	lo, hi = Bounds(values)
	margin := (hi - lo) / 20
	if largest := max(math.Abs(lo), math.Abs(hi)); hi-lo < largest/5 {
		margin = max(margin, largest/10)
	}
	least := lo - margin
	if lo >= 0 { // errors are never negative, but an objective may be
		least = max(0, least)
	}
	return roundOutward(least, hi+margin)
}

// roundOutward extends a range to multiples of a power of ten, at most a fifth of the range, so
// that the ends are short numbers and stay the same if values change a little. An empty or infinite
// range stays the same.
func roundOutward(lo, hi float64) (float64, float64) {
	power := math.Floor(math.Log10((hi - lo) / 5))
	step := math.Pow(10, power)
	if !(step > 0) || math.IsInf(step, 0) {
		return lo, hi
	}
	low, high := math.Floor(lo/step+1e-9), math.Ceil(hi/step-1e-9)
	if power < 0 { // 10ⁿ is exact, its inverse is not
		scale := math.Pow(10, -power)
		return low / scale, high / scale
	}
	return low * step, high * step
}
