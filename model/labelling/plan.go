package labelling

import (
	"slices"
	"sort"
)

// A Plan is what so many labels will tell.
type Plan struct {
	Labels int
	// Half is half the width of the interval of Fixed where the models are right on a half of
	// the rows each: at no other outcome of two classes is it wider.
	Half float64
	// Fixed and Anytime are on how many rows one model has to be right, and the other on the
	// rest, for these intervals to tell; 0 where none are enough.
	Fixed, Anytime int
}

// Plan returns what so many labels of s, which has none yet, will tell at a level.
func (s Sample) Plan(labels int, level float64) Plan {
	with := func(first int) Sample {
		s.Outcomes = slices.Concat(slices.Repeat([]Outcome{First}, first), slices.Repeat([]Outcome{Second}, labels-first))
		return s
	}
	half := with(labels / 2).Fixed(level)
	p := Plan{Labels: labels, Half: (half.High - half.Low) / 2}
	enough := func(of func(Sample) Interval) int {
		first := sort.Search(labels+1, func(first int) bool { return of(with(first)).Decision() == Keep })
		if first > labels {
			return 0
		}
		return first
	}
	p.Fixed = enough(func(s Sample) Interval { return s.Fixed(level) })
	p.Anytime = enough(func(s Sample) Interval { return s.Anytime(level) })
	return p
}
