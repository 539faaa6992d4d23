package shift

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A Report is the result of TestShift.
type Report struct {
	Classifier Separation
	// Features has a Difference for each feature, except features that are equal in all rows of both
	// domains. Directions has a Difference for each column of Vectors. Both begin with the strongest
	// Difference.
	Features, Directions []Difference
	// Vectors (d×q) has the leading right singular vectors of half of the source rows as columns.
	Vectors *mat.Dense
	// P is the p value of the whole test: twice the minimum of Classifier.P and all Difference.Adjusted,
	// but at most 1.
	P float64
}

// SignificanceLevel is the largest probability that TestShift finds a shift although there is none.
const SignificanceLevel = 0.01

// FindsShift reports whether the test finds a shift: P is below SignificanceLevel.
func (r *Report) FindsShift() bool { return r.P < SignificanceLevel }

// fewestRows is the smallest number of rows of a domain that TestShift accepts, and mostDirections the
// largest number of directions that it compares.
const fewestRows, mostDirections = 8, 10

// TestShift tests whether the rows of source (n×d) and target (m×d) have the same distribution.
// seed determines random halves of the rows. It returns an error if a domain has fewer than
// fewestRows rows.
func TestShift(ctx context.Context, source, target *mat.Dense, seed uint64) (*Report, error) {
	n, d := source.Dims()
	m, _ := target.Dims()
	if min(n, m) < fewestRows {
		return nil, fmt.Errorf("%d source rows and %d target rows are too few for the test: each domain needs %d", n, m, fewestRows)
	}
	random := rand.New(rand.NewPCG(seed, 0x7368696674)) // a separate random stream
	half := func(x *mat.Dense) (train, test *mat.Dense) {
		rows, _ := x.Dims()
		order := random.Perm(rows)
		return linalg.PickRows(x, order[:rows/2]), linalg.PickRows(x, order[rows/2:])
	}
	fitSource, testSource := half(source)
	fitTarget, testTarget := half(target)
	r := &Report{}
	var err error
	r.Classifier, err = fitClassifier(ctx, fitSource, fitTarget, testSource, testTarget)
	if err != nil {
		return nil, err
	}
	r.Features = slices.DeleteFunc(compareColumns(source, target), func(f Difference) bool { return math.IsNaN(f.MeanDifference) && f.Distance == 0 })
	r.Vectors, err = leadingVectors(ctx, min(mostDirections, d, n/2), fitSource)
	if err != nil {
		return nil, err
	}
	r.Directions = compareColumns(linalg.Product(testSource, r.Vectors), linalg.Product(target, r.Vectors))
	var all []*Difference
	for _, list := range [][]Difference{r.Features, r.Directions} {
		for i := range list {
			all = append(all, &list[i])
		}
	}
	adjustByHolm(all)
	r.P = r.Classifier.P
	for _, difference := range all {
		r.P = min(r.P, difference.Adjusted)
	}
	r.P = min(1, 2*r.P)
	slices.SortStableFunc(r.Features, compareByStrength)
	slices.SortStableFunc(r.Directions, compareByStrength)
	return r, ctx.Err()
}

func compareColumns(source, target *mat.Dense) []Difference {
	all := make([]Difference, source.RawMatrix().Cols)
	linalg.ParallelRows(len(all), func(lo, hi int) {
		for j := lo; j < hi; j++ {
			all[j] = compareSamples(j, mat.Col(nil, j, source), mat.Col(nil, j, target))
		}
	})
	return all
}
