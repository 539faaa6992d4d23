package labelfree

import "math"

const (
	// Margin is the usual margin for Choose. The joint label alignment of a setting must exceed the
	// alignment of no adaptation by more than Margin.
	Margin = 0.005
	// Values that differ by at most tie count as equal, so that rounding errors do not decide.
	tie = 1e-12
)

// A Candidate describes a setting by a Value such as joint label alignment, where higher is better.
// If Vetoed is true or Value is NaN, Choose does not return the setting.
type Candidate struct {
	Value  float64
	Vetoed bool
}

func (c Candidate) isVetoed() bool { return c.Vetoed || math.IsNaN(c.Value) }

// A Reason is the reason why Choose returns a setting or no adaptation.
type Reason int

const (
	// Leads means that the value of the setting exceeds the value of no adaptation by more than the
	// margin.
	Leads Reason = iota
	// NoneVetoed means that no adaptation is vetoed, so that the best setting without a veto is chosen.
	NoneVetoed
	// TooClose means that the value of the best setting exceeds the value of no adaptation by at most
	// the margin, so that no adaptation is chosen.
	TooClose
	// AllVetoed means that every setting is vetoed, so that no adaptation is chosen.
	AllVetoed
)

// Choose compares settings with no adaptation (baseline). best is the index of the best setting
// without a veto, the first of equals, or -1 if all are vetoed. choice is best if best leads
// baseline by more than margin, or if baseline is vetoed. Otherwise choice is -1, which means no
// adaptation.
func Choose(baseline Candidate, settings []Candidate, margin float64) (choice, best int, why Reason) {
	best = -1
	largest := math.Inf(-1)
	for _, c := range settings {
		if !c.isVetoed() {
			largest = max(largest, c.Value)
		}
	}
	for i := len(settings) - 1; i >= 0; i-- {
		if !settings[i].isVetoed() && settings[i].Value >= largest-tie {
			best = i
		}
	}
	switch {
	case best < 0:
		return -1, -1, AllVetoed
	case baseline.isVetoed():
		return best, best, NoneVetoed
	case settings[best].Value > baseline.Value+margin:
		return best, best, Leads
	}
	return -1, best, TooClose
}
