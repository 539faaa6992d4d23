package model

import (
	"context"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A joint holds how both sides of a Problem lie to each other. LAR needs it, but not least
// squares, with which files open: so the first numbers do not wait for it.
type joint struct {
	once   sync.Once
	done   chan struct{}
	joined atomic.Bool
	// vTilde is Ṽ (dim×dim), with such singular vectors of σ̃ = 0 that the overlap is
	// lower trapezoidal there: row i is zero beyond column r̃ + i. Any orthonormal basis of
	// that space will do; with this one the first k source components never reach beyond
	// the first r̃ + k coordinates of Ṽ, however many features there are.
	vTilde *mat.Dense
	// overlap is M = VᵀṼ (dim×dim): entry (i, j) is v_iᵀṽ_j.
	overlap *mat.Dense
	// bTilde is Ṽᵀ Φᵀy (dim×c), the right-hand side in the basis of the target.
	bTilde *mat.Dense
}

// join waits for the joint of both sides, which it begins where nobody has; what is begun
// goes on when ctx is done, for the next who asks. Errors are the context's.
func (p *Problem) join(ctx context.Context) error {
	p.once.Do(func() {
		p.done = make(chan struct{})
		go func() {
			defer close(p.done)
			if p.overlap == nil { // else it was saved
				p.chooseBasis(context.Background())
			}
			p.bTilde = linalg.ProductT(p.vTilde, p.Src.XtY)
			p.joined.Store(true)
		}()
	})
	select {
	case <-p.done:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// chooseBasis computes the overlap, and chooses the target's singular vectors of σ̃ = 0.
func (p *Problem) chooseBasis(ctx context.Context) {
	at, dim := p.Tgt.resolved(), p.dim
	free := dim - at
	if free < 2 {
		p.vTilde, p.overlap = p.Tgt.V, linalg.LargeProduct(ctx, blas.Trans, p.Src.V, p.Tgt.V)
		return
	}
	p.vTilde, p.overlap = mat.DenseCopyOf(p.Tgt.V), mat.NewDense(dim, dim, nil)
	columns := func(m *mat.Dense, from, to int) *mat.Dense { return m.Slice(0, dim, from, to).(*mat.Dense) }
	var resolved sync.WaitGroup
	if at > 0 {
		resolved.Go(func() {
			linalg.LargeProductTo(ctx, columns(p.overlap, 0, at), blas.Trans, p.Src.V, blas.NoTrans, columns(p.vTilde, 0, at))
		})
	}
	null := columns(p.Tgt.V, at, dim)
	// PᵀQ = R for P the overlap's first rows makes (PQ)ᵀ upper triangular.
	r, q := linalg.LargeProduct(ctx, blas.Trans, null, columns(p.Src.V, 0, free)), mat.NewDense(free, free, nil)
	linalg.Complete(ctx, r, q)
	turned := columns(p.vTilde, at, dim)
	linalg.LargeProductTo(ctx, turned, blas.NoTrans, null, blas.NoTrans, q)
	signs := orientColumns(turned)
	for i := range free {
		row := p.overlap.RawRowView(i)[at:]
		for j := range i + 1 {
			row[j] = signs[j] * r.At(j, i)
		}
	}
	if at > 0 {
		last := p.overlap.Slice(free, dim, at, dim).(*mat.Dense)
		linalg.LargeProductTo(ctx, last, blas.Trans, columns(p.Src.V, free, dim), blas.NoTrans, turned)
	}
	resolved.Wait()
}

// Cosines returns v_iᵀṽ_j of source component i, 0 ≤ i < r, with the first count of the
// target.
func (p *Problem) Cosines(i, count int) []float64 {
	v := mat.NewDense(p.dim, 1, mat.Col(nil, i, p.Src.V))
	return mat.Col(nil, 0, linalg.ProductT(p.Tgt.V.Slice(0, p.dim, 0, count).(*mat.Dense), v))
}
