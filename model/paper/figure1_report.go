package paper

import (
	"fmt"
	"math"

	"larui/model/paper/figure"
)

func figure1Report(o Options, results Results) (*Report, error) {
	r := &Report{Seeds: o.seeds(gaussianRuns), Protocol: []string{
		"1,000 source, 1,000 target and 100 validation samples of a plane Gaussian, the target turned by 45°; k = k̃ = 1, rate 1e-4, no bias.",
		"The tail is weighted by the source's singular values, as the authors' code does. Their own samples are those of five seeds; generated ones are drawn anew, and their means have to agree with the authors' within two standard errors of the difference.",
		"The networks have 64 hidden units, no biases, 50 epochs and the choices of the published code; on the authors' samples they see those of seed 0, as theirs did, from another start each.",
	}}
	theirs, err := reportPublished(r, results)
	if err != nil {
		return nil, err
	}
	if err := reportGenerated(r, results, theirs); err != nil {
		return nil, err
	}
	return r, reportNetworks(r, results)
}

// parameterWithin is by how much the authors' single precision moved ‖w − w*‖.
const parameterWithin = 1e-4

// reportPublished counts how many of the authors' runs are met, and returns their
// accuracies on the target by setting.
func reportPublished(r *Report, results Results) (map[weightedRun][]float64, error) {
	published, _, err := publishedRuns()
	if err != nil {
		return nil, err
	}
	accuracies, errors, total := 0, 0, 0
	var furthest float64
	theirs := map[weightedRun][]float64{}
	for _, seed := range publishedSeeds(published) {
		met, err := resultOf[[]metRun](results, publishedKey(seed))
		if err != nil {
			return nil, err
		}
		for _, m := range met {
			total++
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
			setting := weightedRun{L2: a.L2 > 0 || a.Lambda == 0, Weight: a.L2 + a.Lambda, Epochs: a.Epochs}
			theirs[setting] = append(theirs[setting], a.TargetAccuracy)
		}
	}
	r.Rows = append(r.Rows,
		Row{Group: "authors' samples", Name: "runs whose three accuracies are met exactly", Paper: float64(total), Ours: exact(float64(accuracies)), Within: math.NaN()},
		Row{Group: "authors' samples", Name: "runs whose ‖w − w*‖ is met to 1e-4", Paper: float64(total), Ours: exact(float64(errors)), Within: math.NaN()})
	r.Claims = append(r.Claims, Claim{
		Statement: "every result that the authors published for these samples is met",
		Measured:  fmt.Sprintf("%d of %d accuracies, ‖w − w*‖ within %.1e", accuracies, total, furthest),
		Holds:     accuracies == total && errors == total,
	})
	return theirs, nil
}

// reportGenerated sets the means over generated samples beside those over the
// authors'.
func reportGenerated(r *Report, results Results, theirs map[weightedRun][]float64) error {
	ours := map[weightedRun][]float64{}
	var order []weightedRun
	for _, seed := range r.Seeds {
		runs, err := resultOf[[]weightedRun](results, generatedKey(seed))
		if err != nil {
			return err
		}
		for _, run := range runs {
			accuracy := run.Accuracy
			run.Accuracy = 0
			if len(ours[run]) == 0 {
				order = append(order, run)
			}
			ours[run] = append(ours[run], accuracy)
		}
	}
	best := map[bool]float64{}
	curves := map[string]*Curve{}
	var names []string
	for _, s := range order {
		mine, other := estimate(percentages(ours[s])), estimate(percentages(theirs[s]))
		name := fmt.Sprintf("LAR, %d epochs", s.Epochs)
		axis, at := "λ or weight of ℓ₂", fmt.Sprintf("λ = %g", s.Weight)
		if s.L2 {
			name, at = fmt.Sprintf("ℓ₂, %d epochs", s.Epochs), fmt.Sprintf("ℓ₂ = %g", s.Weight)
		}
		if s.Weight == 0 {
			at = "no adaptation"
		}
		best[s.L2] = max(best[s.L2], mine.Mean)
		r.Rows = append(r.Rows, Row{Group: name, Name: at, Unit: "%", Decimals: 2, Paper: other.Mean, Ours: mine,
			Within: twoErrors(mine, other)})
		if s.Weight == 0 {
			continue
		}
		c := curves[name]
		if c == nil {
			c = &Curve{Name: name, X: axis, Y: "target accuracy, %", LogX: true, Style: weightStyle(s.L2, s.Epochs)}
			curves[name] = c
			names = append(names, name)
		}
		c.Points = append(c.Points, Point{X: s.Weight, Y: mine, Paper: other.Mean})
	}
	groupRows(r.Rows)
	for _, name := range names {
		r.Curves = append(r.Curves, *curves[name])
	}
	spread := func(epochs int) float64 {
		low, high := math.Inf(1), math.Inf(-1)
		for s, values := range ours {
			if !s.L2 && s.Epochs == epochs {
				mean := estimate(percentages(values)).Mean
				low, high = min(low, mean), max(high, mean)
			}
		}
		return high - low
	}
	short, long := spread(gaussianEpochs()[0]), spread(gaussianEpochs()[1])
	r.Claims = append(r.Claims,
		Claim{"LAR surpasses the ℓ₂ regularizer", fmt.Sprintf("best means %.2f %% and %.2f %%", best[false], best[true]), best[false] > best[true]},
		Claim{"LAR achieves near perfect classification in the target (99 % and more)", fmt.Sprintf("best mean %.2f %%", best[false]), best[false] >= 99},
		Claim{"more epochs reduce the sensitivity to λ", fmt.Sprintf("means over λ spread by %.2f points after %d epochs, %.2f after %d", short, gaussianEpochs()[0], long, gaussianEpochs()[1]), long < short})
	return nil
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

// reportNetworks sets the networks beside what the authors published.
func reportNetworks(r *Report, results Results) error {
	for _, on := range []struct {
		group string
		key   func(uint64) string
	}{{"networks, authors' samples", networksKey}, {"networks, generated samples", generatedNetworksKey}} {
		var plain, dann []float64
		for _, seed := range r.Seeds {
			run, err := resultOf[networkRun](results, on.key(seed))
			if err != nil {
				return err
			}
			plain, dann = append(plain, run.SourceOnly), append(dann, run.DANN)
		}
		network, adapted := estimate(percentages(plain)), estimate(percentages(dann))
		r.Rows = append(r.Rows,
			Row{Group: on.group, Name: "source-only network", Unit: "%", Decimals: 2, Paper: publishedNetwork, Ours: network, Within: networkWithin},
			Row{Group: on.group, Name: "DANN", Unit: "%", Decimals: 2, Paper: publishedDANN, Ours: adapted, Within: networkWithin})
	}
	dann := r.Rows[len(r.Rows)-3].Ours
	line := Curve{Name: "DANN", X: "λ or weight of ℓ₂", Y: "target accuracy, %", LogX: true, Style: figure.Network}
	for _, weight := range gaussianWeights() {
		line.Points = append(line.Points, Point{X: weight, Y: dann, Paper: publishedDANN})
	}
	r.Curves = append(r.Curves, line)
	lar := math.Inf(-1)
	for _, row := range r.Rows {
		if row.Group == fmt.Sprintf("LAR, %d epochs", gaussianEpochs()[1]) {
			lar = max(lar, row.Ours.Mean)
		}
	}
	r.Claims = append(r.Claims, Claim{"LAR surpasses DANN", fmt.Sprintf("%.2f %% and %.2f %%", lar, dann.Mean), lar > dann.Mean})
	return nil
}
