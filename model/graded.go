package model

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// smallestFeature is the squared norm of a feature, relative to ε·σ₁², below which
// eigenvectors of XᵀX no longer tell it from rounding.
const smallestFeature = 1e5

// drowned lists the features that are so far below the largest direction that its
// rounding covers them. Those that are rarely different from zero, but then large, as
// the pixels at the edge of pictures, are not among them: x (n×d), nil where it is not
// held, tells.
func (s *Side) drowned(x *mat.Dense) (list []int) {
	limit := smallestFeature * DoublePrecision * s.square(0)
	for j := range s.D {
		square := math.NaN() // in features where the problem is solved in them
		if s.Gram.SymmetricDim() == s.D {
			square = s.Gram.At(j, j)
		}
		if square >= limit {
			continue
		}
		if x != nil {
			square = float64(s.N) * highest(x, j, 1)
		}
		if 0 < square && square < limit {
			list = append(list, j)
		}
	}
	return list
}

// highest returns the largest square of feature j in one of every step rows of x.
func highest(x *mat.Dense, j, step int) float64 {
	largest := 0.0
	rows, _ := x.Dims()
	for i := 0; i < rows; i += step {
		largest = math.Max(largest, math.Abs(x.At(i, j)))
	}
	return largest * largest
}

// smallAccurate is the squared singular value, or norm of a feature, relative to ε·σ₁², below
// which the spectrum that eigenvectors of XᵀX give has fewer than nine digits of it. Up to
// widestRotated features the other one takes a fraction of a second, up to widestAccurate a few.
const smallAccurate, widestRotated, widestAccurate = 1e9, 256, 1024

// unequal tells that what is small in the spectrum gains digits by a factor of Gram, and the
// features are few enough for it. Of many it does so only where they differ in scale, and not just by
// being rarely different from zero, but then large (drowned): some of the rows of x (n×d) tell.
func (s *Side) unequal(x *mat.Dense) bool {
	const looks = 1000
	limit := smallAccurate * DoublePrecision * s.square(0)
	few := s.D <= widestRotated
	if few && s.square(max(1, s.resolved())-1) < limit {
		return true
	}
	for j := range s.D {
		square := s.Gram.At(j, j)
		if !few && 0 < square && square < limit {
			rows, _ := x.Dims()
			square = float64(s.N) * highest(x, j, (rows+looks-1)/looks)
		}
		if 0 < square && square < limit {
			return s.D <= widestAccurate
		}
	}
	return false
}

// gradedSpectrum takes the spectrum from the second moments as NewSpectrum does, and
// finds every σ_i to almost all digits also where the features differ in scale by many
// orders of magnitude: a Cholesky factor with diagonal pivots, whose columns are then
// made orthogonal to each other by plane rotations (Veselić and Hari 1989; Demmel and
// Veselić 1992). It returns how many σ_i are not zero: a feature counts as a combination
// of others where less than max(n, d)·ε of its square is left, n the number of rows. Errors are the context's, or
// wrap ErrNoConvergence.
func gradedSpectrum(ctx context.Context, gram *mat.SymDense, n int) (Spectrum, int, error) {
	d := gram.SymmetricDim()
	factor := pivotedCholesky(ctx, gram, n, roundoff(max(n, d)))
	rank := len(factor)
	if rank > widestRotated {
		if err := turn(ctx, factor); err != nil {
			return Spectrum{}, 0, err
		}
	}
	if err := orthogonalize(ctx, factor); err != nil {
		return Spectrum{}, 0, err
	}
	norm := func(v []float64) float64 { return floats.Norm(v, 2) }
	slices.SortStableFunc(factor, func(a, b []float64) int {
		return cmp.Compare(norm(b), norm(a))
	})
	s := Spectrum{Sigma: make([]float64, d), V: mat.NewDense(d, d, nil)}
	for i, column := range factor {
		s.Sigma[i] = norm(column)
		floats.Scale(1/s.Sigma[i], column)
		orient(column)
		s.V.SetCol(i, column)
	}
	if 0 < rank && rank < d {
		var qr mat.QR
		var q mat.Dense
		qr.Factorize(s.V.Slice(0, d, 0, rank))
		qr.QTo(&q)
		for i := rank; i < d; i++ {
			column := mat.Col(nil, i, &q)
			orient(column)
			s.V.SetCol(i, column)
		}
	}
	return s, rank, ctx.Err()
}

