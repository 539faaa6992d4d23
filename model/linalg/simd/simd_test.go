package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/blas/testblas"
)

// each runs a test with every kernel of the processor and without a kernel. The kernels take
// problems of any size.
func each(t *testing.T, test func(t *testing.T, i Implementation)) {
	for _, name := range names() {
		t.Run(name, func(t *testing.T) {
			i, err := New(name)
			if err != nil || i.Name() != name {
				t.Fatalf("asked for %s, got %s (%v)", name, i.Name(), err)
			}
			i.threshold = 0
			test(t, i)
		})
	}
}

// gonum's own tests: all shapes and strides, NaN, and the panics of invalid calls.
func TestAsGonum(t *testing.T) {
	each(t, func(t *testing.T, i Implementation) {
		testblas.TestDgemm(t, i)
		testblas.DsyrkTest(t, i)
		testblas.Dsyr2kTest(t, i)
		testblas.DgemvTest(t, i)
		testblas.DsymvTest(t, i)
	})
}

// filled returns a matrix with NaN between its rows.
func filled(r *rand.Rand, rows, columns, stride int) []float64 {
	m := make([]float64, rows*stride)
	for i := range m {
		m[i] = math.NaN()
		if i%stride < columns {
			m[i] = r.NormFloat64()
		}
	}
	return m
}

// same checks that the result agrees with gonum's and that the rest is unchanged.
func same(t *testing.T, what string, got, want []float64, steps int) {
	t.Helper()
	for i, v := range want {
		if math.IsNaN(v) != math.IsNaN(got[i]) || math.Abs(got[i]-v) > 1e-14*float64(steps+10) {
			t.Fatalf("%s: entry %d is %v, not %v", what, i, got[i], v)
		}
	}
}

// Odd sizes around the sizes of tiles and blocks, every transposition, and both triangles.
func TestLikeGonum(t *testing.T) {
	shapes := [][3]int{{1, 1, 1}, {3, 5, 7}, {4, 12, 8}, {8, 24, 2}, {17, 25, 33}, {65, 49, 193}, {131, 97, 321}, {33, 3100, 5}, {200, 200, 64}}
	each(t, func(t *testing.T, i Implementation) {
		var plain gonum.Implementation
		r := rand.New(rand.NewPCG(1, 2))
		for _, s := range shapes {
			m, n, k := s[0], s[1], s[2]
			for form := range 4 {
				ra, ca, tA, rb, cb, tB := m, k, blas.NoTrans, k, n, blas.NoTrans
				if form&1 != 0 {
					ra, ca, tA = k, m, blas.Trans
				}
				if form&2 != 0 {
					rb, cb, tB = n, k, blas.Trans
				}
				what := fmt.Sprint(s, form)
				a, b, c := filled(r, ra, ca, ca+3), filled(r, rb, cb, cb+1), filled(r, m, n, n+2)
				for _, beta := range []float64{0, 1, -.5} {
					got, want := append([]float64(nil), c...), append([]float64(nil), c...)
					i.Dgemm(tA, tB, m, n, k, 1.5, a, ca+3, b, cb+1, beta, got, n+2)
					plain.Dgemm(tA, tB, m, n, k, 1.5, a, ca+3, b, cb+1, beta, want, n+2)
					same(t, "Dgemm "+what, got, want, k)
				}
				x, y := filled(r, 1, ca+ra, ca+ra), filled(r, 1, ca+ra, ca+ra)
				got, want := append([]float64(nil), y...), append([]float64(nil), y...)
				i.Dgemv(tB, ra, ca, .5, a, ca+3, x, 1, 2, got, 1)
				plain.Dgemv(tB, ra, ca, .5, a, ca+3, x, 1, 2, want, 1)
				same(t, "Dgemv "+what, got, want, ra+ca)
				if m > 500 || form > 1 {
					continue
				}
				d, e := filled(r, m, m, m+1), filled(r, ra, ca, ca+3)
				for _, ul := range []blas.Uplo{blas.Upper, blas.Lower} {
					got, want := append([]float64(nil), d...), append([]float64(nil), d...)
					i.Dsyrk(ul, tA, m, k, -2, a, ca+3, .5, got, m+1)
					plain.Dsyrk(ul, tA, m, k, -2, a, ca+3, .5, want, m+1)
					same(t, "Dsyrk "+what, got, want, k)
					i.Dsyr2k(ul, tA, m, k, -2, a, ca+3, e, ca+3, .5, got, m+1)
					plain.Dsyr2k(ul, tA, m, k, -2, a, ca+3, e, ca+3, .5, want, m+1)
					same(t, "Dsyr2k "+what, got, want, 2*k)
					x, y := filled(r, 1, m, m), filled(r, 1, m, m)
					z := append([]float64(nil), y...)
					i.Dsymv(ul, m, 1.5, d, m+1, x, 1, -1, y, 1)
					plain.Dsymv(ul, m, 1.5, d, m+1, x, 1, -1, z, 1)
					same(t, "Dsymv "+what, y, z, m)
				}
			}
		}
	})
}

// Entries that are not finite reach exactly the results that depend on them. β = 0 clears all
// values.
func TestNotFinite(t *testing.T) {
	each(t, func(t *testing.T, i Implementation) {
		const n = 40
		for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			a, b, c := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
			for j := range a {
				a[j], b[j], c[j] = 1, 1, math.NaN()
			}
			a[7*n+11] = bad
			i.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, a, n, b, n, 0, c, n)
			for j, v := range c {
				if want := float64(n); j/n != 7 && v != want {
					t.Fatalf("%v: entry %d is %v", bad, j, v)
				}
				if j/n == 7 && !(math.IsNaN(v) && math.IsNaN(bad) || v == bad) {
					t.Fatalf("%v: entry %d is %v", bad, j, v)
				}
			}
		}
	})
}

// The bits do not depend on the number of cores.
func TestThreads(t *testing.T) {
	each(t, func(t *testing.T, i Implementation) {
		r := rand.New(rand.NewPCG(3, 4))
		const n = 700
		a, x := filled(r, n, n, n), filled(r, 1, n, n)
		run := func() (out []float64) {
			c, y := make([]float64, n*n), make([]float64, 3*n)
			i.Dgemm(blas.Trans, blas.NoTrans, n, n, n, 1, a, n, a, n, 0, c, n)
			i.Dsyrk(blas.Upper, blas.Trans, n, n, 1, a, n, 1, c, n)
			i.Dgemv(blas.NoTrans, n, n, 1, a, n, x, 1, 0, y, 1)
			i.Dgemv(blas.Trans, n, n, 1, a, n, x, 1, 0, y[n:], 1)
			i.Dsymv(blas.Upper, n, 1, a, n, x, 1, 0, y[2*n:], 1)
			return append(c, y...)
		}
		one := alone(run)
		for j, v := range run() {
			if v != one[j] {
				t.Fatalf("entry %d is %v on one core, %v on all", j, one[j], v)
			}
		}
	})
}

// alone runs f on one core.
func alone(run func() []float64) []float64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	return run()
}

// names returns the kernels of this processor, the fastest first, and None.
func names() []string {
	var all []string
	for _, k := range kernels() {
		all = append(all, k.name)
	}
	return append(all, None)
}
