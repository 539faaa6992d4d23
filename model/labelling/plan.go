package labelling

import (
	"slices"
	"sort"
)

// A Plan predicts the intervals of a Sample for a number of labelled rows, the field Labels.
type Plan struct {
	Labels int
	// HalfWidth is half the width of FixedInterval if each model is right on half of the labelled
	// rows. With two classes this is the widest interval.
	HalfWidth float64
	// RightForFixed is the smallest number of labelled rows on which the first model must be right so
	// that FixedInterval decides for it, if the second model is right on the other labelled rows.
	// RightForAnytime is the same for AnytimeInterval. Both are 0 if no number is enough.
	RightForFixed, RightForAnytime int
}

// Plan predicts the intervals at a level for a number of labels. It ignores the outcomes of s.
func (s Sample) Plan(labels int, level float64) Plan {
	with := func(first int) Sample {
		s.Outcomes = slices.Concat(slices.Repeat([]Outcome{FirstRight}, first), slices.Repeat([]Outcome{SecondRight}, labels-first))
		return s
	}
	half := with(labels / 2).FixedInterval(level)
	p := Plan{Labels: labels, HalfWidth: (half.High - half.Low) / 2}
	enough := func(of func(Sample) Interval) int {
		first := sort.Search(labels+1, func(first int) bool { return of(with(first)).Decision() == Keep })
		if first > labels {
			return 0
		}
		return first
	}
	p.RightForFixed = enough(func(s Sample) Interval { return s.FixedInterval(level) })
	p.RightForAnytime = enough(func(s Sample) Interval { return s.AnytimeInterval(level) })
	return p
}
