package model

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A system is A w = b for one choice of (k, k̃, tail, implicit term), every λ:
//
//	A = Σ_{i≤k} σ_i² v_iv_iᵀ + λ Σ_{i∈T} t_i ṽ_iṽ_iᵀ + L2·I,  b = Φᵀy,
//
// where T are the tail directions i > k̃ whose weight t_i is not zero. It is kept
// in an orthonormal basis of the smallest handy space that holds b and the range
// of A, which descent from zero never leaves: the larger of the two families,
// v_1..v_k or the ṽ_i of T, in which its own term is diagonal, and an orthonormal
// basis of what the smaller family and b add to it. With L2 = 0, A has rank at
// most k + |T|, so that a null space shows in the smaller space too.
type system struct {
	problem *Problem
	// inSource tells that the larger family is v_1..v_k, and coordinates those of
	// V; else they are those of Ṽ. kept lists the larger family's, rest the others.
	inSource   bool
	kept, rest []int
	// q is |rest|×s with orthonormal columns, or nil where all of rest is kept.
	q *mat.Dense
	// diagonal is the larger family's term (p, zero beyond kept) and dense that of
	// the smaller one (p×p), in the reduced basis.
	diagonal []float64
	dense    *mat.SymDense
}

// systemKey names the parameters that a system depends on.
type systemKey struct {
	k, kTilde int
	tail      Tail
	keep      bool
}

func (p Params) systemKey() systemKey {
	return systemKey{p.K, p.KTilde, p.Tail, p.KeepImplicit}
}

// newSystem reduces the system of the key. Errors are the context's.
func newSystem(ctx context.Context, p *Problem, key systemKey) (*system, error) {
	head, headWeights := sequence(0, p.heads(key)), p.Src.squares(0, p.heads(key))
	from, tailWeights := p.tail(key)
	tail := sequence(from, from+len(tailWeights))

	// The smaller family, in coordinates of the larger one's basis, a row each.
	s := &system{problem: p, inSource: len(head) > len(tail)}
	var family, right *mat.Dense
	var weights []float64
	if s.inSource {
		s.kept, s.diagonal, weights = head, headWeights, tailWeights
		family, right = rowsOf(p.Overlap.T(), tail), p.bSource
	} else {
		s.kept, s.diagonal, weights = tail, tailWeights, headWeights
		family, right = rowsOf(p.Overlap, head), p.bTilde
	}
	s.rest = complement(s.kept, p.dim)
	if len(weights)+p.C < len(s.rest) {
		s.q = s.inner(family, right)
		if err := orthonormalize(ctx, s.q); err != nil {
			return nil, err
		}
	}
	for i, t := range weights {
		floats.Scale(math.Sqrt(t), family.RawRowView(i))
	}
	size := len(s.kept) + len(s.rest)
	if s.q != nil {
		_, inner := s.q.Dims()
		size = len(s.kept) + inner
	}
	s.dense = mat.NewSymDense(size, nil)
	if len(weights) > 0 {
		blas64.Syrk(blas.Trans, 1, s.reduce(family).RawMatrix(), 0, s.dense.RawSymmetric())
	}
	for len(s.diagonal) < size {
		s.diagonal = append(s.diagonal, 0)
	}
	return s, ctx.Err()
}

// heads counts the source components in S_k. Those lost in rounding are left out:
// what their σ_i say is noise, which a pseudo-inverse would blow up.
func (p *Problem) heads(key systemKey) int {
	heads := max(1, p.Src.resolved())
	if key.keep {
		return heads
	}
	return min(heads, key.k)
}

// tail returns the first of the target directions T that the regularizer weights,
// and the weights t_i of it and those that follow.
func (p *Problem) tail(key systemKey) (from int, weights []float64) {
	side, count := &p.Tgt, p.Tgt.resolved()
	if key.tail == SourceTail {
		// Beyond the target's rank its directions are arbitrary.
		side, count = &p.Src, min(p.Src.resolved(), count)
	}
	from = min(key.kTilde, p.dim)
	return from, side.squares(from, max(from, count))
}

// squares returns σ_i² for i from from to to−1.
func (s *Side) squares(from, to int) []float64 {
	squares := make([]float64, to-from)
	for i := range squares {
		squares[i] = s.Sigma[from+i] * s.Sigma[from+i]
	}
	return squares
}

// sequence lists the numbers from from to to−1.
func sequence(from, to int) []int {
	numbers := make([]int, to-from)
	for i := range numbers {
		numbers[i] = from + i
	}
	return numbers
}

