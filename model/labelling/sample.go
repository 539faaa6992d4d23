package labelling

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
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
	n, tail := len(s.Outcomes), (1-level)/2
	var i Interval
	if s.Binary {
		low, high := ClopperPearson(first, n, tail)
		i = Interval{2*low - 1, 2*high - 1}
	} else {
		i = Interval{-highestDifference(second, first, n, tail), highestDifference(first, second, n, tail)}
	}
	// What is labelled is known: where all rows are, nothing is left open.
	least, most := s.certain()
	return Interval{s.Share * math.Max(i.Low, least), s.Share * math.Min(i.High, most)}
}

// certain returns between what bounds p1 − p2 is, whatever the rows are that have no label.
func (s Sample) certain() (least, most float64) {
	first, second, _ := s.Count()
	left := s.Differ - len(s.Outcomes)
	return float64(first-second-left) / float64(s.Differ), float64(first-second+left) / float64(s.Differ)
}

// ClopperPearson returns the interval of a share of which count of n were seen, with at most
// tail to either side:
//
//	low = B(tail; count, n−count+1), high = B(1−tail; count+1, n−count)
//
// where B is the quantile of the beta distribution; 0 and 1 where nothing bounds it.
func ClopperPearson(count, n int, tail float64) (low, high float64) {
	high = 1
	if count > 0 {
		low = mathext.InvRegIncBeta(float64(count), float64(n-count+1), tail)
	}
	if count < n {
		high = mathext.InvRegIncBeta(float64(count+1), float64(n-count), 1-tail)
	}
	return low, high
}

// highestDifference returns the highest δ = p1 − p2 at which a difference of counts as low as
// more − less of n is seen with a probability above tail, at some share q = p1 + p2.
func highestDifference(more, less, n int, tail float64) float64 {
	const shares = 32 // of q, from |δ| to 1
	plausible := func(delta float64) bool {
		for i := range shares + 1 {
			q := math.Abs(delta) + (1-math.Abs(delta))*float64(i)/shares
			if atMost(more-less, n, (q+delta)/2, (q-delta)/2) > tail {
				return true
			}
		}
		return false
	}
	low, high := -1.0, 1.0
	if plausible(high) {
		return high
	}
	for high-low > 1e-9 {
		if middle := (low + high) / 2; plausible(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// atMost returns the probability that of n, each counted for the first with probability p1, for
// the second with p2 and else for neither, the first gets at most d more than the second.
func atMost(d, n int, p1, p2 float64) float64 {
	q := math.Min(p1+p2, 1)
	if q == 0 {
		if d >= 0 {
			return 1
		}
		return 0
	}
	told := distuv.Binomial{N: float64(n), P: q}
	sum := 0.0
	for k := range n + 1 {
		weight := 1.0
		switch {
		case q < 1:
			weight = told.Prob(float64(k))
		case k < n:
			continue
		}
		// Of k the first has j: j − (k−j) ≤ d.
		sum += weight * binomialAtMost((k+d)>>1, k, p1/q)
	}
	return sum
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
