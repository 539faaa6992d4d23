package model

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// Relative precisions of a numerical rank.
const (
	// SinglePrecision is the tolerance of the paper's text: the spacing of
	// 32-bit floats at one.
	SinglePrecision = 1.19209e-7
	// DoublePrecision is the spacing of 64-bit floats at one.
	DoublePrecision = 2.220446e-16
)

// ErrNoConvergence reports that an eigenvalue iteration did not converge.
var ErrNoConvergence = linalg.ErrNoConvergence

// A Spectrum is the right half of the singular value decomposition
// X = U Σ Vᵀ of an n×d matrix.
type Spectrum struct {
	// Sigma holds the d singular values σ₁ ≥ … ≥ σ_d ≥ 0.
	Sigma []float64
	// V is d×d orthogonal; column i is the right singular vector of Sigma[i],
	// with its largest entry (in magnitude) positive.
	V *mat.Dense
}

// NewSpectrum computes the spectrum from the second moments S = XᵀX = V Σ² Vᵀ (d×d), as the
// paper's Algorithm 1 does. Singular values below about 1e-8·σ₁ are lost in rounding; Decompose
// resolves them. Errors wrap ErrNoConvergence or are the context's.
func NewSpectrum(ctx context.Context, gram *mat.SymDense) (Spectrum, error) {
	// A feature that is always zero is itself a singular vector with σ = 0. Pictures have hundreds
	// of them.
	d := gram.SymmetricDim()
	var used, unused []int
	for j := range d {
		if gram.At(j, j) > 0 {
			used = append(used, j)
		} else {
			unused = append(unused, j)
		}
	}
	s := Spectrum{Sigma: make([]float64, d), V: mat.NewDense(d, d, nil)}
	for i, j := range unused {
		s.V.Set(j, len(used)+i, 1)
	}
	if len(used) == 0 {
		return s, nil
	}
	var inner mat.SymDense
	inner.SubsetSym(gram, used)
	values, vectors, err := linalg.Eigenvectors(ctx, &inner)
	if err != nil {
		return Spectrum{}, err
	}
	for i := range used {
		s.Sigma[i] = math.Sqrt(max(0, values[len(used)-1-i]))
		slices.Reverse(vectors.RawRowView(i)) // descending from here on
	}
	orientColumns(vectors)
	for i, j := range used {
		copy(s.V.RawRowView(j), vectors.RawRowView(i))
	}
	return s, ctx.Err()
}

// rowSpectrum computes the spectrum of x (n×d) with n < d from XXᵀ = U Σ² Uᵀ. For components above
// rounding V is XᵀUΣ⁻¹; an arbitrary orthonormal basis of their orthogonal complement has σ = 0.
// Errors are as in NewSpectrum.
func rowSpectrum(ctx context.Context, x *mat.Dense) (Spectrum, error) {
	n, d := x.Dims()
	products := mat.NewSymDense(n, nil)
	together := gramRows(max(n, d))
	for lo := 0; lo < d && ctx.Err() == nil; lo += together {
		products.SymRankK(products, 1, linalg.SliceColumns(x, lo, min(lo+together, d)))
	}
	values, left, err := linalg.Eigenvectors(ctx, products)
	if err != nil {
		return Spectrum{}, err
	}
	slices.Reverse(values)
	kept := countAbove(values, roundoff(max(n, d))*values[0])
	s := Spectrum{Sigma: make([]float64, d), V: mat.NewDense(d, d, nil)}
	for i := range n {
		slices.Reverse(left.RawRowView(i))
	}
	// If x is zero, right is a column of zeros.
	right := linalg.LargeProduct(ctx, blas.Trans, x, linalg.SliceColumns(left, 0, max(1, kept)))
	for i := range kept {
		s.Sigma[i] = math.Sqrt(values[i])
	}
	for i := range d {
		floats.Div(right.RawRowView(i)[:kept], s.Sigma[:kept])
	}
	linalg.CompleteBasis(ctx, right, s.V)
	orientColumns(s.V)
	return s, ctx.Err()
}

// orientColumns flips the columns of v whose entry of largest magnitude is negative, and returns the
// sign of each column.
func orientColumns(v *mat.Dense) (signs []float64) {
	rows, columns := v.Dims()
	big := make([]float64, columns)
	for i := range rows {
		for j, x := range v.RawRowView(i) {
			if math.Abs(x) > math.Abs(big[j]) {
				big[j] = x
			}
		}
	}
	for j, x := range big {
		big[j] = 1
		if x < 0 {
			big[j] = -1
		}
	}
	for i := range rows {
		floats.Mul(v.RawRowView(i), big)
	}
	return big
}

