package paper

import (
	"context"

	"larui/datasets"
	"larui/model"
	"larui/model/labelfree"
)

// choosingEpochs is the number of epochs of descent on pairs of digits, as at the start of the
// explorer.
const choosingEpochs = 1000

// A ratedCandidate has the labels that a setting predicts for the target, and their rating without
// true labels.
type ratedCandidate struct {
	name   string
	labels []float64
	labelfree.Rating
}

// chooseWithoutLabels solves the paper's grid for a pair, with all other parameters from start.
// chosen is the candidate that joint label alignment chooses, and may be no adaptation. none is the
// candidate of no adaptation.
func chooseWithoutLabels(ctx context.Context, pair *datasets.Pair, start model.Params) (none, chosen ratedCandidate, err error) {
	p, err := model.NewProblem(ctx, pair.Data)
	if err != nil {
		return none, chosen, err
	}
	rater, err := labelfree.NewRater(ctx, p)
	if err != nil {
		return none, chosen, err
	}
	rate := func(name string, run model.Descent, kTilde int) ratedCandidate {
		labels := rater.Predict(run.Weights)
		return ratedCandidate{name, labels, rater.RatePredictions(labels, kTilde)}
	}
	// For a pair of files Start.K and Start.KTilde are zero, but a grid needs at least 1.
	start.K, start.KTilde, start.Lambda = max(1, pair.Start.K), max(1, pair.Start.KTilde), pair.Start.Lambda
	grid := paperGrid(p, start)
	grid.DescentOnly = true
	all := make([]ratedCandidate, grid.CellCount())
	grid.Evaluate = func(i int, c model.Cell) { all[i] = rate(settingName(c), c.Descent[0], c.KTilde) }
	_, err = model.Sweep(ctx, p, grid, nil)
	if err != nil {
		return none, chosen, err
	}
	none = rate("no adaptation", model.NewSolver(p).DescendWithoutAdaptation(start, grid.Epochs)[0], start.KTilde)
	value := func(c ratedCandidate) labelfree.Candidate {
		return labelfree.Candidate{Value: c.JLA, Vetoed: c.Vetoed}
	}
	at, _, _ := labelfree.Choose(value(none), mapSlice(all, value), labelfree.Margin)
	return none, append([]ratedCandidate{none}, all...)[1+at], nil
}
