package linalg

import "slices"

// Midranks returns the ranks of values, from 1. Equal values get the mean of their ranks, and tied
// is Σ(t³ − t) over groups of t equal values.
func Midranks(values []float64) (ranks []float64, tied float64) {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case values[a] < values[b]:
			return -1
		case values[a] > values[b]:
			return 1
		}
		return 0
	})
	ranks = make([]float64, len(values))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = float64(from+to+1) / 2
		}
		t := float64(to - from)
		tied += t*t*t - t
		from = to
	}
	return ranks, tied
}
