package data

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/panel"
	"larui/tui/session"
	"larui/tui/stage"
)

// featureMoments has the source at index 0 and the target at index 1.
type featureMoments struct{ means, deviations [2][]float64 }

const momentsJobName = "moments"

func pairMoments(ctx context.Context, s *session.Session) (m *featureMoments, err error) {
	m = &featureMoments{}
	for i, d := range []model.Domain{s.Pair.Source, s.Pair.Target} {
		m.means[i], m.deviations[i], err = domainMoments(ctx, d)
		if err != nil {
			return nil, err
		}
	}
	return m, nil
}

// domainMoments returns the mean and the standard deviation of each feature. For rows in memory it
// updates both row by row as in Welford (1962).
func domainMoments(ctx context.Context, d model.Domain) (mean, deviation []float64, err error) {
	_, features := d.X.Dims()
	mean, deviation = make([]float64, features), make([]float64, features)
	n := 0.0
	visit := func(x *mat.Dense, _ []float64) error {
		rows, _ := x.Dims()
		for i := range rows {
			// Look often whether the user has cancelled.
			if i%256 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			n++
			for j, v := range x.RawRowView(i) {
				from := v - mean[j]
				mean[j] += from / n
				deviation[j] += from * (v - mean[j])
			}
		}
		return nil
	}
	switch {
	case d.Sums != nil:
		mean, deviation = d.Sums.MeansAndVariances()
		n = 1
	case d.Blocks == nil:
		err = visit(d.X, nil)
	default:
		err = d.Blocks(ctx, visit)
	}
	for j, squares := range deviation {
		deviation[j] = math.Sqrt(squares / n)
	}
	return mean, deviation, err
}

// Panels returns two scatter plots with one point per feature: target mean over source mean, and
// target deviation over source deviation. A feature with equal values in both domains lies on the
// diagonal.
func (v *View) Panels(st *stage.Stage) (panels []stage.Panel) {
	m := session.ResultOf[*featureMoments](st.Update, momentsJobName)
	if m == nil {
		return nil
	}
	add := func(title, name string, values [2][]float64) {
		panels = append(panels, stage.Panel{Title: title + " of each feature", Picture: chart.Scatter{
			XLabel: name + " in the source", YLabel: name + " in the target",
			Points: []chart.Points{{Name: "feature", Style: chart.Target, Mark: '○', X: values[0], Y: values[1]}},
			Lines:  []chart.Line{{Name: "alike", Style: chart.LAR, A: 1, B: -1}},
		}})
	}
	add("Mean", "mean", m.means)
	add("Deviation", "deviation", m.deviations)
	return panels
}

// Table returns one row per feature: the weights, and the means and standard deviations in the
// source and the target after scaling.
func (v *View) Table(ctx context.Context, st *stage.Stage, _ func(done, all int)) (rows [][]session.Fact, err error) {
	m, err := pairMoments(ctx, st.Session)
	if err != nil {
		return nil, err
	}
	s := st.Solution
	for j := range m.means[0] {
		row := session.Facts("feature", panel.ColumnName(st.Session.Pair, j),
			"sourceMean", m.means[0][j], "sourceDeviation", m.deviations[0][j],
			"targetMean", m.means[1][j], "targetDeviation", m.deviations[1][j])
		for _, of := range []struct {
			name    string
			weights *mat.Dense
		}{{"none", s.None.Weights}, {"descent", s.Descent.Weights}, {"closed", s.Closed.Weights}} {
			if of.weights != nil {
				row = append(row, panel.OutputFacts(st, of.name, of.weights.RawRowView(j))...)
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}
