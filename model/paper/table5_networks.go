package paper

import (
	"context"
	"fmt"
	"time"

	"larui/model"
	"larui/model/rivals"
)

// table5Networks is the upper half of Table 5: all ten digits at once, with a
// network trained on the source alone and with DANN.
func table5Networks() Experiment {
	return Experiment{
		Name: "table5-networks", Title: "MNIST–USPS, ten digits: source-only network and DANN", Where: "Table 5, upper half",
		Needs: digitsNeeded, About: 30 * time.Minute, Uses: []string{"Seeds", "Columns", "Data", "Widths", "Textbook"}, Revision: 1,
		Files: digitFiles, Units: table5NetworksUnits, Report: table5NetworksReport, journal: digitNetworks,
	}
}

func digitsTask(c column, whole int) string {
	if whole < 0 {
		return c.name + " ten digits"
	}
	return fmt.Sprintf("%s ten digits, all of %d", c.name, whole)
}

func table5NetworksUnits(o Options) ([]Unit, error) {
	columns, err := o.columns()
	if err != nil {
		return nil, err
	}
	// Without a ratio and validation rows the pixels are the same for every seed.
	mnist := &kept[model.Data]{}
	var units []Unit
	for _, c := range columns {
		open := c.pixels
		if c.pair == "mnist-usps" {
			whole := c
			whole.ratio = 1
			open = func(ctx context.Context, o Options, seed uint64, _ ...int) (model.Data, error) {
				return mnist.of(func() (model.Data, error) { return whole.pixels(ctx, o, seed) })
			}
		}
		for _, digit := range c.subsamplingTasks() {
			trained := o.trainedUnits(c, digitsTask(c, digit), []rivals.Method{o.sourceOnly(), o.dann()}, o.widths(),
				func(ctx context.Context, seed uint64) (model.Data, error) {
					d, err := open(ctx, o, seed)
					if err == nil && c.ratio < 1 {
						d.Source = subsample(d.Source, digit, c.ratio)
					}
					return d, err
				})
			for i := range trained {
				// Sixty thousand pictures of 784 pixels are 376 MB.
				trained[i].Alone = c.pair == "mnist-usps"
			}
			units = append(units, trained...)
		}
	}
	return units, nil
}

func table5NetworksReport(o Options, results Results) (*Report, error) {
	columns, err := o.columns()
	if err != nil {
		return nil, err
	}
	r := &Report{Seeds: o.seeds(1), Protocol: append(o.networkProtocol(o.dann()),
		"Source: the train part; target: the test part of the other set. In the last three columns nine of the ten digits are subsampled, each digit in turn being the one that is not; the standard error is that of the mean over these ten tasks.")}
	nonePaper := byColumn(35.66, 52.46, 47.24, 45.06, 19.48)
	dannPaper := byColumn(41.32, 53.46, 49.88, 43.09, 32.01)
	for _, c := range columns {
		var none, dann []float64
		for _, digit := range c.subsamplingTasks() {
			for _, of := range []struct {
				method rivals.Method
				values *[]float64
			}{{o.sourceOnly(), &none}, {o.dann(), &dann}} {
				s, err := o.choose(results, digitsTask(c, digit), of.method, o.widths())
				if err != nil {
					return nil, err
				}
				*of.values = append(*of.values, 100*s.test)
			}
		}
		n, d := estimate(none), estimate(dann)
		r.Rows = append(r.Rows,
			Row{Group: c.name, Name: noAdaptationNN, Unit: "%", Decimals: 2, Paper: nonePaper[c.name], Ours: n},
			Row{Group: c.name, Name: dannRow, Unit: "%", Decimals: 2, Paper: dannPaper[c.name], Ours: d})
		helps := dannPaper[c.name] > nonePaper[c.name]
		statement := map[bool]string{true: c.name + ": DANN helps", false: c.name + ": DANN hurts"}[helps]
		r.Claims = append(r.Claims, Claim{statement, fmt.Sprintf("%+.2f points (paper: %+.2f)", d.Mean-n.Mean, dannPaper[c.name]-nonePaper[c.name]), (d.Mean > n.Mean) == helps})
	}
	return r, nil
}
