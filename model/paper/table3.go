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
	return onDigits(Experiment{
		Name: "table3", Title: "Why DANN fails: source, discriminator and 1-NN accuracy", Where: "Table 3",
		About: 30 * time.Minute, Uses: []string{"Seeds", "Pairs", "Columns", "Data", "Widths", "Textbook"}, Revision: 1,
		Units: table3Units, Report: table3Report, journal: digitNetworks,
	})
}

// What the paper says of Table 3, in percent: the source's accuracy stays above
// sourceFloor; about is how far from one half the discriminator may be to be
// "near random".
const (
	sourceFloor = 95.0
	about       = 5.0
)

// table3Units trains DANN at the widths, among them that of the 1-NN probe.
func table3Units(o Options) ([]Unit, error) {
	widths := o.widths()
	if !slices.Contains(widths, probeWidth) {
		widths = append(slices.Clone(widths), probeWidth)
	}
	return o.trainedUnits(pairTasks, []rivals.Method{o.dann()}, widths)
}

func table3Report(o Options, results Results) (*Report, error) {
	columns, err := o.columns()
	if err != nil {
		return nil, err
	}
	sources, discriminators := byColumn(98.06, 98.83, 98.3, 97.56, 95.3), byColumn(46.4, 50.63, 50.42, 50.48, 50.44)
	neighbours := byColumn(unknown(), unknown(), 77.89, 73.22, 69.75)
	r := &Report{Seeds: o.seeds(1), Protocol: append(o.networkProtocol(o.dann()),
		fmt.Sprintf("Source accuracy is that on the train part; the discriminator's is averaged over both domains, so that 50 %% is chance; 1-NN finds for each target row the nearest source row in the representation of networks with %d hidden units. Averages over %d pairs.", probeWidth, len(pairTasks(o, columns[0]))))}
	var nearest []float64
	var names []string
	for _, c := range columns {
		chosen, err := o.reach(results, pairTasks(o, c), o.dann(), o.widths())
		if err != nil {
			return nil, err
		}
		probe, err := o.reach(results, pairTasks(o, c), o.dann(), []int{probeWidth})
		if err != nil {
			return nil, err
		}
		source := percent(c.name, "source accuracy", sources[c.name], estimate(chosen.source))
		discriminator := percent(c.name, "discriminator accuracy", discriminators[c.name], estimate(chosen.discriminator))
		neighbour := percent(c.name, "1-NN accuracy", neighbours[c.name], estimate(probe.neighbour))
		source.Chosen = chosen.widths(o.widths())
		r.Rows = append(r.Rows, source, discriminator, neighbour)
		s, d, n := source.Ours.Mean, discriminator.Ours.Mean, neighbour.Ours.Mean
		r.Claims = append(r.Claims,
			Claim{fmt.Sprintf("%s: the source's accuracy stays at %.0f %% or more", c.name, sourceFloor), fmt.Sprintf("%.2f %% (paper: %.2f %%)", s, source.Paper), s >= sourceFloor},
			Claim{fmt.Sprintf("%s: the discriminator is near random, 50 ± %.0f %%", c.name, about), fmt.Sprintf("%.2f %% (paper: %.2f %%)", d, discriminator.Paper), math.Abs(d-50) <= about})
		if c.ratio < 1 {
			nearest, names = append(nearest, -n), append(names, fmt.Sprintf("%s %.2f %%", c.name, n))
		}
	}
	if len(nearest) > 1 {
		r.Claims = append(r.Claims, Claim{"1-NN falls with the ratio", strings.Join(names, ", "), slices.IsSorted(nearest)})
	}
	return r, nil
}
