// Package tui is the explorer: a terminal screen that re-solves label-alignment
// regularization at every key press and draws what it did.
//
// A [State] is everything a person can turn. A key makes a new State; the
// [Engine] solves it in the background; panels draw the newest solution. Only
// program.go, play.go, opener_keys.go, mouse.go, run.go and plain.go know Bubble
// Tea.
package tui

import (
	"larui/datasets"
	"larui/model"
)

// A State is everything that a person can turn: how the pair is made and the
// parameters of the method. It is a value; turning gives a new one.
type State struct {
	Spec   datasets.Spec
	Params model.Params
}

// Limits bound what can be turned for a loaded pair.
type Limits struct {
	// D is the number of features, the largest k and k̃.
	D int
	// Adjustable names the fields of datasets.Spec that change the pair.
	Adjustable []string
}

// Defaults of the method where neither the pair nor the person says otherwise.
const (
	defaultLambda = 1
	defaultEpochs = 5000
)

// startState returns the state in which a pair opens: its own starting
// parameters, filled up with what its spectra suggest.
func startState(spec datasets.Spec, pair *datasets.Pair, problem *model.Problem) State {
	start := pair.Start
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
	return State{Spec: spec, Params: p}
}
