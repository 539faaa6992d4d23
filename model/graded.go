package model

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// Eigenvectors of XᵀX do not separate a feature from rounding if its squared norm is below
// smallestFeature·ε·σ₁², where ε is the machine precision.
const smallestFeature = 1e5

// drownedFeatures lists the features that rounding errors of the largest singular value hide in
// XᵀX. It omits features that are large in a few rows of x (n×d) and otherwise zero, such as pixels
// at the edge of images. If x is nil, the list includes these features.
func (s *Side) drownedFeatures(x *mat.Dense) (list []int) {
	limit := smallestFeature * DoublePrecision * s.squaredSigma(0)
	for j := range s.D {
		square := nan // known if Gram is in feature coordinates
		if s.Gram.SymmetricDim() == s.D {
			square = s.Gram.At(j, j)
		}
		if square >= limit {
			continue
		}
		if x != nil {
			square = float64(s.N) * largestSquare(x, j, 1)
		}
		if 0 < square && square < limit {
			list = append(list, j)
		}
	}
	return list
}

func largestSquare(x *mat.Dense, j, step int) float64 {
	largest := 0.0
	rows, _ := x.Dims()
	for i := 0; i < rows; i += step {
		largest = max(largest, math.Abs(x.At(i, j)))
	}
	return largest * largest
}

// Eigenvectors of XᵀX give fewer than nine digits of the spectrum if a σ_i², or the squared norm of
// a feature, is below smallAccurate·ε·σ₁², where ε is the machine precision.
const smallAccurate = 1e9

// fewFeatures is the largest number of features for which gradedSpectrum takes almost no time.
const fewFeatures = 256

// needsGradedSpectrum reports whether gradedSpectrum would give small σ more digits than
// eigenvectors of XᵀX, which take a third of the time. With at most fewFeatures features, one small
// σ or feature is enough. With more, a feature must be small in each of about 1000 rows of x (n×d).
func (s *Side) needsGradedSpectrum(x *mat.Dense) bool {
	const looks = 1000
	limit := smallAccurate * DoublePrecision * s.squaredSigma(0)
	few := s.D <= fewFeatures
	if few && s.squaredSigma(max(1, s.ResolvedCount())-1) < limit {
		return true
	}
	for j := range s.D {
		square := s.Gram.At(j, j)
		if !few && 0 < square && square < limit {
			rows, _ := x.Dims()
			square = float64(s.N) * largestSquare(x, j, (rows+looks-1)/looks)
		}
		if 0 < square && square < limit {
			return true
		}
	}
	return false
}

// gradedSpectrum computes the spectrum of n rows from XᵀX, and the number of nonzero σ_i. Unlike
// NewSpectrum, it gives almost all digits of every σ_i even if features differ by many orders of
// magnitude (Veselić and Hari 1989; Demmel and Veselić 1992). If offsets is not nil, gram must have
// the moments of the features minus offsets, but the spectrum belongs to the features. Errors wrap
// ErrNoConvergence or the error of ctx.
func gradedSpectrum(ctx context.Context, gram *mat.SymDense, n int, offsets *offsets) (Spectrum, int, error) {
	d := gram.SymmetricDim()
	s := Spectrum{Sigma: make([]float64, d), V: mat.NewDense(d, d, nil)}
	first, share := -1, roundoffBound(max(n, d))
	var rounding []float64
	if offsets == nil {
		for j := range d {
			rounding = append(rounding, share*gram.At(j, j))
		}
	} else {
		first, rounding = offsets.reference, offsets.diagonalErrors(gram, share)
	}
	factor := pivotedCholesky(ctx, gram, first, n, rounding)
	if factor == nil {
		linalg.CompleteBasis(ctx, mat.NewDense(d, 1, nil), s.V)
		return s, 0, ctx.Err()
	}
	if offsets != nil {
		offsets.addToFactor(factor)
	}
	rank, _ := factor.Dims()
	if err := orthogonalizeRows(ctx, factor); err != nil {
		return Spectrum{}, 0, err
	}
	if err := orthogonalize(ctx, factor); err != nil {
		return Spectrum{}, 0, err
	}
	lengths, order := make([]float64, rank), make([]int, rank)
	for i := range rank {
		lengths[i] = -floats.Norm(factor.RawRowView(i), 2)
	}
	floats.ArgsortStable(lengths, order)
	for i, from := range order {
		row := factor.RawRowView(from)
		s.Sigma[i] = -lengths[i]
		floats.Scale(1/s.Sigma[i], row)
		s.V.SetCol(i, row)
	}
	if rank < d {
		q := mat.NewDense(d, d, nil)
		linalg.CompleteBasis(ctx, mat.DenseCopyOf(s.V.Slice(0, d, 0, rank)), q)
		linalg.SliceColumns(s.V, rank, d).Copy(q.Slice(0, d, rank, d))
	}
	orientColumns(s.V)
	return s, rank, ctx.Err()
}

