package labelling

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"larui/model/testutil"
)

// outcomes returns so many outcomes in random order.
func outcomes(random *rand.Rand, first, second, neither int) []Outcome {
	all := slices.Concat(slices.Repeat([]Outcome{FirstRight}, first), slices.Repeat([]Outcome{SecondRight}, second), slices.Repeat([]Outcome{NeitherRight}, neither))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

func near(t *testing.T, what string, got Interval, low, high, tolerance float64) {
	t.Helper()
	if !(math.Abs(got.Low-low) <= tolerance && math.Abs(got.High-high) <= tolerance) {
		t.Errorf("%s: %v, want %v to %v", what, got, low, high)
	}
}

// All results agree with testdata/truth.py, which uses SciPy.
func TestTruth(t *testing.T) {
	var truth struct {
		Shares []struct {
			Count, N int
			Interval [2]float64
		}
		Differences []struct {
			First, Second, Neither int
			Interval               [2]float64
		}
		Sequences []struct {
			First, Second, Size int
			Between             [2]int
		}
		Bets []struct {
			Total, M, Wealth float64
			Weights, Z       []float64
		}
		Urns []struct {
			First, Second, Neither, Size int
			Binary                       bool
			Between                      [2]int
		}
	}
	testutil.ReadJSON(t, "testdata/truth.json", &truth)
	const large = 1 << 50 // rows, of which drawing without replacement is as with
	random := testutil.NewRand(1, 2)
	for _, c := range truth.Shares {
		s := Sample{Differ: large, Share: 1, Binary: true, Outcomes: outcomes(random, c.Count, c.N-c.Count, 0)}
		near(t, "gain", s.FixedInterval(0.9), 2*c.Interval[0]-1, 2*c.Interval[1]-1, 1e-10)
	}
	for _, c := range truth.Differences {
		s := Sample{Differ: large, Share: 1, Outcomes: outcomes(random, c.First, c.Second, c.Neither)}
		near(t, "difference", s.FixedInterval(0.9), c.Interval[0], c.Interval[1], 1e-8) // as fine as both searches
	}
	for _, c := range truth.Urns {
		s := Sample{Differ: c.Size, Share: float64(c.Size), Binary: c.Binary, Outcomes: outcomes(random, c.First, c.Second, c.Neither)}
		near(t, fmt.Sprintf("of all %+v", c), s.FixedInterval(0.9), float64(c.Between[0]), float64(c.Between[1]), 0)
	}
	for _, c := range truth.Sequences {
		s := Sample{Differ: c.Size, Share: 1, Binary: true, Outcomes: outcomes(random, c.First, c.Second, 0)}
		got, size := s.AnytimeInterval(0.9), float64(c.Size)
		// Whole numbers of rows, in which the truth thinks, are inside where that says so.
		low, high := size*(1+got.Low)/2, size*(1+got.High)/2
		if lowest, highest := math.Ceil(low-1e-6), math.Floor(high+1e-6); lowest != float64(c.Between[0]) || highest != float64(c.Between[1]) {
			t.Errorf("%d and %d of %d rows: from %v to %v, want %v", c.First, c.Second, c.Size, low, high, c.Between)
		}
	}
	if len(truth.Bets) < 10 {
		t.Errorf("%d bets", len(truth.Bets))
	}
	for _, c := range truth.Bets {
		testutil.Near(t, (weightedDraw{c.Total, c.Weights, c.Z}).logWealth(c.M), c.Wealth, 1e-10, "wealth")
	}
}

// population returns the outcomes of rows with the given shares, and the gain over all of them.
func population(size int, p1, p2 float64) (all []Outcome, gain float64) {
	first, second := int(math.Round(p1*float64(size))), int(math.Round(p2*float64(size)))
	all = outcomes(testutil.NewRand(3, uint64(size)), first, second, size-first-second)
	return all, float64(first-second) / float64(size)
}

// In at least 90 % of draws both intervals contain the gain: Fixed at each number of labels, and
// Anytime at all of them simultaneously. The rows are drawn by Order, from few and from many rows,
// of two and of several classes.
func TestCoverage(t *testing.T) {
	const draws, level = 200, 0.9
	numbers := []int{5, 10, 20, 30}
	for _, c := range []struct {
		size   int
		p1, p2 float64
	}{{35, 0.8, 0.2}, {60, 0.5, 0.5}, {400, 0.9, 0.1}, {400, 0.3, 0.7}, {400, 0.6, 0.2}, {60, 0.2, 0.1}} {
		all, gain := population(c.size, c.p1, c.p2)
		binary := c.p1+c.p2 == 1
		held, always := make([]int, len(numbers)), 0
		fixed, anytime := map[[3]int]Interval{}, map[[3]int]Interval{} // by counts
		for seed := range uint64(draws) {
			rows := make([]Row, c.size)
			for i := range rows {
				rows[i] = NewRow(i+1, seed, 1)
			}
			SortRows(rows)
			s, inside := Sample{Differ: c.size, Share: 1, Binary: binary}, true
			for _, row := range rows[:numbers[len(numbers)-1]] {
				s.Outcomes = append(s.Outcomes, all[row.Number-1])
				first, second, neither := s.CountOutcomes()
				holds := func(known map[[3]int]Interval, compute func(float64) Interval) bool {
					count := [3]int{first, second, neither}
					if _, ok := known[count]; !ok {
						known[count] = compute(level)
					}
					return known[count].Low <= gain && gain <= known[count].High
				}
				if !binary {
					clear(anytime) // depends on the order, too
				}
				inside = holds(anytime, s.AnytimeInterval) && inside
				if at := slices.Index(numbers, len(s.Outcomes)); at >= 0 && holds(fixed, s.FixedInterval) {
					held[at]++
				}
			}
			if inside {
				always++
			}
		}
		enough := level - 3*math.Sqrt(level*(1-level)/draws) // three standard errors
		for i, count := range held {
			if share := float64(count) / draws; share < enough {
				t.Errorf("%v: the interval of %d labels holds the gain in %.3f", c, numbers[i], share)
			}
		}
		if share := float64(always) / draws; share < enough {
			t.Errorf("%v: the sequence always holds the gain in %.3f", c, share)
		}
	}
}

// TestFewestToDecide adds further labels for the leading model, one by one, until AnytimeInterval
// decides.
func TestFewestToDecide(t *testing.T) {
	random := testutil.NewRand(5, 6)
	for range 200 {
		s := Sample{Differ: 1 + random.IntN(60), Share: 0.2}
		s.Unsure = random.IntN(1 + s.Differ/4)
		for range random.IntN(1 + s.Differ - s.Unsure) {
			s.Outcomes = append(s.Outcomes, []Outcome{FirstRight, SecondRight, NeitherRight}[random.IntN(8)*3/8])
		}
		got, with, want := s.FewestToDecide(0.9), s, 0
		first, second, _ := s.CountOutcomes()
		for with.AnytimeInterval(0.9).Decision() == Open {
			with.Outcomes, want = append(slices.Clone(with.Outcomes), map[bool]Outcome{true: FirstRight, false: SecondRight}[first >= second]), want+1
			if len(with.Outcomes)+s.Unsure > s.Differ {
				want = 0
				break
			}
		}
		testutil.Equal(t, got, want, s)
	}
}

// If both models are right on the same number of rows and all rows are labelled, neither is better.
func TestTieDecidesNothing(t *testing.T) {
	for half := range 100 {
		s := Sample{Differ: 2 * half, Share: 0.3, Outcomes: outcomes(testutil.NewRand(3, 4), half, half, 0)}
		testutil.Equal(t, s.AnytimeInterval(0.9).Decision(), Open, half)
		testutil.Equal(t, s.FixedInterval(0.9).Decision(), Open, half)
	}
}

// If all rows are labelled, the gain is known.
func TestAllLabelled(t *testing.T) {
	random := testutil.NewRand(7, 8)
	for _, binary := range []bool{true, false} {
		s := Sample{Differ: 12, Share: 0.25, Binary: binary, Outcomes: outcomes(random, 8, 4, 0)}
		near(t, "fixed", s.FixedInterval(0.9), s.Gain(), s.Gain(), 1e-9)
		near(t, "anytime", s.AnytimeInterval(0.9), s.Gain(), s.Gain(), 1e-9)
		testutil.Near(t, s.Gain(), 0.25/3, 1e-15, "gain")
	}
}

// falls returns a regression of so many rows and its gain, computed by a plain loop. The distances
// between both predictions are lognormal. In some regressions one row in fifty determines the gain,
// in others there is no gain.
func falls(kind string, size int) (f RegressionSample, labels []float64, gain float64) {
	random := testutil.NewRand(9, 10)
	f = RegressionSample{Rows: size + 20, Predicted: make([][2]float64, size)}
	labels = make([]float64, size)
	weights, sum := 0.0, 0.0
	for i := range labels {
		first := random.NormFloat64()
		apart := math.Exp(1.5 * random.NormFloat64())
		labels[i] = first + 0.5*random.NormFloat64()
		if kind == "one in fifty" {
			apart = 0.2 + 0.1*random.Float64()
			if i%50 == 0 {
				labels[i] = 12
			}
		}
		f.Predicted[i] = [2]float64{first, first + apart}
		weights, sum = weights+2*apart, sum+2*apart*(first+apart/2-labels[i])
	}
	for i, p := range f.Predicted {
		if kind == "none" {
			labels[i] += sum / weights
		}
		gain += (math.Pow(p[1]-labels[i], 2) - math.Pow(p[0]-labels[i], 2)) / float64(f.Rows)
	}
	f.Least, f.Most = slices.Min(labels), slices.Max(labels)
	return f, labels, gain
}

// The interval of a regression contains the gain after each of the first labels simultaneously:
// with heavy tails, with a gain from one row in fifty, and without a gain, where it almost never
// decides. It also does so if some labels are unknown.
func TestFalls(t *testing.T) {
	const size, looks, draws, level = 300, 40, 100, 0.9
	for _, kind := range []string{"lognormal", "one in fifty", "none"} {
		population, labels, gain := falls(kind, size)
		held, decided, mean := 0, 0, 0.0
		for seed := range uint64(draws) {
			f, order := population, make([]Row, size)
			for i, p := range population.Predicted {
				order[i] = NewRow(i+1, 7919*seed+3, p[1]-p[0])
			}
			SortRows(order)
			f.Predicted = nil
			for _, row := range order {
				f.Predicted = append(f.Predicted, population.Predicted[row.Number-1])
			}
			inside, told := true, false
			for look, row := range order[:looks] {
				f.Labels = append(f.Labels, labels[row.Number-1])
				if look%10 == 9 {
					f.Labels[look] = math.NaN()
				}
				i := f.AnytimeInterval(level)
				inside = inside && i.Low <= gain && gain <= i.High
				told = told || i.Decision() != Open
			}
			held, decided = held+int(oneIf(inside)), decided+int(oneIf(told))
			mean += f.Gain() / draws
		}
		t.Logf("%s: gain %v, mean estimate %v; held at all looks in %d of %d draws, decided in %d", kind, gain, mean, held, draws, decided)
		if held < draws*95/100 || kind == "none" && decided > draws/20 {
			t.Errorf("%s: held at all looks in %d of %d draws, decided in %d", kind, held, draws, decided)
		}
	}
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// If all rows are labelled, the gain is known whatever the bounds. Before that there is no interval
// if a label is out of bounds or there are no bounds.
func TestFallsKnown(t *testing.T) {
	f, labels, gain := falls("lognormal", 30)
	f.Labels = labels
	for _, most := range []float64{f.Most, 0, math.NaN()} {
		f.Most, f.Labels = most, labels
		near(t, "all labelled", f.AnytimeInterval(0.9), gain, gain, 1e-12*math.Abs(gain))
		f.Labels = labels[:29]
		if i := f.AnytimeInterval(0.9); math.IsNaN(i.Low) != !(most > 0) || math.IsNaN(i.High) != !(most > 0) || (f.CountOutOfBounds() > 0) != (most == 0) {
			t.Errorf("labels to %v: %v, %d outside", most, i, f.CountOutOfBounds())
		}
	}
	if f.Labels = nil; !math.IsNaN(f.Gain()) {
		t.Errorf("without labels: %v", f.Gain())
	}
}

// Each row comes next with a chance in proportion to its weight among the rows left.
func TestOrder(t *testing.T) {
	const draws = 20000
	weights, counts := []float64{1, 2, 5}, map[[2]int]float64{}
	for seed := range uint64(draws) {
		var rows []Row
		for i, w := range weights {
			rows = append(rows, NewRow(i+1, seed, w))
		}
		SortRows(rows)
		counts[[2]int{rows[0].Number - 1, rows[1].Number - 1}]++
	}
	for pair, count := range counts {
		first, second := weights[pair[0]], weights[pair[1]]
		p := first / 8 * second / (8 - first)
		testutil.Near(t, count, draws*p, 4*math.Sqrt(draws*p*(1-p)), pair, "come first")
	}
}
