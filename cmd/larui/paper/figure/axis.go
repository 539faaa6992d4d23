package figure

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
)

// Limits of an axis: the largest magnitude of a number, and the least relative distance of two
// numbers.
const (
	largest = 1e100
	closest = 1e-9
)

// finite reports whether all values can be drawn.
func finite(values ...float64) bool {
	for _, v := range values {
		if !(math.Abs(v) <= largest) {
			return false
		}
	}
	return true
}

// distinct reports whether the ends of a range are far enough apart.
func distinct(low, high float64) bool {
	return finite(low, high) && high-low > closest*max(math.Abs(low), math.Abs(high))
}

// newScale returns the axis as a scale over a range, with some room around it.
func (a Axis) newScale(reached span) scale {
	s := scale{Axis: a, span: reached}
	switch {
	case a.Ticks != nil:
		s.low, s.high = -0.5, float64(len(a.Ticks))-0.5
	case !a.Log:
		s.low, s.high = a.padded(s.low, s.high)
	case s.high < 10*s.low:
		s.low, s.high = s.low/3, s.high*3
	}
	return s
}

// setTicks gives the scale about most ticks or fewer.
func (s *scale) setTicks(most int) {
	switch {
	case s.Ticks != nil:
		s.ticks = s.nameTicks(most)
	case s.Log:
		s.ticks = s.logTicks(most)
	default:
		s.ticks = s.linearTicks(most)
	}
}

// padded returns a range with room on both sides, but not below zero for values from 0 on, and not
// far above 100 % for percentages up to 1.
func (a Axis) padded(low, high float64) (from, to float64) {
	by := (high - low) / 25
	if !distinct(low, high) {
		by = max(math.Abs(low)/10, 0.1)
	}
	from, to = low-by, high+by
	if low >= 0 {
		from = max(from, 0)
	}
	if a.Percent && high <= 1 {
		to = min(to, 1+by/4)
	}
	return from, to
}

// nameTicks returns a tick for each name. Names are shorter than numbers, so twice as many labels
// have room; other ticks stay without a label.
func (s scale) nameTicks(most int) []tick {
	ticks, last := make([]tick, len(s.Ticks)), len(s.Ticks)-1
	step := last/(2*max(most, 1)) + 1
	for i, name := range s.Ticks {
		ticks[i].at = float64(i)
		if (last-i)%step == 0 {
			ticks[i].label = name
		}
	}
	return ticks
}

// linearTicks returns the multiples of 1, 2 or 5 times a power of ten.
func (s scale) linearTicks(most int) (ticks []tick) {
	atLeast := s.length() / float64(most)
	step := math.Pow(10, math.Floor(math.Log10(atLeast)))
	for _, factor := range []float64{2, 2.5, 2} { // for steps of 2, 5 and 10
		if step < atLeast*(1-closest) {
			step *= factor
		}
	}
	if s.Whole {
		step = max(step, 1)
	}
	for i := math.Ceil(s.low/step-closest) + 0; i <= s.high/step+closest; i++ { // +0 turns −0 into 0
		label := fmt.Sprintf("%.6g", i*step)
		if s.Percent {
			label = fmt.Sprintf("%.6g %%", 100*i*step)
		}
		ticks = append(ticks, tick{i * step, strings.Replace(label, "-", "−", 1)})
	}
	return ticks
}

// logTicks returns ticks at the powers of ten and, without labels, at their multiples. If there are
// many powers, only every second or third has a label. Zero has a tick of its own, with no ticks
// between zero and the next power.
func (s scale) logTicks(most int) (ticks []tick) {
	if s.Zero > 0 && s.Zero >= s.low && s.Zero <= s.high {
		ticks = append(ticks, tick{s.Zero, "0"})
	}
	first, last := math.Floor(math.Log10(s.low)), math.Ceil(math.Log10(s.high))
	each := math.Ceil(math.Log10(s.high/s.low) / float64(most))
	for power := first; power <= last; power++ {
		for digit := 1.0; digit < 10; digit++ {
			t := tick{at: digit * math.Pow(10, power)}
			if t.at < s.low || t.at > s.high || t.at < 9.5*s.Zero {
				continue
			}
			if digit == 1 && math.Mod(power, each) == 0 {
				t.label = fmt.Sprint(t.at)
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// ticksIn returns the number of ticks for an axis of the given length, at each points per tick.
func ticksIn(length, each vg.Length) int {
	const fewest, most = 3, 9
	return max(fewest, min(most, int(length/each)))
}
