package paper

import (
	"context"
	"errors"
	"fmt"

	"larui/datasets"
	"larui/model"
	"larui/model/rivals"
)

// A contestant is a method that is compared on pairs of files: a rival, or LAR
// where lar holds its epochs, rate and momentum.
type contestant struct {
	// name is what tables call it.
	name   string
	method rivals.Method
	lar    *model.Params
}

// A rivalResult is what a contestant reaches with the hyperparameters that the
// validation rows have chosen.
type rivalResult struct {
	// Accuracy and F1, that of the positive class in a binary task, else 0, are
	// those on the target rows that are not for validation.
	Accuracy float64 `json:"accuracy"`
	F1       float64 `json:"f1"`
	// Validation is the accuracy on the validation rows, Chosen names the
	// hyperparameters.
	Validation float64 `json:"validation"`
	Chosen     string  `json:"chosen,omitempty"`
	// Discriminator is the discriminator's accuracy, 0 without one.
	Discriminator float64 `json:"discriminator,omitempty"`
}

// contest returns the units of all contestants on the pair of spec, one for each
// seed, which draws the validation rows and begins the trainings.
func contest(task string, spec datasets.Spec, all []contestant, seeds []uint64) []Unit {
	var units []Unit
	for _, seed := range seeds {
		for _, c := range all {
			s := spec
			s.Seed = seed
			units = append(units, unit(contestKey(task, c, seed), func(ctx context.Context) (rivalResult, error) {
				pair, err := datasets.Open(ctx, s, nil)
				if err != nil {
					return rivalResult{}, err
				}
				if pair.Target.Y == nil {
					return rivalResult{}, fmt.Errorf("%w: the target of %s has no labels to choose and to score by", datasets.ErrNoLabel, pair.Title)
				}
				return c.run(ctx, pair.Data, seed)
			}))
		}
	}
	return units
}

func contestKey(task string, c contestant, seed uint64) string {
	variant := ""
	if c.lar == nil {
		variant = " (" + c.method.Variant + ")"
	}
	return fmt.Sprintf("%s, %s%s, seed %d", task, c.name, variant, seed)
}

// run trains the contestant's candidates and scores the one chosen.
func (c contestant) run(ctx context.Context, d model.Data, seed uint64) (rivalResult, error) {
	if c.lar != nil {
		return c.align(ctx, d)
	}
	p := rivals.Problem{Task: d.Task, Classes: d.Classes, Source: d.Source, Target: d.Target.X}
	best, err := rivals.Select(ctx, c.method, p, d.Validation, seed, nil)
	if err != nil {
		return rivalResult{}, err
	}
	predicted := d.Task.Predict(best.Classifier.Scores(d.Target.X))
	r := rivalResult{Accuracy: share(predicted, d.Target.Y), F1: f1(d.Task, predicted, d.Target.Y), Validation: best.Validation}
	if len(best.Candidates) > 1 {
		r.Chosen = best.Hyper.String()
	}
	if judge, ok := best.Classifier.(rivals.DomainClassifier); ok {
		r.Discriminator = judge.DomainAccuracy(d.Source.X, d.Target.X)
	}
	return r, nil
}

// align solves LAR on the paper's grid and scores the setting of highest accuracy
// on the validation rows, the first of equals, as rivals.Select does.
func (c contestant) align(ctx context.Context, d model.Data) (rivalResult, error) {
	p, err := model.NewProblem(ctx, d)
	if err != nil {
		return rivalResult{}, err
	}
	grid := model.Grid{Epochs: []int{c.lar.Epochs}, Base: *c.lar}
	grid.K, grid.KTilde, grid.Lambda = p.PaperGrid()
	cells, err := model.Sweep(ctx, p, grid, nil)
	if err != nil {
		return rivalResult{}, err
	}
	r := rivalResult{Validation: -1}
	for _, cell := range cells {
		if e := cell.Descent[0]; !e.Diverges && e.Validation.Accuracy > r.Validation {
			predicted := d.Task.Predict(p.TargetScores(e.Weights))
			r = rivalResult{Accuracy: share(predicted, d.Target.Y), F1: f1(d.Task, predicted, d.Target.Y), Validation: e.Validation.Accuracy,
				Chosen: fmt.Sprintf("k %d, k̃ %d, λ %g", cell.K, cell.KTilde, cell.Lambda)}
		}
	}
	if r.Validation < 0 {
		return r, errors.New("every setting of the grid diverges at the paper's rate")
	}
	return r, nil
}

// f1 returns the F1 score of the positive class, 2tp/(2tp + fp + fn): 0 where
// nothing is predicted right as positive, and where the task is not binary.
func f1(task model.Task, predicted, labels []float64) float64 {
	if task != model.Binary {
		return 0
	}
	hits, positives := 0, 0
	for i, label := range labels {
		for _, v := range []float64{predicted[i], label} {
			if v > 0 {
				positives++
			}
		}
		if predicted[i] > 0 && label > 0 {
			hits++
		}
	}
	if hits == 0 {
		return 0
	}
	return 2 * float64(hits) / float64(positives)
}

// contestResults returns the results of a contestant on a task over the seeds.
func contestResults(results Results, task string, c contestant, seeds []uint64) ([]rivalResult, error) {
	var all []rivalResult
	for _, seed := range seeds {
		r, err := resultOf[rivalResult](results, contestKey(task, c, seed))
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// collected returns a number of each result, in percent.
func collected(all []rivalResult, of func(rivalResult) float64) []float64 {
	values := make([]float64, len(all))
	for i, r := range all {
		values[i] = 100 * of(r)
	}
	return values
}

// mostChosen returns the hyperparameters chosen most often, of equals those first
// chosen, and how often where that is not always.
func mostChosen(all []rivalResult) string {
	counts := map[string]int{}
	for _, r := range all {
		counts[r.Chosen]++
	}
	best := ""
	for _, r := range all {
		if r.Chosen != "" && (best == "" || counts[r.Chosen] > counts[best]) {
			best = r.Chosen
		}
	}
	if best != "" && counts[best] < len(all) {
		best += fmt.Sprintf(" (%d of %d runs)", counts[best], len(all))
	}
	return best
}
