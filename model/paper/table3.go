package paper

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"larui/model/rivals"
)

// table3 asks why DANN fails: it keeps the source's accuracy and its discriminator
// can't tell the domains apart, but rows of one class come to lie near those of
// the other.
func table3() Experiment {
	return Experiment{
		Name: "table3", Title: "Why DANN fails: source, discriminator and 1-NN accuracy", Where: "Table 3",
		Needs: digitsNeeded, About: 30 * time.Minute, Uses: []string{"Seeds", "Pairs", "Columns", "Data", "Widths", "Textbook"}, Revision: 1,
		Files: digitFiles, Units: table3Units, Report: table3Report, journal: digitNetworks,
	}
}

// What the paper says of Table 3, in percent: the source's accuracy stays above
// sourceFloor; about is how far from one half the discriminator may be to be
// "near random".
const (
	sourceFloor = 95.0
	about       = 5.0
)

// probed returns the widths, among them that of the 1-NN probe.
func (o Options) probed() []int {
	widths := slices.Clone(o.widths())
	if !slices.Contains(widths, probeWidth) {
		widths = append(widths, probeWidth)
	}
	return widths
}

func table3Units(o Options) ([]Unit, error) {
	return o.pairUnits([]rivals.Method{o.dann()}, o.probed())
}

func table3Report(o Options, results Results) (*Report, error) {
	columns, err := o.columns()
	if err != nil {
		return nil, err
	}
	pairs := o.digitPairs()
	unknown := math.NaN()
	sources, discriminators := byColumn(98.06, 98.83, 98.3, 97.56, 95.3), byColumn(46.4, 50.63, 50.42, 50.48, 50.44)
	neighbours := byColumn(unknown, unknown, 77.89, 73.22, 69.75)
	r := &Report{Seeds: o.seeds(1), Protocol: append(o.networkProtocol(o.dann()),
		fmt.Sprintf("Source accuracy is that on the train part; the discriminator's is averaged over both domains, so that 50 %% is chance; 1-NN finds for each target row the nearest source row in the representation of networks with %d hidden units. Averages over %d pairs.", probeWidth, len(pairs)))}
	var nearest []float64
	var names []string
	for _, c := range columns {
		var source, discriminator, neighbour []float64
		chosen := map[int]int{}
		for _, pair := range pairs {
			s, err := o.choose(results, pairTask(c, pair), o.dann(), o.widths())
			if err != nil {
				return nil, err
			}
			probe, err := o.choose(results, pairTask(c, pair), o.dann(), []int{probeWidth})
			if err != nil {
				return nil, err
			}
			source, discriminator = append(source, 100*s.source), append(discriminator, 100*s.discriminator)
			neighbour = append(neighbour, 100*probe.neighbour)
			for w, n := range s.chosen {
				chosen[w] += n
			}
		}
		s, d, n := estimate(source), estimate(discriminator), estimate(neighbour)
		r.Rows = append(r.Rows,
			Row{Group: c.name, Name: "source accuracy", Unit: "%", Decimals: 2, Paper: sources[c.name], Ours: s, Chosen: chosenWidths(chosen, o.widths())},
			Row{Group: c.name, Name: "discriminator accuracy", Unit: "%", Decimals: 2, Paper: discriminators[c.name], Ours: d},
			Row{Group: c.name, Name: "1-NN accuracy", Unit: "%", Decimals: 2, Paper: neighbours[c.name], Ours: n})
		r.Claims = append(r.Claims,
			Claim{fmt.Sprintf("%s: the source's accuracy stays at %.0f %% or more", c.name, sourceFloor), fmt.Sprintf("%.2f %% (paper: %.2f %%)", s.Mean, sources[c.name]), s.Mean >= sourceFloor},
			Claim{fmt.Sprintf("%s: the discriminator is near random, 50 ± %.0f %%", c.name, about), fmt.Sprintf("%.2f %% (paper: %.2f %%)", d.Mean, discriminators[c.name]), math.Abs(d.Mean-50) <= about})
		if c.ratio < 1 {
			nearest, names = append(nearest, n.Mean), append(names, fmt.Sprintf("%s %.2f %%", c.name, n.Mean))
		}
	}
	if len(nearest) > 1 {
		falls := slices.IsSortedFunc(nearest, func(a, b float64) int {
			if a > b {
				return -1
			}
			return 1
		})
		r.Claims = append(r.Claims, Claim{"1-NN falls with the ratio", strings.Join(names, ", "), falls})
	}
	return r, nil
}
