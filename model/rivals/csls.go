package rivals

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// neighbours is K of CSLS (Conneau et al. 2017, section 2.3).
const neighbours = 10

// A match is a pair of rows that translate into each other.
type match struct{ source, target int }

// csls pairs rows of a (n×d) and b (m×d), both of unit length, by cross-domain
// similarity local scaling,
//
//	CSLS(x, y) = 2cos(x, y) − r_T(x) − r_S(y),
//
// r being the mean cosine to the k nearest rows of the other side (Conneau et al.
// 2017, section 2.3). It returns the pairs that are each other's best, ascending,
// and the mean cosine of every row of a with its best, their criterion for
// choosing a mapping without labels (section 3.5). Of equals the first is best.
func csls(ctx context.Context, a, b blas64.General, k int) ([]match, float64, error) {
	near, far := newTops(a.Rows, min(k, b.Rows)), newTops(b.Rows, min(k, a.Rows))
	err := products(ctx, a, b, func(i, j int, block blas64.General) {
		for r := range block.Rows {
			for c, cosine := range row(block, r) {
				near.add(i+r, cosine)
				far.add(j+c, cosine)
			}
		}
	})
	if err != nil {
		return nil, 0, err
	}
	rT, rS := near.means(), far.means()
	forth, back := newBest(a.Rows), newBest(b.Rows)
	err = products(ctx, a, b, func(i, j int, block blas64.General) {
		for r := range block.Rows {
			for c, cosine := range row(block, r) {
				score := 2*cosine - rT[i+r] - rS[j+c]
				forth.add(i+r, j+c, score, cosine)
				back.add(j+c, i+r, score, cosine)
			}
		}
	})
	if err != nil {
		return nil, 0, err
	}
	var matches []match
	for i, j := range forth.index {
		if back.index[j] == i {
			matches = append(matches, match{i, j})
		}
	}
	return matches, floats.Sum(forth.cosine) / float64(a.Rows), nil
}

// tops keeps the k largest values of each row, descending.
type tops struct {
	k      int
	values []float64
}

func newTops(rows, k int) *tops {
	t := &tops{k: k, values: make([]float64, rows*k)}
	for i := range t.values {
		t.values[i] = math.Inf(-1)
	}
	return t
}

func (t *tops) add(i int, v float64) {
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

func (t *tops) means() []float64 {
	means := make([]float64, len(t.values)/t.k)
	for i := range means {
		means[i] = floats.Sum(t.values[i*t.k:(i+1)*t.k]) / float64(t.k)
	}
	return means
}

// best keeps the partner of highest score of each row, and the cosine with it.
type best struct {
	index         []int
	score, cosine []float64
}

func newBest(rows int) *best {
	b := &best{index: make([]int, rows), score: make([]float64, rows), cosine: make([]float64, rows)}
	for i := range b.score {
		b.score[i] = math.Inf(-1)
	}
	return b
}

func (b *best) add(i, partner int, score, cosine float64) {
	if score > b.score[i] || score == b.score[i] && partner < b.index[i] {
		b.index[i], b.score[i], b.cosine[i] = partner, score, cosine
	}
}

// normalized returns the rows of x at unit length; zero rows stay.
func normalized(x blas64.General) blas64.General {
	unit := zeros(x.Rows, x.Cols)
	for i := range x.Rows {
		copy(row(unit, i), row(x, i))
		if length := floats.Norm(row(x, i), 2); length > 0 {
			floats.Scale(1/length, row(unit, i))
		}
	}
	return unit
}
