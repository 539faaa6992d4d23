package model_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
	"larui/model/testutil"
)

func boundsOf(t testutil.Test, p *model.Problem, params model.Params) model.Bounds {
	t.Helper()
	return testutil.Must(p.Bounds(context.Background(), params))
}

// TestBounds compares every number with full decompositions of the features, and holds what the
// paper says of it: proposition 5, that close bases overlap without a direction lost, and the
// lemma of appendix A.
func TestBounds(t *testing.T) {
	close := 0
	for _, s := range shapes {
		for seed := range uint64(4) {
			rng := newRand(seed)
			data := s.draw(rng)
			if seed > 1 && s.n >= s.d && s.m >= s.d { // nearly the same singular vectors as the source's
				sigma, v := rightSVD(t, data.Source.X)
				noise := gaussian(rng, s.d, s.d)
				noise.Scale(0.02, noise)
				noise.Add(noise, v)
				scaled := times(orthonormal(rng, s.m, s.d), mat.NewDiagDense(s.d, sigma))
				x := times(scaled, basisOf(noise).T())
				data.Target.X = x
			}
			problem := newProblem(t, data)
			sigma, v := rightSVD(t, data.Source.X)
			sigmaTilde, vTilde := rightSVD(t, data.Target.X)
			overlap := times(v.T(), vTilde)
			cut := func(domain model.Domain, sigma []float64, v *mat.Dense, count int) float64 {
				xty := times(domain.X.T(), targets(data, domain.Y))
				along := times(v.T(), xty)
				all, left := 0.0, 0.0
				for i, value := range sigma {
					if value < 1e-7*sigma[0] {
						break
					}
					part := math.Pow(floats.Norm(along.RawRowView(i), 2)/(value*value), 2)
					all += part
					if i >= count {
						left += part
					}
				}
				return math.Sqrt(left / all)
			}
			sourceRank, targetRank := s.rankOf(s.n, s.sourceRank), s.rankOf(s.m, s.targetRank)
			if seed > 1 && s.n >= s.d && s.m >= s.d {
				targetRank = sourceRank
			}
			inFeatures := s.n+s.m >= s.d
			for k := 1; k <= s.d; k++ {
				b := boundsOf(t, problem, model.Params{K: k, KTilde: k, Lambda: 1, Epochs: 1})
				source, target := cut(data.Source, sigma, v, k), cut(data.Target, sigmaTilde, vTilde, k)
				testutil.Near(t, b.CutSource, source, 1e-9*source, s.name, "cut off w*_S", k)
				testutil.Near(t, b.CutTarget, target, 1e-9*target, s.name, "cut off w*_T", k)
				if known := inFeatures && s.d-sourceRank < 2 && s.d-targetRank < 2; known == math.IsNaN(b.OverlapError) {
					t.Errorf("%s: bases %v apart", s.name, b.OverlapError)
				} else if known {
					most := 0.0
					for i := range s.d {
						for j := range s.d {
							if i == j {
								most = max(most, 1-math.Abs(overlap.At(i, i)))
							} else {
								most = max(most, math.Abs(overlap.At(i, j)))
							}
						}
					}
					limit := math.Inf(1)
					for _, count := range []int{k, s.d - k} {
						if count > 0 {
							limit = min(limit, 1/float64(count))
						}
					}
					if !near(b.OverlapError, most, 1e-9) || b.OverlapErrorLimit != limit {
						t.Errorf("%s, k = %d: %v apart of %v, want %v of %v", s.name, k, b.OverlapError, b.OverlapErrorLimit, most, limit)
					}
					if most < limit {
						close++
						least := smallest(t, overlap.Slice(0, k, 0, k))
						if k < s.d {
							least = min(least, smallest(t, overlap.Slice(k, s.d, k, s.d)))
						}
						if !(least > 0) {
							t.Errorf("%s, k = %d: bases %v apart overlap by %v", s.name, k, most, least)
						}
					}
				}
				if known := inFeatures && k < s.d && s.d-targetRank < 2; known == math.IsNaN(b.SigmaLimit) {
					t.Errorf("%s, k̃ = %d: σ is bounded by %v", s.name, k, b.SigmaLimit)
				} else if known {
					longest := 0.0
					for j := k; j < s.d; j++ {
						var image mat.VecDense
						image.MulVec(data.Source.X, vTilde.ColView(j))
						longest = max(longest, mat.Norm(&image, 2))
					}
					want := math.Sqrt(float64(s.d-k)) * longest
					if !near(b.SigmaLimit, want, 1e-9) || math.Abs(b.Sigma-sigma[k]) > 1e-7 || b.Sigma > want*(1+1e-12) {
						t.Errorf("%s, k̃ = %d: σ = %v bounded by %v, want %v by %v", s.name, k, b.Sigma, b.SigmaLimit, sigma[k], want)
					}
				}
			}
		}
	}
	if close < 10 {
		t.Errorf("only %d bases were close", close)
	}
}

