package labelling

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// outcomes returns so many, in a random order.
func outcomes(random *rand.Rand, first, second, neither int) []Outcome {
	all := slices.Concat(slices.Repeat([]Outcome{First}, first), slices.Repeat([]Outcome{Second}, second), slices.Repeat([]Outcome{Neither}, neither))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

func near(t *testing.T, what string, got Interval, low, high, tolerance float64) {
	t.Helper()
	if !(math.Abs(got.Low-low) <= tolerance && math.Abs(got.High-high) <= tolerance) {
		t.Errorf("%s: %v, want %v to %v", what, got, low, high)
	}
}

// Everything against testdata/truth.py, by SciPy.
func TestTruth(t *testing.T) {
	text, err := os.ReadFile("testdata/truth.json")
	if err != nil {
		t.Fatal(err)
	}
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
		Signs []struct {
			First, Second int
			P             float64
		}
		Falls []struct {
			Rows     int
			Sizes    []int
			Falls    [][]float64
			Gain     float64
			Interval [2]float64
		}
		Urns []struct {
			First, Second, Neither, Size int
			Binary                       bool
			Between                      [2]int
		}
	}
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	const large = 1 << 50 // rows, of which drawing without replacement is as with
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range truth.Shares {
		s := Sample{Differ: large, Share: 1, Binary: true, Outcomes: outcomes(random, c.Count, c.N-c.Count, 0)}
		near(t, "gain", s.Fixed(0.9), 2*c.Interval[0]-1, 2*c.Interval[1]-1, 1e-10)
	}
	for _, c := range truth.Signs {
		s := Sample{Outcomes: outcomes(random, c.First, c.Second, 3)}
		if p := s.SignTest(); math.Abs(p-c.P) > 1e-10 {
			t.Errorf("sign test of %d and %d: %v, want %v", c.First, c.Second, p, c.P)
		}
	}
	for _, c := range truth.Differences {
		s := Sample{Differ: large, Share: 1, Outcomes: outcomes(random, c.First, c.Second, c.Neither)}
		near(t, "difference", s.Fixed(0.9), c.Interval[0], c.Interval[1], 1e-8) // as fine as both searches
	}
	for _, c := range truth.Urns {
		s := Sample{Differ: c.Size, Share: float64(c.Size), Binary: c.Binary, Outcomes: outcomes(random, c.First, c.Second, c.Neither)}
		near(t, fmt.Sprintf("of all %+v", c), s.Fixed(0.9), float64(c.Between[0]), float64(c.Between[1]), 0)
	}
	for _, c := range truth.Sequences {
		s := Sample{Differ: c.Size, Share: 1, Binary: true, Outcomes: outcomes(random, c.First, c.Second, 0)}
		got, size := s.Anytime(0.9), float64(c.Size)
		// Whole numbers of rows, in which the truth thinks, are inside where that says so.
		low, high := size*(1+got.Low)/2, size*(1+got.High)/2
		if lowest, highest := math.Ceil(low-1e-6), math.Floor(high+1e-6); lowest != float64(c.Between[0]) || highest != float64(c.Between[1]) {
			t.Errorf("%d and %d of %d rows: from %v to %v, want %v", c.First, c.Second, c.Size, low, high, c.Between)
		}
	}
	for _, c := range truth.Falls {
		gain, interval := Draw{Rows: c.Rows, Sizes: c.Sizes}.Gain(c.Falls, 0.9)
		near(t, "fall", interval, c.Interval[0], c.Interval[1], 1e-8*max(1, math.Abs(c.Gain)))
		if math.Abs(gain-c.Gain) > 1e-12*max(1, math.Abs(c.Gain)) {
			t.Errorf("fall: %v, want %v", gain, c.Gain)
		}
	}
}

// population returns the outcomes of rows by shares, and what all of them gain.
func population(size int, p1, p2 float64) (all []Outcome, gain float64) {
	first, second := int(math.Round(p1*float64(size))), int(math.Round(p2*float64(size)))
	all = outcomes(rand.New(rand.NewPCG(3, uint64(size))), first, second, size-first-second)
	return all, float64(first-second) / float64(size)
}

