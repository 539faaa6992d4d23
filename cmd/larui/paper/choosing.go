package paper

import (
	"context"

	"larui/datasets"
	"larui/model"
	"larui/model/labelfree"
)

// choosingEpochs is where pairs of digits open.
const choosingEpochs = 1000

// A ratedGrid is the grid of a task, solved, with no adaptation and where the pair opens.
type ratedGrid struct {
	none    ratedCandidate
	cells   []ratedCandidate
	opening *model.Solution
}

// solveRated solves the grid of a task.
func (t digitTask) solveRated(ctx context.Context, o Options) (g ratedGrid, err error) {
	s := t.spec(o)
	s.Classes = t.digits
	pair, err := datasets.Open(ctx, s, nil)
	if err == nil {
		err = canSetAside(pair.Data)
	}
	if err != nil {
		return g, err
	}
	return rateGrid(ctx, pair, model.Params{Epochs: choosingEpochs})
}

// rateGrid solves the paper's grid for a pair, with all other parameters from start.
func rateGrid(ctx context.Context, pair *datasets.Pair, start model.Params) (g ratedGrid, err error) {
	p, err := model.NewProblem(ctx, pair.Data)
	if err != nil {
		return g, err
	}
	judge, err := labelfree.New(ctx, p)
	if err != nil {
		return g, err
	}
	rate := func(run model.Descent, k, kTilde int, lambda float64) ratedCandidate {
		labels := judge.Predict(run.Weights)
		rating := judge.RatePredictions(labels, kTilde)
		return ratedCandidate{candidate{k, kTilde, lambda, rightOf(labels, p.Target.Y)}, rating, labels}
	}
	// Pairs of files have no place of their own where they open.
	start.K, start.KTilde, start.Lambda = max(1, pair.Start.K), max(1, pair.Start.KTilde), pair.Start.Lambda
	opening, err := model.NewSolver(p).Endpoints(ctx, start)
	if err != nil {
		return g, err
	}
	grid := model.Grid{Epochs: []int{start.Epochs}, Base: start, DescentOnly: true}
	grid.K, grid.KTilde, grid.Lambda = settingsOf(p)
	g = ratedGrid{rate(opening.None, 0, start.KTilde, 0), make([]ratedCandidate, grid.Cells()), opening}
	grid.Rate = func(i int, c model.Cell) { g.cells[i] = rate(c.Descent[0], c.K, c.KTilde, c.Lambda) }
	_, err = model.Sweep(ctx, p, grid, nil)
	return g, err
}

// pick returns what is best by a value and leads no adaptation by margin, else that.
func (g ratedGrid) pick(margin float64, by func(ratedCandidate) labelfree.Candidate) ratedCandidate {
	if at, _, _ := labelfree.Choose(by(g.none), collect(g.cells, by), margin); at >= 0 {
		return g.cells[at]
	}
	return g.none
}

// labelFree returns the choice of joint label alignment.
func (g ratedGrid) labelFree() ratedCandidate {
	return g.pick(labelfree.Margin, func(c ratedCandidate) labelfree.Candidate {
		return labelfree.Candidate{Value: c.JLA, Vetoed: c.Vetoed}
	})
}

// A ratedCandidate is a setting with the labels that it predicts and their rating without labels.
type ratedCandidate struct {
	candidate
	labelfree.Rating
	labels []float64
}
