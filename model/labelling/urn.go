package labelling

import (
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
)

// An urn has the rows where two models predict differently. Their number is size, and drawn is the
// number of rows that are drawn without replacement.
type urn struct {
	size, drawn int
	// binary is true if exactly one of the two models is right on each row.
	binary bool
}

// highestDifference returns the largest plausible A − B in the range from lowest to highest, where
// the first model is right on A rows of the urn and the second on B. A − B is plausible if, for
// some such A and B, the first model leads by at most observed among the drawn rows with a
// probability above tail.
func (u urn) highestDifference(observed, lowest, highest int, tail float64) int {
	// With two classes A + B is the size, so A − B changes in steps of two.
	step := 1
	if u.binary {
		step = 2
	}
	plausible := func(difference int) bool {
		const spread = 32 // the number of values of A + B that are tried
		apart := max(difference, -difference)
		pairs := (u.size - apart) / 2 // the largest possible min(A, B)
		from, tries := 0, min(pairs, spread)
		if u.binary {
			from, tries = pairs, 0
		}
		for i := range tries + 1 {
			both := from + i*pairs/max(tries, 1)
			if u.probabilityAtMost(observed, (apart+difference)/2+both, (apart-difference)/2+both) > tail {
				return true
			}
		}
		return false
	}
	return lowest + step*(sort.Search((highest-lowest)/step, func(i int) bool { return !plausible(lowest + step*(i+1)) }))
}

// probabilityAtMost returns the probability that the first model is right on at most d more of the
// drawn rows than the second. Among all rows, the first model is right on a, the second on b, and
// neither on the rest.
func (u urn) probabilityAtMost(d, a, b int) float64 {
	sum := 0.0
	least, probabilities := hypergeometric(a+b, u.size, u.drawn)
	for i, p := range probabilities {
		// The first model is right on j of the k rows on which one model is right: j − (k−j) ≤ d.
		k := least + i
		lowest, right := hypergeometric(a, a+b, k)
		for _, q := range right[:max(0, min(len(right), (k+d)>>1-lowest+1))] {
			sum += p * q
		}
	}
	return sum
}

// hypergeometric returns the distribution of the number of marked rows in a draw without
// replacement. p[i] is the probability of least+i marked rows. Negligible probabilities are
// omitted.
func hypergeometric(marked, size, drawn int) (least int, p []float64) {
	const nothing = 1e-20
	low, high := max(0, drawn-(size-marked)), min(drawn, marked)
	mode := min(max(int(float64(drawn+1)*float64(marked+1)/float64(size+2)), low), high)
	// ratio returns the probability of j+1 marked rows divided by the probability of j marked rows.
	ratio := func(j int) float64 {
		return float64(marked-j) * float64(drawn-j) / (float64(j+1) * float64(size-marked-drawn+j+1))
	}
	below, above := []float64{}, []float64{1}
	for j, q := mode-1, 1.0; j >= low && q > nothing; j-- {
		q /= ratio(j)
		below = append(below, q)
	}
	for j, q := mode, 1.0; j < high && q > nothing; j++ {
		q *= ratio(j)
		above = append(above, q)
	}
	least = mode - len(below)
	slices.Reverse(below)
	p = append(below, above...)
	floats.Scale(1/floats.Sum(p), p)
	return least, p
}
