package session

import (
	"fmt"
	"sort"
	"strconv"
)

// A ladder is an ascending list of values that a control steps along. A value
// between two rungs steps to the next rung in the direction of the turn.
type ladder []float64

// halfDecades returns 1 and 3 times each power of ten from 10^low to 10^high.
func halfDecades(low, high int) ladder {
	var l ladder
	for e := low; e <= high; e++ {
		l = append(l, rung(1, e))
		if e < high {
			l = append(l, rung(3, e))
		}
	}
	return l
}

// decimal returns the float nearest to mantissa·10^exponent, which multiplying
// does not always give.
func rung(mantissa, exponent int) float64 {
	v, _ := strconv.ParseFloat(fmt.Sprintf("%de%d", mantissa, exponent), 64)
	return v
}

// withZero puts a rung 0 below the others.
func (l ladder) withZero() ladder { return append(ladder{0}, l...) }

// step returns the value n rungs up (down where n < 0) from v, held at the ends: a
// value beyond them, which was typed, stays where no rung lies in the direction.
func (l ladder) step(v float64, n int) float64 {
	if last := l[len(l)-1]; n > 0 && v > last || n < 0 && v < l[0] {
		return v
	}
	i := sort.SearchFloat64s(l, v)
	onRung := i < len(l) && l[i] == v
	switch {
	case n < 0:
		i += n
	case n > 0 && onRung:
		i += n
	case n > 0:
		i += n - 1
	default:
		return v
	}
	return l[max(0, min(len(l)-1, i))]
}

// place returns the position of v on the ladder, 0 at the bottom and 1 at the
// top.
func (l ladder) place(v float64) float64 {
	i := sort.SearchFloat64s(l, v)
	if i == len(l) {
		return 1
	}
	at := float64(i)
	if l[i] != v && i > 0 {
		at -= (l[i] - v) / (l[i] - l[i-1])
	}
	return at / float64(len(l)-1)
}
