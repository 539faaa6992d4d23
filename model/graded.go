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
// which the spectrum that eigenvectors of XᵀX give has fewer than nine digits of it.
const smallAccurate = 1e9

// fewFeatures is up to how many features a spectrum with all digits takes next to no time.
const fewFeatures = 256

// unequal tells that what is small in the spectrum gains digits by a factor of Gram, which takes
// about three times as long as eigenvectors do. Of many features it does so only where they differ in
// scale, and not just by being rarely different from zero, but then large (drowned): some of the rows
// of x (n×d) tell.
func (s *Side) unequal(x *mat.Dense) bool {
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
			square = float64(s.N) * highest(x, j, (rows+looks-1)/looks)
		}
		if 0 < square && square < limit {
			return true
		}
	}
	return false
}

// gradedSpectrum takes the spectrum from the second moments as NewSpectrum does, and finds every
// σ_i to almost all digits also where the features differ in scale by many orders of magnitude: a
// Cholesky factor with diagonal pivots, whose columns are then made orthogonal to each other (Veselić
// and Hari 1989; Demmel and Veselić 1992). It returns how many σ_i are not zero: a feature counts as a
// combination of others where about max(n, d)·ε of its square is left, n the number of rows. The moments
// are those without the offsets, unless these are nil, and the spectrum is that with them. Errors are
// the context's, or wrap ErrNoConvergence.
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
		linalg.Complete(ctx, mat.NewDense(d, 1, nil), s.V)
		return s, 0, ctx.Err()
	}
	if offsets != nil {
		offsets.addToFactor(factor)
	}
	rank, _ := factor.Dims()
	if err := separate(ctx, factor); err != nil {
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
		orient(row)
		s.V.SetCol(i, row)
	}
	if rank < d {
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

// pivotedCholesky returns the columns l_j of a factor of the Gram matrix, A = Σ l_jl_jᵀ, as the
// rows of a matrix; nil where A is zero. The pivots are the largest diagonal entries of what is left,
// without those of which no more is left than rounding, as given for each, and what pivots of which
// little was left have made of theirs. The rest of their rows would be a great deal in the
// columns of small features. The first pivot is feature first, unless that is negative. There are no
// more than rank. What it returns once ctx is done means nothing.
func pivotedCholesky(ctx context.Context, a *mat.SymDense, first, rank int, rounding []float64) *mat.Dense {
	const together = 64 // rows that are found before left loses what they have of it
	d := a.SymmetricDim()
	left, diagonal, done := mat.NewSymDense(d, nil), make([]float64, d), make([]bool, d)
	left.CopySym(a)
	for j := range d {
		diagonal[j] = a.At(j, j)
	}
	factor := mat.NewDense(min(rank, d), d, nil)
	rows := func(from, to int) *mat.Dense { return factor.Slice(from, to, 0, d).(*mat.Dense) }
	taken := 0 // rows that left has lost
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
			return rows(0, r)
		}
		row := factor.RawRowView(r)
		for j := range d {
			row[j] = left.At(j, pivot)
		}
		if taken < r {
			found := rows(taken, r)
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
			blas64.Syrk(blas.Trans, -1, rows(taken, r+1).RawMatrix(), 1, left.RawSymmetric())
			taken = r + 1
		}
	}
	return factor
}

// level is the share of the largest σ² down to which eigenvectors of LᵀL make the columns of a
// factor L orthogonal, but for a correction that is small.
const level = 1e-4

// separate replaces the columns of a factor, the rows of f, by orthogonal combinations of them
// that are orthogonal to each other but for little more than rounding (Drmač and Veselić 2008, who
// begin so): one level after the other by eigenvectors of the products of what is left, of which
// the rounding of the level above is taken out; then all of them are corrected.
func separate(ctx context.Context, f *mat.Dense) error {
	r, d := f.Dims()
	rows := func(from, to int) *mat.Dense { return f.Slice(from, to, 0, d).(*mat.Dense) }
	for from := 0; from < r; {
		size := r - from
		values, w, err := linalg.Eigenvectors(ctx, products(rows(from, r)))
		if err != nil {
			return err
		}
		turned := linalg.LargeProduct(ctx, blas.Trans, w, rows(from, r))
		for i := range size {
			copy(f.RawRowView(from+i), turned.RawRowView(size-1-i))
		}
		slices.Reverse(values)
		to := from + max(1, countAbove(values, level*values[0]))
		if to < r {
			above, below := rows(from, to), rows(to, r)
			along := linalg.LargeProduct(ctx, blas.NoTrans, below, mat.DenseCopyOf(above.T()))
			for i := range r - to {
				floats.Div(along.RawRowView(i), values[:to-from])
			}
			below.Sub(below, linalg.LargeProduct(ctx, blas.NoTrans, along, above))
		}
		from = to
	}
	return correct(ctx, f)
}

// products returns the products of the rows of f.
func products(f *mat.Dense) *mat.SymDense {
	r, _ := f.Dims()
	p := mat.NewSymDense(r, nil)
	blas64.Syrk(blas.NoTrans, 1, f.RawMatrix(), 0, p.RawSymmetric())
	return p
}

// correct turns the rows of f, which are nearly orthogonal, by the first order of what makes
// them so: pairs of rows by the angle f_pᵀf_q/(‖f_q‖² − ‖f_p‖²), but for those of nearly equal length.
func correct(ctx context.Context, f *mat.Dense) error {
	const most = 1e-3
	p := products(f)
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

// orthogonalize rotates pairs of rows until all are orthogonal to each other, to the
// rounding of their product (one-sided Jacobi): of a short row the entries on large
// features are then right in relation to the others' length, small as they are.
func orthogonalize(ctx context.Context, f *mat.Dense) error {
	r, d := f.Dims()
	tolerance := 2 * DoublePrecision * math.Sqrt(float64(max(16, r)))
	sizes := mat.NewDense(r, d, nil)
	for range sweepsToOrthogonal {
		sizes.Apply(func(_, _ int, v float64) float64 { return math.Abs(v) }, f)
		along, most := products(f), products(sizes) // which tell most pairs that are orthogonal
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

// Lost returns the largest share of what least squares leaves of the labels that lies along
// a direction of the features of the source that its Gram matrix has lost, where features
// depend on each other but for less than about 1e-7 of them: n·d each, so that it is 0, and
// not looked for, beyond a few, as of pictures, or where not all rows are held.
func (p *Problem) Lost() (share float64) {
	const few, rounding = 16, 1e3 // times ε·σ₁
	kept := p.Src.resolved()
	if p.dim-kept < 1 || p.dim-kept > few || p.space.basis != nil || p.Source.Sampled() || p.Src.Sigma[0] == 0 {
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
