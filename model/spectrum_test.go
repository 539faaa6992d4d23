package model_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/testutil"
)

// oddMatrices are matrices of many sizes and kinds, by name.
func oddMatrices(rng *rand.Rand) map[string]*mat.Dense {
	all := make(map[string]*mat.Dense)
	for _, size := range [][2]int{{1, 1}, {5, 1}, {1, 5}, {2, 2}, {30, 7}, {7, 30}, {300, 20}, {257, 3}, {64, 64}} {
		all[fmt.Sprintf("gaussian %d×%d", size[0], size[1])] = gaussian(rng, size[0], size[1])
	}
	zeroColumns, background, duplicates := gaussian(rng, 30, 6), gaussian(rng, 300, 40), gaussian(rng, 30, 8)
	zeroColumns.Apply(func(_, j int, v float64) float64 { return v * float64(j%3%2) }, zeroColumns)
	background.Apply(func(i, j int, v float64) float64 { return v * float64(max(0, i*j%7-5)) }, background)
	for i := range 30 {
		duplicates.SetRow(i, duplicates.RawRowView(i%3))
	}
	all["zero columns"], all["mostly zero"], all["duplicate rows"] = zeroColumns, background, duplicates
	// Columns that depend on one another, over many rows: rounding of the
	// moments alone is more than d·ε.
	collinear := gaussian(rng, 20_000, 3)
	for i := range 20_000 {
		row := collinear.RawRowView(i)
		row[0]++
		row[2] = row[0]/3 + 0.7*row[1]
	}
	all["collinear columns"] = collinear
	all["zero"] = mat.NewDense(4, 3, nil)
	all["constant"] = mat.NewDense(9, 4, constant(36, 3))
	// A view into a wider matrix, whose rows are not adjacent in memory.
	all["slice"] = gaussian(rng, 40, 12).Slice(3, 33, 2, 9).(*mat.Dense)
	return all
}

// TestSpectrum compares the moments with a plain loop, and the spectrum, from these or from
// the rows, with singular values of the matrix itself.
func TestSpectrum(t *testing.T) {
	for name, x := range oddMatrices(newRand(1)) {
		n, d := x.Dims()
		gram := model.Gram(x)
		for i := range d {
			for j := range d {
				sum, size := 0.0, 0.0
				for row := range n {
					product := x.At(row, i) * x.At(row, j)
					sum += product
					size += math.Abs(product)
				}
				// Either sum errs by at most n·ε times the sum of magnitudes.
				testutil.Near(t, gram.At(i, j), sum, 2*float64(n)*epsilon*size, name, "entry", i, j)
			}
		}
		s, err := model.NewSpectrum(context.Background(), gram)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		checkSpectrum(t, name, x, gram, s)
		if n > 300 {
			continue // n×n
		}
		s, err = model.RowSpectrum(context.Background(), x)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		checkSpectrum(t, name+", from its rows", x, gram, s)
	}
}

// checkSpectrum compares a spectrum of x with the singular values of x itself.
func checkSpectrum(t *testing.T, name string, x *mat.Dense, gram *mat.SymDense, s model.Spectrum) {
	n, d := x.Dims()
	sigma, _ := rightSVD(t, x)
	// Backward error of forming XᵀX and of its eigendecomposition, each
	// bounded by its number of terms.
	noise := float64(n+10*d) * epsilon * sigma[0] * sigma[0]
	identity, squares := mat.NewDiagDense(d, nil), mat.NewDiagDense(d, nil)
	for i, v := range s.Sigma {
		if math.IsNaN(v) || v < 0 || i > 0 && v > s.Sigma[i-1] {
			t.Fatalf("%s: singular values %v do not descend to 0", name, s.Sigma)
		}
		testutil.Near(t, v*v, sigma[i]*sigma[i], noise, name, "σ²", i+1)
		squares.SetDiag(i, v*v)
		identity.SetDiag(i, 1)
		if column := s.V.ColView(i); mat.Max(column) < -mat.Min(column) {
			t.Errorf("%s: the largest entry of v_%d is below zero", name, i+1)
		}
	}
	var rebuilt mat.Dense
	rebuilt.Product(s.V, squares, s.V.T())
	testutil.Near(t, distance(gram, &rebuilt), 0, noise, name, "‖S − VΣ²Vᵀ‖")
	// Orthogonality of a product of about d² plane rotations.
	testutil.Near(t, distance(times(s.V.T(), s.V), identity), 0, float64(10*d)*epsilon, name, "‖VᵀV − I‖")
}

