package linalg

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Midranks returns the ranks of values, from 1 for the smallest; equal values get their mean rank.
// tied is Σ(t³ − t) over the groups of t equal values.
func Midranks(values []float64) (ranks []float64, tied float64) {
	order := make([]int, len(values))
	floats.ArgsortStable(slices.Clone(values), order)
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
