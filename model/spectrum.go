package model

import (
	"context"
	"fmt"
	"math"
	"sort"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// Relative precisions for numericalRank.
const (
	// SinglePrecision is the spacing of 32-bit floats at one, the paper's tolerance.
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
	// V (d×d) is orthogonal. Column i is the right singular vector of Sigma[i]. The entry of largest
	// magnitude in each column is positive.
	V *mat.Dense
}

// NewSpectrum computes the spectrum from XᵀX = V Σ² Vᵀ (d×d), as the paper's Algorithm 1 does.
// Singular values below about 1e-8·σ₁ are lost in rounding; Decompose computes them from X. Errors
// wrap ErrNoConvergence or the error of ctx.
func NewSpectrum(ctx context.Context, gram *mat.SymDense) (Spectrum, error) {
	// The unit vector of a feature that is always zero is a singular vector with σ = 0. Pictures have
	// hundreds of these features.
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
	values, vectors, err := linalg.LeadingEigenvectors(ctx, &inner, len(used))
	if err != nil {
		return Spectrum{}, err
	}
	orientColumns(vectors)
	for i, j := range used {
		s.Sigma[i] = math.Sqrt(max(0, values[i]))
		copy(s.V.RawRowView(j), vectors.RawRowView(i))
	}
	return s, ctx.Err()
}

// rowSpectrum computes the spectrum of x (n×d) with n < d from XXᵀ = U Σ² Uᵀ. If σ_i is above
// rounding, v_i is xᵀu_i/σ_i. All other σ_i are set to 0, and the other v_i are an arbitrary
// orthonormal basis of the orthogonal complement. Errors are as in NewSpectrum.
func rowSpectrum(ctx context.Context, x *mat.Dense) (Spectrum, error) {
	n, d := x.Dims()
	products := mat.NewSymDense(n, nil)
	together := rowsPerGramBlock(max(n, d))
	for lo := 0; lo < d && ctx.Err() == nil; lo += together {
		products.SymRankK(products, 1, linalg.SliceColumns(x, lo, min(lo+together, d)))
	}
	values, left, err := linalg.LeadingEigenvectors(ctx, products, n)
	if err != nil {
		return Spectrum{}, err
	}
	kept := countAbove(values, roundoffBound(max(n, d))*values[0])
	s := Spectrum{Sigma: make([]float64, d), V: mat.NewDense(d, d, nil)}
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

// orientColumns multiplies columns of v by −1 so that the entry of largest magnitude in each column
// is positive. It returns the factor of each column, 1 or −1.
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

// A Decomposition has results of the thin singular value decomposition X = U Σ Vᵀ of a domain's
// rows, including the singular values that rounding hides in XᵀX.
type Decomposition struct {
	// Sigma holds the min(n, d) singular values, descending.
	Sigma []float64
	// Row i of Projection (min(n, d)×c) is y^U_i = u_iᵀy, where u_i is arbitrary if σ_i is zero.
	// Projection is nil without labels.
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
		dec.Projection = linalg.MultiplyAny(u.T(), data.Targets(data.Source.Y))
	}
	return dec, nil
}

// decompose returns the singular value decomposition of x with the vectors that kind selects. It
// returns an error if Σσ² ≠ ‖x‖², because a routine of gonum has a rare bug (see
// linalg.reflectorBlock).
func decompose(x mat.Matrix, kind mat.SVDKind) (*mat.SVD, error) {
	n, d := x.Dims()
	var svd mat.SVD
	if ok := svd.Factorize(x, kind); !ok {
		return nil, fmt.Errorf("computing the singular values of a %d×%d matrix: %w", n, d, ErrNoConvergence)
	}
	norm := mat.Norm(x, 2)
	if math.Abs(floats.Norm(svd.Values(nil), 2)-norm) > 1e3*roundoffBound(max(n, d))*norm {
		return nil, fmt.Errorf("the squared singular values of a %d×%d matrix do not sum to its squared norm: %w", n, d, ErrNoConvergence)
	}
	return &svd, nil
}

// Rank returns the numerical rank at a relative precision such as SinglePrecision.
func (dec Decomposition) Rank(precision float64) int {
	return numericalRank(dec.Sigma, dec.size, precision)
}

// LeadingProjection returns the first count rows of Projection, in the same memory.
func (dec Decomposition) LeadingProjection(count int) *mat.Dense {
	return linalg.SliceRows(dec.Projection, 0, count)
}

// numericalRank returns the number of singular values above σ₁·min(size·precision, 1/128), where
// size is max(n, d). The paper (appendix "Experiment Details") and numpy.linalg.matrix_rank have
// the limit σ₁·size·precision, which for millions of rows would exclude all values at single
// precision. Values above σ₁/128 are never rounding. Both limits are equal for the paper's data
// sets.
func numericalRank(sigma []float64, size int, precision float64) int {
	const largestRounding = 1.0 / 128
	return countAbove(sigma, sigma[0]*min(float64(size)*precision, largestRounding))
}

// countAbove requires descending values.
func countAbove(values []float64, limit float64) int {
	return sort.Search(len(values), func(i int) bool { return !(values[i] > limit) })
}

// roundoffBound returns an upper bound of the error of eigenvalues, relative to the largest
// eigenvalue, if each entry of the matrix is a sum of size terms.
func roundoffBound(size int) float64 { return float64(max(size, 16)) * DoublePrecision }

// Epsilon is the ε of k(ε) in the paper's Table 1, the share of the label norm that may lie outside
// the first k components.
const Epsilon = 0.1

// projectLabels returns the label projections y^U_i = u_iᵀy = v_iᵀXᵀy/σ_i (d×c) for xty = Xᵀy
// (d×c). Rows from index rank on are zero, because division by σ_i would amplify rounding errors.
func (s Spectrum) projectLabels(xty *mat.Dense, rank int) *mat.Dense {
	p := linalg.MultiplyAny(s.V.T(), xty)
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

// TailRank returns the smallest k with ‖y^U_{k+1..d}‖ < ε‖y^U‖, the k(ε) of the paper's equation in
// section 2.2. projection is y^U (d×c). With several outputs the norms are Frobenius norms. The
// result is 0 if y^U = 0.
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

// HeadRank returns the smallest k with ‖y^U_{1..k}‖ > (1−ε)‖y^U‖, the k(ε) that reproduces the
// paper's Table 1. projection is y^U (d×c). The result is 0 if y^U = 0.
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