// pivotedCholesky returns vectors l_j with Σ l_jl_jᵀ = a as the rows of a matrix with at most rank
// rows, or nil if a is zero. The first pivot is firstPivot, unless firstPivot is negative; each
// later pivot is the largest remaining diagonal entry. rounding must have the rounding errors of
// the diagonal of a, and is overwritten. A feature is dropped once its diagonal entry is only
// rounding. The result is meaningless once ctx is done.
func pivotedCholesky(ctx context.Context, a *mat.SymDense, firstPivot, rank int, rounding []float64) *mat.Dense {
	const together = 64 // rows of factor are subtracted from left in groups of this size
	d := a.SymmetricDim()
	left, diagonal, done := mat.NewSymDense(d, nil), make([]float64, d), make([]bool, d)
	left.CopySym(a)
	for j := range d {
		diagonal[j] = a.At(j, j)
	}
	factor := mat.NewDense(min(rank, d), d, nil)
	taken := 0 // the number of rows of factor that are already subtracted from left
	for r := range min(rank, d) {
		pivot := -1
		for j := range d {
			done[j] = done[j] || !(diagonal[j] > rounding[j])
			if !done[j] && (pivot < 0 || diagonal[j] > diagonal[pivot]) {
				pivot = j
			}
		}
		if r == 0 && firstPivot >= 0 && !done[firstPivot] {
			pivot = firstPivot
		}
		if pivot < 0 || ctx.Err() != nil {
			if r == 0 {
				return nil
			}
			return linalg.SliceRows(factor, 0, r)
		}
		row := factor.RawRowView(r)
		for j := range d {
			row[j] = left.At(j, pivot)
		}
		if taken < r {
			found := linalg.SliceRows(factor, taken, r)
			blas64.Gemv(blas.Trans, -1, found.RawMatrix(), blas64.Vector{N: r - taken, Inc: 1, Data: mat.Col(nil, pivot, found)},
				1, blas64.Vector{N: d, Inc: 1, Data: row})
		}
		root, lost := math.Sqrt(diagonal[pivot]), rounding[pivot]/diagonal[pivot]
		for j := range d {
			if done[j] {
				row[j] = 0
			}
			row[j] /= root
			diagonal[j] -= row[j] * row[j]
			rounding[j] += lost * row[j] * row[j]
		}
		row[pivot], done[pivot] = root, true
		if r+1-taken == together {
			left.SymRankK(left, -1, linalg.SliceRows(factor, taken, r+1).T())
			taken = r + 1
		}
	}
	return factor
}

// separationLevel is the smallest σ²/σ₁² for which eigenvectors of LᵀL make the columns of a
// Cholesky factor L orthogonal up to a small correction.
const separationLevel = 1e-4

// orthogonalizeRows replaces the rows of f by combinations that are orthogonal up to little more than
// rounding (the first part of the method of Drmač and Veselić 2008). In each round, eigenvectors
// make the remaining rows orthogonal. Rows with squared lengths above separationLevel times the
// largest are then finished, and all others lose their parts along the finished rows.
func orthogonalizeRows(ctx context.Context, f *mat.Dense) error {
	r, _ := f.Dims()
	for from := 0; from < r; {
		rest := linalg.SliceRows(f, from, r)
		values, w, err := linalg.LeadingEigenvectors(ctx, rowProducts(rest), r-from)
		if err != nil {
			return err
		}
		rest.Copy(linalg.LargeProduct(ctx, blas.Trans, w, rest))
		to := from + max(1, countAbove(values, separationLevel*values[0]))
		if to < r {
			above, below := linalg.SliceRows(f, from, to), linalg.SliceRows(f, to, r)
			along := linalg.LargeProduct(ctx, blas.NoTrans, below, mat.DenseCopyOf(above.T()))
			for i := range r - to {
				floats.Div(along.RawRowView(i), values[:to-from])
			}
			below.Sub(below, linalg.LargeProduct(ctx, blas.NoTrans, along, above))
		}
		from = to
	}
	return correctRows(ctx, f)
}

