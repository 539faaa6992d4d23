package paper

import (
	"context"
	"fmt"
	"time"

	"larui/model/rivals"
)

// deeper tests the statement of section 6.2 on networks with more layers: "deeper NNs performed
// worse on the highly imbalanced tasks in our preliminary experiments".
func deeper() Experiment {
	e := trainsOnDigits(Experiment{
		Name: "deeper", Title: "MNIST–USPS under imbalance: networks with more hidden layers", Where: "Section 6.2",
		About: 10 * time.Minute,
	})
	e.plan = func(ctx context.Context, o Options, p *plan) error {
		if o.Widths == nil {
			o.Widths = []int{probeWidth}
		}
		if o.Pairs == nil {
			o.Pairs = benchmarkPairs()
		}
		if o.Columns == nil {
			o.Columns = []string{"0.1→U"}
		}
		o = o.onNetworks(PublishedLoss)
		type trainedDepth struct {
			column column
			method string
			layers int
			tasks  [][]trained
		}
		var all []trainedDepth
		for _, c := range o.columns() {
			for _, of := range []func(rivals.Training) rivals.Method{rivals.SourceOnly, rivals.DANN} {
				for _, layers := range depths() {
					t := o.training()
					t.Layers = layers
					m := of(t).With(o.Rivals)
					name := m.Name
					if layers > 1 { // networks of one layer share their units with the tables
						m.Name = fmt.Sprintf("%s of %d layers", name, layers)
					}
					all = append(all, trainedDepth{c, name, layers, o.train(p, m, pairTasks(o, c), o.Widths, nil)})
				}
			}
		}
		p.report = func(r *Report) {
			r.Seeds, r.Protocol = o.seeds(1), append(o.networkProtocol(), fmt.Sprintf("Networks with one hidden layer, as in the tables, and with %d, on %d pairs of digits; the standard error is of the mean over pairs. The paper gives no numbers.", depths()[1], len(o.Pairs)))
			for _, d := range all {
				reached := reach(d.tasks, o.Widths)
				row := percent(d.column.name, fmt.Sprintf("%s, hidden layers: %d", d.method, d.layers), unknown(), estimate(reached.test))
				row.Tasks = reached.test
				r.add(row)
				reached.noteCollapses(r, row.Group+", "+row.Name)
				if d.layers == 1 {
					continue
				}
				one := r.Rows[len(r.Rows)-2]
				gap, measured := lead(row.Tasks, one.Tasks, "pairs")
				r.claim(gap.below(0), fmt.Sprintf("%s, %s: %d hidden layers do worse than one", d.column.name, d.method, d.layers), "%s", measured)
			}
		}
		return nil
	}
	return e
}

// depths returns the numbers of hidden layers.
func depths() []int { return []int{1, 3} }
