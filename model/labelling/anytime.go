package labelling

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"
)

// prior is both parameters of the beta distribution by which bets are mixed: Jeffreys' prior, which
// decides with the fewest labels.
const prior = 0.5

// A draw is of rows one after the other without replacement, each with a chance in proportion to its
// weight among the rows left.
type draw struct {
	// total is the weight of all rows.
	total float64
	// The rows labelled have weights and z, from 0 to 1, in the order of the draw.
	weights, z []float64
}

// wealth returns the logarithm of a bettor's wealth, who begins with 1 and bets on each z at odds that
// are fair where the weighted mean of z over all rows is m. It is the mean over p, by the prior, of
//
//	Π (z_i·p/m_i + (1−z_i)(1−p)/(1−m_i)),  m_i = (W·m − Σ_{j<i} w_j z_j)/(W − Σ_{j<i} w_j)
//
// for W = total. The expectation of z_i after the rows before i is m_i, and so the wealth stays 1 in
// expectation, and is above 1/a at any i with probability a at most (Ville 1939). Where each z is 0 or
// 1 the wealth is the ratio of the mixture to the likelihood. The p are nodes of Gauss and Chebyshev,
// which make the mean exact for twice as many rows.
func (d draw) wealth(m float64) float64 {
	const most = 256
	nodes := min(len(d.z)/2+1, most)
	p, products, log := make([]float64, nodes), make([]float64, nodes), 0.0
	for j := range p {
		p[j], products[j] = math.Pow(math.Sin((float64(j)+0.5)*math.Pi/float64(2*nodes)), 2), 1
	}
	left, sum := d.total, d.total*m
	for i, z := range d.z {
		mean := sum / left
		if mean <= 0 && z > 0 || mean >= 1 && z < 1 {
			return math.Inf(1)
		}
		up, down := over(z, mean), over(1-z, 1-mean)
		largest := 0.0
		for j := range p {
			products[j] *= up*p[j] + down*(1-p[j])
			largest = max(largest, products[j])
		}
		const far = 1e100 // from overflow and from what counts as nothing
		if largest > far || largest < 1/far {
			floats.Scale(1/largest, products)
			log += math.Log(largest)
		}
		left, sum = left-d.weights[i], sum-d.weights[i]*z
	}
	return log + math.Log(floats.Sum(products)/float64(nodes))
}

// over is z/m, 0 where z is.
func over(z, m float64) float64 {
	if z == 0 {
		return 0
	}
	return z / m
}

// interval returns the interval at a level that holds the weighted mean of z over all rows at every
// number of labels at once.
func (d draw) interval(level float64) (low, high float64) {
	bar := -math.Log1p(-level)
	left := d.total
	for i, w := range d.weights {
		left -= w
		low += w * d.z[i] / d.total
	}
	high = low + left/d.total
	// Each factor of wealth is convex in m in its logarithm, and so are their products and the mean of
	// these: there is one stretch of m below the bar.
	inside := d.below(bar, low, high)
	edge := func(inside, outside float64) float64 {
		if d.wealth(outside) < bar {
			return outside
		}
		for math.Abs(inside-outside) > 1e-10 {
			if middle := (inside + outside) / 2; d.wealth(middle) < bar {
				inside = middle
			} else {
				outside = middle
			}
		}
		return outside
	}
	return edge(inside, low), edge(inside, high)
}

// below searches an m from low to high with a wealth below the bar, by thirds.
func (d draw) below(bar, low, high float64) float64 {
	for high-low > 1e-9 {
		a, b := low+(high-low)/3, high-(high-low)/3
		atA, atB := d.wealth(a), d.wealth(b)
		switch {
		case atA < bar:
			return a
		case atA <= atB:
			high = b
		default:
			low = a
		}
	}
	return (low + high) / 2
}

// Anytime returns the interval at a level that holds the gain at every number of labels at
// once: one may look after each and stop, or go on, for what one sees.
func (s Sample) Anytime(level float64) Interval {
	d := draw{total: float64(s.Differ)}
	for _, o := range s.Outcomes {
		d.weights, d.z = append(d.weights, 1), append(d.z, (1+float64(o))/2)
	}
	low, high := d.interval(level)
	return Interval{s.Share * (2*low - 1), s.Share * (2*high - 1)}
}

// More returns how many further labels would tell, by Anytime, whether there is a gain, in half
// of the cases at least, if the rows left are as those before: 0 where these tell or none is left,
// all rows left where nothing less does.
func (s Sample) More(level float64) int {
	bar, size, count := -math.Log1p(-level), float64(s.Differ), float64(len(s.Outcomes))
	first, _, neither := s.Count()
	sum := float64(first) + float64(neither)/2
	ahead := (sum + prior) / (count + 2*prior)
	// tell is how likely n further labels tell; a row that neither gets right counts as half a
	// row of each.
	tell := func(n int) float64 {
		told := func(x int) bool { return ratio(sum+float64(x), count+float64(n), size) >= bar }
		even := min(max(int((count+float64(n))/2-sum), 0), n)
		high := even + sort.Search(n+1-even, func(i int) bool { return told(even + i) })
		low := even - sort.Search(even+1, func(i int) bool { return told(even - i) })
		return 1 - binomialAtMost(high-1, n, ahead) + binomialAtMost(low, n, ahead)
	}
	left := s.Differ - s.Unsure - len(s.Outcomes)
	if left == 0 || s.Anytime(level).Decision() != Open {
		return 0
	}
	return 1 + sort.Search(left-1, func(i int) bool { return tell(1+i) >= 0.5 })
}

// ratio is the logarithm of the wealth at m = ½ after count rows of the sum, for whole z.
func ratio(sum, count, size float64) float64 {
	left := size/2 - math.Max(sum, count-sum)
	if left < 0 {
		return math.Inf(1) // more than half of all rows
	}
	return mathext.Lbeta(prior+sum, prior+count-sum) - mathext.Lbeta(prior, prior) +
		falling(size, count) - falling(size/2, sum) - falling(size/2, count-sum)
}

// falling is the logarithm of n(n−1)…(n−k+1).
func falling(n, k float64) float64 {
	all, _ := math.Lgamma(n + 1)
	rest, _ := math.Lgamma(n - k + 1)
	return all - rest
}
