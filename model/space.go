package model

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A space holds the coordinates in which a problem is solved: the orthonormal columns of basis
// (d×r) or, if basis is nil, the d features.
type space struct{ basis *mat.Dense }

// reduceToRowSpace returns the problem, without moments, in the coordinates in which to solve it.
// If source and target together have r < d rows, these are the coordinates of a basis (d×r) of all
// rows. Nothing is lost, because all weights of LAR lie in the span of the rows. If r ≥ d, or if a
// domain holds only some rows, the coordinates are the features. The error is the error of ctx.
func reduceToRowSpace(ctx context.Context, data Data) (*Problem, error) {
	_, d := data.Source.X.Dims()
	p := &Problem{Data: data, D: d, C: data.Outputs(), work: data, dim: d}
	n, rows := data.Source.Samples(), data.Source.Samples()+data.Target.Samples()
	if rows >= d || data.Source.IsSampled() || data.Target.IsSampled() {
		return p, nil
	}
	basis := mat.NewDense(d, rows, nil)
	for i := range rows {
		if i < n {
			basis.SetCol(i, data.Source.X.RawRowView(i))
		} else {
			basis.SetCol(i, data.Target.X.RawRowView(i-n))
		}
	}
	linalg.Orthonormalize(ctx, basis)
	p.projectDomains(ctx, basis)
	return p, ctx.Err()
}

// projectDomains converts the domains of the problem to coordinates of an orthonormal basis (d×r).
// The result is meaningless once ctx is done.
func (p *Problem) projectDomains(ctx context.Context, basis *mat.Dense) {
	for _, domain := range []*Domain{&p.work.Source, &p.work.Target, &p.work.Validation} {
		if domain.X != nil {
			*domain = Domain{X: linalg.LargeProduct(ctx, blas.NoTrans, domain.X, basis), Y: domain.Y}
		}
	}
	_, p.dim = basis.Dims()
	p.space = space{basis}
}

func (s space) toFeatures(z *mat.Dense) *mat.Dense {
	if s.basis == nil {
		return z
	}
	return linalg.Product(s.basis, z)
}

func (s space) fromFeatures(w *mat.Dense) *mat.Dense {
	if s.basis == nil {
		return w
	}
	return linalg.ProductT(s.basis, w)
}
