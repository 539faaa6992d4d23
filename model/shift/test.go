package shift

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A Report is what Test comes to.
type Report struct {
	Classifier Classifier
	// Features are all but those that have one and the same value in both domains, Directions the
	// leading right singular vectors of half of the source's rows; the strongest difference first.
	Features, Directions []Difference
	// Vectors has the directions, by their Index, as columns (d×q).
	Vectors *mat.Dense
	// P is that of all of it: twice the smaller one of the classifier's and of the smallest
	// Adjusted, at most 1.
	P float64
}

// Level is that of tests: a shift is found where P is below, by chance in one of so many pairs without.
const Level = 0.01

// Found tells whether there is a shift.
func (r *Report) Found() bool { return r.P < Level }

// Fewest is how many rows each domain needs, and mostDirections how many directions are looked at.
const Fewest, mostDirections = 8, 10

// Test tests whether the rows of source (n×d) and target (m×d) are of one distribution. Halves are drawn by seed. It
// is an error where either has fewer than Fewest rows.
func Test(ctx context.Context, source, target *mat.Dense, seed uint64) (*Report, error) {
	n, d := source.Dims()
	m, _ := target.Dims()
	if min(n, m) < Fewest {
		return nil, fmt.Errorf("%d rows of the source and %d of the target are too few to tell whether they differ: it takes %d each", n, m, Fewest)
	}
	random := rand.New(rand.NewPCG(seed, 0x7368696674)) // a stream of its own
	half := func(x *mat.Dense) (train, test *mat.Dense) {
		rows, _ := x.Dims()
		order := random.Perm(rows)
		return pick(x, order[:rows/2]), pick(x, order[rows/2:])
	}
	fitSource, testSource := half(source)
	fitTarget, testTarget := half(target)
	r := &Report{}
	var err error
	r.Classifier, err = classify(ctx, fitSource, fitTarget, testSource, testTarget)
	if err != nil {
		return nil, err
	}
	r.Features = slices.DeleteFunc(differences(d, func(j int) (a, b []float64) { return mat.Col(nil, j, source), mat.Col(nil, j, target) }),
		func(f Difference) bool { return math.IsNaN(f.Shift) })
	r.Vectors, err = leading(ctx, min(mostDirections, d, n/2), fitSource)
	if err != nil {
		return nil, err
	}
	alongSource, alongTarget := linalg.Product(testSource, r.Vectors), linalg.Product(target, r.Vectors)
	_, q := r.Vectors.Dims()
	r.Directions = differences(q, func(j int) (a, b []float64) { return mat.Col(nil, j, alongSource), mat.Col(nil, j, alongTarget) })
	var all []*Difference
	for _, list := range [][]Difference{r.Features, r.Directions} {
		for i := range list {
			all = append(all, &list[i])
		}
	}
	adjust(all)
	r.P = r.Classifier.P
	for _, difference := range all {
		r.P = min(r.P, difference.Adjusted)
	}
	r.P = min(1, 2*r.P)
	slices.SortStableFunc(r.Features, strongest)
	slices.SortStableFunc(r.Directions, strongest)
	return r, ctx.Err()
}

// differences compares n pairs of samples.
func differences(n int, samples func(j int) (source, target []float64)) []Difference {
	all := make([]Difference, n)
	var wait sync.WaitGroup
	next := make(chan int)
	const atOnce = 4
	for range atOnce {
		wait.Go(func() {
			for j := range next {
				source, target := samples(j)
				all[j] = differ(j, source, target)
			}
		})
	}
	for j := range n {
		next <- j
	}
	close(next)
	wait.Wait()
	return all
}

// pick returns rows of x.
func pick(x *mat.Dense, rows []int) *mat.Dense {
	_, d := x.Dims()
	picked := mat.NewDense(len(rows), d, nil)
	for to, from := range rows {
		picked.SetRow(to, x.RawRowView(from))
	}
	return picked
}