// at returns A = head + λ·tail + l2·I in the reduced basis. It fails where the sum
// overflows.
func (s *system) at(lambda, l2 float64) (*mat.SymDense, error) {
	denseFactor, diagonalFactor := 1.0, lambda
	if s.inSource {
		denseFactor, diagonalFactor = lambda, 1
	}
	a := mat.NewSymDense(len(s.diagonal), nil)
	a.ScaleSym(denseFactor, s.dense)
	for i, t := range s.diagonal {
		v := a.At(i, i) + diagonalFactor*t + l2
		if !(v <= largestScale*largestScale*largestScale) {
			return nil, fmt.Errorf("%w: λ = %v and l2 = %v overflow on these features", ErrParams, lambda, l2)
		}
		a.SetSym(i, i, v)
	}
	return a, nil
}

// rowsOf copies the rows of m listed in keep, nil for none.
func rowsOf(m mat.Matrix, keep []int) *mat.Dense {
	if len(keep) == 0 {
		return nil
	}
	_, d := m.Dims()
	rows := mat.NewDense(len(keep), d, nil)
	for row, i := range keep {
		for j := range d {
			rows.Set(row, j, m.At(i, j))
		}
	}
	return rows
}

// complement lists the numbers below n that are not in the ascending list.
func complement(list []int, n int) []int {
	others := make([]int, 0, n-len(list))
	for i := range n {
		if len(list) > 0 && list[0] == i {
			list = list[1:]
			continue
		}
		others = append(others, i)
	}
	return others
}

// inner returns the rows of the family and the columns of b as columns in the
// coordinates of rest (|rest|×s).
func (s *system) inner(family, b *mat.Dense) *mat.Dense {
	members := 0
	if family != nil {
		members, _ = family.Dims()
	}
	_, c := b.Dims()
	q := mat.NewDense(len(s.rest), members+c, nil)
	for row, i := range s.rest {
		for j := range members {
			q.Set(row, j, family.At(j, i))
		}
		for j := range c {
			q.Set(row, members+j, b.At(i, j))
		}
	}
	return q
}

// reduce takes rows in the system's coordinates (r×dim) into the reduced basis
// (r×p): the kept coordinates first, then the inner ones.
func (s *system) reduce(rows *mat.Dense) *mat.Dense {
	r, _ := rows.Dims()
	var projected mat.Dense
	width := len(s.rest)
	if s.q != nil {
		inner := mat.NewDense(r, len(s.rest), nil)
		for i := range r {
			pick(inner.RawRowView(i), rows.RawRowView(i), s.rest)
		}
		projected.Mul(inner, s.q)
		_, width = projected.Dims()
	}
	out := mat.NewDense(r, len(s.kept)+width, nil)
	for i := range r {
		row := out.RawRowView(i)
		pick(row, rows.RawRowView(i), s.kept)
		if s.q != nil {
			copy(row[len(s.kept):], projected.RawRowView(i))
		} else {
			pick(row[len(s.kept):], rows.RawRowView(i), s.rest)
		}
	}
	return out
}

// contract takes columns in coordinates of Ṽ (dim×c) to the reduced basis (p×c).
func (s *system) contract(z *mat.Dense) *mat.Dense {
	if s.inSource {
		z = product(s.problem.Overlap, z)
	}
	return mat.DenseCopyOf(s.reduce(mat.DenseCopyOf(z.T())).T())
}

// expand takes columns in the reduced basis (p×c) back to the first count
// coordinates of Ṽ (count×c).
func (s *system) expand(z *mat.Dense, count int) *mat.Dense {
	size, c := z.Dims()
	full := mat.NewDense(s.problem.dim, c, nil)
	for row, i := range s.kept {
		copy(full.RawRowView(i), z.RawRowView(row))
	}
	var lifted *mat.Dense
	if s.q != nil {
		lifted = product(s.q, z.Slice(len(s.kept), size, 0, c).(*mat.Dense))
	}
	for row, i := range s.rest {
		if s.q != nil {
			copy(full.RawRowView(i), lifted.RawRowView(row))
		} else {
			copy(full.RawRowView(i), z.RawRowView(len(s.kept)+row))
		}
	}
	if !s.inSource {
		return full.Slice(0, count, 0, c).(*mat.Dense)
	}
	return productT(s.problem.Overlap.Slice(0, s.problem.dim, 0, count).(*mat.Dense), full)
}

func pick(dst, src []float64, indices []int) {
	for j, i := range indices {
		dst[j] = src[i]
	}
}
