package shift

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// A Difference is the difference between the values of source and target for one feature, or along
// one direction.
type Difference struct {
	// Index is the position of the feature or direction, from 0.
	Index int
	// MeanDifference is (target mean − source mean)/s, and DeviationRatio is t/s, with the standard
	// deviations s of the source and t of the target. If s = 0, both are infinite, except that 0/0 is
	// NaN.
	MeanDifference, DeviationRatio float64
	// Distance is the largest distance D between the two empirical distribution functions. P is the
	// probability of a distance at least as large if both samples, of n and m values, have the same
	// distribution (Stephens 1970):
	//
	//	P = 2 Σ_{j≥1} (−1)^(j−1) exp(−2j²z²),  z = D(e + 0.12 + 0.11/e),  e = √(nm/(n+m))
	//
	// Equal values make P too large.
	Distance, P float64
	// Adjusted is P adjusted for the number of differences that are tested together (Holm 1979).
	Adjusted float64
}

// compareSamples returns the Difference of two samples, without the field Adjusted. It sorts both
// samples.
func compareSamples(index int, source, target []float64) Difference {
	slices.Sort(source)
	slices.Sort(target)
	d := Difference{Index: index}
	mean, deviation := stat.MeanStdDev(source, nil)
	other, spread := stat.MeanStdDev(target, nil)
	if source[0] == source[len(source)-1] { // the computed deviation may be rounding alone
		mean, deviation = source[0], 0
	}
	if target[0] == target[len(target)-1] {
		other, spread = target[0], 0
	}
	d.MeanDifference, d.DeviationRatio = (other-mean)/deviation, spread/deviation
	d.Distance = stat.KolmogorovSmirnov(source, nil, target, nil)
	n, m := float64(len(source)), float64(len(target))
	e := math.Sqrt(n * m / (n + m))
	d.P = kolmogorovTail((e + 0.12 + 0.11/e) * d.Distance)
	return d
}

// kolmogorovTail returns the probability that a variable with Kolmogorov's distribution exceeds z.
func kolmogorovTail(z float64) float64 {
	if z < 0.2 {
		return 1 // the error is below 1e-12
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

func adjustByHolm(all []*Difference) {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b *Difference) int { return cmp.Compare(a.P, b.P) })
	highest := 0.0
	for i, d := range all {
		highest = max(highest, min(1, d.P*float64(len(all)-i)))
		d.Adjusted = highest
	}
}

// compareByStrength orders differences by Distance, then by the magnitude of MeanDifference, the largest
// first.
func compareByStrength(a, b Difference) int {
	return cmp.Or(cmp.Compare(b.Distance, a.Distance), cmp.Compare(math.Abs(b.MeanDifference), math.Abs(a.MeanDifference)))
}
