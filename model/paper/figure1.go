package paper

import (
	"context"
	"fmt"
	"slices"
	"time"

	"larui/datasets"
	"larui/model"
	"larui/model/rivals"
)

// figure1 is the rotated Gaussian of section 5.1: LAR and the ℓ₂ rival over their
// weights, after 2,000 and 20,000 epochs, and the networks with and without
// adaptation.
func figure1() Experiment {
	return Experiment{
		Name: "figure1", Title: "Rotated Gaussian: accuracy over λ and ℓ₂, and DANN", Where: "Figure 1",
		About: 10 * time.Second, Uses: []string{"Seeds"}, Draws: true, Revision: 2,
		Units: figure1Units, Report: figure1Report,
	}
}

// The settings of figure 1: ten runs, weights on the axis of panel (c), and the
// epochs of its two green lines.
const gaussianRuns = 10

func gaussianWeights() []float64 { return []float64{1, 10, 100, 1000} }
func gaussianEpochs() []int      { return []int{2000, 20000} }

// What the authors published for the networks on this example, in percent; their
// ten runs agree to the last digit.
const (
	publishedNetwork = 88.4
	publishedDANN    = 89.2
	networkWithin    = 1.0
)

// A weightedRun is the accuracy on the target at one weight: λ, or l2 where L2 is
// set.
type weightedRun struct {
	L2       bool    `json:"l2,omitempty"`
	Weight   float64 `json:"weight"`
	Epochs   int     `json:"epochs"`
	Accuracy float64 `json:"accuracy"`
}

// A metRun is a run of the authors and ours with the same samples.
type metRun struct {
	Theirs publishedRun `json:"theirs"`
	Ours   publishedRun `json:"ours"`
}

// A networkRun is the accuracy of the networks on the target.
type networkRun struct {
	SourceOnly float64 `json:"sourceOnly"`
	DANN       float64 `json:"dann"`
}

func figure1Units(o Options) ([]Unit, error) {
	runs, tail, err := publishedRuns()
	if err != nil {
		return nil, err
	}
	var units []Unit
	for _, seed := range publishedSeeds(runs) {
		units = append(units, unit(publishedKey(seed), func(ctx context.Context) ([]metRun, error) {
			return meetPublished(ctx, runs, seed, tail)
		}))
	}
	for _, seed := range o.seeds(gaussianRuns) {
		units = append(units,
			unit(generatedKey(seed), func(ctx context.Context) ([]weightedRun, error) {
				return rotatedCurves(ctx, seed)
			}),
			unit(networksKey(seed), func(ctx context.Context) (networkRun, error) {
				return publishedNetworks(ctx, seed)
			}),
			unit(generatedNetworksKey(seed), func(ctx context.Context) (networkRun, error) {
				return generatedNetworks(ctx, seed)
			}))
	}
	return units, nil
}

func publishedKey(seed int) string    { return fmt.Sprintf("published samples, seed %d", seed) }
func generatedKey(seed uint64) string { return fmt.Sprintf("generated samples, seed %d", seed) }
func networksKey(seed uint64) string  { return fmt.Sprintf("networks, seed %d", seed) }
func generatedNetworksKey(seed uint64) string {
	return fmt.Sprintf("networks on generated samples, seed %d", seed)
}

// publishedSeeds returns the seeds of the authors' runs, ascending.
func publishedSeeds(runs []publishedRun) []int {
	var seeds []int
	for _, r := range runs {
		seeds = append(seeds, r.Seed)
	}
	slices.Sort(seeds)
	return slices.Compact(seeds)
}

// meetPublished repeats the authors' runs of a seed on their samples.
func meetPublished(ctx context.Context, runs []publishedRun, seed int, tail model.Tail) ([]metRun, error) {
	data, err := publishedData(seed)
	if err != nil {
		return nil, err
	}
	problem, err := model.NewProblem(ctx, data)
	if err != nil {
		return nil, err
	}
	solver := model.NewSolver(problem)
	var met []metRun
	for _, theirs := range runs {
		if theirs.Seed != seed {
			continue
		}
		s, err := solver.Endpoints(ctx, theirs.params(tail))
		if err != nil {
			return nil, err
		}
		ours := theirs
		d := s.Descent
		ours.SourceAccuracy, ours.TargetAccuracy = d.Source.Accuracy, d.Target.Accuracy
		ours.ValidationAccuracy, ours.ParameterError = d.Validation.Accuracy, d.ParameterError
		met = append(met, metRun{theirs, ours})
	}
	return met, nil
}

