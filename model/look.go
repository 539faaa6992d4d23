package model

import (
	"context"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A first look takes lookSteps blocks of a Krylov space of each domain, of lookBlock columns
// beside those that Φᵀy has.
const lookSteps, lookBlock = 4, 48

// shortestLook is from how many dimensions on spectra take so long that a first look is worth
// it: a second or more.
const shortestLook = 1500

// WorthALook tells whether the spectra take so long that FirstLook is worth it.
func (s *Summed) WorthALook() bool {
	return s.problem.dim >= max(shortestLook, 2*s.problem.lookDirections()) && !s.problem.Source.Rowless() && !s.problem.Target.Rowless()
}

// lookDirections is how many directions a first look has.
func (p *Problem) lookDirections() int { return 2 * lookSteps * (lookBlock + p.C) }

// FirstLook returns the problem of the data as they are projected on few directions, in a
// fraction of the time that all take. These span block Krylov spaces of ΦᵀΦ and Φ̃ᵀΦ̃ (Musco and
// Musco 2015), begun in Φᵀy and in vectors drawn at random, always the same: they hold leading
// singular vectors and descent without adaptation to many digits, but not all that trailing
// directions do, on which LAR's closed form may hang. The error is the context's, or wraps
// ErrNoConvergence.
func (s *Summed) FirstLook(ctx context.Context) (*Problem, error) {
	whole := s.problem
	moments := [2]*mat.Dense{symmetric(whole.Src.Gram), symmetric(whole.Tgt.Gram)}
	width := whole.lookDirections() / 2
	basis := mat.NewDense(whole.dim, 2*width, nil)
	both(func(side int) {
		krylovBlocks(ctx, moments[side], whole.lookBegin(), basis.Slice(0, whole.dim, side*width, (side+1)*width).(*mat.Dense))
	})
	linalg.Orthonormalize(ctx, basis)
	p := &Problem{Data: whole.Data, D: whole.D, C: whole.C, work: whole.work, reserve: &reserve{}, look: true}
	p.project(ctx, basis)
	if whole.space.basis != nil {
		p.space.basis = linalg.LargeProduct(ctx, blas.NoTrans, whole.space.basis, basis)
	}
	p.samples, p.Src, p.Tgt = newSamples(p.work), whole.Src, whole.Tgt
	both(func(i int) {
		side := []*Side{&p.Src, &p.Tgt}[i]
		projected := linalg.ProductT(basis, linalg.LargeProduct(ctx, blas.NoTrans, moments[i], basis))
		side.Gram, side.space, side.offsets, side.without = mat.NewSymDense(p.dim, projected.RawMatrix().Data), p.space, nil, nil
		if side.XtY != nil {
			side.XtY = linalg.ProductT(basis, side.XtY)
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return (&Summed{problem: p}).Problem(ctx)
}

// krylovBlocks fills basis (d×r) with gram·B, gram·gram·B and so on, each with orthonormal columns
// before it is multiplied again, where B is the block that they begin with, which it overwrites.
func krylovBlocks(ctx context.Context, gram, block, basis *mat.Dense) {
	d, all := basis.Dims()
	_, width := block.Dims()
	for at := 0; at < all; at += width {
		linalg.Orthonormalize(ctx, block)
		next := basis.Slice(0, d, at, at+width).(*mat.Dense)
		linalg.LargeProductTo(ctx, next, blas.NoTrans, gram, blas.NoTrans, block)
		block.Copy(next)
	}
}

// both does the same for source and target, side by side.
func both(do func(side int)) {
	var wg sync.WaitGroup
	for side := range 2 {
		wg.Go(func() { do(side) })
	}
	wg.Wait()
}

// Look returns how many directions the problem knows where it is a first look, else 0.
func (p *Problem) Look() int {
	if !p.look {
		return 0
	}
	return p.dim
}

// lookBegin returns the block that Krylov spaces begin in (d×b): Φᵀy and random vectors.
func (p *Problem) lookBegin() *mat.Dense {
	block := mat.NewDense(p.dim, lookBlock+p.C, nil)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range p.dim {
		row := block.RawRowView(i)
		for j := range lookBlock {
			row[p.C+j] = rng.NormFloat64()
		}
		copy(row, p.Src.XtY.RawRowView(i))
	}
	return block
}

// symmetric returns s as a matrix with the same memory, of which s leaves the lower half unused.
func symmetric(s *mat.SymDense) *mat.Dense {
	raw := s.RawSymmetric()
	whole := mat.NewDense(raw.N, raw.N, raw.Data)
	linalg.InParts(raw.N, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := whole.RawRowView(i)
			for j := range i {
				row[j] = raw.Data[j*raw.Stride+i]
			}
		}
	})
	return whole
}
