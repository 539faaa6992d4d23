package labelling

// An Outcome says which of two models is right on a labelled row.
type Outcome int

// SecondRight and FirstRight mean that only this model is right. NeitherRight means that both models
// are wrong.
const (
	SecondRight  Outcome = -1
	NeitherRight Outcome = 0
	FirstRight   Outcome = 1
)

// A Sample has the outcomes of labelled rows where two models predict differently.
type Sample struct {
	// Differ is the number of rows where the models predict differently. Unsure is the number of these
	// rows that were drawn but have no label. Estimates assume that the Unsure rows are like the
	// labelled rows; intervals allow every label for them.
	Differ, Unsure int
	// Share is r, the share of the target's rows where the models predict differently.
	Share float64
	// Binary reports whether exactly one model is right on each row where the models predict
	// differently, as with two classes.
	Binary bool
	// Outcomes has the outcomes of the labelled rows in the order of the draw.
	Outcomes []Outcome
}

// CountOutcomes returns the numbers of labelled rows on which the first model, the second model and neither
// model is right.
func (s Sample) CountOutcomes() (first, second, neither int) {
	for _, o := range s.Outcomes {
		switch o {
		case FirstRight:
			first++
		case SecondRight:
			second++
		default:
			neither++
		}
	}
	return first, second, neither
}

// An Interval is an interval for the gain in accuracy or, in a regression, for the decrease of the mean
// squared error.
type Interval struct{ Low, High float64 }

// A Decision is the conclusion from an Interval about the first model.
type Decision string

// Keep means that the first model is better than the second, Drop means that it is worse, and Open
// means that the interval does not decide.
const (
	Keep Decision = "keep"
	Drop Decision = "drop"
	Open Decision = ""
)

// Decision returns Keep if the whole interval is above zero, Drop if the whole interval is below zero,
// and Open otherwise.
func (i Interval) Decision() Decision {
	switch {
	case i.Low > 0:
		return Keep
	case i.High < 0:
		return Drop
	}
	return Open
}

// Gain returns an estimate of the gain in accuracy. It is NaN without labels.
func (s Sample) Gain() float64 {
	first, second, _ := s.CountOutcomes()
	return s.Share * float64(first-second) / float64(len(s.Outcomes))
}

// FixedInterval returns an interval that contains the gain with a probability of at least level.
// The number of labels must have been fixed before the first label was seen. The interval inverts
// hypergeometric tests, maximized over the number of rows on which both models are wrong. For two
// classes and very many rows it is the interval of Clopper and Pearson (1934).
func (s Sample) FixedInterval(level float64) Interval {
	first, second, _ := s.CountOutcomes()
	tail := (1 - level) / 2
	u := urn{size: s.Differ, drawn: len(s.Outcomes), binary: s.Binary}
	// Each of the unlabelled rows can change the difference first − second by at most one.
	unlabelled := s.Differ - len(s.Outcomes)
	least, most := first-second-unlabelled, first-second+unlabelled
	high := u.highestDifference(first-second, least, most, tail)
	low := -u.highestDifference(second-first, -most, -least, tail)
	return Interval{s.Share * float64(low) / float64(s.Differ), s.Share * float64(high) / float64(s.Differ)}
}
