package model_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
)

// TestProjectionAgainstSVD compares y^U_i with u_iᵀy from a decomposition of X,
// up to the sign that u_i shares with v_i.
func TestProjectionAgainstSVD(t *testing.T) {
	for _, s := range shapes {
		data := s.draw(newRand(2))
		p := newProblem(t, data)
		for _, part := range []struct {
			name string
			model.Side
			model.Domain
		}{{"source", p.Src, data.Source}, {"target", p.Tgt, data.Target}} {
			n, d := part.X.Dims()
			var svd mat.SVD
			if !svd.Factorize(part.X, mat.SVDThin) {
				t.Fatal("no singular value decomposition")
			}
			var u, v, truth mat.Dense
			svd.UTo(&u)
			svd.VTo(&v)
			truth.Mul(u.T(), targets(data, part.Y))
			// A pair with fewer rows than features is solved in its joint row space.
			inside := min(d, p.Source.Rows()+p.Target.Rows())
			rows, c := part.Projection.Dims()
			if rows != inside || c != p.C {
				t.Fatalf("%s, %s: the projection is %d×%d, want %d×%d", s.name, part.name, rows, c, inside, p.C)
			}
			for i := range rows {
				for j := range c {
					want := 0.0
					if i < part.Rank {
						want = truth.At(i, j)
						if inside == d {
							want *= math.Copysign(1, mat.Dot(v.ColView(i), part.V.ColView(i)))
						} else {
							// V is in other coordinates: only the sign is free.
							want = math.Copysign(want, part.Projection.At(i, j))
						}
					}
					// Singular values fall to σ₁·0.75^13, so that rounding in XᵀX is
					// multiplied by up to (σ₁/σ_i)² ≈ 2e3 and the gaps' inverse.
					if got := part.Projection.At(i, j); math.Abs(got-want) > 1e-9*math.Sqrt(float64(n)) {
						t.Errorf("%s, %s: y^U_%d is %v, want %v", s.name, part.name, i+1, got, want)
					}
				}
			}
			if y2 := sumSquares(targets(data, part.Y)); !near(part.LabelNorm2, y2, 1e-14) {
				t.Errorf("%s, %s: ‖y‖² is %v, want %v", s.name, part.name, part.LabelNorm2, y2)
			}
			if part.HeadRank != naiveHeadRank(part.Projection, model.Epsilon) || part.TailRank != naiveTailRank(part.Projection, model.Epsilon) {
				t.Errorf("%s, %s: head and tail rank %d, %d, want %d, %d", s.name, part.name, part.HeadRank, part.TailRank,
					naiveHeadRank(part.Projection, model.Epsilon), naiveTailRank(part.Projection, model.Epsilon))
			}
		}
	}
}

// norm of rows lo..hi−1 of the projection.
func rowsNorm(projection *mat.Dense, lo, hi int) float64 {
	_, c := projection.Dims()
	sum := 0.0
	for i := lo; i < hi; i++ {
		for j := range c {
			sum += projection.At(i, j) * projection.At(i, j)
		}
	}
	return math.Sqrt(sum)
}

// naiveTailRank tries every k of the paper's equation.
func naiveTailRank(projection *mat.Dense, epsilon float64) int {
	d, _ := projection.Dims()
	for k := range d {
		if rowsNorm(projection, k, d) < epsilon*rowsNorm(projection, 0, d) {
			return k
		}
	}
	return d
}

// naiveHeadRank tries every k of Table 1's reading.
func naiveHeadRank(projection *mat.Dense, epsilon float64) int {
	d, _ := projection.Dims()
	for k := range d {
		if rowsNorm(projection, 0, k) > (1-epsilon)*rowsNorm(projection, 0, d) {
			return k
		}
	}
	return d
}

