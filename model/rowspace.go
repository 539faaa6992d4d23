package model

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

// rowSpace returns an orthonormal basis (d×r, r rows in all) of a space that
// holds every row of the matrices, which have d columns and fewer than d rows
// together. Nothing that LAR computes leaves the joint row space of source and
// target: b = Φᵀy and the range of A lie in it, and descent starts from zero. So
// a pair with few samples and many features is solved exactly in r dimensions.
// Errors are the context's.
func rowSpace(ctx context.Context, matrices ...*mat.Dense) (*mat.Dense, error) {
	rows := 0
	for _, x := range matrices {
		n, _ := x.Dims()
		rows += n
	}
	_, d := matrices[0].Dims()
	basis := mat.NewDense(d, rows, nil)
	at := 0
	for _, x := range matrices {
		n, _ := x.Dims()
		basis.Slice(0, d, at, at+n).(*mat.Dense).Copy(x.T())
		at += n
	}
	return basis, orthonormalize(ctx, basis)
}

// within returns the domain in coordinates of basis (n×r). Errors are the
// context's.
func (d Domain) within(ctx context.Context, basis *mat.Dense) (Domain, error) {
	if d.X == nil {
		return d, nil
	}
	x, err := largeProduct(ctx, blas.NoTrans, d.X, basis)
	return Domain{X: x, Y: d.Y}, err
}

// reduce chooses the coordinates in which the problem is solved: those of the
// joint row space where that has fewer dimensions than there are features.
func (p *Problem) reduce(ctx context.Context) error {
	p.dim, p.work = p.D, p.Data
	rows := p.Source.Samples() + p.Target.Samples()
	if rows >= p.D {
		return nil
	}
	basis, err := rowSpace(ctx, p.Source.X, p.Target.X)
	if err != nil {
		return err
	}
	p.dim, p.basis = rows, basis
	for _, domain := range []*Domain{&p.work.Source, &p.work.Target, &p.work.Validation} {
		if *domain, err = domain.within(ctx, basis); err != nil {
			return err
		}
	}
	return nil
}

// weights takes coordinates of Ṽ (dim×c) to those in which the problem is solved.
func (p *Problem) weights(z *mat.Dense) *mat.Dense {
	return product(p.Tgt.V, z)
}

// lift takes weights in the coordinates in which the problem is solved back to
// features (d×c).
func (p *Problem) lift(z *mat.Dense) *mat.Dense {
	if p.basis == nil {
		return z
	}
	return product(p.basis, z)
}
