package paper

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"larui/model"
	"larui/model/paper/figure"
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

// The parts of the figure: the authors' runs on their samples, ours at the same
// settings on samples generated anew, and the networks on both.
func figure1Parts() (part[[]metRun], part[[]float64], [2]part[networkRun]) {
	accuracies := func(ctx context.Context, seed uint64) ([]float64, error) {
		return weighted(ctx, "rotated-gaussian", seed, model.SourceTail,
			func(_ *model.Problem, d model.Descent) float64 { return d.Target.Accuracy })
	}
	published := func(ctx context.Context, seed uint64) (networkRun, error) {
		d, err := publishedData(0)
		if err != nil {
			return networkRun{}, err
		}
		return trainNetworks(ctx, d, seed)
	}
	anew := func(ctx context.Context, seed uint64) (networkRun, error) {
		pair, _, err := generated(ctx, "rotated-gaussian", seed)
		if err != nil {
			return networkRun{}, err
		}
		return trainNetworks(ctx, data(pair), seed)
	}
	return part[[]metRun]{"published samples, seed %d", meetPublished}, part[[]float64]{"generated samples, seed %d", accuracies},
		[2]part[networkRun]{{"networks, seed %d", published}, {"networks on generated samples, seed %d", anew}}
}

func figure1Units(o Options) ([]Unit, error) {
	runs, _, err := publishedRuns()
	if err != nil {
		return nil, err
	}
	met, curves, networks := figure1Parts()
	seeds := o.seeds(gaussianRuns)
	return slices.Concat(met.units(publishedSeeds(runs)), curves.units(seeds), networks[0].units(seeds), networks[1].units(seeds)), nil
}

// A metRun is a run of the authors and ours with the same samples.
type metRun struct {
	Theirs publishedRun `json:"theirs"`
	Ours   publishedRun `json:"ours"`
}

// meetPublished repeats the authors' runs of a seed on their samples.
func meetPublished(ctx context.Context, seed uint64) ([]metRun, error) {
	runs, tail, err := publishedRuns()
	if err != nil {
		return nil, err
	}
	d, err := publishedData(seed)
	if err != nil {
		return nil, err
	}
	problem, err := model.NewProblem(ctx, d)
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
		ours, d := theirs, s.Descent
		ours.SourceAccuracy, ours.TargetAccuracy = d.Source.Accuracy, d.Target.Accuracy
		ours.ValidationAccuracy, ours.ParameterError = d.Validation.Accuracy, d.ParameterError
		met = append(met, metRun{theirs, ours})
	}
	return met, nil
}

// A networkRun is the accuracy of the networks on the target.
type networkRun struct {
	SourceOnly float64 `json:"sourceOnly"`
	DANN       float64 `json:"dann"`
}

// trainNetworks trains the networks of figure 1: 64 hidden units, no biases, 50
// epochs.
func trainNetworks(ctx context.Context, d model.Data, seed uint64) (networkRun, error) {
	options := rivals.Training{Epochs: 50, NoBias: true, Published: true}
	accuracy := func(m rivals.Method) (float64, error) {
		c, err := m.Train(ctx, rivalProblem(d), rivals.Hyper{Hidden: 64}, seed, nil)
		if err != nil {
			return 0, err
		}
		return rivals.Score(ctx, d.Task, c.Scores, d.Target)
	}
	var run networkRun
	var err error
	if run.SourceOnly, err = accuracy(rivals.SourceOnly(options)); err != nil {
		return run, err
	}
	run.DANN, err = accuracy(rivals.DANN(options))
	return run, err
}

func figure1Report(o Options, results Results) (*Report, error) {
	r := &Report{Seeds: o.seeds(gaussianRuns), Protocol: []string{
		"1,000 source, 1,000 target and 100 validation samples of a plane Gaussian, the target turned by 45°; k = k̃ = 1, rate 1e-4, no bias.",
		"The tail is weighted by the source's singular values, as the authors' code does. Their own samples are those of five seeds; generated ones are drawn anew, and their means have to agree with the authors' within two standard errors of the difference.",
		"The networks have 64 hidden units, no biases, 50 epochs and the choices of the published code; on the authors' samples they see those of seed 0, as theirs did, from another start each.",
	}}
	published, _, err := publishedRuns()
	if err != nil {
		return nil, err
	}
	metPart, curves, networks := figure1Parts()
	met, err := metPart.of(results, publishedSeeds(published))
	if err != nil {
		return nil, err
	}
	ours, err := curves.of(results, r.Seeds)
	if err != nil {
		return nil, err
	}
	lar := reportGenerated(r, ours, reportPublished(r, slices.Concat(met...)))
	var adapted [2]Estimate
	for i, group := range []string{"networks, authors' samples", "networks, generated samples"} {
		runs, err := networks[i].of(results, r.Seeds)
		if err != nil {
			return nil, err
		}
		adapted[i] = reportNetworks(r, group, runs)
	}
	dann := adapted[0]
	line := Curve{Name: "DANN", X: "λ or weight of ℓ₂", Y: "target accuracy, %", Style: figure.Network}
	for _, point := range r.Curves[0].Points {
		line.add(point.X, dann, publishedDANN)
	}
	r.Curves = append(r.Curves, line)
	r.Claims = append(r.Claims, Claim{"LAR surpasses DANN", fmt.Sprintf("%.2f %% and %.2f %%", lar, dann.Mean), lar > dann.Mean})
	return r, nil
}

