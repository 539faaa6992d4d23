package paper

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// table3 tests why DANN fails under imbalance. Its accuracy on the source stays high, and its
// discriminator can't separate the domains. But in its representation, target rows are near source
// rows of other classes.
func table3() Experiment {
	return withDigitTraining(Experiment{
		Name: "table3", Title: "Why DANN fails: source, discriminator and 1-NN accuracy", Where: "Table 3",
		Duration: time.Hour, plan: planTable3,
	})
}

// sourceFloor is the lowest source accuracy that counts as high. randomTolerance is the largest
// distance of a discriminator's accuracy from 50 % that counts as "near random". Both are in
// percent.
const (
	sourceFloor     = 95.0
	randomTolerance = 5.0
)

func (r *Report) claimDiscriminatorNearRandom(method string, accuracy Estimate, paper float64) {
	off := Estimate{accuracy.Mean - 50, accuracy.StdErr, accuracy.N}
	r.addClaim(off.judgeWithin(randomTolerance), fmt.Sprintf("%s: the discriminator is near random, 50 ± %.0f %%", method, randomTolerance), "%.2f %%%s", accuracy.Mean, formatPaperNumber("%.2f %%", paper))
}

func planTable3(ctx context.Context, o Options, p *plan) error {
	o = o.withNetworkDefaults(PublishedLoss)
	widths, probed := o.Hidden, o.Hidden
	if !slices.Contains(widths, probeWidth) {
		probed = append(slices.Clone(widths), probeWidth)
	}
	columns := mapSlice(o.columns(), func(c column) [][]networkRun {
		return o.addTrainingUnits(p, o.dannMethod(), pairTasks(o, c), probed, nil)
	})
	p.report = func(r *Report) {
		pairs := len(columns[0])
		r.Seeds, r.Protocol = o.seeds(1), append(o.networkProtocol(),
			fmt.Sprintf("The source accuracy is measured on the source's test part, subsampled like the source, as in the published code; the discriminator's accuracy is averaged over both test parts, so that 50 %% is chance; 1-NN finds for each target row the nearest source row in the representation of networks with %d hidden units. Averages over %d pairs.", probeWidth, pairs))
		r.Protocol = append(r.Protocol, fewerPairsNote(pairs)...)
		sources, discriminators := []float64{98.06, 98.83, 98.3, 97.56, 95.3}, []float64{46.4, 50.63, 50.42, 50.48, 50.44}
		neighbours := []float64{unknown, unknown, 77.89, 73.22, 69.75}
		var above []float64 // 1-NN accuracies of the previous column
		var falls []Verdict
		var names []string
		for i, c := range o.columns() {
			chosen, probe := chooseWidths(columns[i], widths), chooseWidths(columns[i], []int{probeWidth})
			source := percentRow(c.name, "source accuracy", c.paperMean(sources, pairs), pairsTolerance, newEstimate(chosen.source))
			discriminator := percentRow(c.name, "discriminator accuracy", c.paperMean(discriminators, pairs), randomTolerance, newEstimate(chosen.discriminator))
			neighbour := percentRow(c.name, "1-NN accuracy", c.paperMean(neighbours, pairs), pairsTolerance, newEstimate(probe.neighbour))
			source.Chosen = chosen.formatWidths(widths)
			r.addRows(source, discriminator, neighbour)
			chosen.noteFailedNetworks(r, c.name)
			s := source.Ours
			r.addClaim(s.judgeAbove(sourceFloor), fmt.Sprintf("%s: the source's accuracy stays at %.0f %% or more", c.name, sourceFloor), "%.2f %%%s", s.Mean, formatPaperNumber("%.2f %%", source.Paper))
			r.claimDiscriminatorNearRandom(c.name, discriminator.Ours, discriminator.Paper)
			if c.ratio == 1 {
				continue
			}
			names = append(names, fmt.Sprintf("%s %.2f %%", c.name, neighbour.Ours.Mean))
			if above != nil {
				gap := meanLead(probe.neighbour, above)
				falls = append(falls, gap.judgeBelow(0))
			}
			above = probe.neighbour
		}
		if falls != nil {
			r.addClaim(judgeAll(falls...), "1-NN falls with the ratio", "%s", strings.Join(names, ", "))
		}
	}
	return nil
}
