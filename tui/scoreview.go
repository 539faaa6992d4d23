package tui

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A ScoreView is a plane in which a target of many dimensions can be looked at:
// what is seen to lie on the wrong side of Score = 0 is what is misclassified.
type ScoreView struct {
	// Score is wᵀx per target row; for a MultiClass task the largest score of
	// the other classes taken from that of the row's own class, so that it is
	// negative where the row is misclassified (NaN without labels).
	Score []float64
	// Across is the coordinate along the strongest target component orthogonal to
	// w; nil for a MultiClass task.
	Across []float64
}

// powerSteps is how often the strongest orthogonal component is refined: enough
// for a picture.
const powerSteps = 30

// newScoreView returns the view of the descent's weights, or nil.
func newScoreView(p *model.Problem, s *model.Solution) *ScoreView {
	if p.D <= 2 || s.Descent.Weights == nil {
		return nil
	}
	var scores mat.Dense
	scores.Mul(p.Target.X, s.Descent.Weights)
	if p.Task == model.MultiClass {
		return &ScoreView{Score: margins(&scores, p.Target.Y)}
	}
	v := &ScoreView{Score: mat.Col(nil, 0, &scores)}
	w := mat.Col(nil, 0, s.Descent.Weights)
	across := orthogonalComponent(p, w)
	v.Across = make([]float64, p.Tgt.N)
	for i := range v.Across {
		v.Across[i] = floats.Dot(p.Target.X.RawRowView(i), across)
	}
	return v
}

// orthogonalComponent returns the direction of largest second moment among those
// orthogonal to w, by power iteration from ṽ₁ and ṽ₂.
func orthogonalComponent(p *model.Problem, w []float64) []float64 {
	unit := append([]float64(nil), w...)
	if norm := floats.Norm(unit, 2); norm > 0 {
		floats.Scale(1/norm, unit)
	}
	reject := func(v []float64) {
		floats.AddScaled(v, -floats.Dot(v, unit), unit)
		if norm := floats.Norm(v, 2); norm > 0 {
			floats.Scale(1/norm, v)
		}
	}
	v := mat.Col(nil, 0, p.Tgt.V)
	floats.Add(v, mat.Col(nil, 1, p.Tgt.V))
	reject(v)
	next := mat.NewVecDense(p.D, nil)
	for range powerSteps {
		next.MulVec(p.Tgt.Gram, mat.NewVecDense(p.D, v))
		copy(v, next.RawVector().Data)
		reject(v)
	}
	return v
}

// margins returns by how much each row's own class beats the others.
func margins(scores *mat.Dense, y []float64) []float64 {
	if y == nil {
		return nil
	}
	m := make([]float64, len(y))
	for i, label := range y {
		row := scores.RawRowView(i)
		best := -1
		for j := range row {
			if j != int(label) && (best < 0 || row[j] > row[best]) {
				best = j
			}
		}
		m[i] = row[int(label)] - row[best]
	}
	return m
}