// TestCorrelation finds features that follow the labels, in any scale and with features that are
// always zero between them, and the norm of the projection by a full decomposition.
func TestCorrelation(t *testing.T) {
	rng := newRand(4)
	const n, d, count = 200, 10, 9
	for _, s := range []float64{0.001, 0.005, 0.01, 0.1} {
		x, y := mat.NewDense(n, d+1, nil), make([]float64, n)
		for i := range y {
			y[i] = 3 * rng.NormFloat64()
		}
		unit := mat.NewDense(n, d, nil)
		for j := range d {
			column := make([]float64, n)
			for i := range column {
				column[i] = rng.NormFloat64()
				if j < count {
					column[i] = y[i]/floats.Norm(y, 2) + s*column[i]
				}
			}
			at := j
			if j > 4 {
				at++ // feature 5 is always zero
			}
			x.SetCol(at, column)
			floats.Scale(1/floats.Norm(column, 2), column)
			unit.SetCol(j, column)
		}
		for j := range d + 1 {
			for i := range n {
				x.Set(i, j, x.At(i, j)*math.Pow(-3, float64(j%4)))
			}
		}
		data := model.Data{Task: model.Regression, Source: model.Domain{X: x, Y: y}, Target: model.Domain{X: x}}
		got := boundsOf(t, newProblem(t, data), model.Params{K: 1, KTilde: 1, Epochs: 1}).Correlated
		delta := 0.0
		for j := range count {
			delta = max(delta, 1-math.Abs(mat.Dot(unit.ColView(j), mat.NewVecDense(n, y)))/floats.Norm(y, 2))
		}
		limit, applies := model.AlignmentBound(count, d, delta)
		if !applies {
			if got.Count != 0 || !math.IsNaN(got.Share) {
				t.Errorf("s = %v: %+v where no feature follows the labels", s, got)
			}
			continue
		}
		svd := svdOf(t, unit)
		var u mat.Dense
		svd.UTo(&u)
		share := math.Hypot(mat.Dot(u.ColView(0), mat.NewVecDense(n, y)), mat.Dot(u.ColView(1), mat.NewVecDense(n, y))) / floats.Norm(y, 2)
		if got.Count != count || !near(got.Delta, delta, 1e-8) || !near(got.Limit, limit, 1e-8) || !near(got.Share, share, 1e-8) || share <= limit {
			t.Errorf("s = %v: %+v, want δ = %v and %v above %v", s, got, delta, share, limit)
		}
	}
}

// The lower bound of appendix A by hand, and against the singular value
// decomposition of random matrices that fulfil what it assumes.
func TestAlignmentBound(t *testing.T) {
	// k̂ = 9, d = 10, δ = 0.1: (9·0.81 − 16·0.01·8)/(10 − 1.28) = 6.01/8.72.
	if got, ok := model.AlignmentBound(9, 10, 0.1); !ok || math.Abs(got-math.Sqrt(6.01/8.72)) > 1e-15 {
		t.Errorf("the bound is %v, %t", got, ok)
	}
	for _, delta := range []float64{-0.1, 0, 0.2, 0.5, math.NaN()} {
		if _, ok := model.AlignmentBound(9, 10, delta); ok {
			t.Errorf("the bound applies at δ = %v", delta)
		}
	}
	// At δ = 0.19 and k̂ = 9 the last condition needs d > 16·0.0361·8 = 4.62, at δ = 0.199 the one
	// before it k̂ > 79.
	for count, delta := range map[int]float64{9: 0.19, 1: 0.199} {
		if _, ok := model.AlignmentBound(count, 4, delta); ok {
			t.Errorf("the bound applies to %d of 4 features at δ = %v", count, delta)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		random := testutil.NewRand(rapid.Uint64().Draw(t, "seed"), 0)
		const n = 60
		d := rapid.IntRange(2, 12).Draw(t, "d")
		count := rapid.IntRange(1, d).Draw(t, "k̂")
		s := rapid.Float64Range(0.001, 0.08).Draw(t, "s")
		unitVector := func(mean []float64, s float64) []float64 {
			v := slices.Clone(mean)
			for i := range v {
				v[i] += s * random.NormFloat64()
			}
			floats.Scale(1/floats.Norm(v, 2), v)
			return v
		}
		zero := make([]float64, n)
		y := unitVector(zero, 1)
		x := mat.NewDense(n, d, nil)
		delta := 0.0
		for j := range d {
			column := unitVector(zero, 1)
			if j < count {
				column = unitVector(y, s)
				// Strictly more than 1 − δ is asked for.
				delta = max(delta, 1-math.Abs(floats.Dot(column, y))+1e-12)
			}
			x.SetCol(j, column)
		}
		low, ok := model.AlignmentBound(count, d, delta)
		if !ok || math.IsNaN(low) {
			t.Skip()
		}
		var svd mat.SVD
		if !svd.Factorize(x, mat.SVDThin) {
			t.Skip()
		}
		var u mat.Dense
		svd.UTo(&u)
		norm := 0.0
		for k := range d - count + 1 {
			norm = math.Hypot(norm, mat.Dot(u.ColView(k), mat.NewVecDense(n, y)))
		}
		if norm <= low {
			t.Fatalf("k̂ = %d, d = %d, δ = %v: the norm %v is not above the bound %v", count, d, delta, norm, low)
		}
	})
}
