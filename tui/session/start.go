package session

import (
	"cmp"

	"larui/model"
)

// StartState returns the state in which the session's pair opens, at the pair's own start
// parameters.
//
// A pair from files opens at no adaptation: k = d and λ = 0. k̃ is the number of leading directions
// that carry most of the label, but less than the target's rank, so that λ has an effect. The
// number of epochs is large enough that descent has nearly converged.
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

// nearEndDistance is the largest ‖X(w − w_∞)‖/‖Xw_∞‖ at which descent counts as near its end. w_∞
// are the weights after infinitely many epochs. Predictions then differ in sign in about 0.05/π of
// the rows, fewer than two of a hundred, and the squared error differs by 0.05² = 1/400.
const nearEndDistance = 0.05

// findConvergedEpochs returns the first number of epochs on epochLadder after which descent without
// adaptation is near its end at params. converged is false if no number is large enough. The search
// is quick, since it needs only the spectrum, which the problem has.
func (s *Session) findConvergedEpochs(params model.Params) (epochs int, converged bool) {
	var steps []int
	for _, step := range epochLadder {
		steps = append(steps, int(step))
	}
	return s.Problem.SettledEpoch(params, steps, nearEndDistance)
}
