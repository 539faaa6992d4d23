package session

import (
	"cmp"

	"larui/model"
)

// Start returns the state in which the session's pair opens: the pair's own starting
// parameters. A pair without any, of files, opens at no adaptation as a setting of LAR's
// own controls, from which any of them leads on: k = d removes nothing and λ = 0 adds
// nothing. k̃ is then as many components as carry most of the label, but leaving a tail,
// and the epochs bring least squares to its end.
func (s *Session) Start() State {
	start, problem := s.Pair.Start, s.Problem
	most := problem.Src.HeadRank
	if problem.Look() > 0 { // of what is there, until all is
		most = model.HeadRank(problem.Src.Projection, model.Epsilon)
	}
	head := max(1, min(most, problem.D-1))
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

// near is how far, relative to ‖Φw‖, descent may be from its end on the source to count
// as settled. Scores that differ by so little differ in sign in about near/π of the rows,
// in fewer than two of a hundred; squared errors by near², a four-hundredth.
const near = 0.05

// settle returns after how many epochs descent without adaptation at params is near
// enough to its end, and whether it is: of their ladder, or beyond it of the tens up to
// the most that the control takes, in a first look that it follows. Descent is a function of the
// spectrum: they cost no time.
func (s *Session) settle(params model.Params) (epochs int, settled bool) {
	var steps []int
	for _, step := range append(epochLadder, 1e7, 1e8, mostEpochs) {
		steps = append(steps, int(step))
	}
	epochs, settled = s.Problem.Settled(params, steps, near)
	if s.Problem.Look() > 0 {
		return min(epochs, model.LookEpochs), true
	}
	return epochs, settled
}
