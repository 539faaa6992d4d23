package paper

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// table3 shows why DANN fails: it keeps the source's accuracy, and its discriminator cannot
// separate the domains, but rows of one class lie near rows of the other.
func table3() Experiment {
	return trainsOnDigits(Experiment{
		Name: "table3", Title: "Why DANN fails: source, discriminator and 1-NN accuracy", Where: "Table 3",
		About: time.Hour, plan: planTable3,
	})
}

// Limits for the claims on Table 3, in percent: the source's accuracy stays above sourceFloor, and
// a discriminator within about of 50 % is "near random".
const (
	sourceFloor = 95.0
	about       = 5.0
)

// nearRandom adds the claim that a discriminator with the given accuracy in percent is near random.
func (r *Report) nearRandom(of string, accuracy Estimate, paper float64) {
	off := Estimate{accuracy.Mean - 50, accuracy.StdErr, accuracy.N}
	r.claim(off.within(about), fmt.Sprintf("%s: the discriminator is near random, 50 ± %.0f %%", of, about), "%.2f %%%s", accuracy.Mean, besidePaper("%.2f %%", paper))
}

func planTable3(ctx context.Context, o Options, p *plan) error {
	o = o.withNetworkDefaults(PublishedLoss)
	widths, probed := o.Widths, o.Widths
	if !slices.Contains(widths, probeWidth) {
		probed = append(slices.Clone(widths), probeWidth)
	}
	columns := collect(o.columns(), func(c column) [][]trained { return o.train(p, o.dann(), pairTasks(o, c), probed, nil) })
	p.report = func(r *Report) {
		pairs := len(columns[0])
		r.Seeds, r.Protocol = o.seeds(1), append(o.networkProtocol(),
			fmt.Sprintf("Source accuracy is that on the source's test part, subsampled likewise, as in the published code; the discriminator's is averaged over both test parts, so that 50 %% is chance; 1-NN finds for each target row the nearest source row in the representation of networks with %d hidden units. Averages over %d pairs.", probeWidth, pairs))
		r.Protocol = append(r.Protocol, fewer(pairs)...)
		sources, discriminators := []float64{98.06, 98.83, 98.3, 97.56, 95.3}, []float64{46.4, 50.63, 50.42, 50.48, 50.44}
		neighbours := []float64{unknown(), unknown(), 77.89, 73.22, 69.75}
		var above []float64 // 1-NN accuracies of the previous column
		var falls []Verdict
		var names []string
		for i, c := range o.columns() {
			chosen, probe := reach(columns[i], widths), reach(columns[i], []int{probeWidth})
			source := percent(c.name, "source accuracy", c.meanOf(sources, pairs), pairsWithin, estimate(chosen.source))
			discriminator := percent(c.name, "discriminator accuracy", c.meanOf(discriminators, pairs), about, estimate(chosen.discriminator))
			neighbour := percent(c.name, "1-NN accuracy", c.meanOf(neighbours, pairs), pairsWithin, estimate(probe.neighbour))
			source.Chosen = chosen.widths(widths)
			r.add(source, discriminator, neighbour)
			chosen.noteCollapses(r, c.name)
			s := source.Ours
			r.claim(s.above(sourceFloor), fmt.Sprintf("%s: the source's accuracy stays at %.0f %% or more", c.name, sourceFloor), "%.2f %%%s", s.Mean, besidePaper("%.2f %%", source.Paper))
			r.nearRandom(c.name, discriminator.Ours, discriminator.Paper)
			if c.ratio == 1 {
				continue
			}
			names = append(names, fmt.Sprintf("%s %.2f %%", c.name, neighbour.Ours.Mean))
			if above != nil {
				gap, _ := lead(probe.neighbour, above, "")
				falls = append(falls, gap.below(0))
			}
			above = probe.neighbour
		}
		if falls != nil {
			r.claim(every(falls...), "1-NN falls with the ratio", "%s", strings.Join(names, ", "))
		}
	}
	return nil
}
