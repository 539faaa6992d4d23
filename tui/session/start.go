package session

import (
	"cmp"

	"larui/model"
)

// StartState returns the state in which the session's pair opens, at the pair's own start
// parameters.
//
// A pair from files opens at no adaptation: k = d and λ = 0. k̃ is the number of leading directions
// that carry most of the label, but less than the target's rank, so that λ has an effect. After the
// epochs, descent is near its end.
func (s *Session) StartState() State {
	start, problem := s.Pair.Start, s.Problem
	head := max(1, min(problem.Src.HeadRank, problem.Tgt.Rank-1))
	p := model.Params{
		K:      min(cmp.Or(start.K, problem.D), problem.D),
		KTilde: min(cmp.Or(start.KTilde, start.K, head), problem.D),
		Lambda: start.Lambda, Epochs: cmp.Or(start.Epochs, s.epochs),
	}
	if start.Rate > 0 {
		p.Rate = model.LearningRate{Rule: model.RateFixed, Value: start.Rate}
	}
	return State{Spec: s.Spec, Params: p}
}

// nearEndDistance is the largest ‖X(w − w_∞)‖/‖Xw_∞‖ at which descent counts as near its end w_∞.
// Predictions then differ in sign in about 0.05/π of the rows, fewer than two of a hundred, and the
// squared error differs by 0.05² = 1/400.
const nearEndDistance = 0.05

// findSettledEpochs returns the first number of epochs on epochLadder after which descent without
// adaptation is near its end at params. settled is false if there is none. The search is quick,
// since the spectrum is known.
func (s *Session) findSettledEpochs(params model.Params) (epochs int, settled bool) {
	var steps []int
	for _, step := range epochLadder {
		steps = append(steps, int(step))
	}
	return s.Problem.SettledEpoch(params, steps, nearEndDistance)
}
