package model

import (
	"context"
	"math"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A domainOverlap holds the overlap of the two sides of a Problem. LAR needs it, but least squares does
// not. It is computed on first use, so that a file opens without waiting for it.
type domainOverlap struct {
	once   sync.Once
	done   chan struct{}
	joined atomic.Bool
	// vTilde is Ṽ (dim×dim). Its vectors of σ̃ = 0 may be any orthonormal basis. In this one row i of
	// the overlap VᵀṼ is zero beyond column r̃ + i, so that the first k source components need only
	// the first r̃ + k columns of Ṽ.
	vTilde *mat.Dense
	// overlap is M = VᵀṼ (dim×dim): entry (i, j) is v_iᵀṽ_j.
	overlap *mat.Dense
	// bTilde is Ṽᵀ Φᵀy (dim×c), the right-hand side in the basis of the target.
	bTilde *mat.Dense
}

// wait waits until the joint of both sides is computed, and starts the computation on the first
// call. The computation continues after ctx is done, for later calls. Errors are the context's.
func (j *domainOverlap) wait(ctx context.Context, source, target *Side) error {
	j.once.Do(func() {
		j.done = make(chan struct{})
		go func() {
			defer close(j.done)
			if j.overlap == nil { // else it was loaded
				j.chooseBasis(context.Background(), source, target)
			}
			j.bTilde = linalg.ProductT(j.vTilde, source.XtY)
			j.joined.Store(true)
		}()
	})
	select {
	case <-j.done:
	case <-ctx.Done():
	}
	return ctx.Err()
}

// chooseBasis computes the overlap and the basis of the target's singular vectors of σ̃ = 0.
func (j *domainOverlap) chooseBasis(ctx context.Context, source, target *Side) {
	at, dim := target.resolved(), len(target.Sigma)
	free := dim - at
	if free < 2 {
		j.vTilde, j.overlap = target.V, linalg.LargeProduct(ctx, blas.Trans, source.V, target.V)
		return
	}
	j.vTilde, j.overlap = mat.DenseCopyOf(target.V), mat.NewDense(dim, dim, nil)
	var resolved sync.WaitGroup
	if at > 0 {
		resolved.Go(func() {
			linalg.LargeProductTo(ctx, linalg.SliceColumns(j.overlap, 0, at), blas.Trans, source.V, blas.NoTrans, linalg.SliceColumns(j.vTilde, 0, at))
		})
	}
	null := linalg.SliceColumns(target.V, at, dim)
	// With P the first rows of the overlap, PᵀQ = R makes (PQ)ᵀ upper triangular.
	r, q := linalg.LargeProduct(ctx, blas.Trans, null, linalg.SliceColumns(source.V, 0, free)), mat.NewDense(free, free, nil)
	linalg.CompleteBasis(ctx, r, q)
	turned := linalg.SliceColumns(j.vTilde, at, dim)
	linalg.LargeProductTo(ctx, turned, blas.NoTrans, null, blas.NoTrans, q)
	signs := orientColumns(turned)
	for i := range free {
		row := j.overlap.RawRowView(i)[at:]
		for column := range i + 1 {
			row[column] = signs[column] * r.At(column, i)
		}
	}
	if at > 0 {
		last := j.overlap.Slice(free, dim, at, dim).(*mat.Dense)
		linalg.LargeProductTo(ctx, last, blas.Trans, linalg.SliceColumns(source.V, free, dim), blas.NoTrans, turned)
	}
	resolved.Wait()
}

// largestDeviation returns Bounds.Apart.
func (j *domainOverlap) largestDeviation() (most float64) {
	dim, _ := j.overlap.Dims()
	for row := range dim {
		for column, cosine := range j.overlap.RawRowView(row) {
			if row == column {
				cosine = 1 - math.Abs(cosine)
			}
			most = max(most, math.Abs(cosine))
		}
	}
	return most
}

// overlapMin returns the smallest singular values of the leading k×k̃ block of M and of the
// trailing block. M is orthogonal, so by the CS decomposition both blocks have the same smallest
// singular value, and the smaller block is enough. If k or k̃ equals dim, head is 1, since the
// rows or columns of the leading block are orthonormal, and tail is NaN.
func (j *domainOverlap) overlapMin(k, kTilde int) (head, tail float64, err error) {
	dim, _ := j.overlap.Dims()
	if k == dim || kTilde == dim {
		return 1, nan, nil
	}
	block := j.overlap.Slice(0, k, 0, kTilde)
	if dim-k+dim-kTilde < k+kTilde {
		block = j.overlap.Slice(k, dim, kTilde, dim)
	}
	svd, err := decompose(block, mat.SVDNone)
	if err != nil {
		return 0, 0, err
	}
	values := svd.Values(nil)
	least := values[len(values)-1]
	return least, least, nil
}

// outsideSpan returns ‖(I − Ṽ_k̃Ṽ_k̃ᵀ)w‖/‖w‖, 0 for w = 0.
func (j *domainOverlap) outsideSpan(w *mat.Dense, kTilde int) float64 {
	dim, _ := w.Dims()
	norm := mat.Norm(w, 2)
	if norm == 0 || kTilde == dim {
		return 0
	}
	outside := linalg.ProductT(linalg.SliceColumns(j.vTilde, kTilde, dim), w)
	return mat.Norm(outside, 2) / norm
}

// TargetCosines returns v_iᵀṽ_j of source component i, 0 ≤ i < r, and each of the first count target
// components.
func (p *Problem) TargetCosines(i, count int) []float64 {
	v := mat.NewDense(p.dim, 1, mat.Col(nil, i, p.Src.V))
	return mat.Col(nil, 0, linalg.ProductT(linalg.SliceColumns(p.Tgt.V, 0, count), v))
}
