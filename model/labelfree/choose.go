package labelfree

import "math"

const (
	// Margin is by how much a setting has to lead no adaptation.
	Margin = 0.005
	// tie is up to where two values count as equal: rounding must not decide.
	tie = 1e-12
)

// A Candidate is a setting as it is judged by its Value, the higher the better. A Value
// that is not known (NaN) is as good as vetoed.
type Candidate struct {
	Value  float64
	Vetoed bool
}

func (c Candidate) out() bool { return c.Vetoed || math.IsNaN(c.Value) }

// A Reason says why a setting is chosen, or none is.
type Reason int

const (
	// Leads: the setting leads no adaptation by more than the margin.
	Leads Reason = iota
	// NoneVetoed: no adaptation is vetoed, and the setting is the best that is not.
	NoneVetoed
	// TooClose: the best setting does not lead by more than the margin. There is no
	// evidence of a gain.
	TooClose
	// AllVetoed: every setting is vetoed, so that nothing can be said.
	AllVetoed
)

// Choose returns the best of the cells that are not vetoed, the first of equals, or -1
// where it has none or the best does not lead none by more than margin. The best one is
// returned as well, -1 where every cell is vetoed.
func Choose(none Candidate, cells []Candidate, margin float64) (choice, best int, why Reason) {
	best = -1
	largest := math.Inf(-1)
	for _, c := range cells {
		if !c.out() {
			largest = max(largest, c.Value)
		}
	}
	for i := len(cells) - 1; i >= 0; i-- {
		if !cells[i].out() && cells[i].Value >= largest-tie {
			best = i
		}
	}
	switch {
	case best < 0:
		return -1, -1, AllVetoed
	case none.out():
		return best, best, NoneVetoed
	case cells[best].Value > none.Value+margin:
		return best, best, Leads
	}
	return -1, best, TooClose
}
