package labelling

import (
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
)

// An urn has the rows on which two models differ, of which some were drawn without replacement.
type urn struct {
	size, drawn int
	// binary tells that one of both models is right on each.
	binary bool
}

// highest returns the highest difference A − B of the numbers of rows that the first and the second
// model get right, from least to most, at which one as low as seen among the rows drawn has a
// probability above tail, at some number of rows that either gets right.
func (u urn) highest(seen, least, most int, tail float64) int {
	// Of two classes A + B is the size: A − B goes by twos.
	step := 1
	if u.binary {
		step = 2
	}
	plausible := func(difference int) bool {
		const spread = 32 // numbers of rows that are tried, evenly spread
		apart := max(difference, -difference)
		pairs := (u.size - apart) / 2 // of a row for each, beside the difference
		from, tries := 0, min(pairs, spread)
		if u.binary {
			from, tries = pairs, 0
		}
		for i := range tries + 1 {
			both := from + i*pairs/max(tries, 1)
			if u.atMost(seen, (apart+difference)/2+both, (apart-difference)/2+both) > tail {
				return true
			}
		}
		return false
	}
	return least + step*(sort.Search((most-least)/step, func(i int) bool { return !plausible(least + step*(i+1)) }))
}

// atMost returns the probability that of the rows drawn the first model gets at most d more right
// than the second, where of all rows it gets a right, the second b, and neither the rest.
func (u urn) atMost(d, a, b int) float64 {
	sum := 0.0
	least, told := hypergeometric(a+b, u.size, u.drawn)
	for i, p := range told {
		// Of k the first has j: j − (k−j) ≤ d.
		k := least + i
		lowest, right := hypergeometric(a, a+b, k)
		for _, q := range right[:max(0, min(len(right), (k+d)>>1-lowest+1))] {
			sum += p * q
		}
	}
	return sum
}

// hypergeometric returns how likely it is that of so many drawn from size rows without replacement,
// count of which are marked, least are marked, least+1, …; what is left out is nothing beside
// these. Ratios of neighbours are exact for any size, where factorials are not.
func hypergeometric(count, size, drawn int) (least int, p []float64) {
	const nothing = 1e-20
	low, high := max(0, drawn-(size-count)), min(drawn, count)
	mode := min(max(int(float64(drawn+1)*float64(count+1)/float64(size+2)), low), high)
	// ratio is how much more likely j+1 are than j.
	ratio := func(j int) float64 {
		return float64(count-j) * float64(drawn-j) / (float64(j+1) * float64(size-count-drawn+j+1))
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
