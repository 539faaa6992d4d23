package session

import (
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

// Defaults of the method where neither the pair nor the person says otherwise.
const (
	defaultLambda = 1
	defaultEpochs = 5000
)

// Start returns the state in which the session's pair opens: the pair's own starting
// parameters, filled up with what its spectra suggest.
func (s *Session) Start() State {
	start, problem := s.Pair.Start, s.Problem
	p := model.Params{K: start.K, KTilde: start.KTilde, Lambda: start.Lambda, Epochs: start.Epochs}
	if start.Rate > 0 {
		p.Rate = model.Rate{Rule: model.RateFixed, Value: start.Rate}
	}
	if p.K == 0 {
		// As many as carry most of the label, but leaving a tail.
		p.K = max(1, min(problem.Src.HeadRank, problem.D-1))
	}
	if p.KTilde == 0 {
		p.KTilde = p.K
	}
	p.K, p.KTilde = min(p.K, problem.D), min(p.KTilde, problem.D)
	if p.Lambda == 0 {
		p.Lambda = defaultLambda
	}
	if p.Epochs == 0 {
		p.Epochs = defaultEpochs
	}
	return State{Spec: s.Spec, Params: p}
}
