package model

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// reduce chooses the coordinates in which the problem is solved: those of the
// joint row space where that has fewer dimensions than there are features. Errors
// are the context's.
func (p *Problem) reduce(ctx context.Context) error {
	p.dim, p.work = p.D, p.Data
	rows := p.Source.Samples() + p.Target.Samples()
	if rows >= p.D {
		return nil
	}
	p.dim, p.basis = rows, rowSpace(ctx, p.Source, p.Target)
	for _, domain := range []*Domain{&p.work.Source, &p.work.Target, &p.work.Validation} {
		if domain.X != nil {
			*domain = Domain{X: largeProduct(ctx, blas.NoTrans, domain.X, p.basis), Y: domain.Y}
		}
	}
	return ctx.Err()
}

// rowSpace returns an orthonormal basis (d×r, r rows in all) of a space that
// holds every row of the domains, which have d columns and fewer than d rows
// together. Nothing that LAR computes leaves the joint row space of source and
// target: b = Φᵀy and the range of A lie in it, and descent starts from zero. So
// a pair with few samples and many features is solved exactly in r dimensions.
func rowSpace(ctx context.Context, source, target Domain) *mat.Dense {
	_, d := source.X.Dims()
	basis := mat.NewDense(d, source.Rows()+target.Rows(), nil)
	for i := range source.Rows() {
		basis.SetCol(i, source.X.RawRowView(i))
	}
	for i := range target.Rows() {
		basis.SetCol(source.Rows()+i, target.X.RawRowView(i))
	}
	orthonormalize(ctx, basis)
	return basis
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

// inWork takes weights of features (d×c) to the coordinates in which the problem
// is solved.
func (p *Problem) inWork(w *mat.Dense) *mat.Dense {
	if p.basis == nil {
		return w
	}
	return productT(p.basis, w)
}

// Direction returns the singular vector of component i, 0 ≤ i < r, of a side of
// the problem, v_i or ṽ_i, in features (d long), whatever the coordinates in which
// the problem is solved.
func (p *Problem) Direction(s *Side, i int) []float64 {
	column := mat.NewDense(p.dim, 1, mat.Col(nil, i, s.V))
	return mat.Col(nil, 0, p.lift(column))
}

// acrossSteps is how often Across refines its direction: enough for a picture.
const acrossSteps = 200

// Across returns the coordinate of every target row (m) along the strongest target
// component orthogonal to w (d×1): the direction of largest second moment among
// those, by power iteration from ṽ₁ + ṽ₂. With the score wᵀx it spans a plane in
// which what lies on the wrong side of zero is what is misclassified. It needs
// two features.
func (p *Problem) Across(w *mat.Dense) []float64 {
	// In coordinates of Ṽ the second moments are diag(σ̃²).
	unit := mat.Col(nil, 0, productT(p.Tgt.V, p.inWork(w)))
	normalize(unit)
	v := make([]float64, p.dim)
	v[0], v[1] = 1, 1
	for range acrossSteps {
		floats.AddScaled(v, -floats.Dot(v, unit), unit)
		normalize(v)
		for i, sigma := range p.Tgt.Sigma {
			v[i] *= sigma / p.Tgt.Sigma[0] * sigma / p.Tgt.Sigma[0]
		}
	}
	floats.AddScaled(v, -floats.Dot(v, unit), unit)
	normalize(v)
	direction := p.weights(mat.NewDense(p.dim, 1, v))
	return mat.Col(nil, 0, p.samples[1].times(direction))
}

// normalize scales v to length one, unless it is zero.
func normalize(v []float64) {
	if norm := floats.Norm(v, 2); norm > 0 {
		floats.Scale(1/norm, v)
	}
}
