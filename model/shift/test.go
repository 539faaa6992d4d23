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

// leading returns the q leading right singular vectors (d×q, descending) of the rows of matrices
// together, fewer where their rank is lower: along the others is nothing but rounding. Of rows and features above mostSquare both, these are those of so many rows.
func leading(ctx context.Context, q int, rows ...*mat.Dense) (*mat.Dense, error) {
	const mostSquare = 1024
	_, d := rows[0].Dims()
	if d <= mostSquare {
		gram := mat.NewSymDense(d, nil)
		for _, x := range rows {
			gram.SymRankK(gram, 1, x.T())
		}
		return last(ctx, gram, q)
	}
	x := mat.NewDense(mostSquare, d, nil)
	n := 0
	for i := 0; n < mostSquare; i++ { // rows are in a random order: of all matrices by turns
		before := n
		for _, of := range rows {
			if all, _ := of.Dims(); i < all && n < mostSquare {
				x.SetRow(n, of.RawRowView(i))
				n++
			}
		}
		if n == before {
			break
		}
	}
	x = x.Slice(0, n, 0, d).(*mat.Dense)
	gram := mat.NewSymDense(n, nil)
	gram.SymOuterK(1, x)
	left, err := last(ctx, gram, q)
	if err != nil {
		return nil, err
	}
	v := linalg.ProductT(x, left)
	linalg.Orthonormalize(ctx, v)
	return v, ctx.Err()
}

// last returns the eigenvectors of the q largest eigenvalues within the rank, descending.
func last(ctx context.Context, gram *mat.SymDense, q int) (*mat.Dense, error) {
	n := gram.SymmetricDim()
	values, all, err := linalg.Eigenvectors(ctx, gram)
	if err != nil {
		return nil, err
	}
	const negligible = 1e-10 // of σ², which has 16 digits
	q = max(1, min(q, n))
	for q > 1 && values[n-q] <= negligible*values[n-1] {
		q--
	}
	v := mat.NewDense(n, q, nil)
	for j := range q {
		v.SetCol(j, mat.Col(nil, n-1-j, all))
	}
	return v, nil
}
