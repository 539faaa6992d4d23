package labelling

import (
	"slices"
	"sort"
)

// A Plan predicts the intervals after a number of labels.
type Plan struct {
	Labels int
	// Half is half the width of the interval of Fixed if each model is right on half of the
	// labelled rows. With two classes no other outcome has a wider interval.
	Half float64
	// Fixed and Anytime are the smallest numbers of labelled rows that one model must get right so
	// that these intervals decide, if the other model gets the rest right; 0 if no number is
	// enough.
	Fixed, Anytime int
}

// Plan predicts the intervals at a level after labels labels. It ignores the outcomes of s.
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
