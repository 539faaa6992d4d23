package labelfree

import "math"

const (
	// Margin is the lead over no adaptation that a setting needs.
	Margin = 0.005
	// tie is the largest difference of values that count as equal, so that rounding does not
	// decide.
	tie = 1e-12
)

// A Candidate is a setting with its Value; a higher Value is better. An unknown Value (NaN) counts
// as a veto.
type Candidate struct {
	Value  float64
	Vetoed bool
}

func (c Candidate) isVetoed() bool { return c.Vetoed || math.IsNaN(c.Value) }

// A Reason is the reason for choosing a setting, or none.
type Reason int

const (
	// Leads: the setting leads no adaptation by more than the margin.
	Leads Reason = iota
	// NoneVetoed: no adaptation is vetoed, and the setting is the best one without a veto.
	NoneVetoed
	// TooClose: the best setting does not lead by more than the margin. There is no
	// evidence of a gain.
	TooClose
	// AllVetoed: every setting is vetoed, so there is no choice.
	AllVetoed
)

// Choose returns the index of the best cell that is not vetoed, the first of equals. It returns -1
// if all cells are vetoed or if the best cell does not lead none by more than margin. It also
// returns the index of the best cell in any case, -1 if all are vetoed.
func Choose(none Candidate, cells []Candidate, margin float64) (choice, best int, why Reason) {
	best = -1
	largest := math.Inf(-1)
	for _, c := range cells {
		if !c.isVetoed() {
			largest = max(largest, c.Value)
		}
	}
	for i := len(cells) - 1; i >= 0; i-- {
		if !cells[i].isVetoed() && cells[i].Value >= largest-tie {
			best = i
		}
	}
	switch {
	case best < 0:
		return -1, -1, AllVetoed
	case none.isVetoed():
		return best, best, NoneVetoed
	case cells[best].Value > none.Value+margin:
		return best, best, Leads
	}
	return -1, best, TooClose
}
