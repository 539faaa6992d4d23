package session

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/tui/number"
)

// A Warning is something to know before a number is believed. Code is for programs, Text
// a line for people.
type Warning struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Warnings are those of a pair whose source, and target if it is given, are the sides.
func Warnings(pair *datasets.Pair, sides ...*model.Side) (warnings []Warning) {
	for _, guess := range pair.Guesses {
		warnings = append(warnings, Warning{"guess", guess})
	}
	for i, domain := range []model.Domain{pair.Source, pair.Target}[:len(sides)] {
		if drowned := sides[i].Drowned; len(drowned) > 0 {
			return append(warnings, Warning{"scale", scaleWarning(pair, []string{"source", "target"}[i], domain.X, drowned)})
		}
	}
	return warnings
}

// Warnings are those of the session's pair.
func (s *Session) Warnings() []Warning {
	if s.Problem == nil {
		return nil
	}
	return Warnings(s.Pair, &s.Problem.Src, &s.Problem.Tgt)
}

// scaleWarning says which features of x are so small that XᵀX loses them.
func scaleWarning(pair *datasets.Pair, domain string, x *mat.Dense, drowned []int) string {
	const named = 3
	feature := func(j int) string {
		if j < len(pair.Features) {
			return datasets.Shown(pair.Features[j])
		}
		return fmt.Sprintf("feature %d", j+1)
	}
	_, d := x.Dims()
	norms := make([]float64, d)
	for j := range norms {
		norms[j] = mat.Norm(x.ColView(j), 2)
	}
	largest := floats.MaxIdx(norms)
	var names []string
	least := norms[largest]
	for _, j := range drowned {
		names = append(names, feature(j))
		least = min(least, norms[j])
	}
	if len(names) > named {
		names = append(names[:named], "…")
	}
	return fmt.Sprintf("the features of the %s differ %s-fold in scale: beside %s, %d of %d (%s) are lost in descent and in the "+
		"leading components, though not in the closed form; --standardize source mends that",
		domain, number.Short(number.Round(norms[largest]/least, 1)), feature(largest), len(drowned), d, strings.Join(names, ", "))
}

// nearEnd is the share of the way to least squares from which on descent is near it: on
// the paper's pairs it comes 0.96 of the way within 500 epochs. It has mostEpochs, the
// paper's most, to come there, as stopping before is part of the method.
const nearEnd, mostEpochs = 0.8, 5000

// Stuck warns that descent without adaptation, and so any, comes nowhere near its end,
// whatever the rate: how far it comes in mostEpochs, or those of a solution if they are
// more, and how that and least squares to the end score.
func (s *Session) Stuck(ctx context.Context, solution *model.Solution) ([]Warning, error) {
	params := solution.Params
	params.Epochs = max(params.Epochs, mostEpochs)
	reach, err := model.NewSolver(s.Problem).Reach(ctx, params)
	if err != nil || solution.None.Diverges || !(reach.Share < nearEnd) {
		return nil, err
	}
	here, end, domain := solution.None.Target, reach.End.Target, "target"
	if math.IsNaN(end.MSE) {
		here, end, domain = solution.None.Source, reach.End.Source, "source"
	}
	scores := fmt.Sprintf("%s of the %s right here, %s at the end", number.Percent(here.Accuracy, 1), domain, number.Percent(end.Accuracy, 1))
	if s.Pair.Task == model.Regression {
		scores = fmt.Sprintf("squared error %s on the %s here, %s at the end", number.Even(here.MSE, 4), domain, number.Even(end.MSE, 4))
	}
	text := fmt.Sprintf("by epoch %d descent comes only %s of the way to least squares, whatever the rate: %s",
		params.Epochs, number.Percent(math.Max(0, reach.Share), 1), scores)
	if s.Pair.Name == datasets.FilesName {
		text += "; --standardize source helps"
	}
	return []Warning{{Code: "stuck", Text: text}}, nil
}
