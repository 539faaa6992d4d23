package paper

import (
	"context"
	"fmt"
	"time"

	"larui/model"
	"larui/model/rivals"
)

// table2Networks is the upper half of Table 2: the 45 pairs of digits, with a
// network trained on the source alone and with DANN.
func table2Networks() Experiment {
	return Experiment{
		Name: "table2-networks", Title: "MNIST–USPS, 45 pairs of digits: source-only network and DANN", Where: "Table 2, upper half",
		Needs: digitsNeeded, About: 45 * time.Minute, Uses: []string{"Seeds", "Pairs", "Columns", "Data", "Widths", "Textbook"}, Revision: 1,
		Files: digitFiles, Units: table2NetworksUnits, Report: table2NetworksReport, journal: digitNetworks,
	}
}

// networksPaper returns Table 2's upper half, in percent, by column.
func networksPaper() (none, dann map[string]float64) {
	return byColumn(77.85, 84.88, 83.36, 72.84, 53.58), byColumn(83.93, 86.69, 78.05, 64.2, 47.27)
}

func pairTask(c column, pair [2]int) string {
	return fmt.Sprintf("%s %d,%d", c.name, pair[0], pair[1])
}

// pairUnits returns the units of the methods on all pairs of digits and columns.
func (o Options) pairUnits(methods []rivals.Method, widths []int) ([]Unit, error) {
	columns, err := o.columns()
	if err != nil {
		return nil, err
	}
	var units []Unit
	for _, c := range columns {
		for _, pair := range o.digitPairs() {
			units = append(units, o.trainedUnits(c, pairTask(c, pair), methods, widths, func(ctx context.Context, seed uint64) (model.Data, error) {
				return c.pixels(ctx, o, seed, pair[:]...)
			})...)
		}
	}
	return units, nil
}

func table2NetworksUnits(o Options) ([]Unit, error) {
	return o.pairUnits([]rivals.Method{o.sourceOnly(), o.dann()}, o.widths())
}

func table2NetworksReport(o Options, results Results) (*Report, error) {
	columns, err := o.columns()
	if err != nil {
		return nil, err
	}
	pairs, widths := o.digitPairs(), o.widths()
	r := &Report{Seeds: o.seeds(1), Protocol: append(o.networkProtocol(o.dann()),
		fmt.Sprintf("Source: the train part; target: the test part of the other set. Averages over %d pairs; the standard error is that of the mean over pairs.", len(pairs)))}
	nonePaper, dannPaper := networksPaper()
	for _, c := range columns {
		var none, dann []float64
		chosen := map[string]map[int]int{noAdaptationNN: {}, dannRow: {}}
		ahead := 0
		for _, pair := range pairs {
			for _, of := range []struct {
				name   string
				method rivals.Method
				values *[]float64
			}{{noAdaptationNN, o.sourceOnly(), &none}, {dannRow, o.dann(), &dann}} {
				s, err := o.choose(results, pairTask(c, pair), of.method, widths)
				if err != nil {
					return nil, err
				}
				*of.values = append(*of.values, 100*s.test)
				for w, n := range s.chosen {
					chosen[of.name][w] += n
				}
			}
			if dann[len(dann)-1] > none[len(none)-1] {
				ahead++
			}
		}
		n, d := estimate(none), estimate(dann)
		r.Rows = append(r.Rows,
			Row{Group: c.name, Name: noAdaptationNN, Unit: "%", Decimals: 2, Paper: nonePaper[c.name], Ours: n, Chosen: chosenWidths(chosen[noAdaptationNN], widths)},
			Row{Group: c.name, Name: dannRow, Unit: "%", Decimals: 2, Paper: dannPaper[c.name], Ours: d, Chosen: chosenWidths(chosen[dannRow], widths)})
		claim := Claim{
			Statement: c.name + ": DANN hurts",
			Measured:  fmt.Sprintf("%+.2f points (paper: %+.2f); ahead in %d of %d pairs", d.Mean-n.Mean, dannPaper[c.name]-nonePaper[c.name], ahead, len(pairs)),
			Holds:     d.Mean < n.Mean,
		}
		if dannPaper[c.name] > nonePaper[c.name] {
			claim.Statement, claim.Holds = c.name+": DANN helps", d.Mean > n.Mean
		}
		r.Claims = append(r.Claims, claim)
	}
	return r, nil
}
