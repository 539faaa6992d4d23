package simd

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
)

// Products of square matrices, in billions of operations a second, with each kernel: run
// with GOMAXPROCS=1 and 2 (-cpu 1,2 mixes both).
func BenchmarkDgemm(b *testing.B) {
	for _, name := range names() {
		for _, n := range []int{500, 785, 1000, 2000} {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				i, _ := New(name)
				a, c := filled(rand.New(rand.NewPCG(1, 2)), n, n, n), make([]float64, n*n)
				for b.Loop() {
					i.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, a, n, a, n, 0, c, n)
				}
				flops := 2 * float64(n) * float64(n) * float64(n) * float64(b.N)
				b.ReportMetric(flops/1e9/b.Elapsed().Seconds(), "GFLOPS")
			})
		}
	}
}

// Symmetric matrices times vectors, in bytes of the triangle a second.
func BenchmarkDsymv(b *testing.B) {
	for _, name := range names() {
		for _, n := range []int{785, 2000} {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				i, _ := New(name)
				a, y := filled(rand.New(rand.NewPCG(1, 2)), n, n, n), make([]float64, n)
				b.SetBytes(int64(4 * n * n))
				for b.Loop() {
					i.Dsymv(blas.Upper, n, 1, a, n, a, 1, 0, y, 1)
				}
			})
		}
	}
}
