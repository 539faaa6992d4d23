package model

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A system is A w = b for one choice of (k, k̃, tail, implicit term), every λ:
//
//	A = S_k + λ Σ_{i∈T} t_i ṽ_iṽ_iᵀ + L2·I,  b = Φᵀy,
//
// where T are the tail directions i > k̃ whose weight t_i is not zero. It is kept
// in an orthonormal basis of the smallest handy space that holds b and the range
// of A, which descent from zero never leaves. In the target's basis Ṽ that space
// is spanned by the coordinates T and, inside the other coordinates H, by the
// k + c columns of (Ṽᵀ V_k)_H and (Ṽᵀ b)_H. With L2 = 0, A has rank at most |T| + k,
// so that a null space shows in the smaller space too.
type system struct {
	problem *Problem
	// tail lists the coordinates T, rest the coordinates H.
	tail, rest []int
	// q is |H|×r with orthonormal columns, or nil where all of H is kept.
	q *mat.Dense
	// head is S_k (p×p) and weights the diagonal of the tail's term (p) in the
	// reduced basis; b is p×c.
	head    *mat.SymDense
	weights []float64
	b       *mat.Dense
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

// newSystem reduces the system of the key.
func newSystem(p *Problem, key systemKey) *system {
	s := &system{problem: p}
	s.chooseTail(key)

	// factor is r×d with S_k = factorᵀ factor in the basis Ṽ: row i is
	// σ_i v_iᵀṼ. Components lost in rounding are left out of S_k: what their
	// σ_i say is noise, which a pseudo-inverse would blow up.
	r := max(1, p.Src.resolved())
	if !key.keep {
		r = min(r, key.k)
	}
	factor := mat.DenseCopyOf(p.Overlap.Slice(0, r, 0, p.dim))
	for i := range r {
		floats.Scale(p.Src.Sigma[i], factor.RawRowView(i))
	}

	if r+p.C < len(s.rest) {
		s.q = s.innerBasis(r)
	}
	reduced := s.reduce(factor)
	_, size := reduced.Dims()
	s.head = mat.NewSymDense(size, nil)
	blas64.Syrk(blas.Trans, 1, reduced.RawMatrix(), 0, s.head.RawSymmetric())
	for len(s.weights) < size {
		s.weights = append(s.weights, 0)
	}
	s.b = mat.DenseCopyOf(s.reduce(mat.DenseCopyOf(p.bTilde.T())).T())
	return s
}

// chooseTail splits the coordinates of Ṽ into tail and rest.
func (s *system) chooseTail(key systemKey) {
	side := &s.problem.Tgt
	if key.tail == SourceTail {
		side = &s.problem.Src
	}
	kept := side.resolved()
	for i := range s.problem.dim {
		if i >= key.kTilde && i < kept {
			s.tail = append(s.tail, i)
			s.weights = append(s.weights, side.Sigma[i]*side.Sigma[i])
		} else {
			s.rest = append(s.rest, i)
		}
	}
}

// innerBasis returns an orthonormal basis (|H|×(r+c)) of the columns of
// (Ṽᵀ V_r)_H and (Ṽᵀ b)_H.
func (s *system) innerBasis(r int) *mat.Dense {
	p := s.problem
	q := mat.NewDense(len(s.rest), r+p.C, nil)
	for row, i := range s.rest {
		for j := range r {
			q.Set(row, j, p.Overlap.At(j, i))
		}
		for j := range p.C {
			q.Set(row, r+j, p.bTilde.At(i, j))
		}
	}
	orthonormalize(q)
	return q
}

// reduce takes rows in coordinates of Ṽ (r×d) into the reduced basis (r×p): the
// tail coordinates first, then the inner ones.
func (s *system) reduce(rows *mat.Dense) *mat.Dense {
	r, _ := rows.Dims()
	inner := mat.NewDense(r, len(s.rest), nil)
	for i := range r {
		pick(inner.RawRowView(i), rows.RawRowView(i), s.rest)
	}
	if s.q != nil {
		var projected mat.Dense
		projected.Mul(inner, s.q)
		inner = &projected
	}
	_, width := inner.Dims()
	out := mat.NewDense(r, len(s.tail)+width, nil)
	for i := range r {
		row := out.RawRowView(i)
		pick(row, rows.RawRowView(i), s.tail)
		copy(row[len(s.tail):], inner.RawRowView(i))
	}
	return out
}

// expand takes columns in the reduced basis (p×c) back to coordinates of Ṽ
// (dim×c).
func (s *system) expand(z *mat.Dense) *mat.Dense {
	size, c := z.Dims()
	inner := z.Slice(len(s.tail), size, 0, c).(*mat.Dense)
	if s.q != nil {
		var lifted mat.Dense
		lifted.Mul(s.q, inner)
		inner = &lifted
	}
	full := mat.NewDense(s.problem.dim, c, nil)
	for row, i := range s.tail {
		copy(full.RawRowView(i), z.RawRowView(row))
	}
	for row, i := range s.rest {
		copy(full.RawRowView(i), inner.RawRowView(row))
	}
	return full
}

func pick(dst, src []float64, indices []int) {
	for j, i := range indices {
		dst[j] = src[i]
	}
}
