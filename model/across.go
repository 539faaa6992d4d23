package model

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// acrossSteps is how often Across refines its direction: enough for a picture.
const acrossSteps = 30

// Across returns the coordinate of every target row along the strongest target
// component orthogonal to w (d×1): the direction of largest second moment among
// those, by power iteration from ṽ₁ + ṽ₂. With the score wᵀx it spans a plane in
// which what lies on the wrong side of zero is what is misclassified. It needs
// two features.
func (p *Problem) Across(w *mat.Dense) []float64 {
	z := w
	if p.basis != nil {
		z = new(mat.Dense)
		z.Mul(p.basis.T(), w)
	}
	unit := mat.Col(nil, 0, z)
	normalize(unit)
	reject := func(v []float64) {
		floats.AddScaled(v, -floats.Dot(v, unit), unit)
		normalize(v)
	}
	v := mat.Col(nil, 0, p.Tgt.V)
	floats.Add(v, mat.Col(nil, 1, p.Tgt.V))
	reject(v)
	next := mat.NewVecDense(p.dim, nil)
	for range acrossSteps {
		next.MulVec(p.Tgt.Gram, mat.NewVecDense(p.dim, v))
		copy(v, next.RawVector().Data)
		reject(v)
	}
	next.Reset()
	next.MulVec(p.work.Target.X, mat.NewVecDense(p.dim, v))
	return next.RawVector().Data
}

// normalize scales v to length one, unless it is zero.
func normalize(v []float64) {
	if norm := floats.Norm(v, 2); norm > 0 {
		floats.Scale(1/norm, v)
	}
}
