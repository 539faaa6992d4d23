package labelling

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/mathext"
)

// prior is the beta distribution, of this for both of its parameters, over which likelihoods
// are mixed: that of Jeffreys, with which few labels tell most.
const prior = 0.5

// A walk is the logarithm of a ratio of likelihoods, as rows are labelled one after the other
// that are drawn from size of them without replacement. The z of a row is 1 where the first
// model is right, 0 where the second is, ½ for neither. Where their mean over all rows is m,
//
//	Π (p_i/m_i)^z_i ((1−p_i)/(1−m_i))^(1−z_i),  m_i = (size·m − Σ_{j<i} z_j)/(size − i + 1),
//
// is at most 1 in expectation at each i, whatever p_i is that the rows before i lead to: the
// factors are convex in z, and m_i is its expectation. So it is above 1/a at any i with
// probability a at most (Ville 1939). Of two classes it is the ratio of the mixture to the
// likelihood of size·m rows.
type walk struct {
	size, m    float64
	sum, count float64
	log        float64
}

// step takes the next row.
func (w *walk) step(z float64) {
	p := (w.sum + prior) / (w.count + 2*prior)
	m := (w.size*w.m - w.sum) / (w.size - w.count)
	w.log += times(z, math.Log(p)) + times(1-z, math.Log1p(-p)) - times(z, math.Log(math.Max(m, 0))) - times(1-z, math.Log1p(-math.Min(m, 1)))
	w.sum, w.count = w.sum+z, w.count+1
}

// times is z·log, 0 where z is.
func times(z, log float64) float64 {
	if z == 0 {
		return 0
	}
	return z * log
}

// score is z of an outcome.
func (o Outcome) score() float64 { return (1 + float64(o)) / 2 }

// walkTo returns the walk at m over the rows labelled.
func (s Sample) walkTo(m float64) walk {
	w := walk{size: float64(s.Differ), m: m}
	for _, o := range s.Outcomes {
		w.step(o.score())
	}
	return w
}

// Anytime returns the interval at a level that holds the gain at every number of labels at
// once: one may look after each and stop, or go on, for what one sees.
func (s Sample) Anytime(level float64) Interval {
	bar := -math.Log1p(-level)
	least, most := s.certain()
	low, high := (1+float64(least)/float64(s.Differ))/2, (1+float64(most)/float64(s.Differ))/2
	// The likelihood is concave in its logarithm: there is one stretch of m below the bar.
	best := s.likeliest(low, high)
	edge := func(inside, outside float64) float64 {
		if s.walkTo(outside).log < bar {
			return outside
		}
		for math.Abs(inside-outside) > 1e-10 {
			if middle := (inside + outside) / 2; s.walkTo(middle).log < bar {
				inside = middle
			} else {
				outside = middle
			}
		}
		return outside
	}
	return Interval{s.Share * (2*edge(best, low) - 1), s.Share * (2*edge(best, high) - 1)}
}

// likeliest returns the m from low to high of the largest likelihood, by ternary search.
func (s Sample) likeliest(low, high float64) float64 {
	for high-low > 1e-9 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if s.walkTo(a).log <= s.walkTo(b).log {
			high = b
		} else {
			low = a
		}
	}
	return (low + high) / 2
}

// More returns how many further labels would tell, by Anytime, whether there is a gain, in half
// of the cases at least, if the rows left are as those before: 0 where these tell or none is left,
// all rows left where nothing less does.
func (s Sample) More(level float64) int {
	bar, w := -math.Log1p(-level), s.walkTo(0.5)
	ahead := (w.sum + prior) / (w.count + 2*prior)
	// tell is how likely n further labels tell; a row that neither gets right counts as half a
	// row of each.
	tell := func(n int) float64 {
		told := func(x int) bool { return ratio(w.sum+float64(x), w.count+float64(n), w.size) >= bar }
		even := min(max(int((w.count+float64(n))/2-w.sum), 0), n)
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

// ratio is the logarithm of a walk at m = ½ over count rows of the sum, for whole z.
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
