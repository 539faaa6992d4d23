package model

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// An eigen is the eigendecomposition A = (QS) Λ (QS)ᵀ of a symmetric p×p matrix,
// kept as it comes about: Q as the reflectors that make A tridiagonal, S as the
// plane rotations of the QL iteration that makes it diagonal. Multiplying a few
// vectors by QS costs O(p²) each; forming QS itself, as EigenSym does, would take
// most of the time, and LAR never looks at an eigenvector.
type eigen struct {
	// values ascend. order[i] is the place of values[i] in the iteration's order.
	values []float64
	order  []int
	// reflectors holds those of Q below its diagonal (p×p, row-major), tau their
	// factors.
	reflectors []float64
	tau        []float64
	// sweeps lists the rotations in the order of the iteration: each sweep rotates
	// the planes (i, i+1) for i = from−1 down to to.
	sweeps   []sweep
	cos, sin []float64
}

// A sweep is one step of the QL iteration.
type sweep struct{ from, to int }

// newEigen decomposes a. It reports false where the iteration does not converge.
func newEigen(a *mat.SymDense) (*eigen, bool) {
	n := a.SymmetricDim()
	e := &eigen{reflectors: make([]float64, n*n), tau: make([]float64, max(0, n-1))}
	for i := range n {
		for j := range i + 1 {
			e.reflectors[i*n+j] = a.At(i, j)
		}
	}
	diagonal, off := make([]float64, n), make([]float64, n)
	var lapack gonum.Implementation
	size := make([]float64, 1)
	lapack.Dsytrd(blas.Lower, n, e.reflectors, n, diagonal, off[:max(0, n-1)], e.tau, size, -1)
	work := make([]float64, int(size[0]))
	lapack.Dsytrd(blas.Lower, n, e.reflectors, n, diagonal, off[:max(0, n-1)], e.tau, work, len(work))
	if !e.diagonalize(diagonal, off) {
		return nil, false
	}
	e.order = make([]int, n)
	for i := range e.order {
		e.order[i] = i
	}
	sort.SliceStable(e.order, func(i, j int) bool { return diagonal[e.order[i]] < diagonal[e.order[j]] })
	e.values = make([]float64, n)
	for i, from := range e.order {
		e.values[i] = diagonal[from]
	}
	return e, true
}

// sweepsPerValue bounds the iteration; two or three are usual.
const sweepsPerValue = 60

// diagonalize turns the tridiagonal matrix with the given diagonal and
// off-diagonal (off[i] beside rows i and i+1; the last entry is room to work)
// into its eigenvalues, in place, by QL iterations with implicit Wilkinson shifts
// (Bowdler, Martin, Reinsch and Wilkinson 1968; Dubrulle 1970), and records the
// rotations.
func (e *eigen) diagonalize(diagonal, off []float64) bool {
	n := len(diagonal)
	scale := 0.0
	for i := range n {
		scale = math.Max(scale, math.Max(math.Abs(diagonal[i]), math.Abs(off[i])))
	}
	if scale == 0 {
		return true
	}
	// Scaled to order one, squares neither overflow nor lose what matters.
	for i := range n {
		diagonal[i] /= scale
		off[i] /= scale
	}
	for l := range n {
		for step := 0; ; step++ {
			m := l
			for m < n-1 && !negligible(off[m], diagonal[m], diagonal[m+1]) {
				m++
			}
			if m == l {
				break
			}
			if step == sweepsPerValue {
				return false
			}
			e.step(diagonal, off, l, m)
		}
	}
	for i := range n {
		diagonal[i] *= scale
	}
	return true
}

// negligible reports whether an off-diagonal entry of a matrix of order one may
// be taken for zero: it is small beside its neighbours on the diagonal, or beside
// the rounding of the whole.
func negligible(off, d0, d1 float64) bool {
	const epsilon = DoublePrecision / 2
	return math.Abs(off) <= epsilon*math.Max(0.01, math.Sqrt(math.Abs(d0)*math.Abs(d1)))
}

// step does one QL step with an implicit shift on rows l to m.
func (e *eigen) step(diagonal, off []float64, l, m int) {
	// The shift is the eigenvalue of the leading 2×2 block nearer to its corner.
	half := (diagonal[l+1] - diagonal[l]) / (2 * off[l])
	root := math.Sqrt(1 + half*half)
	chase := diagonal[m] - diagonal[l] + off[l]/(half+math.Copysign(root, half))
	cos, sin, carried := 1.0, 1.0, 0.0
	to := l
	for i := m - 1; i >= l; i-- {
		bulge, beside := sin*off[i], cos*off[i]
		length := math.Sqrt(bulge*bulge + chase*chase)
		off[i+1] = length
		if length == 0 {
			// The matrix has split here.
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
	e.sweeps = append(e.sweeps, sweep{m, to})
	if to == l {
		diagonal[l] -= carried
		off[l] = chase
	}
	off[m] = 0
}

// coefficients returns (QS)ᵀx for the columns of x (p×c), rows in the order of
// values.
func (e *eigen) coefficients(x *mat.Dense) *mat.Dense {
	work := mat.DenseCopyOf(x)
	e.reflect(blas.Trans, work)
	at := 0
	for _, s := range e.sweeps {
		for i := s.from - 1; i >= s.to; i-- {
			rotate(work.RawRowView(i), work.RawRowView(i+1), e.cos[at], -e.sin[at])
			at++
		}
	}
	_, c := x.Dims()
	sorted := mat.NewDense(len(e.order), c, nil)
	for i, from := range e.order {
		copy(sorted.RawRowView(i), work.RawRowView(from))
	}
	return sorted
}

// combine returns QS·f for the columns of f (p×c), rows in the order of values.
func (e *eigen) combine(f *mat.Dense) *mat.Dense {
	_, c := f.Dims()
	work := mat.NewDense(len(e.order), c, nil)
	for i, to := range e.order {
		copy(work.RawRowView(to), f.RawRowView(i))
	}
	at := len(e.cos)
	for j := len(e.sweeps) - 1; j >= 0; j-- {
		s := e.sweeps[j]
		for i := s.to; i < s.from; i++ {
			at--
			rotate(work.RawRowView(i), work.RawRowView(i+1), e.cos[at], e.sin[at])
		}
	}
	e.reflect(blas.NoTrans, work)
	return work
}

// rotate turns the rows x and y by (x, y) ← (c·x + s·y, c·y − s·x).
func rotate(x, y []float64, c, s float64) {
	y = y[:len(x)]
	for j, v := range x {
		x[j] = c*v + s*y[j]
		y[j] = c*y[j] - s*v
	}
}

// reflect multiplies x by Q or Qᵀ in place. Q leaves the first row alone.
func (e *eigen) reflect(trans blas.Transpose, x *mat.Dense) {
	n, c := x.Dims()
	if n < 2 {
		return
	}
	q := blas64.General{Rows: n - 1, Cols: n - 1, Stride: n, Data: e.reflectors[n:]}
	below := x.Slice(1, n, 0, c).(*mat.Dense).RawMatrix()
	size := make([]float64, 1)
	lapack64.Ormqr(blas.Left, trans, q, e.tau, below, size, -1)
	work := make([]float64, int(size[0]))
	lapack64.Ormqr(blas.Left, trans, q, e.tau, below, work, len(work))
}
