package model

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
	"larui/model/testutil"
)

// TestOffsets moves features away from zero, by up to ten million times their spread, and asks for
// what weights of a hundred digits predict, of least squares and of LAR; of rows that are held, of
// blocks of them and of their sums; with the constant 1 among the features, and without it.
func TestOffsets(t *testing.T) {
	testutil.SkipInShort(t)
	const n, d = 120, 6
	worst := 0.0
	for seed := range uint64(80) {
		rng := testutil.NewRand(17, seed)
		scales := make([]float64, d)
		for j := range scales {
			scales[j] = math.Pow(10, 2*rng.Float64()-1)
		}
		scales[d-1] = 1
		data := scaledPair(rng, n, scales)
		far := math.Pow(10, 7*rng.Float64())
		for j, scale := range scales {
			offset := far * scale * (2*rng.Float64() - 1)
			for _, x := range []*mat.Dense{data.Source.X, data.Target.X} {
				for i := range n {
					x.Set(i, j, x.At(i, j)+offset)
					if j == d-1 && seed%2 == 0 {
						x.Set(i, j, 1)
					}
				}
			}
		}
		k := 1 + rng.IntN(d)
		lar := Params{K: k, KTilde: 1 + rng.IntN(k), Lambda: math.Pow(10, 4*rng.Float64()-2), Epochs: 1}
		streamed, summed := data, data
		streamed.Source.N = n
		streamed.Source.Blocks = func(_ context.Context, visit func(x *mat.Dense, y []float64) error) error {
			for i := range n / 10 {
				if err := visit(data.Source.X.Slice(10*i, 10*i+10, 0, d).(*mat.Dense), data.Source.Y[10*i:10*i+10]); err != nil {
					return err
				}
			}
			return nil
		}
		for _, domain := range []*Domain{&summed.Source, &summed.Target} {
			domain.N, domain.Sums = n, SumsOf(data, domain.X, domain.Y, mat.Row(nil, 0, domain.X))
		}
		for _, params := range []Params{{K: 1, KTilde: 1, KeepImplicit: true, Epochs: 1}, lar} {
			want := linalg.Product(data.Target.X, preciseWeights(data, params))
			for _, data := range []Data{data, streamed, summed} {
				p := prepared(t, data)
				sol := testutil.Must(NewSolver(p).Endpoints(context.Background(), params))
				share := relative(p.TargetScores(sol.Closed.Weights), want)
				// Numbers so far from zero are as far apart, and so are products with them. Of offsets
				// that are small XᵀX has nine digits.
				bound, small := 1e3*DoublePrecision*far, 100.0
				if seed%2 == 1 {
					small = 5e3
				}
				if far < small {
					bound = 1e-9
				}
				worst = max(worst, share/bound)
				if share > bound {
					t.Errorf("seed %d, offsets of %.3g, %+v: predictions are %.2g off, more than %.2g", seed, far, params, share, bound)
				}
			}
		}
	}
	t.Logf("off by up to %.2g of what is allowed", worst)
}

// TestOffsetsDependent gives features that depend on each other besides, with and without the
// constant 1: a constant, a multiple of another feature and the difference of two. Predictions are those
// of least squares on the features that are left without them, in 100 digits.
func TestOffsetsDependent(t *testing.T) {
	const n, d = 120, 4
	for seed := range uint64(60) {
		rng := testutil.NewRand(19, seed)
		data := scaledPair(rng, n, []float64{1, 1, 1, 1})
		far := math.Round(math.Pow(2, 24*rng.Float64()))
		more := data
		for _, to := range []struct{ from, to *Domain }{{&data.Source, &more.Source}, {&data.Target, &more.Target}} {
			wide := mat.NewDense(n, d+3, nil)
			for i := range n {
				row := wide.RawRowView(i)
				for j := range d {
					// Of few digits, so that sums and multiples are exact.
					row[j] = math.Round(1024*to.from.X.At(i, j))/1024 + far*float64(1+j)
					to.from.X.Set(i, j, row[j])
				}
				if seed%2 == 0 {
					row[0] = 1
					to.from.X.Set(i, 0, 1)
				}
				row[d], row[d+1], row[d+2] = 3*row[seed%d], row[1]-row[3], 7
				if seed%2 == 1 {
					row[d+2] = 5 * row[3]
				}
			}
			to.to.X = wide
		}
		params := Params{K: 1, KTilde: 1, KeepImplicit: true, Epochs: 1}
		want := linalg.Product(data.Target.X, preciseWeights(data, params))
		p := prepared(t, more)
		sol := testutil.Must(NewSolver(p).Endpoints(context.Background(), params))
		share := relative(p.TargetScores(sol.Closed.Weights), want)
		if bound := max(1e3*DoublePrecision*far, 1e-8); share > bound {
			t.Errorf("seed %d, offsets of %.3g: predictions are %.2g off, more than %.2g", seed, far, share, bound)
		}
	}
}