// parameterWithin is by how much the authors' single precision moved ‖w − w*‖.
const parameterWithin = 1e-4

// reportPublished counts how many of the authors' runs are met, and returns their
// accuracies on the target by setting.
func reportPublished(r *Report, met []metRun) map[weighting][]float64 {
	accuracies, errors, furthest := 0, 0, 0.0
	theirs := map[weighting][]float64{}
	for _, m := range met {
		a, b := m.Theirs, m.Ours
		if math.Abs(a.SourceAccuracy-b.SourceAccuracy) <= exactly && math.Abs(a.TargetAccuracy-b.TargetAccuracy) <= exactly &&
			math.Abs(a.ValidationAccuracy-b.ValidationAccuracy) <= exactly {
			accuracies++
		}
		away := math.Abs(a.ParameterError - b.ParameterError)
		furthest = max(furthest, away)
		if away <= parameterWithin {
			errors++
		}
		setting := weighting{a.L2 > 0 || a.Lambda == 0, a.L2 + a.Lambda, a.Epochs}
		theirs[setting] = append(theirs[setting], a.TargetAccuracy)
	}
	total := len(met)
	for _, row := range []struct {
		name string
		met  int
	}{{"runs whose three accuracies are met exactly", accuracies}, {"runs whose ‖w − w*‖ is met to 1e-4", errors}} {
		r.Rows = append(r.Rows, Row{Group: "authors' samples", Name: row.name, Paper: float64(total), Ours: exact(float64(row.met)), Within: math.NaN()})
	}
	r.Claims = append(r.Claims, Claim{
		Statement: "every result that the authors published for these samples is met",
		Measured:  fmt.Sprintf("%d of %d accuracies, ‖w − w*‖ within %.1e", accuracies, total, furthest),
		Holds:     accuracies == total && errors == total,
	})
	return theirs
}

// reportGenerated sets the means over generated samples beside those over the
// authors', and returns LAR's best mean after the longer descent.
func reportGenerated(r *Report, ours [][]float64, theirs map[weighting][]float64) float64 {
	best := map[bool]float64{}
	lar := map[int][]float64{} // means, by epochs
	for i, w := range weightings() {
		mine := estimate(collect(ours, func(run []float64) float64 { return 100 * run[i] }))
		other := estimate(percentages(theirs[w]))
		best[w.L2] = max(best[w.L2], mine.Mean)
		row := percent(w.group(), w.name(), other.Mean, mine)
		row.Within = twoErrors(mine, other)
		r.Rows = append(r.Rows, row)
		if w.Weight == 0 {
			continue
		}
		if last := len(r.Curves) - 1; last < 0 || r.Curves[last].Name != w.group() {
			r.Curves = append(r.Curves, w.curve(w.group(), "target accuracy, %"))
		}
		r.Curves[len(r.Curves)-1].add(w.Weight, mine, other.Mean)
		if !w.L2 {
			lar[w.Epochs] = append(lar[w.Epochs], mine.Mean)
		}
	}
	short, long := gaussianEpochs()[0], gaussianEpochs()[1]
	spread := func(epochs int) float64 { return slices.Max(lar[epochs]) - slices.Min(lar[epochs]) }
	r.Claims = append(r.Claims,
		Claim{"LAR surpasses the ℓ₂ regularizer", fmt.Sprintf("best means %.2f %% and %.2f %%", best[false], best[true]), best[false] > best[true]},
		Claim{"LAR achieves near perfect classification in the target (99 % and more)", fmt.Sprintf("best mean %.2f %%", best[false]), best[false] >= 99},
		Claim{"more epochs reduce the sensitivity to λ", fmt.Sprintf("means over λ spread by %.2f points after %d epochs, %.2f after %d", spread(short), short, spread(long), long), spread(long) < spread(short)})
	return slices.Max(lar[long])
}

// twoErrors is two standard errors of the difference of two means; 0, nothing to be
// met, where one of them is not known.
func twoErrors(a, b Estimate) float64 {
	within := 2 * math.Hypot(a.StdErr, b.StdErr)
	if math.IsNaN(within) {
		return 0
	}
	return within
}

// What the authors published for the networks on this example, in percent; their
// ten runs agree to the last digit.
const (
	publishedNetwork = 88.4
	publishedDANN    = 89.2
	networkWithin    = 1.0
)

// reportNetworks sets the networks beside what the authors published, and returns
// DANN.
func reportNetworks(r *Report, group string, runs []networkRun) Estimate {
	network := percent(group, "source-only network", publishedNetwork, estimate(collect(runs, func(n networkRun) float64 { return 100 * n.SourceOnly })))
	dann := percent(group, "DANN", publishedDANN, estimate(collect(runs, func(n networkRun) float64 { return 100 * n.DANN })))
	network.Within, dann.Within = networkWithin, networkWithin
	r.Rows = append(r.Rows, network, dann)
	return dann.Ours
}
