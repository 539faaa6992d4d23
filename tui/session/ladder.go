package session

import (
	"fmt"
	"math"
	"slices"
)

// A ladder is an ascending list of values, the rungs, between which a control steps.
type ladder []float64

var (
	lambdaLadder = ladder{0, 1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1e3, 3e3, 1e4}
	l2Ladder     = slices.Concat(lambdaLadder, ladder{3e4, 1e5, 3e5, 1e6})
	// In rateLadder, -2 and -1 are no rates: they stand for the rules auto and paper, which compute a
	// rate.
	rateLadder     = slices.Concat(ladder{-2, -1, 1e-8, 3e-8, 1e-7, 3e-7, 1e-6, 3e-6, 1e-5, 3e-5}, lambdaLadder[1:12])
	momentumLadder = ladder{0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99}
	epochLadder    = ladder{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, ToTheEnd}
	noiseLadder    = ladder{0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1}
	ratioLadder    = ladder{0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}
	sampleLadder   = ladder{10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5}
	angleLadder    = newEvenLadder(5, -180, 180)
)

// ToTheEnd is the largest number of epochs, written as "end". After so many epochs descent has
// converged along every direction whose eigenvalue is more than 1e-12 times the largest. More
// epochs would begin to fit directions whose eigenvalues are only rounding errors, about 1e-16
// times the largest.
const ToTheEnd = min(1e13, math.MaxInt)

// FormatEpochs writes a number of epochs with a prefix, as in "after 100 epochs". For ToTheEnd it
// writes "to the end" without the prefix.
func FormatEpochs(prefix string, epochs int) string {
	if epochs == ToTheEnd {
		return "to the end"
	}
	return fmt.Sprintf("%s%d epochs", prefix, epochs)
}

func newEvenLadder(step, least, most float64) (l ladder) {
	for v := least; v <= most; v += step {
		l = append(l, v)
	}
	return l
}

// step returns the value n rungs above v, or below v if n < 0. From a v between two rungs, the
// first step leads to the next rung. Steps end at the first and the last rung, and don't move a v
// outside of the ladder further out.
func (l ladder) step(v float64, n int) float64 {
	i, on := slices.BinarySearch(l, v)
	switch {
	case n == 0, n > 0 && i == len(l), n < 0 && i == 0:
		return v
	case n > 0 && !on:
		n--
	}
	return l[max(0, min(len(l)-1, i+n))]
}

// place returns the position of v on the ladder, from 0 at the first rung to 1 at the last.
func (l ladder) place(v float64) float64 {
	i, on := slices.BinarySearch(l, v)
	if i == len(l) {
		return 1
	}
	at := float64(i)
	if !on && i > 0 {
		at -= (l[i] - v) / (l[i] - l[i-1])
	}
	return at / float64(len(l)-1)
}
