package rivals

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// neighbours is the number of nearest rows in CSLS (Conneau et al. 2017, section 2.3).
const neighbours = 10

type rowPair struct{ source, target int }

// matchByCSLS pairs rows of a (n×d) and b (m×d), all of unit length, by cross-domain similarity
// local scaling (Conneau et al. 2017, section 2.3),
//
//	CSLS(x, y) = 2cos(x, y) − r_T(x) − r_S(y),
//
// where r_T(x) and r_S(y) are the mean cosines to the k nearest rows of the other matrix. It
// returns the pairs of rows that have the highest CSLS with each other, by ascending row of a. It
// also returns an unsupervised criterion for choosing a mapping (section 3.5): the mean cosine
// between each row of a and the row of b with the highest CSLS. Among equal values the first row
// counts.
func matchByCSLS(ctx context.Context, a, b blas64.General, k int) ([]rowPair, float64) {
	near, far := newLargestValues(a.Rows, min(k, b.Rows)), newLargestValues(b.Rows, min(k, a.Rows))
	visitProducts(ctx, a, b, func(i, j int, cosine float64) {
		near.add(i, cosine)
		far.add(j, cosine)
	})
	rT, rS := near.means(), far.means()
	forth, back := newPartners(a.Rows), newPartners(b.Rows)
	visitProducts(ctx, a, b, func(i, j int, cosine float64) {
		score := 2*cosine - rT[i] - rS[j]
		forth[i].replaceIfBetter(partner{j, score, cosine})
		back[j].replaceIfBetter(partner{i, score, cosine})
	})
	var matches []rowPair
	sum := 0.0
	for i, p := range forth {
		sum += p.cosine
		if back[p.index].index == i {
			matches = append(matches, rowPair{i, p.index})
		}
	}
	return matches, sum / float64(a.Rows)
}

// largestValues has the k largest values that were added for each row, in descending order.
type largestValues struct {
	k      int
	values []float64
}

func newLargestValues(rows, k int) *largestValues {
	return &largestValues{k, slices.Repeat([]float64{math.Inf(-1)}, rows*k)}
}

func (t *largestValues) add(i int, v float64) {
	kept := t.values[i*t.k : (i+1)*t.k]
	at := t.k - 1
	if v <= kept[at] {
		return
	}
	for ; at > 0 && kept[at-1] < v; at-- {
		kept[at] = kept[at-1]
	}
	kept[at] = v
}

func (t *largestValues) means() []float64 {
	means := make([]float64, len(t.values)/t.k)
	for i := range means {
		means[i] = floats.Sum(t.values[i*t.k:(i+1)*t.k]) / float64(t.k)
	}
	return means
}

// A partner is the index of a row in the other matrix, with the CSLS score and the cosine of the
// pair.
type partner struct {
	index         int
	score, cosine float64
}

func newPartners(rows int) []partner {
	return slices.Repeat([]partner{{score: math.Inf(-1)}}, rows)
}

func (p *partner) replaceIfBetter(other partner) {
	if other.score > p.score || other.score == p.score && other.index < p.index {
		*p = other
	}
}

// normalizeRows returns a copy of x with rows of unit length. Zero rows stay zero.
func normalizeRows(x blas64.General) blas64.General {
	unit := zeros(x.Rows, x.Cols)
	for i := range x.Rows {
		copy(row(unit, i), row(x, i))
		if length := floats.Norm(row(x, i), 2); length > 0 {
			floats.Scale(1/length, row(unit, i))
		}
	}
	return unit
}
