package session

import (
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A ScoreView is a plane in which a target of many dimensions can be looked at:
// what is seen to lie on the wrong side of Score = 0 is what is misclassified.
type ScoreView struct {
	// Score is wᵀx per target row, Across its coordinate along the strongest
	// target component orthogonal to w.
	Score, Across []float64
}

// NewScoreView returns the view of the descent's weights; nil where two features
// are all there is, where there are several weight vectors, and where descent
// diverges.
func NewScoreView(p *model.Problem, s *model.Solution) *ScoreView {
	if p.D <= 2 || p.C > 1 || s.Descent.Weights == nil {
		return nil
	}
	return &ScoreView{
		Score:  mat.Col(nil, 0, p.TargetScores(s.Descent.Weights)),
		Across: p.Across(s.Descent.Weights),
	}
}
