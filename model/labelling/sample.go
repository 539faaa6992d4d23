package labelling

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// An Outcome is what the label of a row on which two models differ says of them: which of
// them is right.
type Outcome int

// The outcomes.
const (
	Second  Outcome = -1
	Neither Outcome = 0
	First   Outcome = 1
)

// A Sample is what is known of two models by labels of some of the rows on which they differ.
type Sample struct {
	// Differ is the number of rows on which the models differ, of which Unsure were drawn and
	// have no label: they are taken to be like the others, but may be anything where it is said
	// what is certain.
	Differ, Unsure int
	// Share is r, the share of the target's rows on which the models differ.
	Share float64
	// Binary tells that one of both is right on each of these rows.
	Binary bool
	// Outcomes are those of the rows labelled, in the order in which they were drawn.
	Outcomes []Outcome
}

// Count returns on how many of the rows labelled the first model is right, the second, and
// neither.
func (s Sample) Count() (first, second, neither int) {
	for _, o := range s.Outcomes {
		switch o {
		case First:
			first++
		case Second:
			second++
		default:
			neither++
		}
	}
	return first, second, neither
}

// An Interval is one of the gain in accuracy, a share of the target's rows.
type Interval struct{ Low, High float64 }

// A Decision is what an interval of the gain says of the first model.
type Decision string

// The decisions.
const (
	Keep Decision = "keep"
	Drop Decision = "drop"
	Open Decision = ""
)

// Decision is to keep the first model where the gain is above zero in all of the interval, and
// to drop it where below.
func (i Interval) Decision() Decision {
	switch {
	case i.Low > 0:
		return Keep
	case i.High < 0:
		return Drop
	}
	return Open
}

// Gain returns the estimate of the gain, NaN without labels.
func (s Sample) Gain() float64 {
	first, second, _ := s.Count()
	return s.Share * float64(first-second) / float64(len(s.Outcomes))
}

// Fixed returns the interval at a level, 0.9 say, for a number of labels that was fixed before
// the first was looked at.
func (s Sample) Fixed(level float64) Interval {
	first, second, _ := s.Count()
	tail := (1 - level) / 2
	u := urn{size: s.Differ, drawn: len(s.Outcomes), binary: s.Binary}
	least, most := s.certain()
	high := u.highest(first-second, least, most, tail)
	low := -u.highest(second-first, -most, -least, tail)
	return Interval{s.Share * float64(low) / float64(s.Differ), s.Share * float64(high) / float64(s.Differ)}
}

// certain returns on how many rows more the first model is right than the second, at least and at
// most, whatever the rows are that have no label: where all have one, nothing is left open.
func (s Sample) certain() (least, most int) {
	first, second, _ := s.Count()
	left := s.Differ - len(s.Outcomes)
	return first - second - left, first - second + left
}

// binomialAtMost returns the probability of at most j of n.
func binomialAtMost(j, n int, p float64) float64 {
	switch {
	case j < 0:
		return 0
	case j >= n, p <= 0:
		return 1
	case p >= 1:
		return 0
	}
	return mathext.RegIncBeta(float64(n-j), float64(j+1), 1-p)
}

// SignTest returns how likely it is that a fair coin falls as unevenly on the rows that one of
// both models gets right, to either side; 1 without any.
func (s Sample) SignTest() float64 {
	first, second, _ := s.Count()
	return math.Min(1, 2*binomialAtMost(min(first, second), first+second, 0.5))
}
