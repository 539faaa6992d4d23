package rivals

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"larui/model/testutil"
)

// scatter draws pairs of equal rows that are far from zero compared with their distances, so that
// distances tie and cancel.
func scatter(t *rapid.T, rows, d int, offset float64) *mat.Dense {
	x := random(rows, d, rapid.Uint64().Draw(t, "seed"))
	floats.AddConst(offset, x.Data)
	for i := 3; i < rows; i += 4 {
		copy(row(x, i), row(x, i/2))
	}
	return toDense(x)
}

func TestNearestAgainstPlainLoop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 5).Draw(t, "d")
		offset := rapid.SampledFrom([]float64{0, 1e7}).Draw(t, "offset")
		sizes := rapid.SampledFrom([]int{1, 7, blockRows, blockCols + 3})
		among, x := scatter(t, sizes.Draw(t, "n"), d, offset), scatter(t, sizes.Draw(t, "m"), d, offset)
		n, _ := among.Dims()
		for i, j := range testutil.Must(nearestRows(context.Background(), among, x)) {
			want, least := 0, math.Inf(1)
			for k := range n {
				if square := squaredDistance(x.RawRowView(i), among.RawRowView(k)); square < least {
					want, least = k, square
				}
			}
			if j != want {
				t.Fatalf("row %d: nearest is %d, the plain loop says %d", i, j, want)
			}
		}
	})
}

// CSLS agrees with a plain loop over all pairs.
func TestCSLSAgainstPlainLoop(t *testing.T) {
	for _, c := range []struct{ n, m, d, k int }{{1, 1, 2, 10}, {30, 12, 3, 10}, {12, 30, 3, 4}, {blockRows + 5, blockCols + 9, 6, 10}} {
		a, b := normalizeRows(random(c.n, c.d, 1)), normalizeRows(random(c.m, c.d, 2))
		cosines := mat.NewDense(c.n, c.m, nil)
		cosines.Mul(toDense(a), toDense(b).T())
		meanOfTop := func(values []float64) float64 {
			slices.Sort(values)
			return stat.Mean(values[max(0, len(values)-c.k):], nil)
		}
		rT, rS := make([]float64, c.n), make([]float64, c.m)
		for i := range rT {
			rT[i] = meanOfTop(mat.Row(nil, i, cosines))
		}
		for j := range rS {
			rS[j] = meanOfTop(mat.Col(nil, j, cosines))
		}
		scores := mat.NewDense(c.n, c.m, nil)
		scores.Apply(func(i, j int, cosine float64) float64 { return 2*cosine - rT[i] - rS[j] }, cosines)
		var want []rowPair
		criterion := 0.0
		for i := range c.n {
			j := floats.MaxIdx(mat.Row(nil, i, scores))
			criterion += cosines.At(i, j) / float64(c.n)
			if floats.MaxIdx(mat.Col(nil, j, scores)) == i {
				want = append(want, rowPair{i, j})
			}
		}
		got, mean := matchByCSLS(t.Context(), a, b, c.k)
		if !slices.Equal(got, want) || math.Abs(mean-criterion) > 1e-12 {
			t.Errorf("%+v: pairs %v at %v, the plain loop says %v at %v", c, got, mean, want, criterion)
		}
	}
}
