package model_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
	"larui/model/testutil"
)

// Weights that are put together of a part within the target's leading directions and one
// beyond them lie at the angle of these to their span, at whatever length.
func TestSlant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		d := rapid.IntRange(2, 12).Draw(t, "d")
		k := rapid.IntRange(1, d-1).Draw(t, "k")
		pair := drawAligned(t, rng, d+rapid.IntRange(0, 20).Draw(t, "more"), d, k, 1)
		p := newProblem(t, pair.data)
		angle := rapid.Float64Range(0, 90).Draw(t, "angle")
		part := func(from, to int, long float64) *mat.Dense {
			along := gaussian(rng, to-from, 1)
			along.Scale(long/mat.Norm(along, 2), along)
			return times(pair.vTilde.Slice(0, d, from, to), along)
		}
		w, long := part(0, k, math.Cos(angle*math.Pi/180)), math.Exp(rng.NormFloat64())
		w.Add(w, part(k, d, math.Sin(angle*math.Pi/180)))
		w.Scale(long, w)
		// Directions are known to rounding over the gap between singular values.
		testutil.Near(t, p.AngleToLeading(w, k), angle, 1e-6, k, "of", d, "directions")
	})
	p := newProblem(t, drawAligned(t, testutil.NewRand(1, 2), 9, 4, 2, 1).data)
	if got := p.AngleToLeading(mat.NewDense(4, 1, nil), 2); !math.IsNaN(got) {
		t.Errorf("no weights lie at %v°", got)
	}
}

// The labels of the source do not pull against leading directions, which are else those
// of the spectrum, also where the problem is solved in fewer coordinates.
func TestLeading(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		n, d := rapid.IntRange(2, 9).Draw(t, "n"), rapid.IntRange(2, 30).Draw(t, "d")
		data := model.Data{
			Task:   model.Regression,
			Source: model.Domain{X: gaussian(rng, n, d), Y: mat.Col(nil, 0, gaussian(rng, n, 1))},
			Target: model.Domain{X: gaussian(rng, n, d)},
		}
		p := newProblem(t, data)
		pull := times(data.Source.X.T(), mat.NewDense(n, 1, data.Source.Y))
		for _, side := range []*model.Side{&p.Src, &p.Tgt} {
			for i := range side.Rank {
				got, plain := p.OrientedDirection(side, i), side.Direction(i)
				// Rounding of sums of a few numbers.
				if floats.Dot(got, mat.Col(nil, 0, pull)) < -1e-12*mat.Norm(pull, 2) {
					t.Fatalf("direction %d points against the labels", i+1)
				}
				if against := floats.ScaleTo(make([]float64, d), -1, plain); !floats.Equal(got, plain) && !floats.Equal(got, against) {
					t.Fatalf("direction %d is %v, not ±%v", i+1, got, plain)
				}
			}
		}
	})
}
