package model

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A reducedSystem is the system of equations A w = b, for every λ, in few dimensions:
//
//	A = Σ_{i≤k} σ_i² v_iv_iᵀ + λ Σ_{i∈T} t_i ṽ_iṽ_iᵀ + L2·I,  b = Φᵀy.
//
// T has the tail directions i > k̃ with weight t_i > 0. The orthonormal basis spans b and the range
// of A. It begins with the larger of two sets of vectors: v_1, …, v_k or the ṽ_i of T. So the term
// of A with this set is diagonal.
type reducedSystem struct {
	problem *Problem
	// inSource reports whether v_1, …, v_k is the larger set of vectors, not the ṽ_i of T. If it is,
	// vectors of length dim have coordinates along V, else along Ṽ. The coordinates with indices
	// [from, to) belong to the larger set.
	inSource bool
	from, to int
	// q has the basis vectors outside the larger set of vectors as columns, in the coordinates
	// outside that set. It is nil if the system keeps all coordinates.
	q *mat.Dense
	// diagonal has the term of A with the larger set of vectors (p long, zero outside the set), and
	// dense the term with the smaller set (p×p), both without the factor λ.
	diagonal []float64
	dense    *mat.SymDense
}

// systemKey returns p without λ, L2 and the parameters of descent. Params with equal keys have equal
// matrices A at equal λ and L2.
func (p Params) systemKey() Params {
	return Params{K: p.K, KTilde: p.KTilde, Tail: p.Tail, KeepImplicit: p.KeepImplicit}
}

// headCount returns the number of source components in A. It omits components below rounding,
// because a pseudo-inverse would amplify their errors.
func (p *Problem) headCount(key Params) int {
	heads := max(1, p.Src.ResolvedCount())
	if key.KeepImplicit {
		return heads
	}
	return min(heads, key.K)
}

// tailWeights returns the index of the first target direction that A weights, and the weights t_i of
// the directions from this index on.
func (p *Problem) tailWeights(key Params) (from int, weights []float64) {
	side, count := &p.Tgt, p.Tgt.ResolvedCount()
	switch key.Tail {
	case SourceTail:
		side, count = &p.Src, p.sourceTailEnd()
	case noTail:
		count = 0
	}
	from = min(key.KTilde, p.dim)
	return from, side.squaredSigmas(from, max(from, count))
}

// sourceTailEnd returns the last i of the sum for SourceTail: the number of source components above
// rounding. If more than one ṽ_i has σ̃_i = 0 and is thus arbitrary, the sum does not reach these
// ṽ_i.
func (p *Problem) sourceTailEnd() int {
	end, determined := p.Src.ResolvedCount(), p.Tgt.ResolvedCount()
	if p.D-determined > 1 {
		end = min(end, determined)
	}
	return end
}

// IsTailEmpty reports whether k̃ leaves no direction for the target's term, so that λ has no
// effect. For SourceTail it is true only for k̃ = d.
func (p *Problem) IsTailEmpty(params Params) bool {
	return params.KTilde >= p.D || params.Tail == TargetTail && params.KTilde >= p.Tgt.Rank
}

// TailCutMessage returns a message if params have SourceTail and the sum over i > k̃ ends before
// the source's rank, else an empty string.
func (p *Problem) TailCutMessage(params Params) string {
	end, last := p.sourceTailEnd(), p.Src.ResolvedCount()
	if params.Tail != SourceTail || params.Lambda == 0 || max(end, params.KTilde) >= last {
		return ""
	}
	return fmt.Sprintf("with tail = source, the sum over i > k̃ ends at the target's rank %d, not at the source's rank %d, because target directions beyond rank %[1]d are arbitrary", end, last)
}

