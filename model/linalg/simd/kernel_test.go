package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/blas"
)

func TestUnknownKernel(t *testing.T) {
	t.Setenv(KernelVariable, "typo")
	if _, err := New("typo"); err == nil || !strings.Contains(err.Error(), NoKernel) {
		t.Errorf("typo: %v", err)
	}
	err := UseKernel()
	if err == nil {
		t.Error("the environment's typo is used")
	}
	t.Setenv(KernelVariable, "")
	if err := UseKernel(); err != nil {
		t.Error(err)
	}
}

// A whole64 is a matrix of whole numbers in guarded memory, with NaN between its rows.
type whole64 struct {
	data                  []float64
	rows, columns, stride int
}

func drawWhole(r *rand.Rand, memory *guarded, rows, columns int) whole64 {
	w := whole64{rows: rows, columns: columns, stride: columns + r.IntN(4)}
	w.data = memory.take((rows-1)*w.stride+columns, r.IntN(2) == 0)
	for i := range w.data {
		w.data[i] = math.NaN()
		if i%w.stride < columns {
			w.data[i] = float64(r.IntN(17) - 8)
		}
	}
	return w
}

func (w whole64) at(trans bool, i, j int) float64 {
	if trans {
		i, j = j, i
	}
	return w.data[i*w.stride+j]
}

// TestKernels compares every kernel bit by bit with exact sums: sums of whole numbers are exact in
// any order. It draws all operations, transpositions and triangles, sizes on both sides of tiles
// and vectors, α and β of 0, 1, −1 and fractions, and strides beyond the width. A kernel has no
// bounds checks, and most mistakes leave the sums right. So on Linux the operands end or begin at a
// page that cannot be read or written, and the NaN between their rows must remain and must not
// spread. A new kernel needs no other test, only a row in kernel_amd64.go.
func TestKernels(t *testing.T) {
	sizes := []int{1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 16, 17, 23, 24, 25, 32, 33, 47, 49, 65, 97}
	large := [][3]int{{65, 49, 193}, {131, 97, 321}, {33, 3100, 5}, {200, 200, 64}} // of several blocks
	factors := []float64{0, 1, -1, 0.5, -2}
	memory := [3]*guarded{}
	for i := range memory {
		memory[i] = newGuarded(t, 33*3104)
	}
	trials := 2000
	if testing.Short() {
		trials = 300
	}
	each(t, func(t *testing.T, i Implementation) {
		r := rand.New(rand.NewPCG(5, 6))
		products := 0
		for trial := range trials {
			m, n, k := sizes[r.IntN(len(sizes))], sizes[r.IntN(len(sizes))], sizes[r.IntN(len(sizes))]
			if trial < 4*len(large) { // with several transpositions
				shape := large[trial/4]
				m, n, k = shape[0], shape[1], shape[2]
			}
			alpha, beta := factors[r.IntN(len(factors))], factors[r.IntN(len(factors))]
			draw := func(memory *guarded, trans bool, rows, columns int) whole64 {
				if trans {
					rows, columns = columns, rows
				}
				return drawWhole(r, memory, rows, columns)
			}
			tA, tB := r.IntN(2) == 0, r.IntN(2) == 0
			flags := map[bool]blas.Transpose{false: blas.NoTrans, true: blas.Trans}
			ul := []blas.Uplo{blas.Upper, blas.Lower}[r.IntN(2)]
			check := func(what string, c whole64, before []float64, in func(i, j int) bool, sum func(i, j int) float64) {
				products++
				for at, got := range c.data {
					i, j := at/c.stride, at%c.stride
					want := before[at]
					if j < c.columns && in(i, j) {
						want = alpha*sum(i, j) + beta*before[at]
					}
					if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
						t.Fatalf("%s of %d, %d, %d, α %v, β %v: entry %d, %d is %v, not %v", what, m, n, k, alpha, beta, i, j, got, want)
					}
				}
			}
			everywhere := func(int, int) bool { return true }
			triangle := func(i, j int) bool { return i == j || (i < j) == (ul == blas.Upper) }
			dots := func(steps int, entry func(l int) float64) (sum float64) {
				for l := range steps {
					sum += entry(l)
				}
				return sum
			}
			a, b, c := draw(memory[0], tA, m, k), draw(memory[1], tB, k, n), drawWhole(r, memory[2], m, n)
			before := append([]float64(nil), c.data...)
			i.Dgemm(flags[tA], flags[tB], m, n, k, alpha, a.data, a.stride, b.data, b.stride, beta, c.data, c.stride)
			check(fmt.Sprint("Dgemm ", tA, tB), c, before, everywhere, func(i, j int) float64 {
				return dots(k, func(l int) float64 { return a.at(tA, i, l) * b.at(tB, l, j) })
			})
			c, b = drawWhole(r, memory[2], m, m), draw(memory[1], tA, m, k)
			before = append([]float64(nil), c.data...)
			i.Dsyrk(ul, flags[tA], m, k, alpha, a.data, a.stride, beta, c.data, c.stride)
			check(fmt.Sprint("Dsyrk ", ul, tA), c, before, triangle, func(i, j int) float64 {
				return dots(k, func(l int) float64 { return a.at(tA, i, l) * a.at(tA, j, l) })
			})
			before = append([]float64(nil), c.data...)
			i.Dsyr2k(ul, flags[tA], m, k, alpha, a.data, a.stride, b.data, b.stride, beta, c.data, c.stride)
			check(fmt.Sprint("Dsyr2k ", ul, tA), c, before, triangle, func(i, j int) float64 {
				return dots(k, func(l int) float64 {
					return a.at(tA, i, l)*b.at(tA, j, l) + b.at(tA, i, l)*a.at(tA, j, l)
				})
			})
			rows, columns := m, k
			if tA {
				rows, columns = k, m
			}
			// op(A) is m×k. Each vector is a matrix with one row.
			x, y := drawWhole(r, memory[1], 1, k), drawWhole(r, memory[2], 1, m)
			before = append([]float64(nil), y.data...)
			i.Dgemv(flags[tA], rows, columns, alpha, a.data, a.stride, x.data, 1, beta, y.data, 1)
			check(fmt.Sprint("Dgemv ", tA), y, before, everywhere, func(_, j int) float64 {
				return dots(k, func(l int) float64 { return a.at(tA, j, l) * x.data[l] })
			})
			s := drawWhole(r, memory[0], m, m)
			x, y = drawWhole(r, memory[1], 1, m), drawWhole(r, memory[2], 1, m)
			before = append([]float64(nil), y.data...)
			i.Dsymv(ul, m, alpha, s.data, s.stride, x.data, 1, beta, y.data, 1)
			check(fmt.Sprint("Dsymv ", ul), y, before, everywhere, func(_, j int) float64 {
				return dots(m, func(l int) float64 { return s.at(!triangle(j, l), j, l) * x.data[l] })
			})
		}
		t.Logf("%d products are exact", products)
	})
}
