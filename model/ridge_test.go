package model

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
	"larui/model/testutil"
)

// TestRidge compares 300 closed forms with L2 > 0 with elimination of a hundred digits: features of
// unequal scale, with offsets or duplicated. Weights, weighed by the size of their features, and the
// target's scores agree to 1e-6 or are unknown.
func TestRidge(t *testing.T) {
	testutil.SkipInShort(t)
	wrong, unknown, worst := 0, 0, 0.0
	for seed := range uint64(300) {
		data, params := drawRidge(seed)
		p := prepared(t, data)
		solution := testutil.Must(NewSolver(p).Endpoints(context.Background(), params))
		closed := solution.Closed
		if closed.Weights == nil {
			unknown++
			if closed.Unknown == "" {
				t.Errorf("seed %d: no weights, and no reason", seed)
			}
			continue
		}
		want := preciseWeights(data, params)
		off := 0.0
		for _, x := range []*mat.Dense{data.Source.X, data.Target.X} {
			scores := linalg.Product(x, want)
			off = max(off, Distance(linalg.Product(x, closed.Weights), scores)/mat.Norm(scores, 2))
		}
		var change, size float64
		for j := range p.D {
			norm := mat.Norm(data.Source.X.ColView(j), 2)
			change = max(change, norm*math.Abs(closed.Weights.At(j, 0)-want.At(j, 0)))
			size = max(size, norm*math.Abs(want.At(j, 0)))
		}
		off = max(off, change/size)
		worst = max(worst, off)
		if !(off <= 1e-6) {
			wrong++
			t.Errorf("seed %d, %+v: off by %.2g, condition of A %.2g", seed, params, off, closed.Condition)
		}
	}
	t.Logf("%d of 300 are wrong, %d unknown, the others off by up to %.2g", wrong, unknown, worst)
	if unknown > 300/10 {
		t.Errorf("%d of 300 are unknown", unknown)
	}
}

// drawRidge draws a pair of up to five features of scales from 1e-8 to 1e8, and L2 from 1e-12 to 1e6.
func drawRidge(seed uint64) (Data, Params) {
	rng := testutil.NewRand(21, seed)
	d := 2 + rng.IntN(4)
	spread, scales := 16*rng.Float64(), make([]float64, d)
	for j := range scales {
		scales[j] = math.Pow(10, spread*(rng.Float64()-0.5))
	}
	data := scaledPair(rng, 10+rng.IntN(50), scales)
	kind, feature := rng.IntN(4), rng.IntN(d)
	offset := scales[feature] * math.Pow(10, 3*rng.Float64())
	for _, x := range []*mat.Dense{data.Source.X, data.Target.X} {
		rows, _ := x.Dims()
		for i := range rows {
			switch kind {
			case 0:
				x.Set(i, feature, x.At(i, feature)+offset)
			case 1:
				x.Set(i, feature, x.At(i, (feature+1)%d))
			}
		}
	}
	params := Params{K: 1 + rng.IntN(d), KTilde: 1 + rng.IntN(d), L2: math.Pow(10, 18*rng.Float64()-12), Epochs: 1}
	if rng.IntN(5) > 0 {
		params.Lambda = math.Pow(10, 12*rng.Float64()-6)
	}
	params.Tail, params.KeepImplicit = Tail(rng.IntN(2)), rng.IntN(4) == 0
	return data, params
}
