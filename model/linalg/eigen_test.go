package linalg

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model/testutil"
)

// epsilon is the spacing of floats at one.
const epsilon = 0x1p-52

// gaussian draws an n×d matrix.
func gaussian(rng *rand.Rand, n, d int) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
	return x
}

// distance is ‖a − b‖.
func distance(a, b mat.Matrix) float64 {
	var difference mat.Dense
	difference.Sub(a, b)
	return mat.Norm(&difference, 2)
}

// symmetric draws R·diag(spectrum)·Rᵀ for a random orthogonal R.
func symmetric(rng *rand.Rand, spectrum []float64) *mat.SymDense {
	n := len(spectrum)
	r := gaussian(rng, n, n)
	Orthonormalize(context.Background(), r)
	var product mat.Dense
	product.Product(r, mat.NewDiagDense(n, spectrum), r.T())
	return mat.NewSymDense(n, product.RawMatrix().Data)
}

// copyOf returns a copy of a that may be overwritten.
func copyOf(a *mat.SymDense) *mat.SymDense {
	c := mat.NewSymDense(a.SymmetricDim(), nil)
	c.CopySym(a)
	return c
}

// checkEigen checks that QS is orthogonal, that it diagonalizes a, and that the values agree with
// another solver.
func checkEigen(t *testing.T, name string, a *mat.SymDense) {
	n := a.SymmetricDim()
	e, err := NewFactoredEigen(context.Background(), copyOf(a))
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	identity := mat.DenseCopyOf(mat.NewDiagDense(n, slices.Repeat([]float64{1}, n)))
	vectors, transposed := e.Combine(identity), e.Coefficients(identity)
	values, formed, err := Eigenvectors(context.Background(), copyOf(a))
	var truth mat.EigenSym
	if err != nil || !truth.Factorize(a, true) {
		t.Errorf("%s: no truth, or %v", name, err)
		return
	}
	// Products of n rotations and reflections keep lengths to a few n·ε.
	bound, norm := 16*float64(n+4)*epsilon, mat.Norm(a, 2)
	for way, v := range map[string]struct {
		values     []float64
		vectors    *mat.Dense
		transposed mat.Matrix
	}{"QS": {e.Values, vectors, transposed}, "V": {values, formed, formed.T()}} {
		var product, rebuilt mat.Dense
		product.Mul(v.transposed, v.vectors)
		rebuilt.Product(v.vectors, mat.NewDiagDense(n, v.values), v.vectors.T())
		if got := distance(&product, identity); got > bound {
			t.Errorf("%s: %sᵀ%[2]s differs from 1 by %v", name, way, got)
		}
		if got := distance(a, &rebuilt); got > bound*norm {
			t.Errorf("%s: A − %sΛ%[2]sᵀ is %v of %v", name, way, got, norm)
		}
		for i, want := range truth.Values(nil) {
			testutil.Near(t, v.values[i], want, bound*norm, name, way, i)
		}
	}
}

