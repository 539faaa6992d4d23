package model_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/testutil"
)

// TestLoss compares every part with its sum over full decompositions of the features, at
// weights that have nothing to do with the data: left singular vectors, squared errors of
// rows, predictions.
//
// Tolerance: a part of the size of the squared error loses to cancellation no more than a few
// of its 16 digits.
func TestLoss(t *testing.T) {
	testutil.SkipInShort(t)
	for _, s := range shapes {
		rng := newRand(12)
		data := s.draw(rng)
		problem := newProblem(t, data)
		for _, params := range settings(s) {
			w := gaussian(rng, s.d, data.Outputs())
			if s.n+s.m < s.d { // weights of a pair of few rows lie in their span
				rows := mat.NewDense(s.n+s.m, s.d, nil)
				rows.Stack(data.Source.X, data.Target.X)
				w = new(mat.Dense)
				w.Mul(rows.T(), gaussian(rng, s.n+s.m, data.Outputs()))
			}
			plain := newNaive(t, data, params)
			n := float64(s.n)
			y := targets(data, data.Source.Y)
			var svd mat.SVD
			if !svd.Factorize(data.Source.X, mat.SVDFull) {
				t.Fatal("no decomposition")
			}
			var u mat.Dense
			svd.UTo(&u)
			labels := times(u.T(), y)
			scores := times(data.Source.X, w)
			predicted := times(u.T(), scores)
			want := model.Loss{Ridge: params.L2 * sumSquares(w) / n, Objective: plain.objective(w)}
			all, beyond := sumSquares(scores), 0.0
			for i := range s.n {
				a, b := predicted.RawRowView(i), labels.RawRowView(i)
				if i < min(params.K, s.rankOf(s.n, s.sourceRank)) {
					want.Fit += math.Pow(floats.Distance(a, b, 2), 2) / n
					continue
				}
				want.SourceTail += floats.Dot(a, a) / n
				want.Cross -= 2 * floats.Dot(a, b) / n
				want.Rest += floats.Dot(b, b) / n
				beyond += floats.Dot(a, a)
			}
			want.SourceBeyond = math.Sqrt(beyond / all)
			along := times(plain.vTilde.T(), w)
			onTarget := times(data.Target.X, w)
			sigma, _ := rightSVD(t, data.Target.X)
			outside := 0.0
			for i := params.KTilde; i < s.d; i++ {
				row := along.RawRowView(i)
				want.TargetTail += plain.weight[i] * plain.weight[i] * floats.Dot(row, row) / n
				outside += sigma[i] * sigma[i] * floats.Dot(row, row)
			}
			want.TargetBeyond = math.Sqrt(outside / sumSquares(onTarget))
			got := problem.Loss(params, w)
			size := 1e-11 * (math.Abs(want.Fit) + want.SourceTail + want.Rest + params.Lambda*want.TargetTail + want.Ridge + 1)
			for _, part := range []struct {
				name      string
				got, want float64
			}{
				{"fit", got.Fit, want.Fit}, {"source tail", got.SourceTail, want.SourceTail}, {"cross", got.Cross, want.Cross},
				{"rest", got.Rest, want.Rest}, {"target tail", got.TargetTail, want.TargetTail}, {"ridge", got.Ridge, want.Ridge},
				{"objective", got.Objective, want.Objective}, {"beyond k", got.SourceBeyond, want.SourceBeyond},
				{"beyond k̃", got.TargetBeyond, want.TargetBeyond},
				{"whole", got.Fit + got.SourceTail + got.Cross + got.Rest, mse(data, data.Source, w) * float64(data.Outputs())},
			} {
				if part.name == "target tail" || part.name == "objective" {
					// Weighted by the source's σ, directions beyond the target's rank are arbitrary.
					if params.Tail == model.SourceTail && !s.full() {
						continue
					}
				}
				testutil.Near(t, part.got, part.want, size, s.name, params, part.name)
			}
		}
	}
}

// TestLossUnknown leaves out what hangs on a choice of basis, and all of weights that are unknown.
func TestLossUnknown(t *testing.T) {
	// Two equal singular values of the source, of which k = 1 would keep one.
	x := mat.NewDense(4, 2, []float64{1, 0, 0, 1, 1, 0, 0, 1})
	data := model.Data{Source: model.Domain{X: x, Y: []float64{1, -1, 1, 1}}, Target: model.Domain{X: mat.NewDense(2, 2, []float64{2, 0, 0, 1})}}
	p := newProblem(t, data)
	params := model.Params{K: 1, KTilde: 1, Lambda: 1, Epochs: 1}
	w := mat.NewDense(2, 1, []float64{1, 1})
	l := p.Loss(params, w)
	for _, v := range []float64{l.Fit, l.SourceTail, l.Cross, l.Rest, l.Objective, l.SourceBeyond} {
		if !math.IsNaN(v) {
			t.Errorf("%v hangs on which of two equal components is the first", v)
		}
	}
	// ṽ₂ᵀw = 1 with σ̃₂ = 1, of 4 rows; and with the term kept J is known.
	if l.TargetTail != 0.25 || !near(l.TargetBeyond, math.Sqrt(1./5), 1e-15) {
		t.Errorf("the target's tail %v, %v of the predictions", l.TargetTail, l.TargetBeyond)
	}
	params.KeepImplicit = true
	l = p.Loss(params, w)
	testutil.Near(t, l.Objective, 1+0.25, 1e-14, "J/n with the term kept")
	l = p.Loss(params, nil)
	if !math.IsNaN(l.Objective) || !math.IsNaN(l.TargetTail) {
		t.Errorf("unknown weights have %+v", l)
	}
}
