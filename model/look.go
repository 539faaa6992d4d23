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
const lookSteps, lookBlock = 4, 32

// LookEpochs is up to how many epochs a first look follows descent, the paper's most. By then
// that has hardly begun along the directions that a first look does not know.
const LookEpochs = 5000

// unseen is why a first look does not know what hangs on all directions.
const unseen = "it hangs on directions that a first look does not know"

// LookAt returns on how many directions a first look would be, of how many in all; none where
// no rows are held.
func (s *Summed) LookAt() (directions, of int) {
	p := s.problem
	if p.Source.Rowless() || p.Target.Rowless() {
		return 0, p.dim
	}
	return min(p.lookDirections(), p.dim), p.dim
}

// lookDirections is how many directions a first look has.
func (p *Problem) lookDirections() int { return 2 * lookSteps * (lookBlock + p.C) }

// FirstLook returns the problem of the data as they are projected on few directions, in a
// fraction of the time that all take. These span block Krylov spaces of ΦᵀΦ and Φ̃ᵀΦ̃ (Musco and
// Musco 2015), begun in Φᵀy and in vectors drawn at random, always the same: they hold leading
// singular vectors to many digits, and some thousand epochs of descent to some. The closed form,
// which hangs on trailing directions as much, is unknown, and so is descent beyond LookEpochs. The
// error is the context's, or wraps ErrNoConvergence. There must be as many directions, as LookAt says.
func (s *Summed) FirstLook(ctx context.Context) (*Problem, error) {
	whole := s.problem
	moments := [2]*mat.Dense{symmetric(whole.Src.Gram), symmetric(whole.Tgt.Gram)}
	width := whole.lookDirections() / 2
	begin, basis := whole.lookBegin(), mat.NewDense(whole.dim, 2*width, nil)
	both(func(side int) {
		krylovBlocks(ctx, moments[side], mat.DenseCopyOf(begin), basis.Slice(0, whole.dim, side*width, (side+1)*width).(*mat.Dense))
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
		side.look = true
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