func TestEigen(t *testing.T) {
	rng := testutil.NewRand(1, 1)
	sizes := []int{1, 2, 3, 5, 17, 64, 130}
	if testing.Short() {
		sizes = []int{70} // enough to be divided
	}
	for _, n := range sizes {
		kinds := map[string]func(i int) float64{
			"spread":      func(i int) float64 { return float64(i + 1) },
			"equal":       func(int) float64 { return 3 },
			"zero":        func(int) float64 { return 0 },
			"half null":   func(i int) float64 { return float64(i % 2) },
			"projection":  func(i int) float64 { return float64(rng.IntN(3) / 2) },
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
		// Small whole entries have many splits.
		for try := range 10 {
			whole := mat.NewSymDense(min(n, 12), nil)
			for i := range whole.SymmetricDim() {
				for j := range i + 1 {
					whole.SetSym(i, j, float64(rng.IntN(5)-2))
				}
			}
			checkEigen(t, fmt.Sprintf("whole numbers %d", try), whole)
		}
	}
}

// TestDivide uses tridiagonal matrices for which merging is known to be hard.
func TestDivide(t *testing.T) {
	n := 200
	if testing.Short() {
		n = 90
	}
	at := func(i int) float64 { return float64(i) }
	for name, entries := range map[string]struct{ diagonal, off func(i int) float64 }{
		"toeplitz":   {func(int) float64 { return 2 }, func(int) float64 { return -1 }},
		"wilkinson":  {func(i int) float64 { return math.Abs(at(i) - at(n/2)) }, func(int) float64 { return 1 }},
		"glued":      {func(i int) float64 { return math.Abs(at(i%21) - 10) }, func(i int) float64 { return math.Pow(1e-8, at(i%21/20)) }},
		"graded":     {func(i int) float64 { return math.Pow(10, -at(i)/10) }, func(i int) float64 { return 0.3 * math.Pow(10, -at(i+1)/10) }},
		"graded up":  {func(i int) float64 { return math.Pow(10, at(i-n)/10) }, func(i int) float64 { return 0.3 * math.Pow(10, at(i-n)/10) }},
		"almost cut": {func(i int) float64 { return at(i % 3) }, func(int) float64 { return 1e-300 }},
		"off alone":  {func(int) float64 { return 1e-200 }, func(int) float64 { return -1 }},
		"clement":    {func(int) float64 { return 0 }, func(i int) float64 { return math.Sqrt(at(i+1) * at(n-1-i)) }},
		"identity":   {func(int) float64 { return 1 }, func(int) float64 { return 0 }},
		"zero":       {func(int) float64 { return 0 }, func(int) float64 { return 0 }},
	} {
		a := mat.NewSymDense(n, nil)
		for i := range n {
			a.SetSym(i, i, entries.diagonal(i))
			if i > 0 {
				a.SetSym(i-1, i, entries.off(i-1))
			}
		}
		checkEigen(t, name, a)
	}
}

// TestOrthonormalize checks that the basis is orthonormal and that its span contains the columns,
// for dependent columns and columns that end in zeros.
func TestOrthonormalize(t *testing.T) {
	for seed := range uint64(120) {
		rng := testutil.NewRand(seed, 0)
		n := 1 + rng.IntN(150)
		m, rank := n+rng.IntN(100), 1+rng.IntN(5)
		var a mat.Dense
		a.Mul(gaussian(rng, m, rank), gaussian(rng, rank, n))
		// Every other column ends in zeros, is zero, or is unchanged.
		for j := int(seed % 2); j < n; j += 2 {
			for i := m * int(seed%3) / 3; i < m && seed%3 < 2; i++ {
				a.Set(i, j, 0)
			}
		}
		q := mat.DenseCopyOf(&a)
		Orthonormalize(context.Background(), q)
		var product, projected mat.Dense
		product.Mul(q.T(), q)
		projected.Product(q, q.T(), &a)
		// m products, n reflections.
		bound := 16 * float64(m+n) * epsilon
		identity := mat.NewDiagDense(n, slices.Repeat([]float64{1}, n))
		if got, outside := distance(&product, identity), distance(&projected, &a); got > bound || outside > bound*mat.Norm(&a, 2) {
			t.Errorf("seed %d, %d×%d of rank %d: QᵀQ differs from 1 by %v, %v lies outside", seed, m, n, rank, got, outside)
		}
	}
}

// TestNotFinite checks for an error if an entry is not finite, at any position.
func TestNotFinite(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, n := range []int{1, 2, 5, 60} {
			for _, at := range [][2]int{{0, 0}, {0, n - 1}, {n / 2, n / 2}, {n - 1, n - 1}} {
				a := mat.NewSymDense(n, nil)
				a.SetSym(at[0], at[1], bad)
				_, err := NewFactoredEigen(context.Background(), copyOf(a))
				_, _, other := Eigenvectors(context.Background(), copyOf(a))
				if !errors.Is(err, ErrNotFinite) || !errors.Is(other, ErrNotFinite) {
					t.Errorf("%v at %v of %d: %v, %v", bad, at, n, err, other)
				}
			}
			diagonal := make([]float64, n)
			diagonal[n/2] = bad
			if _, err := NewTridiagonalEigen(diagonal, make([]float64, n)); !errors.Is(err, ErrNotFinite) {
				t.Errorf("%v on the diagonal of %d: %v", bad, n, err)
			}
		}
	}
}
