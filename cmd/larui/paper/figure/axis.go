package figure

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
)

// largestNumber is the largest magnitude that is drawn. The ends a < b of an axis are distinct if b
// − a > leastDistance·max(|a|, |b|).
const (
	largestNumber = 1e100
	leastDistance = 1e-9
)

// areFinite reports whether no magnitude is above largestNumber and no value is NaN.
func areFinite(values ...float64) bool {
	for _, v := range values {
		if !(math.Abs(v) <= largestNumber) {
			return false
		}
	}
	return true
}

func areDistinct(low, high float64) bool {
	return areFinite(low, high) && high-low > leastDistance*max(math.Abs(low), math.Abs(high))
}

func (a Axis) newScale(values span) scale {
	s := scale{Axis: a, span: values}
	switch {
	case a.Ticks != nil:
		s.low, s.high = -0.5, float64(len(a.Ticks))-0.5
	case !a.Log:
		s.low, s.high = a.padRange(s.low, s.high)
	case s.high < 10*s.low:
		s.low, s.high = s.low/3, s.high*3
	}
	return s
}

// setTicks gives labels to about maxLabels ticks or fewer.
func (s *scale) setTicks(maxLabels int) {
	switch {
	case s.Ticks != nil:
		s.ticks = s.namedTicks(maxLabels)
	case s.Log:
		s.ticks = s.logTicks(maxLabels)
	default:
		s.ticks = s.linearTicks(maxLabels)
	}
}

// padRange widens the range from low to high a little. If low is not negative, the range starts at
// zero or above. If the values are percentages up to 100 %, it ends at most just above 100 %.
func (a Axis) padRange(low, high float64) (from, to float64) {
	by := (high - low) / 25
	if !areDistinct(low, high) {
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

// namedTicks labels only every n-th tick if there are more than 2·maxLabels names.
func (s scale) namedTicks(maxLabels int) []tick {
	ticks, last := make([]tick, len(s.Ticks)), len(s.Ticks)-1
	step := last/(2*max(maxLabels, 1)) + 1
	for i, name := range s.Ticks {
		ticks[i].at = float64(i)
		if (last-i)%step == 0 {
			ticks[i].label = name
		}
	}
	return ticks
}

// linearTicks returns ticks at multiples of a step, which is 1, 2 or 5 times a power of ten.
func (s scale) linearTicks(maxLabels int) (ticks []tick) {
	atLeast := s.length() / float64(maxLabels)
	step := math.Pow(10, math.Floor(math.Log10(atLeast)))
	for _, factor := range []float64{2, 2.5, 2} { // for steps of 2, 5 and 10
		if step < atLeast*(1-leastDistance) {
			step *= factor
		}
	}
	if s.Whole {
		step = max(step, 1)
	}
	for i := math.Ceil(s.low/step-leastDistance) + 0; i <= s.high/step+leastDistance; i++ { // +0 turns −0 into 0
		label := fmt.Sprintf("%.6g", i*step)
		if s.Percent {
			label = fmt.Sprintf("%.6g %%", 100*i*step)
		}
		ticks = append(ticks, tick{i * step, strings.Replace(label, "-", "−", 1)})
	}
	return ticks
}

// logTicks returns ticks with labels at the powers of ten, and ticks without labels between them.
// If the scale spans more than maxLabels powers, only every second or third power has a label. If
// Axis.Zero is set, the tick at Zero has the label 0, and the next tick is at 10·Zero or above.
func (s scale) logTicks(maxLabels int) (ticks []tick) {
	if s.Zero > 0 && s.Zero >= s.low && s.Zero <= s.high {
		ticks = append(ticks, tick{s.Zero, "0"})
	}
	first, last := math.Floor(math.Log10(s.low)), math.Ceil(math.Log10(s.high))
	each := math.Ceil(math.Log10(s.high/s.low) / float64(maxLabels))
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

func tickCount(length, distance vg.Length) int {
	const fewest, most = 3, 9
	return max(fewest, min(most, int(length/distance)))
}
