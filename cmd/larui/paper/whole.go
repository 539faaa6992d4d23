package paper

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// wholeTable2 is Table 2 with both halves.
func wholeTable2() Experiment {
	return wholeTable(Experiment{
		Name: "table2", Title: "MNIST–USPS, 45 pairs of digits: LAR beside the networks", Where: "Table 2", About: 100 * time.Minute,
	}, table2Networks(), table2(), outperforms)
}

func wholeTable5() Experiment {
	return wholeTable(Experiment{
		Name: "table5", Title: "MNIST–USPS, ten digits: LAR beside the networks", Where: "Table 5", About: 190 * time.Minute,
	}, table5Networks(), table5(), largeMargin)
}

// wholeTable completes e, a table on digits with two halves. Each half is also an experiment, with
// the same units. The function compare adds claims and notes that compare LAR with the other rows of
// all columns.
func wholeTable(e, networks, linear Experiment, compare func(r *Report, columns []column)) Experiment {
	e = trainsOnDigits(e)
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

// row returns the row of a column with the given name.
func (r *Report) row(c column, name string) Row {
	return r.Rows[slices.IndexFunc(r.Rows, func(row Row) bool { return row.Group == c.name && row.Name == name })]
}

// lead returns the lead of LAR over another row of a column, and a description of the lead.
func (r *Report) lead(c column, of string) (Estimate, string) {
	lar, other := r.row(c, larRow), r.row(c, of)
	gap, _ := lead(lar.Tasks, other.Tasks, "")
	return gap, gap.String() + " points over " + of + besidePaper("%+.2f", lar.Paper-other.Paper)
}

// outperforms adds the claim that LAR "outperforms the models in the other rows in the cases with
// subsampling", and notes on the other columns.
func outperforms(r *Report, columns []column) {
	for _, c := range columns {
		var wins []Verdict
		var said []string
		for _, of := range []string{networkRow, dannRow, noneRow} {
			gap, text := r.lead(c, of)
			wins, said = append(wins, gap.above(0)), append(said, text)
		}
		if c.ratio == 1 {
			r.note("%s: LAR leads by %s, paired over the pairs.", c.name, strings.Join(said, ", "))
			continue
		}
		r.claim(every(wins...), c.name+": LAR outperforms the other rows (paired over the pairs)", "%s", strings.Join(said, ", "))
	}
}

// wide is the lead of LAR in points that counts as "by a large margin" in the words of the paper,
// where the mean lead over the columns is 8.1.
const wide = 5.0

// largeMargin adds the claim that LAR "outperforms DANN by a large margin".
func largeMargin(r *Report, columns []column) {
	var gaps []float64
	var said []string
	for _, c := range columns {
		gap, text := r.lead(c, dannRow)
		gaps, said = append(gaps, gap.Mean), append(said, c.name+" "+text)
	}
	mean := estimate(gaps)
	r.claim(mean.above(wide), fmt.Sprintf("LAR outperforms DANN by a large margin (%g points on the mean of the columns)", wide), "%v points: %s", mean, strings.Join(said, ", "))
}
