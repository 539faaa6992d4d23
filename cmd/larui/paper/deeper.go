package paper

import (
	"context"
	"fmt"
	"time"

	"larui/model/rivals"
)

// deeperNetworks tests the statement of section 6.2 that "deeper NNs performed worse on the highly
// imbalanced tasks in our preliminary experiments".
func deeperNetworks() Experiment {
	return withDigitTraining(Experiment{
		Name: "deeper", Title: "MNIST–USPS under imbalance: networks with more hidden layers", Where: "Section 6.2",
		Duration: 10 * time.Minute,
		plan: func(ctx context.Context, o Options, p *plan) error {
			if o.Hidden == nil {
				o.Hidden = []int{probeWidth}
			}
			if o.Pairs == nil {
				o.Pairs = benchmarkPairs()
			}
			if o.Columns == nil {
				o.Columns = []string{"0.1→U"}
			}
			o = o.withNetworkDefaults(PublishedLoss)
			var reports []func(r *Report)
			for _, c := range o.columns() {
				for _, of := range []func(rivals.Training) rivals.Method{rivals.SourceOnly, rivals.DANN} {
					for _, layers := range []int{1, deeperLayers} {
						t := o.networkTraining()
						t.Layers = layers
						m := of(t).With(o.Rivals)
						name := m.Name
						if layers > 1 { // networks of one layer share their units with the tables
							m.Name = fmt.Sprintf("%s of %d layers", name, layers)
						}
						tasks := o.addTrainingUnits(p, m, pairTasks(o, c), o.Hidden, nil)
						reports = append(reports, func(r *Report) { reportHiddenLayers(r, c.name, name, layers, chooseWidths(tasks, o.Hidden)) })
					}
				}
			}
			p.report = func(r *Report) {
				r.Seeds, r.Protocol = o.seeds(1), append(o.networkProtocol(), fmt.Sprintf("Networks with one hidden layer, as in the tables, and with %d hidden layers, on %d pairs of digits; the standard error is of the mean over pairs. The paper gives no numbers.", deeperLayers, len(o.Pairs)))
				for _, report := range reports {
					report(r)
				}
			}
			return nil
		},
	})
}

// reportHiddenLayers adds the row of a method's networks with the given number of hidden layers. If
// layers > 1, reportHiddenLayers also adds a claim that compares this row with the last row of the
// report, which must be the row of the same method with one layer.
func reportHiddenLayers(r *Report, column, method string, layers int, reached networkResult) {
	row := unjudgedPercentRow(column, fmt.Sprintf("%s, hidden layers: %d", method, layers), newEstimate(reached.test))
	row.Tasks = reached.test
	r.addRows(row)
	reached.noteFailedNetworks(r, column+", "+row.Name)
	if layers > 1 {
		gap, measured := meanLeadWithText(row.Tasks, r.Rows[len(r.Rows)-2].Tasks, "pairs")
		r.addClaim(gap.judgeBelow(0), fmt.Sprintf("%s, %s: %d hidden layers do worse than one", column, method, layers), "%s", measured)
	}
}

const deeperLayers = 3
