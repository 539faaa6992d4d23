package model

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A headInverse is the pseudo-inverse of M_H M_Hᵀ (heads×heads).
type headInverse interface {
	// invert overwrites v with (M_H M_Hᵀ)⁺v.
	invert(v []float64)
}

// Bounds of what can be told of M_H M_Hᵀ, whose largest eigenvalue is at most 1.
const (
	// worstHeads bounds the condition number up to which its Cholesky factor, with
	// some steps of refinement, is as good as exact.
	worstHeads = 1e12
	// Else its eigenvalues must be above smallestHead, or zero to within zeroHead
	// times their number.
	smallestHead, zeroHead = 1e-9, 1e-14
)

// newHeadInverse returns the inverse and the rank of M_H; nil where its rank is not
// clear.
func newHeadInverse(ctx context.Context, s *split) (heads headInverse, rank int, err error) {
	gram := s.headGram()
	zero := zeroHead * float64(s.heads)
	// A condition number says nothing where M_H is all rounding.
	if s.heads <= s.problem.dim-(s.to-s.from) && mat.Trace(gram) > zero {
		var chol mat.Cholesky
		if chol.Factorize(gram) && chol.Cond() < worstHeads {
			var upper mat.TriDense
			chol.UTo(&upper)
			return choleskyHeads{upper.RawTriangular()}, s.heads, nil
		}
	}
	e, err := newEigen(ctx, gram)
	if err != nil {
		return nil, 0, err
	}
	null := 0
	for null < s.heads && e.values[null] <= zero {
		null++
	}
	if null < s.heads && e.values[null] < smallestHead || null == 0 {
		return nil, 0, nil
	}
	vectors, err := e.vectors(ctx)
	if err != nil {
		return nil, 0, err
	}
	found := &spectralHeads{null: vectors.Slice(0, s.heads, 0, null).(*mat.Dense)}
	if null < s.heads {
		found.basis, found.values = vectors.Slice(0, s.heads, null, s.heads).(*mat.Dense), e.values[null:]
	}
	return found, s.heads - null, nil
}

// headGram returns M_H M_Hᵀ (heads×heads), by the orthogonality of the overlap
// also I − M_T M_Tᵀ: whichever is less work.
func (s *split) headGram() *mat.SymDense {
	gram := mat.NewSymDense(s.heads, nil)
	part := func(alpha float64, from, to int) {
		if from < to {
			columns := s.m.Slice(0, s.heads, from, to).(*mat.Dense)
			blas64.Syrk(blas.NoTrans, alpha, columns.RawMatrix(), 1, gram.RawSymmetric())
		}
	}
	if width := s.width(); s.to-s.from > s.from+width-s.to {
		part(1, 0, s.from)
		part(1, s.to, width)
		return gram
	}
	for i := range s.heads {
		gram.SetSym(i, i, 1)
	}
	part(-1, s.from, s.to)
	return gram
}

// A choleskyHeads holds the factor R of M_H M_Hᵀ = RᵀR.
type choleskyHeads struct{ factor blas64.Triangular }

func (h choleskyHeads) invert(v []float64) {
	x := blas64.Vector{N: len(v), Inc: 1, Data: v}
	blas64.Trsv(blas.Trans, h.factor, x)
	blas64.Trsv(blas.NoTrans, h.factor, x)
}

// A spectralHeads holds the eigenvectors X of M_H M_Hᵀ: those of eigenvalue zero,
// X⊥ (heads×s), and the others with their eigenvalues; basis is nil without any.
type spectralHeads struct {
	null, basis *mat.Dense
	values      []float64
}

func (h *spectralHeads) invert(v []float64) {
	if h.basis == nil {
		clear(v)
		return
	}
	x := productT(h.basis, mat.NewDense(len(v), 1, v))
	floats.Div(x.RawMatrix().Data, h.values)
	copy(v, product(h.basis, x).RawMatrix().Data)
}

// A slack is the part X⊥η of u that the rows which M_H lacks leave open.
type slack struct {
	split *split
	null  *mat.Dense
	// own and tail are X⊥ᵀD⁻¹X⊥ and X⊥ᵀM_T t⁻¹M_TᵀX⊥ (s×s).
	own, tail *mat.SymDense
}

func newSlack(s *split, null *mat.Dense) *slack {
	_, size := null.Dims()
	k := &slack{split: s, null: null, own: mat.NewSymDense(size, nil), tail: mat.NewSymDense(size, nil)}
	scaled := mat.DenseCopyOf(null)
	for i, sigma2 := range s.sigma2 {
		floats.Scale(1/math.Sqrt(sigma2), scaled.RawRowView(i))
	}
	blas64.Syrk(blas.Trans, 1, scaled.RawMatrix(), 0, k.own.RawSymmetric())
	if len(s.weight) > 0 {
		pulled := productT(s.m.Slice(0, s.heads, s.from, s.to).(*mat.Dense), null)
		for i, t := range s.weight {
			floats.Scale(1/math.Sqrt(t), pulled.RawRowView(i))
		}
		blas64.Syrk(blas.Trans, 1, pulled.RawMatrix(), 0, k.tail.RawSymmetric())
	}
	return k
}

// add adds X⊥η at λ to u₀ (heads), given b (dim). It reports false where the
// system is too close to singular.
func (k *slack) add(u, b []float64, lambda float64) bool {
	s := k.split
	size := k.own.SymmetricDim()
	a := mat.NewSymDense(size, nil)
	a.CopySym(k.own)
	right, lack := make([]float64, s.heads), make([]float64, s.heads)
	for i, sigma2 := range s.sigma2 {
		right[i] = -u[i] / sigma2
	}
	if len(s.weight) > 0 {
		for i := range size {
			for j := i; j < size; j++ {
				a.SetSym(i, j, a.At(i, j)+k.tail.At(i, j)/lambda)
			}
		}
		s.project(lack, s.slope0(b, u))
		floats.AddScaled(right, 1/lambda, lack)
	}
	f := productT(k.null, mat.NewDense(s.heads, 1, right))
	// Scaled to a diagonal of ones, small and large directions are kept apart.
	scale := make([]float64, size)
	for i := range scale {
		scale[i] = 1 / math.Sqrt(a.At(i, i))
	}
	for i := range size {
		f.Set(i, 0, f.At(i, 0)*scale[i])
		for j := i; j < size; j++ {
			a.SetSym(i, j, a.At(i, j)*scale[i]*scale[j])
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(a) || !(chol.Cond() < worstSlack) {
		return false
	}
	var eta mat.Dense
	if err := chol.SolveTo(&eta, f); err != nil {
		return false
	}
	for i := range scale {
		eta.Set(i, 0, eta.At(i, 0)*scale[i])
	}
	floats.Add(u, product(k.null, &eta).RawMatrix().Data)
	return true
}

// worstSlack bounds the condition number of the small system once it is scaled.
const worstSlack = 1e10
