package simd

import (
	"iter"
	"runtime"

	"gonum.org/v1/gonum/blas"
)

// A kernel multiplies a matrix by a vector if the matrix has at least vectorThreshold entries.
// Otherwise gonum does.
const vectorThreshold = 32 * 32

// vectorSharingThreshold is the smallest number of entries of a matrix that several cores multiply by
// a vector.
const vectorSharingThreshold = 256 * 1024

func countThreads(entries int) int {
	if entries < vectorSharingThreshold {
		return 1
	}
	return runtime.GOMAXPROCS(0)
}

// Dgemv sets y to β·y + α·op(A)·x for an m×n matrix A.
func (i Implementation) Dgemv(tA blas.Transpose, m, n int, alpha float64, a []float64, lda int,
	x []float64, incX int, beta float64, y []float64, incY int) {
	lenX, lenY := n, m
	if tA != blas.NoTrans {
		lenX, lenY = m, n
	}
	A := operand{a, lda, false}
	if incX != 1 || incY != 1 || alpha == 0 || !i.usesVectorKernel(m*n) || !A.fitsOperand(tA, m, n) || len(x) < lenX || len(y) < lenY {
		i.Float64.Dgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	x, y = x[:lenX], y[:lenY]
	(result{y, lenY, 1, lenY, whole}).scale(beta)
	size := 64
	if tA != blas.NoTrans {
		size = 512 // the entries of a block are adjacent columns of A, and a core should read long pieces of rows
	}
	shareWork(countThreads(m*n), (lenY+size-1)/size, func(blocks iter.Seq[int]) {
		for block := range blocks {
			from := block * size
			to := y[from:min(lenY, from+size)]
			if tA == blas.NoTrans {
				i.kernel.addDots(to, alpha, A.submatrix(from, 0), x)
			} else {
				i.kernel.addWeightedRows(to, alpha, A.submatrix(0, from), x)
			}
		}
	})
}

func (i Implementation) usesVectorKernel(entries int) bool {
	return i.kernel != nil && entries > 0 && entries >= min(i.threshold, vectorThreshold)
}

// addDots adds α·A·x to y.
func (k *kernel) addDots(y []float64, alpha float64, a operand, x []float64) {
	n := len(x) / k.width * k.width
	var sums [4]float64
	for r := 0; r < len(y); r += 4 {
		rows := min(4, len(y)-r)
		clear(sums[:])
		if rows == 4 && n > 0 {
			k.dots(n, &a.data[r*a.stride], a.stride, &x[0], &sums[0])
		}
		from := n
		if rows < 4 {
			from = 0
		}
		for l := range rows {
			row := a.data[(r+l)*a.stride:][:len(x)]
			for j := from; j < len(x); j++ {
				sums[l] += row[j] * x[j]
			}
			y[r+l] += alpha * sums[l]
		}
	}
}

// addWeightedRows adds α·Aᵀ·x to y.
func (k *kernel) addWeightedRows(y []float64, alpha float64, a operand, x []float64) {
	n := len(y) / k.width * k.width
	var factors [4]float64
	for r := 0; r < len(x); r += 4 {
		rows := min(4, len(x)-r)
		for l := range rows {
			factors[l] = alpha * x[r+l]
		}
		from := 0
		if rows == 4 && n > 0 {
			k.axpys(n, &a.data[r*a.stride], a.stride, &factors[0], &y[0])
			from = n
		}
		for l := range rows {
			row := a.data[(r+l)*a.stride:][:len(y)]
			for j := from; j < len(y); j++ {
				y[j] += factors[l] * row[j]
			}
		}
	}
}

// Dsymv sets y to β·y + α·A·x for a symmetric n×n matrix A. Only triangle ul of A is read. If ul is
// blas.Lower, gonum computes the product.
func (i Implementation) Dsymv(ul blas.Uplo, n int, alpha float64, a []float64, lda int, x []float64, incX int,
	beta float64, y []float64, incY int) {
	if ul != blas.Upper || incX != 1 || incY != 1 || alpha == 0 || !i.usesVectorKernel(n*n) || !fitsMatrix(a, lda, n, n) ||
		len(x) < n || len(y) < n {
		i.Float64.Dsymv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	x, y = x[:n], y[:n]
	(result{y, n, 1, n, whole}).scale(beta)
	// Two halves of the work always have separate sums, so that the bits of y do not depend on the
	// number of cores.
	sums := borrowBuffer(3 * n)
	defer returnBuffer(sums)
	clear(*sums)
	scaled := (*sums)[:n]
	for j, v := range x {
		scaled[j] = alpha * v
	}
	cut := n * 3 / 10 / 4 * 4
	halves := [2][]float64{(*sums)[n : 2*n], (*sums)[2*n:]}
	shareWork(countThreads(n*n), 2, func(pieces iter.Seq[int]) {
		for half := range pieces {
			from, to := 0, cut
			if half == 1 {
				from, to = cut, n
			}
			i.kernel.addSymmetric(halves[half], operand{a, lda, false}, scaled, from, to)
		}
	})
	for j := range y {
		y[j] += halves[0][j] + halves[1][j]
	}
}

// addSymmetric adds part of A·x to y, for a symmetric matrix A: rows lo to hi−1 of the upper
// triangle, and the mirrored entries below the diagonal.
func (k *kernel) addSymmetric(y []float64, a operand, x []float64, lo, hi int) {
	n := len(x)
	var sums [4]float64
	for r := lo; r < hi; r += 4 {
		rows := min(4, hi-r)
		// The kernel multiplies columns from corner on. The loop below adds the other columns: r to
		// corner−1 at the diagonal, and the last ones, which do not fill a vector register.
		corner := min(n, r+4)
		behind := corner
		if inner := (n - corner) / k.width * k.width; rows == 4 && inner > 0 {
			k.dotsAndAxpys(inner, &a.data[r*a.stride+corner], a.stride, &x[corner], &y[corner], &x[r], &sums[0])
			for l := range rows {
				y[r+l] += sums[l]
			}
			behind += inner
		}
		for l := r; l < r+rows; l++ {
			row, sum := a.data[l*a.stride:][:n], a.data[l*a.stride+l]*x[l]
			add := func(from, to int) {
				for j := from; j < to; j++ {
					sum += row[j] * x[j]
					y[j] += row[j] * x[l]
				}
			}
			add(l+1, corner)
			add(behind, n)
			y[l] += sum
		}
	}
}
