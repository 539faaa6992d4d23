package model

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A space is that in which a problem is solved: basis (d×r) is orthonormal, nil where the space is
// that of the features.
type space struct{ basis *mat.Dense }

// reduce returns the problem of data before anything is computed, in the coordinates in which it
// is solved: where source and target have fewer rows than there are features, those of an
// orthonormal basis (d×r, r rows in all) of a space that holds every row. Nothing that LAR
// computes leaves that: b = Φᵀy and the range of A lie in it, and descent starts from zero.
// So a pair with few samples and many features is solved exactly in r dimensions; not where
// some rows are not held. Errors are the context's.
func reduce(ctx context.Context, data Data) (*Problem, error) {
	_, d := data.Source.X.Dims()
	p := &Problem{Data: data, D: d, C: data.Outputs(), work: data, dim: d}
	n, rows := data.Source.Samples(), data.Source.Samples()+data.Target.Samples()
	if rows >= d || data.Source.Sampled() || data.Target.Sampled() {
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
	p.project(ctx, basis)
	return p, ctx.Err()
}

// project has the problem solved in the coordinates of an orthonormal basis (d×r); it means
// nothing once ctx is done.
func (p *Problem) project(ctx context.Context, basis *mat.Dense) {
	for _, domain := range []*Domain{&p.work.Source, &p.work.Target, &p.work.Validation} {
		if domain.X != nil {
			*domain = Domain{X: linalg.LargeProduct(ctx, blas.NoTrans, domain.X, basis), Y: domain.Y}
		}
	}
	_, p.dim = basis.Dims()
	p.space = space{basis}
}

// lift takes weights in the coordinates of the space back to features (d×c).
func (s space) lift(z *mat.Dense) *mat.Dense {
	if s.basis == nil {
		return z
	}
	return linalg.Product(s.basis, z)
}

// coordinates takes weights of features (d×c) to the coordinates of the space.
func (s space) coordinates(w *mat.Dense) *mat.Dense {
	if s.basis == nil {
		return w
	}
	return linalg.ProductT(s.basis, w)
}
