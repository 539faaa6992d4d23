package model

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// TestOffsets moves features away from zero, by up to ten million times their spread, and asks for
// what weights of a hundred digits predict, of least squares and of LAR; of rows that are held and of
// blocks of them.
func TestOffsets(t *testing.T) {
	const n, d = 120, 6
	worst := 0.0
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(17, seed))
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
					if x.Set(i, j, x.At(i, j)+offset); j == d-1 {
						x.Set(i, j, 1)
					}
				}
			}
		}
		k := 1 + rng.IntN(d)
		lar := Params{K: k, KTilde: 1 + rng.IntN(k), Lambda: math.Pow(10, 4*rng.Float64()-2), Epochs: 1}
		streamed := data
		streamed.Source.N = n
		streamed.Source.Blocks = func(_ context.Context, visit func(x *mat.Dense, y []float64) error) error {
			for i := range n / 10 {
				if err := visit(data.Source.X.Slice(10*i, 10*i+10, 0, d).(*mat.Dense), data.Source.Y[10*i:10*i+10]); err != nil {
					return err
				}
			}
			return nil
		}
		for _, params := range []Params{{K: 1, KTilde: 1, KeepImplicit: true, Epochs: 1}, lar} {
			want := linalg.Product(data.Target.X, preciseWeights(data, params))
			for _, data := range []Data{data, streamed} {
				p := newTestProblem(t, data)
				sol, err := NewSolver(p).Endpoints(context.Background(), params)
				if err != nil {
					t.Fatal(err)
				}
				var off mat.Dense
				off.Sub(p.TargetScores(sol.Closed.Weights), want)
				share := mat.Norm(&off, 2) / mat.Norm(want, 2)
				// Numbers so far from zero are as far apart, and so are products with them. Of offsets
				// that are small XᵀX has nine digits.
				bound := 1e3 * DoublePrecision * far
				if far < 100 {
					bound = 1e-9
				}
				if worst = math.Max(worst, share/bound); share > bound {
					t.Errorf("seed %d, offsets of %.3g, %+v: predictions are %.2g off, more than %.2g", seed, far, params, share, bound)
				}
			}
		}
	}
	t.Logf("off by up to %.2g of what is allowed", worst)
}
