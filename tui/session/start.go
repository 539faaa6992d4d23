package session

import (
	"cmp"

	"larui/model"
)

// StartState returns the state in which the session's pair opens, at the pair's own starting
// parameters.
//
// A pair without such parameters, from files, opens at no adaptation: k = d removes nothing and λ
// = 0 adds nothing, and each control leads on from there. k̃ is the number of components that
// carry most of the label, at most d - 1. The epochs suffice for descent to settle.
func (s *Session) StartState() State {
	start, problem := s.Pair.Start, s.Problem
	head := max(1, min(problem.Src.HeadRank, problem.D-1))
	p := model.Params{
		K:      min(cmp.Or(start.K, problem.D), problem.D),
		KTilde: min(cmp.Or(start.KTilde, start.K, head), problem.D),
		Lambda: start.Lambda, Epochs: cmp.Or(start.Epochs, s.epochs),
	}
	if start.Rate > 0 {
		p.Rate = model.Rate{Rule: model.RateFixed, Value: start.Rate}
	}
	return State{Spec: s.Spec, Params: p}
}

// near is the distance from its end, relative to ‖Φw‖ on the source, at which descent counts as
// settled. Scores that differ by near differ in sign in about near/π of the rows, fewer than two
// of a hundred. Squared errors differ by near², a four-hundredth.
const near = 0.05

// settledEpochs returns the first number of epochs on the ladder after which descent without adaptation
// at params is near its end, and whether there is one. Descent is a function of the spectrum, so
// this takes hardly any time.
func (s *Session) settledEpochs(params model.Params) (epochs int, settled bool) {
	var steps []int
	for _, step := range epochLadder {
		steps = append(steps, int(step))
	}
	return s.Problem.Settled(params, steps, near)
}
