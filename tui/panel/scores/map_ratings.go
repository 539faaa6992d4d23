package scores

import (
	"context"
	"fmt"
	"math"
	"slices"

	"larui/model"
	"larui/model/labelfree"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// rateAll sets disagreements, noneRatings and choice; all cells must be solved. The choice
// considers only cells that a search tries, and tests the best cell on held-out source rows.
func (m *componentMap) rateAll(ctx context.Context, by *labelfree.Rater) error {
	var predictions [][]int16
	var cells []model.Cell
	var ratings, none []labelfree.Rating
	for _, p := range m.places() {
		cell := m.cells[p]
		predictions, cells, ratings = append(predictions, cell.predicted), append(cells, cell.Cell), append(ratings, cell.rating)
	}
	for _, kTilde := range m.kTilde {
		none = append(none, by.RateWeights(m.none.Weights, kTilde))
	}
	params := m.params
	params.K, params.KTilde = 1, 1 // valid values, which every cell replaces
	grid, searched := m.grid(params), m.session.SearchGrid(params, session.LabelFree)
	searched.Lambda = grid.Lambda
	choice, err := m.session.NewRatedSweep(by, grid, cells, ratings, m.none, none).Intersect(searched).Choose(ctx, session.LabelFree, 0)
	if err == nil {
		m.disagreements, m.noneRatings, m.choice = labelfree.NeighbourDisagreement(grid, predictions), none, &choice
	}
	return err
}

// bestRatedPosition returns the position of the cell with the best label-free rating. It returns
// nil if no rating is sufficiently better than the rating of no adaptation, or if the ratings are
// not computed yet.
func (m *componentMap) bestRatedPosition() *chart.Position {
	if m.choice == nil || m.choice.Cell < 0 && !m.choice.Doubtful || len(m.cells) < len(m.places()) {
		return nil
	}
	return m.position(placeOf(m.choice.LeaderParams))
}

// bestPosition returns nil if labels for the metric are missing. For a label-free metric and for
// the score on the source, it takes the target score.
func (m *componentMap) bestPosition(st *stage.Stage, r cellMetric) *chart.Position {
	if r.Metric == stage.LabelFreeMetric || r.Metric == stage.SourceMetric {
		r.Metric = stage.TargetMetric
	}
	if ranked := m.rankPlaces(r); len(ranked) > 0 && st.IsKnown(r.Metric) {
		return m.position(ranked[0])
	}
	return nil
}

// vetoedPositions returns the cells that can't be chosen, because the label-free rating forbids it.
func (m *componentMap) vetoedPositions() (at []chart.Position) {
	for _, p := range m.places() {
		if cell, solved := m.cells[p]; solved && cell.rating.Vetoed && !cell.Descent[0].Diverges {
			at = append(at, *m.position(p))
		}
	}
	return at
}

// choiceLines returns sentences on the choice without labels: why no cell is chosen, how two rules
// disagree, and how far the choice is from the best cell by labels.
func (m *componentMap) choiceLines(st *stage.Stage) (lines []string) {
	c := m.choice
	if c == nil {
		return nil
	}
	if c.Cell < 0 {
		lines = append(lines, c.Why)
	}
	if c.Disagreement != "" {
		lines = append(lines, c.Disagreement)
	}
	if c.Settings > 0 {
		searched := m.session.SearchGrid(m.params, session.LabelFree)
		lines = append(lines, fmt.Sprintf("compared: %d of %d cells at this λ; a search compares cells at %d values of λ: %d settings in all",
			c.Settings, len(m.places()), len(searched.Lambda), searched.CellCount()))
	}
	r := cellMetric{stage.TargetMetric, false}
	ranked := m.rankPlaces(r)
	if !st.IsKnown(stage.TargetMetric) || len(ranked) == 0 {
		return lines
	}
	setting, there, best := "no adaptation is chosen and", m.none.Target.Score, m.valueAt(ranked[0], r)
	if m.bestRatedPosition() != nil {
		setting, there = "the cell that leads without labels", m.valueAt(placeOf(c.LeaderParams), r)
	}
	if math.IsNaN(there) {
		return lines
	}
	return append(lines, fmt.Sprintf("%s has %s on the target, the best cell %s: %.1f points apart", setting,
		r.Format(st.Task(), there), r.Format(st.Task(), best), number.RoundDecimals(100*best, 1)-number.RoundDecimals(100*there, 1)))
}

func (m *componentMap) describeCellRatings(p place) (groups []chart.Group) {
	at, cell := slices.Index(m.places(), p), m.cells[p]
	if cell.Descent[0].Diverges || m.choice == nil {
		return nil
	}
	groups = describeSettingRatings(cell.rating, m.noneRatings[slices.Index(m.kTilde, p.kTilde)])
	if change := m.disagreements[at]; !math.IsNaN(change) {
		groups = append(groups, chart.NamedValue("a step of k or k̃ changes ", chart.Dim, number.Percent(change, 1)))
	}
	return groups
}

// describeSettingRatings adds to each rating the rating of no adaptation.
func describeSettingRatings(rated, none labelfree.Rating) (groups []chart.Group) {
	add := func(name string, value, none float64) {
		groups = append(groups, chart.Group{chart.Dim.Text(name), chart.Plain.Text(stage.LabelFreeMetric.Format(model.Binary, value)),
			chart.Dim.Text(" (" + stage.NoAdaptation + " " + stage.LabelFreeMetric.Format(model.Binary, none) + ")")})
	}
	add("JLA ", rated.JLA, none.JLA)
	add("TA ", rated.TargetAlignment, none.TargetAlignment)
	if rated.Vetoed {
		groups = append(groups, chart.Group{chart.Bad.Text("vetoed: some class is almost never predicted")})
	}
	return groups
}
