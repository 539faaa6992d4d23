package paper

import (
	"context"
	"fmt"

	"larui/cmd/larui/paper/figure"
	"larui/datasets"
	"larui/model"
	"larui/tui/session"
)

// This file has what the experiments on plane Gaussians share: how to open a pair, and the settings
// of figure 1.

const gaussianRuns = 10

func gaussianEpochs() []int { return []int{2000, 20000} }

// openGaussian opens a built-in pair of plane Gaussians at a seed. It returns the problem and the
// parameters of no adaptation: k = k̃ = 1, and the pair's epochs and rate.
func openGaussian(ctx context.Context, name string, seed uint64) (*model.Problem, model.Params, error) {
	spec := datasets.DefaultSpec(name)
	spec.Seed = seed
	opened, err := session.Open(ctx, spec, nil, nil)
	if err != nil {
		return nil, model.Params{}, err
	}
	start := opened.Pair.Start
	return opened.Problem, model.Params{K: 1, KTilde: 1, KeepImplicit: true, Epochs: start.Epochs, Rate: model.LearningRate{Rule: model.RateFixed, Value: start.Rate}}, nil
}

// A figure1Setting is a setting of figure 1: a method, ℓ₂ regularization or LAR, with its weight
// and the number of epochs. Weight 0 is no adaptation.
type figure1Setting struct {
	L2     bool
	Weight float64
	Epochs int
}

// figure1Settings lists the settings curve by curve: for each number of epochs ℓ₂ regularization,
// then LAR.
func figure1Settings() []figure1Setting {
	var all []figure1Setting
	for _, epochs := range gaussianEpochs() {
		for _, l2 := range []bool{true, false} {
			for _, weight := range []float64{0, 1, 10, 100, 1000} {
				if l2 || weight > 0 {
					all = append(all, figure1Setting{l2, weight, epochs})
				}
			}
		}
	}
	return all
}

// solveFigure1Settings solves a built-in pair at all figure1Settings and returns the result of
// measure for each descent. tail selects the singular values in the target's term.
func solveFigure1Settings[R any](ctx context.Context, name string, seed uint64, tail model.Tail, measure func(p *model.Problem, d model.Descent) R) ([]R, error) {
	problem, none, err := openGaussian(ctx, name, seed)
	if err != nil {
		return nil, err
	}
	all := mapSlice(figure1Settings(), func(w figure1Setting) model.Params {
		params := none
		params.Epochs = w.Epochs
		if w.L2 {
			params.L2 = w.Weight
		} else {
			params.Lambda, params.KeepImplicit, params.Tail = w.Weight, false, tail
		}
		return params
	})
	return solveAll(ctx, problem, all, func(s *model.Solution) R { return measure(problem, s.Descent) })
}

func solveAll[R any](ctx context.Context, p *model.Problem, settings []model.Params, f func(*model.Solution) R) ([]R, error) {
	var all []R
	solver := model.NewSolver(p)
	for _, params := range settings {
		s, err := solver.Endpoints(ctx, params)
		if err != nil {
			return nil, err
		}
		all = append(all, f(s))
	}
	return all, nil
}

func (w figure1Setting) curveName() string {
	method := "LAR"
	if w.L2 {
		method = "ℓ₂"
	}
	return fmt.Sprintf("%s, %d epochs", method, w.Epochs)
}

func (w figure1Setting) weightName() string {
	switch {
	case w.Weight == 0:
		return "no adaptation"
	case w.L2:
		return fmt.Sprintf("ℓ₂ = %g", w.Weight)
	}
	return fmt.Sprintf("λ = %g", w.Weight)
}

// addPoint adds a point to the curve with the given name, unless the weight is 0. y is the label of
// the y axis.
func (w figure1Setting) addPoint(r *Report, name, y string, mean Estimate, paper float64) {
	if w.Weight == 0 {
		return
	}
	style := figure.LAR
	switch longer := w.Epochs > gaussianEpochs()[0]; {
	case w.L2 && longer:
		style = figure.RidgeLonger
	case w.L2:
		style = figure.Ridge
	case longer:
		style = figure.LARLonger
	}
	r.addPoint(Curve{Name: name, X: "λ or weight of ℓ₂", Y: y, Style: style}, w.Weight, mean, paper)
}
