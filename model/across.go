package model

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// acrossSteps is how often Across refines its direction: enough for a picture.
const acrossSteps = 200

// Across returns the coordinate of every target row along the strongest target
// component orthogonal to w (d×1): the direction of largest second moment among
// those, by power iteration from ṽ₁ + ṽ₂. With the score wᵀx it spans a plane in
// which what lies on the wrong side of zero is what is misclassified. It needs
// two features.
func (p *Problem) Across(w *mat.Dense) []float64 {
	z := w
	if p.basis != nil {
		z = productT(p.basis, w)
	}
	// In coordinates of Ṽ the second moments are diag(σ̃²).
	unit := mat.Col(nil, 0, productT(p.Tgt.V, z))
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
	return mat.Col(nil, 0, p.samples[1].rows.times(direction))
}

// normalize scales v to length one, unless it is zero.
func normalize(v []float64) {
	if norm := floats.Norm(v, 2); norm > 0 {
		floats.Scale(1/norm, v)
	}
}
