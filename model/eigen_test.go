package model

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// symmetric draws R·diag(spectrum)·Rᵀ for a random orthogonal R.
func symmetric(rng *rand.Rand, spectrum []float64) *mat.SymDense {
	n := len(spectrum)
	r := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			r.Set(i, j, rng.NormFloat64())
		}
	}
	if err := orthonormalize(context.Background(), r); err != nil {
		panic(err)
	}
	var scaled, product mat.Dense
	scaled.Mul(r, mat.NewDiagDense(n, spectrum))
	product.Mul(&scaled, r.T())
	a := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			a.SetSym(i, j, (product.At(i, j)+product.At(j, i))/2)
		}
	}
	return a
}

// checkEigen checks that QS is orthogonal, that it diagonalizes a, and that the
// values are those of an independent solver.
func checkEigen(t interface{ Errorf(string, ...any) }, name string, a *mat.SymDense) {
	n := a.SymmetricDim()
	e, err := newEigen(context.Background(), a)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	identity := mat.NewDense(n, n, nil)
	for i := range n {
		identity.Set(i, i, 1)
	}
	vectors, transposed := e.combine(identity), e.coefficients(identity)
	formed, err := e.vectors(context.Background())
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	var product, residual mat.Dense
	// Products of n rotations and reflections keep lengths to a few n·ε.
	bound := 16 * float64(n+4) * DoublePrecision
	product.Mul(transposed, vectors)
	product.Sub(&product, identity)
	if got := mat.Norm(&product, 2); got > bound {
		t.Errorf("%s: (QS)ᵀQS differs from 1 by %v", name, got)
	}
	product.Reset()
	product.Mul(vectors, mat.NewDiagDense(n, e.values))
	residual.Mul(&product, vectors.T())
	residual.Sub(a, &residual)
	norm := mat.Norm(a, 2)
	if got := mat.Norm(&residual, 2); got > bound*norm {
		t.Errorf("%s: A − QSΛ(QS)ᵀ is %v of %v", name, got, norm)
	}
	residual.Sub(formed, vectors)
	if got := mat.Norm(&residual, 2); got > bound {
		t.Errorf("%s: the vectors formed differ from QS by %v", name, got)
	}
	var truth mat.EigenSym
	if !truth.Factorize(a, true) {
		t.Errorf("%s: no truth", name)
		return
	}
	for i, want := range truth.Values(nil) {
		if math.Abs(e.values[i]-want) > bound*norm {
			t.Errorf("%s: λ_%d is %v, want %v", name, i, e.values[i], want)
		}
	}
}

func TestEigen(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{1, 2, 3, 5, 17, 64, 130} {
		kinds := map[string]func(i int) float64{
			"spread":      func(i int) float64 { return float64(i + 1) },
			"equal":       func(int) float64 { return 3 },
			"zero":        func(int) float64 { return 0 },
			"half null":   func(i int) float64 { return float64(i % 2) },
			"graded":      func(i int) float64 { return math.Pow(10, -float64(i)/4) },
			"graded down": func(i int) float64 { return math.Pow(10, float64(i-n)/4) },
			"clusters":    func(i int) float64 { return float64(i%3) + 1e-12*float64(i) },
			"indefinite":  func(i int) float64 { return float64(i) - float64(n)/2 },
			"huge":        func(i int) float64 { return 1e200 * float64(i+1) },
			"tiny":        func(i int) float64 { return 1e-200 * float64(i+1) },
		}
		for _, kind := range slices.Sorted(maps.Keys(kinds)) {
			value := kinds[kind]
			spectrum := make([]float64, n)
			for i := range spectrum {
				spectrum[i] = value(i)
			}
			checkEigen(t, fmt.Sprintf("%s %d", kind, n), symmetric(rng, spectrum))
			diagonal := mat.NewSymDense(n, nil)
			for i, v := range spectrum {
				diagonal.SetSym(i, i, v)
			}
			checkEigen(t, fmt.Sprintf("diagonal %s %d", kind, n), diagonal)
		}
	}
}

// Many equal eigenvalues, zeros above all, are what LAR's matrices have.
func TestEigenOfProjections(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		n := rapid.IntRange(2, 90).Draw(t, "n")
		rank := rapid.IntRange(0, n).Draw(t, "rank")
		spectrum := make([]float64, n)
		for i := range rank {
			spectrum[i] = 1
			if rapid.IntRange(0, 4).Draw(t, "kind") == 0 {
				spectrum[i] = math.Pow(10, -rapid.Float64Range(0, 20).Draw(t, "size"))
			}
		}
		checkEigen(t, "projection", symmetric(rng, spectrum))
	})
}

// Matrices with small whole entries have many splits, zeros and equal values.
func TestEigenOfWholeNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		a := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				a.SetSym(i, j, float64(rapid.IntRange(-2, 2).Draw(t, "entry")))
			}
		}
		checkEigen(t, "whole numbers", a)
	})
}

func BenchmarkEigen(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{64, 258, 506} {
		spectrum := make([]float64, n)
		for i := range spectrum {
			spectrum[i] = math.Pow(10, -8*float64(i)/float64(n))
		}
		a := symmetric(rng, spectrum)
		x := mat.NewDense(n, 2, nil)
		b.Run(fmt.Sprintf("rotations/p=%d", n), func(b *testing.B) {
			for b.Loop() {
				e, _ := newEigen(context.Background(), a)
				e.combine(e.coefficients(x))
			}
		})
		b.Run(fmt.Sprintf("vectors/p=%d", n), func(b *testing.B) {
			for b.Loop() {
				var e mat.EigenSym
				e.Factorize(a, true)
			}
		})
	}
}
