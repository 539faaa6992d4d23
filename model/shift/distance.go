package shift

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// A Difference is how the values of a feature, or along a direction, differ between source and
// target.
type Difference struct {
	// Index is the position of the feature or direction, from 0.
	Index int
	// Shift is the target's mean less the source's, in standard deviations of the source, and
	// Stretch the target's deviation divided by the source's. Where the source has one value alone Shift
	// is infinite, and so is Stretch unless the target has one alone as well, where it is NaN; of the
	// same value Shift is NaN, too.
	Shift, Stretch float64
	// Distance is the largest distance D of both empirical distributions, and P how likely one as
	// large is where both samples are of one distribution: with e = √(nm/(n+m)), the limit
	// 2 Σ (−1)^(j−1) exp(−2j²z²), j = 1, 2, …, at z = D(e + 0.12 + 0.11/e) (Stephens 1970). Ties
	// make it larger than it is.
	Distance, P float64
	// Adjusted is P for all that is tested at once, by Holm (1979).
	Adjusted float64
}

// differ compares two samples, which it sorts.
func differ(index int, source, target []float64) Difference {
	slices.Sort(source)
	slices.Sort(target)
	d := Difference{Index: index}
	mean, deviation := stat.MeanStdDev(source, nil)
	other, spread := stat.MeanStdDev(target, nil)
	if source[0] == source[len(source)-1] { // whose deviation may be of rounding alone
		mean, deviation = source[0], 0
	}
	if target[0] == target[len(target)-1] {
		other, spread = target[0], 0
	}
	d.Shift, d.Stretch = (other-mean)/deviation, spread/deviation
	d.Distance = stat.KolmogorovSmirnov(source, nil, target, nil)
	n, m := float64(len(source)), float64(len(target))
	e := math.Sqrt(n * m / (n + m))
	d.P = kolmogorov((e + 0.12 + 0.11/e) * d.Distance)
	return d
}

// kolmogorov is the upper tail of Kolmogorov's distribution.
func kolmogorov(z float64) float64 {
	if z < 0.2 {
		return 1 // to 1e-12
	}
	sum, sign := 0.0, 1.0
	for j := 1.0; j <= 100; j++ {
		term := math.Exp(-2 * j * j * z * z)
		sum += sign * term
		if term < 1e-18*sum {
			break
		}
		sign = -sign
	}
	return max(0, min(1, 2*sum))
}

// adjust sets Adjusted of all differences, which are tested at once.
func adjust(all []*Difference) {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b *Difference) int { return cmp.Compare(a.P, b.P) })
	highest := 0.0
	for i, d := range all {
		highest = max(highest, min(1, d.P*float64(len(all)-i)))
		d.Adjusted = highest
	}
}

// strongest orders differences: those of the largest distance first, of equal ones those of the
// largest shift.
func strongest(a, b Difference) int {
	return cmp.Or(cmp.Compare(b.Distance, a.Distance), cmp.Compare(math.Abs(b.Shift), math.Abs(a.Shift)))
}
