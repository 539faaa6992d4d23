package model

import "gonum.org/v1/gonum/mat"

// rowSpace returns an orthonormal basis (d×r, r rows in all) of a space that
// holds every row of the matrices, which have d columns and fewer than d rows
// together. Nothing that LAR computes leaves the joint row space of source and
// target: b = Φᵀy and the range of A lie in it, and descent starts from zero. So
// a pair with few samples and many features is solved exactly in r dimensions.
func rowSpace(matrices ...*mat.Dense) *mat.Dense {
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
	orthonormalize(basis)
	return basis
}

// within returns the domain in coordinates of basis (n×r); nil leaves it as it
// is.
func (d Domain) within(basis *mat.Dense) Domain {
	if basis == nil || d.X == nil {
		return d
	}
	var x mat.Dense
	x.Mul(d.X, basis)
	return Domain{X: &x, Y: d.Y}
}

// reduce chooses the coordinates in which the problem is solved: those of the
// joint row space where that has fewer dimensions than there are features.
func (p *Problem) reduce() {
	p.dim, p.work = p.D, p.Data
	rows := p.Source.Rows() + p.Target.Rows()
	if rows >= p.D {
		return
	}
	p.dim, p.basis = rows, rowSpace(p.Source.X, p.Target.X)
	p.work.Source = p.Source.within(p.basis)
	p.work.Target = p.Target.within(p.basis)
	p.work.Validation = p.Validation.within(p.basis)
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