func TestRank(t *testing.T) {
	rng := newRand(1)
	for _, c := range []struct {
		name           string
		x              *mat.Dense
		single, double int
	}{
		{"full", withSpectrum(rng, 30, 5, []float64{5, 4, 3, 2, 1}), 5, 5},
		{"two of five", withSpectrum(rng, 30, 5, []float64{5, 4}), 2, 2},
		{"wide", withSpectrum(rng, 3, 9, []float64{5, 4, 3}), 3, 3},
		// 1e-6 of σ₁ is below 30·1.19e-7 and far above 30·2.2e-16.
		{"below single precision", withSpectrum(rng, 30, 3, []float64{1, 0.5, 1e-6}), 2, 3},
		{"wide, below single precision", withSpectrum(rng, 3, 30, []float64{1, 0.5, 1e-6}), 2, 3},
		{"one number", mat.NewDense(1, 1, []float64{-2}), 1, 1},
		{"zero", mat.NewDense(4, 3, nil), 0, 0},
	} {
		n, _ := c.x.Dims()
		domain := model.Domain{X: c.x, Y: constant(n, 2)}
		side, err := model.ComputeAlignment(context.Background(), model.Data{Task: model.Regression, Source: domain})
		if err != nil || side.Rank != c.single {
			t.Errorf("%s: rank %d, %v, want %d", c.name, side.Rank, err, c.single)
		}
		for precision, want := range map[float64]int{model.SinglePrecision: c.single, model.DoublePrecision: c.double} {
			dec, err := model.Decompose(model.Data{Source: model.Domain{X: c.x}})
			if got := dec.Rank(precision); err != nil || got != want {
				t.Errorf("%s: numerical rank %d at precision %v, %v; want %d", c.name, got, precision, err, want)
			}
		}
	}
	// As of so many rows that the rule alone would leave no component.
	for smallest, want := range map[float64]int{0.03: 2, 0.05: 3} {
		many, err := model.Decompose(model.Data{Source: model.Domain{X: withSpectrum(rng, 30, 3, []float64{5, 4, smallest})}})
		if got := many.Rank(1); err != nil || got != want {
			t.Errorf("%v beside 5: rank %d, %v, want %d", smallest, got, err, want)
		}
	}
}

// TestProjection compares y^U_i, from the moments and from a decomposition of X, with
// u_iᵀy of one here, up to the sign that u_i shares with v_i; and a domain by itself with
// the same one in a pair.
func TestProjection(t *testing.T) {
	for _, s := range shapes {
		data := s.draw(newRand(2))
		p := newProblem(t, data)
		for name, part := range map[string]struct {
			model.Side
			model.Domain
		}{"source": {p.Src, data.Source}, "target": {p.Tgt, data.Target}} {
			n, d := part.X.Dims()
			svd := svdOf(t, part.X)
			var u, v mat.Dense
			svd.UTo(&u)
			svd.VTo(&v)
			truth := times(u.T(), targets(data, part.Y))
			alone := data
			alone.Source, alone.Target = part.Domain, model.Domain{}
			side := testutil.Must(model.ComputeAlignment(context.Background(), alone))
			dec, err := model.Decompose(alone)
			if err != nil || !mat.Equal(dec.LeadingProjection(len(dec.Sigma)), dec.Projection) {
				t.Fatalf("%s, %s: other labels, %v", s.name, name, err)
			}
			// A pair with fewer rows than features is solved in its joint row space.
			inside := min(d, p.Source.Rows()+p.Target.Rows())
			if rows, c := part.Projection.Dims(); rows != inside || c != p.C {
				t.Fatalf("%s, %s: the projection is %d×%d, want %d×%d", s.name, name, rows, c, inside, p.C)
			}
			for i := range inside {
				for j := range p.C {
					want := 0.0
					if i < part.Rank {
						want = truth.At(i, j)
						if inside == d {
							want *= math.Copysign(1, mat.Dot(v.ColView(i), part.V.ColView(i)))
						} else {
							// V is in other coordinates: only the sign is free.
							want = math.Copysign(want, part.Projection.At(i, j))
						}
						// Singular values fall to σ₁·0.75^13, so that rounding in XᵀX is
						// multiplied by up to (σ₁/σ_i)² ≈ 2e3 and the gaps' inverse.
						for way, got := range map[string]float64{"alone": side.Projection.At(i, j), "decomposed": dec.Projection.At(i, j)} {
							testutil.Near(t, math.Abs(got), math.Abs(want), 1e-8*math.Sqrt(float64(n)), s.name, name, "y^U", i+1, way)
						}
					}
					testutil.Near(t, part.Projection.At(i, j), want, 1e-9*math.Sqrt(float64(n)), s.name, name, "y^U", i+1)
				}
			}
			y2 := sumSquares(targets(data, part.Y))
			testutil.Near(t, part.LabelNorm2, y2, 1e-14*y2, s.name, name, "‖y‖²")
			if side.N != part.Side.N || side.D != part.Side.D || side.Rank != part.Rank || side.HeadRank != part.HeadRank || side.TailRank != part.TailRank {
				t.Errorf("%s: the %s alone differs from that of the pair", s.name, name)
			}
			if head, tail := naiveRanks(part.Projection, model.Epsilon); part.HeadRank != head || part.TailRank != tail {
				t.Errorf("%s, %s: head and tail rank %d, %d, want %d, %d", s.name, name, part.HeadRank, part.TailRank, head, tail)
			}
		}
	}
}

// naiveRanks tries every k of both readings of k(ε), of which zeros have none.
func naiveRanks(projection *mat.Dense, epsilon float64) (head, tail int) {
	d, c := projection.Dims()
	norm := func(lo, hi int) float64 {
		if lo == hi {
			return 0
		}
		return mat.Norm(projection.Slice(lo, hi, 0, c), 2)
	}
	for head < d && !(norm(0, head) > (1-epsilon)*norm(0, d)) {
		head++
	}
	for tail < d && !(norm(tail, d) < epsilon*norm(0, d)) {
		tail++
	}
	if norm(0, d) == 0 {
		return 0, 0
	}
	return head, tail
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
		{"ties in many", []float64{1, -1, 1, 1, 0, 0}, 0.5, 2, 4},
	} {
		p := mat.NewDense(len(c.projection), 1, c.projection)
		if head, tail := model.HeadRank(p, c.epsilon), model.TailRank(p, c.epsilon); head != c.head || tail != c.tail {
			t.Errorf("%s: head and tail rank %d, %d, want %d, %d", c.name, head, tail, c.head, c.tail)
		}
	}
}

func constant(n int, v float64) []float64 {
	y := make([]float64, n)
	for i := range y {
		y[i] = v
	}
	return y
}
