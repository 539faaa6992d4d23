package simd

import "gonum.org/v1/gonum/blas"

// Dgemm sets C (m×n) to β·C + α·op(A)·op(B), where k is the inner dimension.
func (i Implementation) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int,
	b []float64, ldb int, beta float64, c []float64, ldc int) {
	left, right := operand{a, lda, tA != blas.NoTrans}, operand{b, ldb, tB != blas.NoTrans}
	if i.usesKernel(m*n*k) && left.fitsOperand(tA, m, k) && right.fitsOperand(tB, k, n) && fitsMatrix(c, ldc, m, n) && alpha != 0 {
		to := result{c, ldc, m, n, whole}
		to.scale(beta)
		i.kernel.addProduct(to, alpha, left, right, k)
		return
	}
	i.Float64.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

// Dsyrk sets the triangle ul of C (n×n) to β·C + α·op(A)·op(A)ᵀ.
func (i Implementation) Dsyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int,
	beta float64, c []float64, ldc int) {
	left, right := operand{a, lda, tA != blas.NoTrans}, operand{a, lda, tA == blas.NoTrans}
	if to, ok := newTriangle(ul, c, ldc, n); ok && i.usesKernel(n*n*k) && left.fitsOperand(tA, n, k) && alpha != 0 {
		to.scale(beta)
		i.kernel.addProduct(to, alpha, left, right, k)
		return
	}
	i.Float64.Dsyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
}

// Dsyr2k sets the triangle ul of C (n×n) to β·C + α·(op(A)·op(B)ᵀ + op(B)·op(A)ᵀ).
func (i Implementation) Dsyr2k(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int,
	b []float64, ldb int, beta float64, c []float64, ldc int) {
	left, right := operand{a, lda, tA != blas.NoTrans}, operand{b, ldb, tA != blas.NoTrans}
	to, ok := newTriangle(ul, c, ldc, n)
	if ok && i.usesKernel(n*n*k) && left.fitsOperand(tA, n, k) && right.fitsOperand(tA, n, k) && alpha != 0 {
		to.scale(beta)
		leftT, rightT := left, right
		leftT.trans, rightT.trans = !left.trans, !right.trans
		i.kernel.addProduct(to, alpha, left, rightT, k)
		i.kernel.addProduct(to, alpha, right, leftT, k)
		return
	}
	i.Float64.Dsyr2k(ul, tA, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

func (i Implementation) usesKernel(multiplications int) bool {
	return i.kernel != nil && multiplications > 0 && multiplications >= i.threshold
}

// fitsOperand reports whether op(A) can have the given shape and t is valid. If not, the caller calls
// gonum, which panics.
func (o operand) fitsOperand(t blas.Transpose, rows, columns int) bool {
	if o.trans {
		rows, columns = columns, rows
	}
	return (t == blas.NoTrans || t == blas.Trans || t == blas.ConjTrans) && fitsMatrix(o.data, o.stride, rows, columns)
}

func fitsMatrix(data []float64, stride, rows, columns int) bool {
	return rows > 0 && columns > 0 && stride >= columns && len(data) >= (rows-1)*stride+columns
}

func newTriangle(ul blas.Uplo, c []float64, ldc, n int) (result, bool) {
	to := result{c, ldc, n, n, lower}
	if ul == blas.Upper {
		to.part = upper
	}
	return to, (ul == blas.Upper || ul == blas.Lower) && fitsMatrix(c, ldc, n, n)
}

// scale multiplies the entries of C by β. If β is zero, every entry becomes zero, even NaN.
func (c result) scale(beta float64) {
	if beta == 1 {
		return
	}
	for i := range c.rows {
		from, to := c.part.columnsInRow(i, 0, c.columns)
		row := c.data[i*c.stride+from : i*c.stride+to]
		if beta == 0 {
			clear(row)
			continue
		}
		for j := range row {
			row[j] *= beta
		}
	}
}
