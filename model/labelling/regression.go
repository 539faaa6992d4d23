package labelling

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// mostStrata is how many strata the rows of a regression are split into: with two labels in
// each, eight tell something.
const mostStrata = 4

// A Draw is an order in which to label the rows of a regression, by strata of how far apart both
// predictions are: the further, the more does a row tell.
type Draw struct {
	// Rows is the number of the target's rows.
	Rows int
	// Sizes are those of the strata.
	Sizes []int
	// Order holds the positions of all rows as they are drawn, and Strata the stratum of each
	// row by its position.
	Order, Strata []int
}

// NewDraw orders rows, of so many of the target, on which two models differ by distances. Within
// a stratum they come as Order has them, two of each first, and then so that a stratum gets labels
// by its size and mean distance (Neyman 1934). The first t are the same however many are drawn.
func NewDraw(rows int, differ []Row, distances []float64) Draw {
	n := len(differ)
	byDistance, byKey := make([]int, n), make([]int, n)
	for i := range n {
		byDistance[i], byKey[i] = i, i
	}
	slices.SortStableFunc(byKey, func(a, b int) int { return differ[a].Before(differ[b]) })
	slices.SortStableFunc(byDistance, func(a, b int) int {
		if distances[a] != distances[b] {
			return int(math.Copysign(1, distances[a]-distances[b]))
		}
		return differ[a].Before(differ[b])
	})
	strata := min(mostStrata, max(1, n/2))
	d := Draw{Rows: rows, Sizes: make([]int, strata), Strata: make([]int, n)}
	weights, queues := make([]float64, strata), make([][]int, strata)
	for at, i := range byDistance {
		h := at * strata / n
		d.Strata[i] = h
		d.Sizes[h]++
		weights[h] += distances[i]
	}
	for _, i := range byKey {
		queues[d.Strata[i]] = append(queues[d.Strata[i]], i)
	}
	for drawn := make([]int, strata); len(d.Order) < n; {
		next := -1
		for h, queue := range queues {
			switch {
			case drawn[h] == len(queue):
			case next < 0, min(drawn[h], 2) < min(drawn[next], 2),
				min(drawn[h], 2) == min(drawn[next], 2) && weights[h]*float64(drawn[next]+1) > weights[next]*float64(drawn[h]+1):
				next = h
			}
		}
		d.Order = append(d.Order, queues[next][drawn[next]])
		drawn[next]++
	}
	return d
}

// Gain returns the estimate of by how much the mean squared error of the first model over all
// rows is below that of the second, and its interval at a level. falls holds by how much the
// squared error is lower on the rows labelled of each stratum. The interval is that of Student's t
// with the degrees of freedom of Satterthwaite (1946): it assumes that the estimate is about
// normal, and that the number of labels was fixed before the first was looked at. Both are NaN
// where a stratum has labels of fewer than two rows, and not of all of its rows.
func (d Draw) Gain(falls [][]float64, level float64) (gain float64, interval Interval) {
	var variance, freedom float64
	for h, size := range d.Sizes {
		n, of := float64(len(falls[h])), float64(size)
		if n < 2 && n < of {
			return math.NaN(), Interval{math.NaN(), math.NaN()}
		}
		mean, share := stat.Mean(falls[h], nil), of/float64(d.Rows)
		gain += share * mean
		if n < of {
			v := share * share * stat.Variance(falls[h], nil) / n * (1 - n/of)
			variance += v
			freedom += v * v / (n - 1)
		}
	}
	if variance == 0 {
		return gain, Interval{gain, gain}
	}
	t := distuv.StudentsT{Sigma: 1, Nu: variance * variance / freedom}
	half := t.Quantile((1+level)/2) * math.Sqrt(variance)
	return gain, Interval{gain - half, gain + half}
}
