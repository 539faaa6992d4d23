package paper

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

func wholeTable2() Experiment {
	return combineHalves(Experiment{
		Name: "table2", Title: "MNIST–USPS, 45 pairs of digits: LAR beside the networks", Where: "Table 2", Duration: 100 * time.Minute,
	}, table2Networks(), table2(), claimLAROutperforms)
}

func wholeTable5() Experiment {
	return combineHalves(Experiment{
		Name: "table5", Title: "MNIST–USPS, ten digits: LAR beside the networks", Where: "Table 5", Duration: 190 * time.Minute,
	}, table5Networks(), table5(), claimLargeMargin)
}

// combineHalves returns e with the units and reports of networks and linear, the halves of a table
// on digits. compare adds claims and notes that compare both halves.
func combineHalves(e, networks, linear Experiment, compare func(r *Report, columns []column)) Experiment {
	e = withDigitTraining(e)
	e.Uses = networks.Uses
	e.plan = func(ctx context.Context, o Options, p *plan) error {
		halves := make([]plan, 2)
		for i, half := range []Experiment{networks, linear} {
			if err := half.plan(ctx, o, &halves[i]); err != nil {
				return err
			}
			p.units = append(p.units, halves[i].units...)
		}
		p.report = func(r *Report) {
			var protocol []string
			for i, name := range []string{"Networks:", "Linear methods:"} {
				halves[i].report(r)
				protocol = append(append(protocol, name), r.Protocol...)
			}
			r.Protocol = protocol
			names := ColumnNames()
			slices.SortStableFunc(r.Rows, func(a, b Row) int { return slices.Index(names, a.Group) - slices.Index(names, b.Group) })
			compare(r, o.columns())
		}
		return nil
	}
	return e
}

// findRow requires that the column has a row with the given name.
func (r *Report) findRow(c column, name string) Row {
	return r.Rows[slices.IndexFunc(r.Rows, func(row Row) bool { return row.Group == c.name && row.Name == name })]
}

func (r *Report) leadOfLAR(c column, rowName string) (Estimate, string) {
	lar, other := r.findRow(c, larRow), r.findRow(c, rowName)
	gap := meanLead(lar.Tasks, other.Tasks)
	return gap, gap.String() + " points over " + rowName + formatPaperNumber("%+.2f", lar.Paper-other.Paper)
}

func claimLAROutperforms(r *Report, columns []column) {
	for _, c := range columns {
		var wins []Verdict
		var said []string
		for _, of := range []string{networkRow, dannRow, noneRow} {
			gap, text := r.leadOfLAR(c, of)
			wins, said = append(wins, gap.judgeAbove(0)), append(said, text)
		}
		if c.ratio == 1 {
			r.addNote("%s: LAR leads by %s, compared pair by pair.", c.name, strings.Join(said, ", "))
			continue
		}
		r.addClaim(judgeAll(wins...), c.name+": LAR outperforms the other rows (compared pair by pair)", "%s", strings.Join(said, ", "))
	}
}

// wideMargin is the smallest lead in points that counts as "a large margin". The mean lead in the
// paper is 8.1.
const wideMargin = 5.0

func claimLargeMargin(r *Report, columns []column) {
	var gaps []float64
	var said []string
	for _, c := range columns {
		gap, text := r.leadOfLAR(c, dannRow)
		gaps, said = append(gaps, gap.Mean), append(said, c.name+" "+text)
	}
	mean := newEstimate(gaps)
	r.addClaim(mean.judgeAbove(wideMargin), fmt.Sprintf("LAR outperforms DANN by a large margin (%g points on the mean of the columns)", wideMargin), "%v points: %s", mean, strings.Join(said, ", "))
}
