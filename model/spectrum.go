package model

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Relative precisions for [Spectrum.Rank].
const (
	// SinglePrecision is the tolerance of the paper's text: the spacing of
	// 32-bit floats at one.
	SinglePrecision = 1.19209e-7
	// DoublePrecision is the spacing of 64-bit floats at one.
	DoublePrecision = 2.220446e-16
)

// ErrNoConvergence says that an eigenvalue iteration did not converge.
var ErrNoConvergence = errors.New("the eigenvalue iteration did not converge")

// A Spectrum is the right half of the singular value decomposition
// X = U Σ Vᵀ of an n×d matrix.
type Spectrum struct {
	// Sigma holds the d singular values σ₁ ≥ … ≥ σ_d ≥ 0.
	Sigma []float64
	// V is d×d orthogonal; column i is the right singular vector of Sigma[i],
	// with its largest entry (in magnitude) positive.
	V *mat.Dense
}

// NewSpectrum takes the spectrum from the second moments S = XᵀX = V Σ² Vᵀ, as
// the paper's Algorithm 1 does. Singular values below about 1e-8·σ₁ are lost in
// rounding; Decompose looks closer.
func NewSpectrum(gram *mat.SymDense) (Spectrum, error) {
	d := gram.SymmetricDim()
	var eig mat.EigenSym
	if ok := eig.Factorize(gram, true); !ok {
		return Spectrum{}, fmt.Errorf("spectrum of a %d×%d matrix: %w", d, d, ErrNoConvergence)
	}
	var ascending mat.Dense
	eig.VectorsTo(&ascending)
	values := eig.Values(nil)
	s := Spectrum{Sigma: make([]float64, d), V: mat.NewDense(d, d, nil)}
	column := make([]float64, d)
	for i := range d {
		s.Sigma[i] = math.Sqrt(math.Max(0, values[d-1-i]))
		mat.Col(column, d-1-i, &ascending)
		orient(column)
		s.V.SetCol(i, column)
	}
	return s, nil
}

// orient flips v where its entry of largest magnitude is negative.
func orient(v []float64) {
	big := 0.0
	for _, x := range v {
		if math.Abs(x) > math.Abs(big) {
			big = x
		}
	}
	if big < 0 {
		for i := range v {
			v[i] = -v[i]
		}
	}
}

// Rank returns the numerical rank: how many singular values exceed
// σ₁·max(n, d)·precision (paper, Appendix "Experiment Details"; the rule of
// numpy.linalg.matrix_rank).
func (s Spectrum) Rank(n int, precision float64) int {
	return numericalRank(s.Sigma, n, precision)
}

// A Decomposition is the thin singular value decomposition X = U Σ Vᵀ of a
// labelled domain itself, which tells apart singular values that are lost in XᵀX.
type Decomposition struct {
	// Sigma holds the min(n, d) singular values, descending.
	Sigma []float64
	// Projection holds y^U_i = u_iᵀy for every one of them (min(n, d)×c); nil
	// where the domain has no labels. Where σ_i is zero u_i is any unit vector
	// orthogonal to the others, which one follows from the order of the columns.
	Projection *mat.Dense
	n, d       int
}

// Decompose decomposes the source of data; the target is not looked at.
func Decompose(data Data) (Decomposition, error) {
	n, d := data.Source.X.Dims()
	kind := mat.SVDNone
	if data.Source.Y != nil {
		kind = mat.SVDThinU
	}
	svd, err := decompose(data.Source.X, kind)
	if err != nil {
		return Decomposition{}, err
	}
	dec := Decomposition{Sigma: svd.Values(nil), n: n, d: d}
	if data.Source.Y != nil {
		var u mat.Dense
		svd.UTo(&u)
		dec.Projection = new(mat.Dense)
		dec.Projection.Mul(u.T(), data.targets(data.Source.Y))
	}
	return dec, nil
}

// decompose is the singular value decomposition of x with what kind asks for. It
// is checked: orthogonal transformations keep Σσ² = ‖X‖², which orthonormalize
// tells why not to take for granted.
func decompose(x mat.Matrix, kind mat.SVDKind) (*mat.SVD, error) {
	n, d := x.Dims()
	var svd mat.SVD
	if ok := svd.Factorize(x, kind); !ok {
		return nil, fmt.Errorf("singular values of a %d×%d matrix: %w", n, d, ErrNoConvergence)
	}
	norm := mat.Norm(x, 2)
	if math.Abs(floats.Norm(svd.Values(nil), 2)-norm) > 1e3*roundoff(max(n, d))*norm {
		return nil, fmt.Errorf("singular values of a %d×%d matrix do not add up to its norm: %w", n, d, ErrNoConvergence)
	}
	return &svd, nil
}

// Rank returns the numerical rank at a relative precision, as Spectrum.Rank does.
func (dec Decomposition) Rank(precision float64) int {
	return numericalRank(dec.Sigma, max(dec.n, dec.d), precision)
}

// TailRank is k(ε) by the paper's equation over the first count components.
func (dec Decomposition) TailRank(count int, epsilon float64) int {
	_, c := dec.Projection.Dims()
	return TailRank(dec.Projection.Slice(0, count, 0, c).(*mat.Dense), epsilon)
}

func numericalRank(sigma []float64, n int, precision float64) int {
	if len(sigma) == 0 {
		return 0
	}
	tolerance := sigma[0] * float64(max(n, len(sigma))) * precision
	rank := 0
	for rank < len(sigma) && sigma[rank] > tolerance {
		rank++
	}
	return rank
}

// roundoff bounds the error of eigenvalues relative to the largest, where sums
// run over size terms: the usual size·ε, with a floor because at size 2 or 3 the
// solver's own error of a few ε would pass it.
func roundoff(size int) float64 { return float64(max(size, 16)) * DoublePrecision }

// spectra computes the spectra of two Gram matrices side by side.
func spectra(a, b *mat.SymDense) (sa, sb Spectrum, err error) {
	var errA, errB error
	var wg sync.WaitGroup
	wg.Go(func() { sa, errA = NewSpectrum(a) })
	sb, errB = NewSpectrum(b)
	wg.Wait()
	return sa, sb, errors.Join(errA, errB)
}