// Both intervals hold the gain in 90 % of draws at least, Fixed at each number of labels and
// Anytime at all of them at once, where rows are drawn as Order has them, of few and of many rows
// and of two and of several classes.
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
				rows[i] = NewRow(i+1, seed)
			}
			Order(rows)
			s, inside := Sample{Differ: c.size, Share: 1, Binary: binary}, true
			for _, row := range rows[:numbers[len(numbers)-1]] {
				s.Outcomes = append(s.Outcomes, all[row.Number-1])
				first, second, neither := s.Count()
				holds := func(known map[[3]int]Interval, compute func(float64) Interval) bool {
					count := [3]int{first, second, neither}
					if _, ok := known[count]; !ok {
						known[count] = compute(level)
					}
					return known[count].Low <= gain && gain <= known[count].High
				}
				if !binary {
					clear(anytime) // which hangs on the order, too
				}
				inside = holds(anytime, s.Anytime) && inside
				if at := slices.Index(numbers, len(s.Outcomes)); at >= 0 && holds(fixed, s.Fixed) {
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

// As many labels as More says tell in about half of the draws at least, where the rows are as
// those before, and none less are asked for where these tell already.
func TestMore(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, p := range []float64{0.1, 0.7, 0.85} {
		s := Sample{Differ: 1000, Share: 0.2, Binary: true, Outcomes: outcomes(random, int(10*p), 10-int(10*p), 0)}
		n, told := s.More(0.9), 0
		if decided := s.Anytime(0.9).Decision() != Open; decided != (n == 0) {
			t.Errorf("%v: decided %v, %d more", p, decided, n)
		}
		const draws = 300
		for range draws {
			further := s
			further.Outcomes = slices.Clone(s.Outcomes)
			share := (10*p - math.Mod(10*p, 1) + prior) / 11
			for range n {
				o := Second
				if random.Float64() < share {
					o = First
				}
				further.Outcomes = append(further.Outcomes, o)
			}
			if further.Anytime(0.9).Decision() != Open {
				told++
			}
		}
		if told < 2*draws/5 {
			t.Errorf("%v: %d more labels tell in %d of %d draws", p, n, told, draws)
		}
	}
	even := Sample{Differ: 50, Share: 1, Binary: true, Outcomes: outcomes(random, 10, 10, 0)}
	if n := even.More(0.9); n < 20 || n > 30 {
		t.Errorf("where both are as good, %d of 30 rows left are asked for, which will hardly tell", n)
	}
}

// Where all rows are labelled the gain is known.
func TestAllLabelled(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, binary := range []bool{true, false} {
		s := Sample{Differ: 12, Share: 0.25, Binary: binary, Outcomes: outcomes(random, 8, 4, 0)}
		near(t, "fixed", s.Fixed(0.9), s.Gain(), s.Gain(), 1e-9)
		near(t, "anytime", s.Anytime(0.9), s.Gain(), s.Gain(), 1e-9)
		if math.Abs(s.Gain()-0.25/3) > 1e-15 {
			t.Errorf("gain %v", s.Gain())
		}
	}
}

// The first rows of a draw are the same however it is gone on with, each row comes once, and
// the interval holds the gain in about 90 % of draws, where differences have heavy tails.
func TestDraw(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	const size, rows, labels, draws = 300, 320, 30, 600
	distances, falls, gain := make([]float64, size), make([]float64, size), 0.0
	for i := range falls {
		distances[i] = math.Exp(random.NormFloat64())
		falls[i] = distances[i] * (0.3 + random.NormFloat64())
		gain += falls[i] / rows
	}
	held := 0
	for seed := range uint64(draws) {
		differ := make([]Row, size)
		for i := range differ {
			differ[i] = NewRow(i+1, seed)
		}
		d := NewDraw(rows, differ, distances)
		if seed == 0 {
			if all := slices.Sorted(slices.Values(d.Order)); len(slices.Compact(all)) != size {
				t.Fatalf("%d of %d rows are drawn", len(all), size)
			}
		}
		by := make([][]float64, len(d.Sizes))
		for _, i := range d.Order[:labels] {
			by[d.Strata[i]] = append(by[d.Strata[i]], falls[i])
		}
		if _, i := d.Gain(by, 0.9); i.Low <= gain && gain <= i.High {
			held++
		}
	}
	if share := float64(held) / draws; share < 0.85 {
		t.Errorf("the interval holds the gain in %.3f", share)
	}
	few := NewDraw(3, []Row{NewRow(1, 0), NewRow(3, 0)}, []float64{1, 2})
	if gain, i := few.Gain([][]float64{{1, 2}}, 0.9); gain != 1 || i != (Interval{1, 1}) {
		t.Errorf("of all rows labelled: %v, %v", gain, i)
	}
	if gain, _ := few.Gain([][]float64{{1}}, 0.9); !math.IsNaN(gain) {
		t.Errorf("of a single label: %v", gain)
	}
}
