package linalg

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"
)

// A FactoredEigen is the eigendecomposition A = (QS) Λ (QS)ᵀ of a symmetric p×p matrix. Q is stored
// as reflectors that make A tridiagonal, and S as rotations that then make A diagonal, so that a
// product of QS and a vector costs O(p²). Use Eigenvectors to form QS.
type FactoredEigen struct {
	// Values are the eigenvalues in ascending order.
	Values []float64
	// order[i] is the index of Values[i] among the eigenvalues in the order of the QL iteration.
	order []int
	// Row i of reflectors (p×p, row-major) has the vector of reflector i from column i+1 on, and tau
	// the factors of the reflectors. Both are nil if A was tridiagonal.
	reflectors []float64
	tau        []float64
	// sweeps lists the steps of the QL iteration in order. A step rotates the planes (i, i+1) for i =
	// end−1, …, start, with an entry of cos and sin for each plane.
	sweeps   []qlSweep
	cos, sin []float64
}

type qlSweep struct{ end, start int }

// NewFactoredEigen decomposes a and overwrites a. Errors wrap ErrNotFinite, ErrNoConvergence or the
// error of ctx.
func NewFactoredEigen(ctx context.Context, a *mat.SymDense) (*FactoredEigen, error) {
	e, diagonal, off, err := reduceToTridiagonal(ctx, a)
	if err != nil {
		return nil, err
	}
	return e, e.computeValues(diagonal, off)
}

// reduceToTridiagonal returns the diagonal and off-diagonal of the tridiagonal matrix to which it
// reduces a. off ends with an extra zero. The reflectors of e overwrite a.
func reduceToTridiagonal(ctx context.Context, a *mat.SymDense) (e *FactoredEigen, diagonal, off []float64, err error) {
	n, raw := a.SymmetricDim(), a.RawSymmetric()
	for i := range n {
		if !areFinite(raw.Data[i*raw.Stride+i : i*raw.Stride+n]) {
			return nil, nil, nil, fmt.Errorf("row %d of %d: %w", i+1, n, ErrNotFinite)
		}
	}
	if raw.Stride != n {
		whole := mat.NewSymDense(n, nil)
		whole.CopySym(a)
		a = whole
	}
	e = &FactoredEigen{reflectors: a.RawSymmetric().Data, tau: make([]float64, max(0, n-1))}
	diagonal, off = make([]float64, n), make([]float64, n)
	return e, diagonal, off, e.tridiagonalize(ctx, diagonal, off)
}

// tridiagonalize sets diagonal and off to the tridiagonal form of the symmetric matrix with its
// upper triangle in e.reflectors. The reflectors replace this matrix. The rows are reduced panel by
// panel; a product VᵀW + WᵀV then updates the rest of the matrix, where the rows of V are the
// reflectors of the panel (Dongarra, Sorensen and Hammarling 1989; Dsytrd of LAPACK, by rows).
func (e *FactoredEigen) tridiagonalize(ctx context.Context, diagonal, off []float64) error {
	n := len(diagonal)
	a := e.reflectors
	var lapack gonum.Implementation
	v, w := make([]float64, panelWidth*n), make([]float64, panelWidth*n)
	sums := blas64.Vector{Inc: 1, Data: make([]float64, panelWidth)}
	for from := 0; from < n-1; from += panelWidth {
		to := min(from+panelWidth, n-1)
		for i := from; i < to; i++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			// Subtract from row i the changes by the reflectors of the k rows above row i in the panel.
			k := i - from
			above := func(panel []float64, column int) blas64.General {
				return blas64.General{Rows: k, Cols: n - column, Stride: n, Data: panel[column:]}
			}
			take := func(x []float64, factors, panel []float64, column int) {
				if k > 0 {
					blas64.Gemv(blas.Trans, -1, above(panel, column), newVector(factors[:k]), 1, newVector(x))
				}
			}
			row := a[i*n+i : (i+1)*n]
			for j := range k {
				sums.Data[j] = v[j*n+i]
			}
			take(row, sums.Data, w, i)
			for j := range k {
				sums.Data[j] = w[j*n+i]
			}
			take(row, sums.Data, v, i)
			diagonal[i] = row[0]
			x := row[1:]
			off[i], e.tau[i] = lapack.Dlarfg(len(x), x[0], x[1:], 1)
			x[0] = 1
			copy(v[k*n+i+1:], x)
			// The row y of W for the reflector x: y = τ(A − VᵀW − WᵀV)x, then y − ½τ(y·x)x.
			y := w[k*n+i+1 : (k+1)*n]
			rest := blas64.Symmetric{N: len(x), Stride: n, Data: a[(i+1)*n+i+1:], Uplo: blas.Upper}
			blas64.Symv(1, rest, newVector(x), 0, newVector(y))
			sums.N = k
			if k > 0 {
				blas64.Gemv(blas.NoTrans, 1, above(w, i+1), newVector(x), 0, sums)
				take(y, sums.Data, v, i+1)
				blas64.Gemv(blas.NoTrans, 1, above(v, i+1), newVector(x), 0, sums)
				take(y, sums.Data, w, i+1)
			}
			floats.Scale(e.tau[i], y)
			floats.AddScaled(y, -e.tau[i]/2*floats.Dot(y, x), x)
		}
		wide := blas64.General{Rows: to - from, Cols: n - to, Stride: n}
		left, right := wide, wide
		left.Data, right.Data = v[to:], w[to:]
		blas64.Syr2k(blas.Trans, -1, left, right, 1, blas64.Symmetric{N: n - to, Stride: n, Data: a[to*n+to:], Uplo: blas.Upper})
	}
	diagonal[n-1] = a[n*n-1]
	return nil
}