// pivotedCholesky returns the columns l_j of a factor of the Gram matrix, A = Σ l_jl_jᵀ.
// The pivots are the largest diagonal entries of what is left, without those of which
// no more than the given share of what they were is left: the rest of their rows is the
// rounding of large numbers, which would be a great deal in the columns of small features.
// There are no more than rank. What it returns once ctx is done means nothing.
func pivotedCholesky(ctx context.Context, a *mat.SymDense, rank int, share float64) [][]float64 {
	d := a.SymmetricDim()
	left := mat.NewSymDense(d, nil)
	left.CopySym(a)
	raw := left.RawSymmetric()
	done := make([]bool, d)
	var factor [][]float64
	for {
		pivot := -1
		for j := range d {
			done[j] = done[j] || !(left.At(j, j) > share*a.At(j, j))
			if !done[j] && (pivot < 0 || left.At(j, j) > left.At(pivot, pivot)) {
				pivot = j
			}
		}
		if pivot < 0 || len(factor) == rank || ctx.Err() != nil {
			return factor
		}
		root := math.Sqrt(left.At(pivot, pivot))
		column := make([]float64, d)
		for i := range d {
			if !done[i] {
				column[i] = left.At(i, pivot) / root
			}
		}
		done[pivot] = true
		blas64.Syr(-1, blas64.Vector{N: d, Inc: 1, Data: column}, raw)
		factor = append(factor, column)
	}
}

// turn replaces the columns l_j of a factor L by those of LW, W the eigenvectors of LᵀL, which
// are orthogonal but for the rounding of the large ones: two or three sweeps of rotations are left of
// eight (Drmač and Veselić 2008).
func turn(ctx context.Context, factor [][]float64) error {
	l := mat.NewDense(len(factor[0]), len(factor), nil)
	for j, column := range factor {
		l.SetCol(j, column)
	}
	products := mat.NewSymDense(len(factor), nil)
	blas64.Syrk(blas.Trans, 1, l.RawMatrix(), 0, products.RawSymmetric())
	_, w, err := linalg.Eigenvectors(ctx, products)
	if err != nil {
		return err
	}
	turned := linalg.LargeProduct(ctx, blas.NoTrans, l, w)
	for j, column := range factor {
		mat.Col(column, len(factor)-1-j, turned)
	}
	return ctx.Err()
}

// sweepsToOrthogonal bounds the iteration of orthogonalize; five to eight are usual.
const sweepsToOrthogonal = 40

// orthogonalize rotates pairs of columns until all are orthogonal to each other, to the
// rounding of their product (one-sided Jacobi): of a short column the entries on large
// features are then right in relation to the others' length, small as they are.
func orthogonalize(ctx context.Context, columns [][]float64) error {
	tolerance := 2 * DoublePrecision * math.Sqrt(float64(max(16, len(columns))))
	for range sweepsToOrthogonal {
		turned := false
		for p, a := range columns {
			if err := ctx.Err(); err != nil {
				return err
			}
			for _, b := range columns[p+1:] {
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
				blas64.Rot(blas64.Vector{N: len(a), Inc: 1, Data: a}, blas64.Vector{N: len(b), Inc: 1, Data: b}, cosine, -cosine*tangent)
			}
		}
		if !turned {
			return nil
		}
	}
	return ErrNoConvergence
}

// Lost returns the largest share of what least squares leaves of the labels that lies along
// a direction of the features of the source that its Gram matrix has lost, where features
// depend on each other but for less than about 1e-7 of them: n·d each, so that it is 0, and
// not looked for, beyond a few, as of pictures, or where not all rows are held.
func (p *Problem) Lost() (share float64) {
	const few, rounding = 16, 1e3 // times ε·σ₁
	kept := p.Src.resolved()
	if p.dim-kept < 1 || p.dim-kept > few || p.basis != nil || p.Source.Sampled() || p.Src.Sigma[0] == 0 {
		return 0
	}
	left := p.Targets(p.Source.Y)
	w := p.Src.leastSquaresWeights()
	var rest mat.Dense
	rest.Sub(left, p.samples[0].times(w))
	along := p.samples[0].times(p.Src.V.Slice(0, p.dim, kept, p.dim).(*mat.Dense))
	for j := range p.dim - kept {
		u := along.ColView(j)
		if norm := mat.Norm(u, 2); norm > rounding*DoublePrecision*p.Src.Sigma[0] {
			var found mat.Dense
			found.Mul(u.T(), &rest)
			share = math.Max(share, math.Pow(mat.Norm(&found, 2)/norm/mat.Norm(&rest, 2), 2))
		}
	}
	return share
}