func rowProducts(f mat.Matrix) *mat.SymDense {
	p := new(mat.SymDense)
	p.SymOuterK(1, f)
	return p
}

// correctRows makes nearly orthogonal rows of f orthogonal to first order: it rotates rows p and q
// by the angle f_pᵀf_q/(‖f_q‖² − ‖f_p‖²). Rows of nearly equal lengths, with an angle above
// maxAngle, stay as they are.
func correctRows(ctx context.Context, f *mat.Dense) error {
	const maxAngle = 1e-3
	p := rowProducts(f)
	r := p.SymmetricDim()
	angles := mat.NewDense(r, r, nil)
	for i := range r {
		for j := range i {
			angle := p.At(i, j) / (p.At(i, i) - p.At(j, j))
			if math.Abs(angle) <= maxAngle {
				angles.Set(i, j, angle)
				angles.Set(j, i, -angle)
			}
		}
	}
	f.Add(f, linalg.LargeProduct(ctx, blas.NoTrans, angles, f))
	return ctx.Err()
}

// Five to eight sweeps of orthogonalize are usual.
const sweepsToOrthogonal = 40

// orthogonalize rotates pairs of rows of f until all are orthogonal up to the rounding of their
// product (one-sided Jacobi). Small entries of short rows are then accurate.
func orthogonalize(ctx context.Context, f *mat.Dense) error {
	r, d := f.Dims()
	tolerance := 2 * DoublePrecision * math.Sqrt(float64(max(16, r)))
	sizes := mat.NewDense(r, d, nil)
	for range sweepsToOrthogonal {
		sizes.Apply(func(_, _ int, v float64) float64 { return math.Abs(v) }, f)
		along, most := rowProducts(f), rowProducts(sizes) // one matrix product finds most of the orthogonal pairs
		turned := false
		for p := range r {
			if err := ctx.Err(); err != nil {
				return err
			}
			a := f.RawRowView(p)
			for q := p + 1; q < r; q++ {
				if math.Abs(along.At(p, q)) <= tolerance*most.At(p, q) {
					continue
				}
				b := f.RawRowView(q)
				ab, rounding := 0.0, 0.0
				for i, v := range a {
					ab += v * b[i]
					rounding += math.Abs(v * b[i])
				}
				if math.Abs(ab) <= tolerance*rounding {
					continue
				}
				aa, bb := floats.Dot(a, a), floats.Dot(b, b)
				turned = true
				zeta := (bb - aa) / (2 * ab)
				tangent := math.Copysign(1/(math.Abs(zeta)+math.Hypot(1, zeta)), zeta)
				cosine := 1 / math.Hypot(1, tangent)
				blas64.Rot(blas64.Vector{N: d, Inc: 1, Data: a}, blas64.Vector{N: d, Inc: 1, Data: b}, cosine, -cosine*tangent)
			}
		}
		if !turned {
			return nil
		}
	}
	return ErrNoConvergence
}

// LostResidualShare returns the largest share of the squared least-squares residual that a hidden
// direction of the source would explain. Rounding of the Gram matrix hides directions if features
// are linearly dependent up to about 1e-7. LostResidualShare returns 0 in these cases: more than a
// few directions are hidden, as in images; the source holds only some rows; the problem has fewer
// rows than features.
func (p *Problem) LostResidualShare() (share float64) {
	const few, rounding = 16, 1e3 // times ε·σ₁
	kept := p.Src.ResolvedCount()
	if p.dim-kept < 1 || p.dim-kept > few || p.space.basis != nil || p.Source.IsSampled() || p.Src.Sigma[0] == 0 {
		return 0
	}
	left := p.Targets(p.Source.Y)
	w := p.Src.leastSquaresWeights()
	var rest mat.Dense
	rest.Sub(left, p.scoredDomains[0].multiply(w))
	along := p.scoredDomains[0].multiply(linalg.SliceColumns(p.Src.V, kept, p.dim))
	for j := range p.dim - kept {
		u := along.ColView(j)
		if norm := mat.Norm(u, 2); norm > rounding*DoublePrecision*p.Src.Sigma[0] {
			found := linalg.MultiplyAny(u.T(), &rest)
			share = max(share, math.Pow(mat.Norm(found, 2)/norm/mat.Norm(&rest, 2), 2))
		}
	}
	return share
}