// A Decomposition is the thin singular value decomposition X = U Σ Vᵀ of a domain's rows. It
// resolves singular values that are lost in XᵀX.
type Decomposition struct {
	// Sigma holds the min(n, d) singular values, descending.
	Sigma []float64
	// Projection holds y^U_i = u_iᵀy for each singular value (min(n, d)×c); nil without labels. If
	// σ_i is zero, u_i is some unit vector orthogonal to the others, which depends on the order of
	// the columns.
	Projection *mat.Dense
	// size is max(n, d).
	size int
}

// Decompose returns the Decomposition of the source of data. It ignores the target.
func Decompose(data Data) (Decomposition, error) {
	svd, err := decompose(data.Source.X, mat.SVDThinU)
	if err != nil {
		return Decomposition{}, err
	}
	n, d := data.Source.X.Dims()
	dec := Decomposition{Sigma: svd.Values(nil), size: max(n, d)}
	if data.Source.IsLabelled() {
		var u mat.Dense
		svd.UTo(&u)
		dec.Projection = linalg.MulAny(u.T(), data.Targets(data.Source.Y))
	}
	return dec, nil
}

// decompose returns the singular value decomposition of x with the vectors that kind selects. It
// checks that Σσ² = ‖X‖², which orthogonal transformations preserve; reflectorBlock explains why
// the check is needed.
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

// Rank returns the numerical rank at a relative precision.
func (dec Decomposition) Rank(precision float64) int {
	return numericalRank(dec.Sigma, dec.size, precision)
}

// LeadingProjection returns the first count rows of Projection.
func (dec Decomposition) LeadingProjection(count int) *mat.Dense {
	return linalg.SliceRows(dec.Projection, 0, count)
}

// numericalRank returns the number of singular values above σ₁·size·precision, where size is
// max(n, d) (paper, Appendix "Experiment Details"; the rule of numpy.linalg.matrix_rank). At
// single precision the limit is σ₁/128 at 65,536 rows, more rows than in any data set of the
// paper, and from 8.4 million rows on it would exclude all values. Values above σ₁/128 are not
// rounding at any size, so the limit is at most σ₁/128.
func numericalRank(sigma []float64, size int, precision float64) int {
	const largestRounding = 1.0 / 128
	return countAbove(sigma, sigma[0]*min(float64(size)*precision, largestRounding))
}

// countAbove returns the number of values above limit. The values must descend.
func countAbove(values []float64, limit float64) int {
	return sort.Search(len(values), func(i int) bool { return !(values[i] > limit) })
}

// roundoff returns an upper bound of the error of eigenvalues relative to the largest, where sums
// have size terms: size·ε, but at least 16·ε, since at size 2 or 3 the solver's own error of a few
// ε would exceed size·ε.
func roundoff(size int) float64 { return float64(max(size, 16)) * DoublePrecision }

// Epsilon is the share ε of the label's norm that the paper's Table 1 leaves
// out: k(0.1).
const Epsilon = 0.1

// project returns the label projections y^U_i = u_iᵀy = v_iᵀXᵀy/σ_i as a d×c matrix, one column
// per output, given xty = Xᵀy (d×c). Components from rank on are zero, as the division would
// amplify rounding.
func (s Spectrum) project(xty *mat.Dense, rank int) *mat.Dense {
	p := linalg.MulAny(s.V.T(), xty)
	for i, sigma := range s.Sigma {
		row := p.RawRowView(i)
		if i >= rank {
			clear(row)
			continue
		}
		for j := range row {
			row[j] /= sigma
		}
	}
	return p
}

// TailRank returns k(ε) by the paper's equation (section 2.2), the smallest k with
// ‖y^U_{k+1..d}‖ < ε‖y^U‖. The projection is d×c; with several outputs the norms are Frobenius
// norms. TailRank is 0 for a zero projection.
func TailRank(projection *mat.Dense, epsilon float64) int {
	squares := linalg.SquaredRowNorms(projection)
	limit := epsilon * math.Sqrt(floats.Sum(squares))
	tail := 0.0
	for k := len(squares); k > 0; k-- {
		tail += squares[k-1]
		if tail > 0 && math.Sqrt(tail) >= limit {
			return k
		}
	}
	return 0
}

// HeadRank returns k(ε) by the rule that gives the numbers in the paper's Table 1: the smallest k
// with ‖y^U_{1..k}‖ > (1−ε)‖y^U‖. HeadRank is 0 for a zero projection.
func HeadRank(projection *mat.Dense, epsilon float64) int {
	squares := linalg.SquaredRowNorms(projection)
	limit := (1 - epsilon) * math.Sqrt(floats.Sum(squares))
	head := 0.0
	for k, square := range squares {
		head += square
		if math.Sqrt(head) > limit {
			return k + 1
		}
	}
	if head == 0 {
		return 0
	}
	return len(squares)
}