func TestAlignmentRanks(t *testing.T) {
	for _, c := range []struct {
		name       string
		projection []float64
		epsilon    float64
		head, tail int
	}{
		{"all in the first", []float64{3, 0, 0}, 0.1, 1, 1},
		{"all in the last", []float64{0, 0, -3}, 0.1, 3, 3},
		// ‖(4, 3)‖ = 5, of which the head has exactly (1−0.2)·5 and the tail
		// exactly 0.6·5: both conditions are strict.
		{"tie in the head", []float64{4, 3}, 0.2, 2, 2},
		{"tie in the tail", []float64{4, 3}, 0.6, 1, 2},
		{"beyond the tie", []float64{4, 3}, 0.61, 1, 1},
		{"zero", []float64{0, 0}, 0.1, 0, 0},
	} {
		p := mat.NewDense(len(c.projection), 1, c.projection)
		if got := model.HeadRank(p, c.epsilon); got != c.head {
			t.Errorf("%s: head rank %d, want %d", c.name, got, c.head)
		}
		if got := model.TailRank(p, c.epsilon); got != c.tail {
			t.Errorf("%s: tail rank %d, want %d", c.name, got, c.tail)
		}
	}
}

// TestAlignmentRanksAgainstLoops draws whole numbers, whose squares add up
// without rounding, so that ties are ties.
func TestAlignmentRanksAgainstLoops(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.IntRange(1, 3).Draw(t, "c")
		d := rapid.IntRange(1, 12).Draw(t, "d")
		numbers := rapid.SliceOfN(rapid.IntRange(-4, 4), d*c, d*c).Draw(t, "projection")
		p := mat.NewDense(d, c, nil)
		for i, v := range numbers {
			p.Set(i/c, i%c, float64(v))
		}
		epsilon := rapid.SampledFrom([]float64{0.01, 0.1, 0.25, 0.5, 0.9}).Draw(t, "epsilon")
		if mat.Norm(p, 2) == 0 {
			if model.HeadRank(p, epsilon) != 0 || model.TailRank(p, epsilon) != 0 {
				t.Fatal("a zero projection has a rank")
			}
			return
		}
		if got, want := model.HeadRank(p, epsilon), naiveHeadRank(p, epsilon); got != want {
			t.Fatalf("head rank %d, want %d", got, want)
		}
		if got, want := model.TailRank(p, epsilon), naiveTailRank(p, epsilon); got != want {
			t.Fatalf("tail rank %d, want %d", got, want)
		}
	})
}

func TestAlign(t *testing.T) {
	for _, s := range shapes {
		data := s.draw(newRand(4))
		want := newProblem(t, data).Src
		data.Target, data.Validation = model.Domain{}, model.Domain{}
		got, err := model.Align(context.Background(), data)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		if got.N != want.N || got.D != want.D || got.Rank != want.Rank || got.HeadRank != want.HeadRank || got.TailRank != want.TailRank {
			t.Errorf("%s: differs from the problem's source", s.name)
		}
		// Coordinates differ where there are fewer rows than features.
		for i := range got.Rank {
			if !near(got.Sigma[i], want.Sigma[i], 1e-9) {
				t.Errorf("%s: σ_%d is %v, want %v", s.name, i+1, got.Sigma[i], want.Sigma[i])
			}
			for j := range data.Outputs() {
				if g, w := math.Abs(got.Projection.At(i, j)), math.Abs(want.Projection.At(i, j)); math.Abs(g-w) > 1e-8*(1+w) {
					t.Errorf("%s: |y^U_%d| is %v, want %v", s.name, i+1, g, w)
				}
			}
		}
	}
	for _, want := range []error{model.ErrShape, model.ErrScale, model.ErrNotFinite} {
		data := shapes[0].draw(newRand(4))
		switch want {
		case model.ErrShape:
			data.Source.Y = nil
		case model.ErrScale:
			data.Source.X.Scale(1e180, data.Source.X)
		case model.ErrNotFinite:
			data.Source.X.Set(0, 0, math.NaN())
		}
		if _, err := model.Align(context.Background(), data); !errors.Is(err, want) {
			t.Errorf("error %v, want %v", err, want)
		}
	}
}
