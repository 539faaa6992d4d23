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

// A domainOverlap holds the overlap VᵀṼ of the singular vectors of both domains of a Problem. It is
// computed on first use, because least squares does not need it.
type domainOverlap struct {
	once   sync.Once
	done   chan struct{}
	joined atomic.Bool
	// vTilde is Ṽ (dim×dim). The columns with σ̃ = 0, from column r̃ on, are arbitrary up to a
	// rotation, which is chosen so that row i of VᵀṼ is zero beyond column r̃ + i. Then the first k
	// source components need only the first r̃ + k columns of Ṽ.
	vTilde *mat.Dense
	// overlap is M = VᵀṼ (dim×dim): entry (i, j) is v_iᵀṽ_j.
	overlap *mat.Dense
	// bTilde is Ṽᵀ Φᵀy (dim×c), the right-hand side in the basis of the target.
	bTilde *mat.Dense
}

// computeOnce computes the overlap on the first call; all calls wait until the overlap is computed.
// Once ctx is done, it returns the error of ctx, but the computation continues for later calls.
func (j *domainOverlap) computeOnce(ctx context.Context, source, target *Side) error {
	j.once.Do(func() {
		j.done = make(chan struct{})
		go func() {
			defer close(j.done)
			if j.overlap == nil { // else RestoreProblem has set it
				j.computeOverlap(context.Background(), source, target)
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

// computeOverlap also rotates the columns of vTilde that have σ̃ = 0 among themselves, so that row i of
// the overlap is zero beyond column r̃ + i, where r̃ is the target's rank.
func (j *domainOverlap) computeOverlap(ctx context.Context, source, target *Side) {
	at, dim := target.ResolvedCount(), len(target.Sigma)
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
	// null has the columns of Ṽ with σ̃ = 0. Let V_free be equally many leading columns of V, and Pᵀ =
	// QR for P = V_freeᵀ·null. Then PQ = Rᵀ is lower triangular.
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

// smallestOverlaps returns head, the smallest singular value of V_kᵀṼ_k̃, and tail, the same for
// the remaining components. Both are equal by the CS decomposition, because VᵀṼ is orthogonal. If k
// or k̃ equals dim, head is 1 and tail is NaN.
func (j *domainOverlap) smallestOverlaps(k, kTilde int) (head, tail float64, err error) {
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

// outsideSpan returns 0 if w is zero.
func (j *domainOverlap) outsideSpan(w *mat.Dense, kTilde int) float64 {
	dim, _ := w.Dims()
	norm := mat.Norm(w, 2)
	if norm == 0 || kTilde == dim {
		return 0
	}
	outside := linalg.ProductT(linalg.SliceColumns(j.vTilde, kTilde, dim), w)
	return mat.Norm(outside, 2) / norm
}

// TargetCosines returns v_iᵀṽ_j for a source component i, counted from 0, and each of the first count
// target components j.
func (p *Problem) TargetCosines(i, count int) []float64 {
	v := mat.NewDense(p.dim, 1, mat.Col(nil, i, p.Src.V))
	return mat.Col(nil, 0, linalg.ProductT(linalg.SliceColumns(p.Tgt.V, 0, count), v))
}