// newReducedSystem returns the system of p for a key from systemKey. The result is meaningless once
// ctx is done.
func newReducedSystem(ctx context.Context, p *Problem, key Params) *reducedSystem {
	heads := p.headCount(key)
	weights := p.Src.squaredSigmas(0, heads)
	from, tailWeights := p.tailWeights(key)
	// The vectors of the smaller set are consecutive rows of overlap: first is the index of the
	// first of these rows, and members the number of rows.
	s := &reducedSystem{problem: p, from: from, to: from + len(tailWeights), diagonal: tailWeights}
	var overlap, right mat.Matrix = p.joint.overlap, p.joint.bTilde
	first := 0
	if heads > len(tailWeights) {
		s.inSource, s.from, s.to, s.diagonal, weights = true, 0, heads, weights, tailWeights
		overlap, right, first = p.joint.overlap.T(), p.bSource, from
	}
	members, kept, size := len(weights), s.to-s.from, p.dim
	// The rows are the vectors of the smaller set and then bᵀ. The first columns are the coordinates
	// along the larger set.
	rows := mat.NewDense(members+p.C, p.dim, nil)
	for i := range members + p.C {
		row := rows.RawRowView(i)
		for j := range row {
			if i < members {
				row[j] = overlap.At(first+i, s.coordinateAt(j))
			} else {
				row[j] = right.At(s.coordinateAt(j), i-members)
			}
		}
	}
	if members+p.C < p.dim-kept {
		size = kept + members + p.C
		s.q = mat.DenseCopyOf(rows.Slice(0, members+p.C, kept, p.dim).T())
		linalg.Orthonormalize(ctx, s.q)
	}
	s.dense = mat.NewSymDense(size, nil)
	if members > 0 {
		family := linalg.SliceRows(rows, 0, members)
		for i, t := range weights {
			floats.Scale(math.Sqrt(t), family.RawRowView(i))
		}
		s.dense.SymRankK(s.dense, 1, s.reduceRows(family).T())
	}
	s.diagonal = append(s.diagonal, make([]float64, size-kept)...)
	return s
}

// coordinateAt returns the index of a coordinate at position i of an order. The order lists the coordinates
// from s.from to s.to first, then the others.
func (s *reducedSystem) coordinateAt(i int) int {
	switch kept := s.to - s.from; {
	case i < kept:
		return s.from + i
	case i < s.to:
		return i - kept
	}
	return i
}

// reduceRows converts rows (r×dim) to coordinates in the p basis vectors of the system (r×p). The
// coordinates along the larger set of vectors come first.
func (s *reducedSystem) reduceRows(rows *mat.Dense) *mat.Dense {
	if s.q == nil {
		return rows
	}
	r, dim := rows.Dims()
	rest, inner := s.q.Dims()
	kept := dim - rest
	out := mat.NewDense(r, kept+inner, nil)
	for i := range r {
		copy(out.RawRowView(i), rows.RawRowView(i)[:kept])
	}
	linalg.SliceColumns(out, kept, kept+inner).Mul(rows.Slice(0, r, kept, dim), s.q)
	return out
}

// toReduced converts vectors from coordinates along the columns of Ṽ (dim×c) to coordinates in the
// basis of the system, which has p vectors (p×c).
func (s *reducedSystem) toReduced(z *mat.Dense) *mat.Dense {
	if s.inSource {
		z = linalg.Product(s.problem.joint.overlap, z)
	}
	dim, c := z.Dims()
	rows := mat.NewDense(c, dim, nil)
	for j := range dim {
		rows.SetCol(j, z.RawRowView(s.coordinateAt(j)))
	}
	return mat.DenseCopyOf(s.reduceRows(rows).T())
}

func (s *reducedSystem) fromReduced(z *mat.Dense) *mat.Dense {
	size, c := z.Dims()
	dim, kept := s.problem.dim, s.to-s.from
	full := mat.NewDense(dim, c, nil)
	var lifted *mat.Dense
	if s.q != nil {
		lifted = linalg.Product(s.q, linalg.SliceRows(z, kept, size))
	}
	for i := range dim {
		row := full.RawRowView(s.coordinateAt(i))
		if s.q == nil || i < kept {
			copy(row, z.RawRowView(i))
		} else {
			copy(row, lifted.RawRowView(i-kept))
		}
	}
	if !s.inSource {
		return full
	}
	return linalg.ProductT(s.problem.joint.overlap, full)
}

// computeEigenpairs returns the eigenpairs of A at λ and L2 = 0. Errors wrap ErrNoConvergence or the
// error of ctx.
func (s *reducedSystem) computeEigenpairs(ctx context.Context, lambda float64) (*eigenpairs, error) {
	denseFactor, diagonalFactor := 1.0, lambda
	if s.inSource {
		denseFactor, diagonalFactor = lambda, 1
	}
	a := mat.NewSymDense(len(s.diagonal), nil)
	a.ScaleSym(denseFactor, s.dense)
	for i, t := range s.diagonal {
		a.SetSym(i, i, a.At(i, i)+diagonalFactor*t)
	}
	e, err := linalg.NewFactoredEigen(ctx, a)
	if err != nil {
		return nil, fmt.Errorf("solving at λ = %v: %w", lambda, err)
	}
	f := newEigenpairs(roundoffBound(s.problem.dim), e.Values, func(coefs *mat.Dense) *mat.Dense {
		return s.fromReduced(e.Combine(coefs))
	})
	f.toCoefficients = func(z *mat.Dense) *mat.Dense { return e.Coefficients(s.toReduced(z)) }
	f.beta = f.toCoefficients(s.problem.joint.bTilde)
	return f, nil
}
