package session

import (
	"cmp"
	"reflect"

	"larui/datasets"
	"larui/model"
)

// A State is everything that a person can turn: how the pair is made and the
// parameters of the method. It is a value; turning gives a new one.
type State struct {
	Spec   datasets.Spec
	Params model.Params
}

// Equal reports whether two states are the same.
func (s State) Equal(other State) bool { return reflect.DeepEqual(s, other) }

// Limits bound what can be turned for an opened pair.
type Limits struct {
	// D is the number of features, the largest k and k̃.
	D int
	// Options names the options that change the pair.
	Options []string
}

// Start returns the state in which the session's pair opens: the pair's own starting
// parameters, filled up with what its spectra suggest.
func (s *Session) Start() State {
	start, problem := s.Pair.Start, s.Problem
	// As many components as carry most of the label, but leaving a tail.
	k := cmp.Or(start.K, max(1, min(problem.Src.HeadRank, problem.D-1)))
	p := model.Params{
		K: min(k, problem.D), KTilde: min(cmp.Or(start.KTilde, k), problem.D),
		Lambda: cmp.Or(start.Lambda, 1), Epochs: cmp.Or(start.Epochs, 5000),
	}
	if start.Rate > 0 {
		p.Rate = model.Rate{Rule: model.RateFixed, Value: start.Rate}
	}
	return State{Spec: s.Spec, Params: p}
}