// IsFinite reports whether no entry of m is NaN or infinite.
func IsFinite(m *mat.Dense) bool {
	rows, _ := m.Dims()
	for i := range rows {
		if !areFinite(m.RawRowView(i)) {
			return false
		}
	}
	return true
}

// areFinite relies on zero times NaN or infinity being NaN.
func areFinite(x []float64) bool {
	sum := 0.0
	for _, v := range x {
		sum += 0 * v
	}
	return sum == 0
}

// NewTridiagonalEigen decomposes a tridiagonal matrix. off[i] couples rows i and i+1; entries of
// off beyond the last row are ignored. Errors wrap ErrNotFinite or ErrNoConvergence.
func NewTridiagonalEigen(diagonal, off []float64) (*FactoredEigen, error) {
	off = off[:max(0, len(diagonal)-1)]
	if !areFinite(diagonal) || !areFinite(off) {
		return nil, ErrNotFinite
	}
	e := new(FactoredEigen)
	return e, e.computeValues(slices.Clone(diagonal), append(slices.Clone(off), 0))
}

func (e *FactoredEigen) computeValues(diagonal, off []float64) error {
	if !e.diagonalize(diagonal, off) {
		return fmt.Errorf("computing the eigenvalues of a %d×%[1]d matrix: %w", len(diagonal), ErrNoConvergence)
	}
	e.Values, e.order = diagonal, make([]int, len(diagonal))
	floats.ArgsortStable(e.Values, e.order)
	return nil
}

// maxSweepsPerValue is the largest number of QL steps for an eigenvalue. Two or three are usual.
const maxSweepsPerValue = 60

// diagonalize replaces diagonal by the eigenvalues of a tridiagonal matrix and records the
// rotations. off[i] couples rows i and i+1; the last entry is workspace. The result is false if a
// QL iteration with implicit Wilkinson shifts does not converge (Bowdler, Martin, Reinsch and
// Wilkinson 1968; Dubrulle 1970).
func (e *FactoredEigen) diagonalize(diagonal, off []float64) bool {
	n := len(diagonal)
	scale := largestEntry(diagonal, off)
	// Scale the largest entry to 1, so that squares do not overflow or lose digits to underflow.
	for i := range n {
		diagonal[i] /= scale
		off[i] /= scale
	}
	for l := range n {
		for step := 0; ; step++ {
			m := l
			for m < n-1 && math.Abs(off[m]) > negligible {
				m++
			}
			if m == l {
				break
			}
			if step == maxSweepsPerValue {
				return false
			}
			e.qlStep(diagonal, off, l, m)
		}
	}
	floats.Scale(scale, diagonal)
	return true
}

// largestEntry returns the largest magnitude in a tridiagonal matrix, or 1 for the zero matrix.
func largestEntry(diagonal, off []float64) float64 {
	return cmp.Or(max(floats.Norm(diagonal, math.Inf(1)), floats.Norm(off, math.Inf(1))), 1)
}

// negligible is the size of rounding errors in a matrix whose largest entry is 1. Off-diagonal entries
// up to negligible count as zero. A bound relative to the nearby diagonal entries would never be met
// where eigenvalues are zero up to rounding.
const negligible = 0x1p-53

// squareSafe is the length of a vector below which the squares of the entries may lose digits to
// underflow.
const squareSafe = 1e-145

// qlStep does one step of the QL iteration with an implicit shift on rows l to m.
func (e *FactoredEigen) qlStep(diagonal, off []float64, l, m int) {
	// The shift is the eigenvalue of the leading 2×2 block that is nearer to diagonal[l].
	half := (diagonal[l+1] - diagonal[l]) / (2 * off[l])
	root := math.Sqrt(1 + half*half)
	chase := diagonal[m] - diagonal[l] + off[l]/(half+math.Copysign(root, half))
	cos, sin, carried := 1.0, 1.0, 0.0
	to := l
	for i := m - 1; i >= l; i-- {
		bulge, beside := sin*off[i], cos*off[i]
		length := math.Sqrt(bulge*bulge + chase*chase)
		if length < squareSafe {
			// The squares may have underflowed, which would make the angle of the rotation wrong.
			length = math.Hypot(bulge, chase)
		}
		off[i+1] = length
		if length == 0 {
			// The matrix splits into two independent blocks after row i.
			diagonal[i+1] -= carried
			to = i + 1
			break
		}
		sin, cos = bulge/length, chase/length
		corner := diagonal[i+1] - carried
		turned := (diagonal[i]-corner)*sin + 2*cos*beside
		carried = sin * turned
		diagonal[i+1] = corner + carried
		chase = cos*turned - beside
		e.cos = append(e.cos, cos)
		e.sin = append(e.sin, sin)
	}
	e.sweeps = append(e.sweeps, qlSweep{m, to})
	if to == l {
		diagonal[l] -= carried
		off[l] = chase
	}
	off[m] = 0
}

