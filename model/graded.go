package model

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// smallestFeature limits the squared norm of a feature, relative to ε·σ₁². Below it, eigenvectors
// of XᵀX do not separate the feature from rounding.
const smallestFeature = 1e5

// coveredFeatures lists the features that are covered by the rounding of the largest direction. Features
// that are rarely nonzero but then large, such as pixels at the edge of pictures, do not count; x
// (n×d), which may be nil, shows which these are.
func (s *Side) coveredFeatures(x *mat.Dense) (list []int) {
	limit := smallestFeature * DoublePrecision * s.square(0)
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

// largestSquare returns the largest square of feature j in every step-th row of x.
func largestSquare(x *mat.Dense, j, step int) float64 {
	largest := 0.0
	rows, _ := x.Dims()
	for i := 0; i < rows; i += step {
		largest = max(largest, math.Abs(x.At(i, j)))
	}
	return largest * largest
}

// smallAccurate limits the squared singular value, or the squared norm of a feature, relative to
// ε·σ₁². Below it, eigenvectors of XᵀX give the spectrum with fewer than nine digits.
const smallAccurate = 1e9

// A spectrum with all digits takes almost no time if there are at most fewFeatures features.
const fewFeatures = 256

// needsGraded reports whether gradedSpectrum gains digits in the small part of the spectrum; it takes
// about three times as long as eigenvectors. With at most fewFeatures features, a small σ or a
// small feature is enough. With more, there must be a feature of small scale, and not one that is
// rarely nonzero but then large (drowned), judged by some rows of x (n×d).
func (s *Side) needsGraded(x *mat.Dense) bool {
	const looks = 1000
	limit := smallAccurate * DoublePrecision * s.square(0)
	few := s.D <= fewFeatures
	if few && s.square(max(1, s.resolved())-1) < limit {
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

// gradedSpectrum computes the spectrum of the second moments as NewSpectrum does, but finds every
// σ_i to almost all digits even if the scales of features differ by many orders of magnitude. It
// makes the columns of a Cholesky factor with diagonal pivots orthogonal to each other (Veselić
// and Hari 1989; Demmel and Veselić 1992). It also returns the number of nonzero σ_i: a feature
// counts as a combination of others if about max(n, d)·ε of its square is left, where n is the
// number of rows. If offsets is not nil, gram excludes the offsets and the spectrum includes them.
// Errors are the context's, or wrap ErrNoConvergence.
func gradedSpectrum(ctx context.Context, gram *mat.SymDense, n int, offsets *offsets) (Spectrum, int, error) {
	d := gram.SymmetricDim()
	s := Spectrum{Sigma: make([]float64, d), V: mat.NewDense(d, d, nil)}
	first, share := -1, roundoff(max(n, d))
	var rounding []float64
	if offsets == nil {
		for j := range d {
			rounding = append(rounding, share*gram.At(j, j))
		}
	} else {
		first, rounding = offsets.at, offsets.rounding(gram, share)
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
	if err := separateRows(ctx, factor); err != nil {
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

// pivotedCholesky returns the columns l_j of a factor of the Gram matrix, A = Σ l_jl_jᵀ, as the
// rows of a matrix; nil if A is zero. Each pivot is the largest remaining diagonal entry. Features
// whose remainder is at most their rounding error are dropped, because the rest of their rows
// would be large in the columns of small features. rounding has the initial errors and is
// overwritten: a pivot with a small remainder adds to the errors of other features. The first
// pivot is feature first, unless first is negative. There are at most rank rows. The result is
// meaningless once ctx is done.
func pivotedCholesky(ctx context.Context, a *mat.SymDense, first, rank int, rounding []float64) *mat.Dense {
	const together = 64 // the number of rows after which left is updated
	d := a.SymmetricDim()
	left, diagonal, done := mat.NewSymDense(d, nil), make([]float64, d), make([]bool, d)
	left.CopySym(a)
	for j := range d {
		diagonal[j] = a.At(j, j)
	}
	factor := mat.NewDense(min(rank, d), d, nil)
	taken := 0 // rows already subtracted from left
	for r := range min(rank, d) {
		pivot := -1
		for j := range d {
			done[j] = done[j] || !(diagonal[j] > rounding[j])
			if !done[j] && (pivot < 0 || diagonal[j] > diagonal[pivot]) {
				pivot = j
			}
		}
		if r == 0 && first >= 0 && !done[first] {
			pivot = first
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

// level is a limit of σ² relative to the largest. Above it, eigenvectors of LᵀL make the columns
// of a factor L orthogonal up to a small correction.
const level = 1e-4

// separateRows replaces the columns of a factor, stored as the rows of f, by combinations that are
// orthogonal to each other up to little more than rounding, which is how Drmač and Veselić (2008)
// begin. In each level, eigenvectors of the products of the remaining rows give the rows above
// level, and the rows below it are made orthogonal to them again, against rounding. Last, all rows
// are corrected.
func separateRows(ctx context.Context, f *mat.Dense) error {
	r, _ := f.Dims()
	for from := 0; from < r; {
		size := r - from
		rest := linalg.SliceRows(f, from, r)
		values, w, err := linalg.Eigenvectors(ctx, rowProducts(rest))
		if err != nil {
			return err
		}
		turned := linalg.LargeProduct(ctx, blas.Trans, w, rest)
		for i := range size {
			copy(f.RawRowView(from+i), turned.RawRowView(size-1-i))
		}
		slices.Reverse(values)
		to := from + max(1, countAbove(values, level*values[0]))
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

// rowProducts returns f·fᵀ.
func rowProducts(f *mat.Dense) *mat.SymDense {
	p := new(mat.SymDense)
	p.SymOuterK(1, f)
	return p
}

// correctRows makes the nearly orthogonal rows of f orthogonal to first order: it rotates each pair by
// the angle f_pᵀf_q/(‖f_q‖² − ‖f_p‖²). It skips pairs with a larger angle than most, whose lengths
// are nearly equal.
func correctRows(ctx context.Context, f *mat.Dense) error {
	const most = 1e-3
	p := rowProducts(f)
	r := p.SymmetricDim()
	angles := mat.NewDense(r, r, nil)
	for i := range r {
		for j := range i {
			angle := p.At(i, j) / (p.At(i, i) - p.At(j, j))
			if math.Abs(angle) <= most {
				angles.Set(i, j, angle)
				angles.Set(j, i, -angle)
			}
		}
	}
	f.Add(f, linalg.LargeProduct(ctx, blas.NoTrans, angles, f))
	return ctx.Err()
}

// sweepsToOrthogonal bounds the iteration of orthogonalize; five to eight are usual.
const sweepsToOrthogonal = 40

// orthogonalize rotates pairs of rows until all are orthogonal to each other, to the rounding of
// their product (one-sided Jacobi). Even small entries of a short row on large features are then
// accurate relative to the lengths of the other rows.
func orthogonalize(ctx context.Context, f *mat.Dense) error {
	r, d := f.Dims()
	tolerance := 2 * DoublePrecision * math.Sqrt(float64(max(16, r)))
	sizes := mat.NewDense(r, d, nil)
	for range sweepsToOrthogonal {
		sizes.Apply(func(_, _ int, v float64) float64 { return math.Abs(v) }, f)
		along, most := rowProducts(f), rowProducts(sizes) // a cheap test that finds most orthogonal pairs
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

// LostResidualShare returns the largest share of the squared residual of least squares along one feature
// direction of the source that its Gram matrix has lost. Directions are lost if features are
// linearly dependent up to about 1e-7. The cost is n·d per direction, so LostResidualShare returns 0 without a
// search if more than a few are lost, as with pictures, if not all rows are held, or if the
// problem has fewer rows than features.
func (p *Problem) LostResidualShare() (share float64) {
	const few, rounding = 16, 1e3 // times ε·σ₁
	kept := p.Src.resolved()
	if p.dim-kept < 1 || p.dim-kept > few || p.space.basis != nil || p.Source.IsSampled() || p.Src.Sigma[0] == 0 {
		return 0
	}
	left := p.Targets(p.Source.Y)
	w := p.Src.leastSquaresWeights()
	var rest mat.Dense
	rest.Sub(left, p.samples[0].multiply(w))
	along := p.samples[0].multiply(linalg.SliceColumns(p.Src.V, kept, p.dim))
	for j := range p.dim - kept {
		u := along.ColView(j)
		if norm := mat.Norm(u, 2); norm > rounding*DoublePrecision*p.Src.Sigma[0] {
			found := linalg.MulAny(u.T(), &rest)
			share = max(share, math.Pow(mat.Norm(found, 2)/norm/mat.Norm(&rest, 2), 2))
		}
	}
	return share
}