// generated opens a built-in pair at a seed.
func generated(ctx context.Context, name string, seed uint64) (*datasets.Pair, *model.Problem, error) {
	spec := datasets.DefaultSpec(name)
	spec.Seed = seed
	pair, err := datasets.Open(ctx, spec, nil)
	if err != nil {
		return nil, nil, err
	}
	problem, err := model.NewProblem(ctx, pair.Data)
	return pair, problem, err
}

// rotatedParams returns no adaptation on a pair of plane Gaussians, at the step
// size of the pair and k = k̃ = 1.
func rotatedParams(pair *datasets.Pair) model.Params {
	return model.Params{K: 1, KTilde: 1, KeepImplicit: true, Epochs: pair.Start.Epochs,
		Rate: model.Rate{Rule: model.RateFixed, Value: pair.Start.Rate}}
}

// rotatedCurves solves both curves on the built-in rotated Gaussian.
func rotatedCurves(ctx context.Context, seed uint64) ([]weightedRun, error) {
	pair, problem, err := generated(ctx, "rotated-gaussian", seed)
	if err != nil {
		return nil, err
	}
	solver := model.NewSolver(problem)
	var runs []weightedRun
	solve := func(run weightedRun, params model.Params) error {
		params.Epochs = run.Epochs
		s, err := solver.Endpoints(ctx, params)
		if err != nil {
			return err
		}
		run.Accuracy = s.Descent.Target.Accuracy
		runs = append(runs, run)
		return nil
	}
	for _, epochs := range gaussianEpochs() {
		for _, weight := range append([]float64{0}, gaussianWeights()...) {
			params := rotatedParams(pair)
			params.L2 = weight
			if err := solve(weightedRun{L2: true, Weight: weight, Epochs: epochs}, params); err != nil {
				return nil, err
			}
			if weight == 0 {
				continue
			}
			params = rotatedParams(pair)
			params.Lambda, params.KeepImplicit, params.Tail = weight, false, model.SourceTail
			if err := solve(weightedRun{Weight: weight, Epochs: epochs}, params); err != nil {
				return nil, err
			}
		}
	}
	return runs, nil
}

// publishedNetworks trains the networks on the authors' samples of seed 0.
func publishedNetworks(ctx context.Context, seed uint64) (networkRun, error) {
	data, err := publishedData(0)
	if err != nil {
		return networkRun{}, err
	}
	return trainNetworks(ctx, data, seed)
}

// generatedNetworks trains the networks on the built-in rotated Gaussian.
func generatedNetworks(ctx context.Context, seed uint64) (networkRun, error) {
	pair, _, err := generated(ctx, "rotated-gaussian", seed)
	if err != nil {
		return networkRun{}, err
	}
	return trainNetworks(ctx, pair.Data, seed)
}

// trainNetworks trains the networks of figure 1: 64 hidden units, no biases, 50
// epochs.
func trainNetworks(ctx context.Context, data model.Data, seed uint64) (networkRun, error) {
	options := rivals.Training{Epochs: 50, NoBias: true, Published: true}
	p := rivals.Problem{Task: data.Task, Source: data.Source, Target: data.Target.X}
	accuracy := func(m rivals.Method) (float64, error) {
		c, err := m.Train(ctx, p, rivals.Hyper{Hidden: 64}, seed, nil)
		if err != nil {
			return 0, err
		}
		return share(data.Task.Predict(c.Scores(data.Target.X)), data.Target.Y), nil
	}
	var run networkRun
	var err error
	if run.SourceOnly, err = accuracy(rivals.SourceOnly(options)); err != nil {
		return run, err
	}
	run.DANN, err = accuracy(rivals.DANN(options))
	return run, err
}
