package simd

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/blas"
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
	for _, k := range availableKernels() {
		all = append(all, k.name)
	}
	return append(all, NoKernel)
}
