package labelling

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A weightedDraw is a random draw of rows without replacement. At each step, the probability of
// each remaining row is proportional to its weight.
type weightedDraw struct {
	totalWeight float64
	// weights has the weights of the labelled rows, and z a number from 0 to 1 for the label of each
	// of these rows, in the order of the draw.
	weights, z []float64
}

// logWealth returns the logarithm of the wealth of a bettor who starts with 1 and bets on each z_i.
// The odds are fair if the weighted mean of z over all rows is m. The wealth is the mean of
//
//	Π (z_i·p/m_i + (1−z_i)(1−p)/(1−m_i)),  m_i = (W·m − Σ_{j<i} w_j z_j)/(W − Σ_{j<i} w_j)
//
// over p ~ Beta(1/2, 1/2), which decides with the fewest labels; W is totalWeight. If m is the true
// mean, m_i is the expectation of z_i given earlier rows, and the wealth ever exceeds 1/a with a
// probability of at most a (Ville 1939).
func (d weightedDraw) logWealth(m float64) float64 {
	const most = 256
	nodes := min(len(d.z)/2+1, most) // k Gauss–Chebyshev nodes are exact for up to 2k−1 rows
	p, products, log := make([]float64, nodes), make([]float64, nodes), 0.0
	for j := range p {
		p[j], products[j] = math.Pow(math.Sin((float64(j)+0.5)*math.Pi/float64(2*nodes)), 2), 1
	}
	left, sum := d.totalWeight, d.totalWeight*m
	for i, z := range d.z {
		mean := sum / left
		if mean <= 0 && z > 0 || mean >= 1 && z < 1 {
			return math.Inf(1)
		}
		up, down := ratioOrZero(z, mean), ratioOrZero(1-z, 1-mean)
		largest := 0.0
		for j := range p {
			products[j] *= up*p[j] + down*(1-p[j])
			largest = max(largest, products[j])
		}
		const far = 1e100 // far from overflow and underflow
		if largest > far || largest < 1/far {
			floats.Scale(1/largest, products)
			log += math.Log(largest)
		}
		left, sum = left-d.weights[i], sum-d.weights[i]*z
	}
	return log + math.Log(floats.Sum(products)/float64(nodes))
}

// ratioOrZero returns z/m, or 0 if z is 0, even for m = 0.
func ratioOrZero(z, m float64) float64 {
	if z == 0 {
		return 0
	}
	return z / m
}

// interval returns an interval for the weighted mean of z over all rows. The intervals after 1, 2,
// 3, … labels all contain the mean with a probability of at least level.
func (d weightedDraw) interval(level float64) (low, high float64) {
	bar := -math.Log1p(-level)
	left, sum := d.totalWeight, 0.0
	for i, w := range d.weights {
		left -= w
		sum += w * d.z[i]
	}
	low, high = sum/d.totalWeight, (sum+left)/d.totalWeight
	// Each factor of the wealth is log-convex in m. So the wealth is log-convex too, and the m whose
	// log-wealth is below the limit bar form one interval.
	inside := d.findLowWealth(bar, low, high)
	edge := func(inside, outside float64) float64 {
		if d.logWealth(outside) < bar {
			return outside
		}
		for math.Abs(inside-outside) > 1e-10 {
			if middle := (inside + outside) / 2; d.logWealth(middle) < bar {
				inside = middle
			} else {
				outside = middle
			}
		}
		return outside
	}
	return edge(inside, low), edge(inside, high)
}

// findLowWealth searches by ternary search for an m from low to high with logWealth(m) < bar. If it
// finds none, it returns the middle of the last interval.
func (d weightedDraw) findLowWealth(bar, low, high float64) float64 {
	for high-low > 1e-9 {
		a, b := low+(high-low)/3, high-(high-low)/3
		atA, atB := d.logWealth(a), d.logWealth(b)
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

// AnytimeInterval returns an interval for the gain. The intervals after 1, 2, 3, … labels all
// contain the gain with a probability of at least level. So the user may decide after each label
// whether to continue. The method is betting (Waudby-Smith and Ramdas 2024) with a mixture of bets
// (Robbins 1970), for rows drawn without replacement.
func (s Sample) AnytimeInterval(level float64) Interval {
	low, high := s.newDraw().interval(level)
	return Interval{s.Share * (2*low - 1), s.Share * (2*high - 1)}
}

func (s Sample) newDraw() weightedDraw {
	d := weightedDraw{totalWeight: float64(s.Differ)}
	for _, o := range s.Outcomes {
		d.weights, d.z = append(d.weights, 1), append(d.z, (1+float64(o))/2)
	}
	return d
}

// FewestToDecide returns the smallest number of further labels after which AnytimeInterval decides,
// if the leading model is right on all further rows. It returns 0 if AnytimeInterval decides
// already, or if too few rows are left.
func (s Sample) FewestToDecide(level float64) int {
	first, second, _ := s.CountOutcomes()
	leader := FirstRight
	if second > first {
		leader = SecondRight
	}
	s.Outcomes = slices.Clone(s.Outcomes)
	for n := range s.Differ - s.Unsure - len(s.Outcomes) + 1 {
		// An interval takes long, so it is computed only where it may decide.
		d := s.newDraw()
		half, sum, left := d.totalWeight/2, floats.Sum(d.z), d.totalWeight-float64(len(d.z))
		mayDecide := sum > half || sum+left < half || d.logWealth(0.5) > -math.Log1p(-level)-1e-6
		if mayDecide && s.AnytimeInterval(level).Decision() != Open {
			return n
		}
		s.Outcomes = append(s.Outcomes, leader)
	}
	return 0
}
