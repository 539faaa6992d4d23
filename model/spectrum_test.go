package model_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// oddMatrices are matrices of many sizes and kinds, by name.
func oddMatrices(rng *rand.Rand) map[string]*mat.Dense {
	all := make(map[string]*mat.Dense)
	for _, size := range [][2]int{{1, 1}, {5, 1}, {1, 5}, {2, 2}, {30, 7}, {7, 30}, {300, 20}, {257, 3}, {64, 64}} {
		all[fmt.Sprintf("gaussian %d×%d", size[0], size[1])] = gaussian(rng, size[0], size[1])
	}
	zeroColumns := gaussian(rng, 30, 6)
	for i := range 30 {
		zeroColumns.Set(i, 2, 0)
		zeroColumns.Set(i, 5, 0)
	}
	all["zero columns"] = zeroColumns
	duplicates := gaussian(rng, 30, 8)
	for i := range 30 {
		duplicates.SetRow(i, duplicates.RawRowView(i%3))
	}
	all["duplicate rows"] = duplicates
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
	constant := mat.NewDense(9, 4, nil)
	constant.Apply(func(_, _ int, _ float64) float64 { return 3 }, constant)
	all["constant"] = constant
	// A view into a wider matrix, whose rows are not adjacent in memory.
	all["slice"] = gaussian(rng, 40, 12).Slice(3, 33, 2, 9).(*mat.Dense)
	return all
}

func TestGramAgainstLoop(t *testing.T) {
	for seed := range uint64(3) {
		for name, x := range oddMatrices(newRand(seed)) {
			n, d := x.Dims()
			got := model.Gram(x)
			for i := range d {
				for j := range d {
					sum, size := 0.0, 0.0
					for row := range n {
						product := x.At(row, i) * x.At(row, j)
						sum += product
						size += math.Abs(product)
					}
					// Either sum errs by at most n·ε times the sum of magnitudes.
					if math.Abs(got.At(i, j)-sum) > 2*float64(n)*epsilon*size {
						t.Fatalf("%s: entry %d, %d is %v, want %v", name, i, j, got.At(i, j), sum)
					}
				}
			}
		}
	}
}

func TestSpectrumAgainstSVD(t *testing.T) {
	for seed := range uint64(3) {
		for name, x := range oddMatrices(newRand(seed)) {
			n, d := x.Dims()
			gram := model.Gram(x)
			s, err := model.NewSpectrum(context.Background(), gram)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			sigma, _ := rightSVD(t, x)
			// Backward error of forming XᵀX and of its eigendecomposition, each
			// bounded by its number of terms.
			noise := float64(n+10*d) * epsilon * sigma[0] * sigma[0]
			for i, v := range s.Sigma {
				if math.IsNaN(v) || v < 0 || i > 0 && v > s.Sigma[i-1] {
					t.Fatalf("%s: singular values %v do not descend to 0", name, s.Sigma)
				}
				if math.Abs(v*v-sigma[i]*sigma[i]) > noise {
					t.Errorf("%s: σ_%d is %v, want %v", name, i+1, v, sigma[i])
				}
			}
			var rebuilt mat.Dense
			squares := mat.NewDiagDense(d, nil)
			for i, v := range s.Sigma {
				squares.SetDiag(i, v*v)
			}
			rebuilt.Mul(s.V, squares)
			rebuilt.Mul(mat.DenseCopyOf(&rebuilt), s.V.T())
			if e := distance(gram, &rebuilt); e > noise {
				t.Errorf("%s: ‖S − VΣ²Vᵀ‖ is %v", name, e)
			}
			var vtv mat.Dense
			vtv.Mul(s.V.T(), s.V)
			// Orthogonality of a product of about d² plane rotations.
			if e := distance(&vtv, identity(d)); e > float64(10*d)*epsilon {
				t.Errorf("%s: ‖VᵀV − I‖ is %v", name, e)
			}
			for j := range d {
				column := mat.Col(nil, j, s.V)
				largest := 0.0
				for _, v := range column {
					if math.Abs(v) > math.Abs(largest) {
						largest = v
					}
				}
				if largest <= 0 {
					t.Errorf("%s: the largest entry of v_%d is %v", name, j+1, largest)
				}
			}
		}
	}
}

func identity(d int) *mat.DiagDense {
	eye := mat.NewDiagDense(d, nil)
	for i := range d {
		eye.SetDiag(i, 1)
	}
	return eye
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
		{"zero", mat.NewDense(4, 3, nil), 0, 0},
		{"one number", mat.NewDense(1, 1, []float64{-2}), 1, 1},
	} {
		n, _ := c.x.Dims()
		s, err := model.NewSpectrum(context.Background(), model.Gram(c.x))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Rank(n, model.SinglePrecision); got != c.single {
			t.Errorf("%s: rank %d, want %d", c.name, got, c.single)
		}
		for precision, want := range map[float64]int{model.SinglePrecision: c.single, model.DoublePrecision: c.double} {
			dec, err := model.Decompose(model.Data{Source: model.Domain{X: c.x}})
			if got := dec.Rank(precision); err != nil || got != want {
				t.Errorf("%s: numerical rank %d at precision %v, %v; want %d", c.name, got, precision, err, want)
			}
		}
	}
	if got := (model.Spectrum{}).Rank(3, model.SinglePrecision); got != 0 {
		t.Errorf("the empty spectrum has rank %d", got)
	}
}

// The decomposition's projection is that of the spectrum up to signs where the
// matrix has full rank, and together with what U leaves out it has the norm of y.
func TestDecompose(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, shape := range [][2]int{{20, 5}, {5, 5}, {4, 9}, {7, 1}} {
		n, d := shape[0], shape[1]
		data := model.Data{Source: model.Domain{X: withSpectrum(rng, n, d, []float64{9, 7, 5, 4, 3}[:min(n, d)]), Y: make([]float64, n)}}
		for i := range data.Source.Y {
			data.Source.Y[i] = float64(i%2*2 - 1)
		}
		dec, err := model.Decompose(data)
		if err != nil {
			t.Fatal(err)
		}
		var xty mat.Dense
		xty.Mul(data.Source.X.T(), mat.NewDense(n, 1, data.Source.Y))
		s, err := model.NewSpectrum(context.Background(), model.Gram(data.Source.X))
		if err != nil {
			t.Fatal(err)
		}
		want := s.Projection(&xty, min(n, d))
		sum := 0.0
		for i := range min(n, d) {
			got := dec.Projection.At(i, 0)
			sum += got * got
			// Both come from well separated singular values of order one.
			if math.Abs(math.Abs(got)-math.Abs(want.At(i, 0))) > 1e-10 {
				t.Errorf("%d×%d: y^U_%d is %v, by the spectrum %v", n, d, i+1, got, want.At(i, 0))
			}
		}
		if sum > float64(n)*(1+1e-12) || (n <= d && math.Abs(sum-float64(n)) > 1e-9) {
			t.Errorf("%d×%d: the projection has norm² %v of %d", n, d, sum, n)
		}
		if got, want := dec.TailRank(min(n, d), model.Epsilon), model.TailRank(dec.Projection, model.Epsilon); got != want {
			t.Errorf("%d×%d: tail rank %d, want %d", n, d, got, want)
		}
	}
}
