package session

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A Dissection has the quantities of the paper's argument at one solution: the parts of the objective,
// the projections of labels and predictions on singular vectors, and the bounds of the theorems.
type Dissection struct {
	Params model.Params
	// None, Descent and Closed are the values of LAR's objective at the weights of no adaptation,
	// of gradient descent and of the closed form.
	None, Descent, Closed model.Loss
	// Source and Target have the projections on the leading singular directions of each domain.
	Source, Target []ProjectedComponent
	Bounds         model.Bounds
	// Sampled compares the sample with its population. It is nil if the pair's population is unknown.
	Sampled *model.SampleComparison
}

// A ProjectedComponent has the projections on u_i, the left singular vector of direction i of a
// domain: u_iᵀy of the labels and σ_i v_iᵀw of the predictions. For several outputs each projection
// is a norm. Unknown values are NaN.
type ProjectedComponent struct {
	model.Component
	// None, Descent and Closed are the projections of the predictions of no adaptation, of gradient
	// descent and of the closed form.
	None, Descent, Closed float64
}

const maxProjections = 10

// Dissect computes the Dissection of a solution. Errors come from model.Problem.Bounds.
func (s *Session) Dissect(ctx context.Context, solution *model.Solution) (*Dissection, error) {
	p, params := s.Problem, solution.Params
	weights := []*mat.Dense{solution.None.Weights, solution.Descent.Weights, solution.Closed.Weights}
	d := &Dissection{Params: params}
	for i, l := range []*model.Loss{&d.None, &d.Descent, &d.Closed} {
		*l = p.Loss(params, weights[i])
	}
	d.Source, d.Target = projectComponents(&p.Src, weights), projectComponents(&p.Tgt, weights)
	var err error
	d.Bounds, err = p.Bounds(ctx, params)
	if err != nil {
		return nil, err
	}
	if g := s.Pair.Population; g != nil {
		sampled := g.CompareSample(p, params, solution.Closed.Weights)
		d.Sampled = &sampled
	}
	return d, nil
}

// weights has three entries: the weights of no adaptation, of gradient descent and of the closed
// form. The projections of nil weights are NaN.
func projectComponents(side *model.Side, weights []*mat.Dense) []ProjectedComponent {
	components := side.LeadingComponents(maxProjections)
	list := make([]ProjectedComponent, len(components))
	for i, c := range components {
		list[i] = ProjectedComponent{c, math.NaN(), math.NaN(), math.NaN()}
	}
	for j, w := range weights {
		if w == nil {
			continue
		}
		predicted := side.ProjectPredictions(w)
		for i := range list {
			row := predicted.RawRowView(i)
			value := row[0]
			if len(row) > 1 {
				value = floats.Norm(row, 2)
			}
			*[]*float64{&list[i].None, &list[i].Descent, &list[i].Closed}[j] = value
		}
	}
	return list
}

// Dissection returns the dissection of the update's solution, or nil if it is not computed yet.
func (u *Update) Dissection() *Dissection { return solutionResult[*Dissection](u, dissectionName) }

const dissectionName = "dissection"

// DissectionJob returns a job that computes the Dissection at params.
func DissectionJob(params model.Params) Job {
	return NewJob(dissectionName, params, func(ctx context.Context, s *Session) (*Dissection, error) {
		solution, err := model.NewSolver(s.Problem).Endpoints(ctx, params)
		if err != nil {
			return nil, err
		}
		return s.Dissect(ctx, solution)
	})
}

// Facts returns the losses and the bounds and, if the pair's population is known, the comparison of
// the sample with the population.
func (d *Dissection) Facts() []Fact {
	b := d.Bounds
	facts := Facts(
		"loss", Facts("none", lossFacts(d.None), "closed", lossFacts(d.Closed), "descent", lossFacts(d.Descent)),
		"bounds", Facts(
			"cutSource", b.CutSource, "cutTarget", b.CutTarget,
			"apart", b.OverlapError, "apartLimit", b.OverlapErrorLimit,
			"sigma", b.Sigma, "sigmaLimit", b.SigmaLimit,
			"correlated", b.Correlated.Count, "delta", b.Correlated.Delta,
			"share", b.Correlated.Share, "shareLimit", b.Correlated.Limit,
		),
	)
	if s := d.Sampled; s != nil {
		facts = Facts(facts, "population", Facts(
			"pull", estimateFacts(s.CrossMoment), "source", estimateFacts(s.Source), "target", estimateFacts(s.Target),
			"solution", estimateFacts(s.Solution), "c", Facts("population", 1.0, "sample", s.C),
		))
	}
	return facts
}

func estimateFacts(e model.Estimate) []Fact {
	return Facts("population", e.Population, "sample", e.Sample, "apart", e.Apart, "standardError", e.StandardError)
}

func lossFacts(l model.Loss) []Fact {
	return Facts(
		"fit", l.Fit, "sourceTail", l.SourceTail, "cross", l.Cross, "rest", l.Rest,
		"targetTail", l.TargetTail, "ridge", l.Ridge, "objective", l.Objective,
		"sourceBeyond", l.SourceBeyond, "targetBeyond", l.TargetBeyond,
	)
}

// ProjectedFacts returns the facts of singular direction i, counted from 1.
func ProjectedFacts(i int, p ProjectedComponent) []Fact {
	return Facts("i", i, "sigma", p.Sigma, "label", p.Projection, "none", p.None, "closed", p.Closed, "descent", p.Descent)
}