// Coefficients returns (QS)ᵀx for x (p×c). Row i of the result belongs to Values[i].
func (e *FactoredEigen) Coefficients(x *mat.Dense) *mat.Dense {
	work := mat.DenseCopyOf(x)
	e.multiplyByQ(blas.Trans, work)
	e.multiplyByST(work)
	_, c := x.Dims()
	sorted := mat.NewDense(len(e.order), c, nil)
	for i, from := range e.order {
		copy(sorted.RawRowView(i), work.RawRowView(from))
	}
	return sorted
}

// multiplyByST multiplies work (p×c) by Sᵀ in place.
func (e *FactoredEigen) multiplyByST(work *mat.Dense) {
	at := 0
	for _, s := range e.sweeps {
		for i := s.end - 1; i >= s.start; i-- {
			rotateRows(work.RawRowView(i), work.RawRowView(i+1), e.cos[at], -e.sin[at])
			at++
		}
	}
}

// Combine returns linear combinations of the eigenvectors. Row i of f (p×c) has the coefficients of the
// eigenvector of Values[i].
func (e *FactoredEigen) Combine(f *mat.Dense) *mat.Dense {
	_, c := f.Dims()
	work := mat.NewDense(len(e.order), c, nil)
	for i, to := range e.order {
		copy(work.RawRowView(to), f.RawRowView(i))
	}
	at := len(e.cos)
	for j := len(e.sweeps) - 1; j >= 0; j-- {
		s := e.sweeps[j]
		for i := s.start; i < s.end; i++ {
			at--
			rotateRows(work.RawRowView(i), work.RawRowView(i+1), e.cos[at], e.sin[at])
		}
	}
	e.multiplyByQ(blas.NoTrans, work)
	return work
}

// rotateRows sets x to c·x + s·y and y to c·y − s·x, in place.
func rotateRows(x, y []float64, c, s float64) {
	y = y[:len(x)]
	for j, v := range x {
		x[j] = c*v + s*y[j]
		y[j] = c*y[j] - s*v
	}
}

// multiplyByQ multiplies x (p×c) by Q, or by Qᵀ if trans is blas.Trans, in place. It applies one
// reflector H_i = 1 − τ_i v_iv_iᵀ after the other.
func (e *FactoredEigen) multiplyByQ(trans blas.Transpose, x *mat.Dense) {
	if e.reflectors == nil {
		return
	}
	n, c := x.Dims()
	raw := x.RawMatrix()
	w := newVector(make([]float64, c))
	for at := range n - 1 {
		i := at // Qᵀ = … H_1 H_0, applied from the right
		if trans == blas.NoTrans {
			i = n - 2 - at // Q = H_0 H_1 …
		}
		if e.tau[i] == 0 {
			continue
		}
		v := e.reflectors[i*n+i+1 : (i+1)*n]
		if c == 1 {
			y := raw.Data[i+1 : n]
			floats.AddScaled(y, -e.tau[i]*floats.Dot(v, y), v)
			continue
		}
		below := blas64.General{Rows: n - i - 1, Cols: c, Stride: raw.Stride, Data: raw.Data[(i+1)*raw.Stride:]}
		blas64.Gemv(blas.Trans, 1, below, newVector(v), 0, w)
		blas64.Ger(-e.tau[i], newVector(v), w, below)
	}
}

// multiplyByQInBlocks multiplies x (p×c) by Q in place, several reflectors at a time. x is undefined
// if ctx ends.
func (e *FactoredEigen) multiplyByQInBlocks(ctx context.Context, x *mat.Dense) {
	n := len(e.tau) + 1
	width := panelsAtOnce(n, n) * panelWidth
	for from := (n - 2) / width * width; from >= 0 && ctx.Err() == nil; from -= width {
		to := min(from+width, n-1)
		if from >= to {
			continue
		}
		v := mat.NewDense(to-from, n-from-1, nil)
		for i := from; i < to; i++ {
			copy(v.RawRowView(i - from)[i-from:], e.reflectors[i*n+i+1:(i+1)*n])
		}
		newReflectorBlock(from+1, v, e.tau[from:to]).apply(blas.NoTrans, x, 0)
	}
}
