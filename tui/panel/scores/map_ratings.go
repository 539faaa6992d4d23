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

// rateAll sets the stability of each cell, the ratings of no adaptation, and the choice among the
// cells that a search tries, with its trial on the source. It needs all cells.
func (m *componentMap) rateAll(ctx context.Context, by *labelfree.Judge) error {
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
	params.K, params.KTilde = 1, 1 // each cell has its own
	grid, searched := m.grid(params), m.session.Searched(params, session.LabelFree)
	searched.Lambda = grid.Lambda
	choice, err := m.session.Judged(by, grid, cells, ratings, m.none, none).Among(searched).Choose(ctx, session.LabelFree, 0)
	if err == nil {
		m.changes, m.noneRatings, m.choice = labelfree.NeighbourDisagreement(grid, predictions), none, &choice
	}
	return err
}

// leadingPosition returns the position of the setting that leads, doubtful or not, nil if none leads or it is unknown.
func (m *componentMap) leadingPosition() *chart.Position {
	if m.choice == nil || m.choice.Cell < 0 && !m.choice.Doubtful || len(m.cells) < len(m.places()) {
		return nil
	}
	return m.position(place{m.choice.Leads.K, m.choice.Leads.KTilde})
}

// bestPosition returns the position with the best reading, nil if the labels for it are missing. Ratings
// without labels and the score on the source use the target's score instead.
func (m *componentMap) bestPosition(st *stage.Stage, r reading) *chart.Position {
	if r.Metric == stage.LabelFreeMetric || r.Metric == stage.SourceMetric {
		r.Metric = stage.TargetMetric
	}
	if ranked := m.bestFirst(r); len(ranked) > 0 && st.Known(r.Metric) {
		return m.position(ranked[0])
	}
	return nil
}

// vetoedPositions returns the positions of solved cells that must not be chosen.
func (m *componentMap) vetoedPositions() (at []chart.Position) {
	for _, p := range m.places() {
		if cell, solved := m.cells[p]; solved && cell.rating.Vetoed && !cell.Descent[0].Diverges {
			at = append(at, *m.position(p))
		}
	}
	return at
}

// choiceLines returns the outcome of the choice without labels, one sentence a line: why no cell is
// chosen, where the judges disagree, and how far the choice is from the best cell by labels.
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
	r := reading{stage.TargetMetric, false}
	ranked := m.bestFirst(r)
	if !st.Known(stage.TargetMetric) || len(ranked) == 0 {
		return lines
	}
	what, there, best := "no adaptation, which is chosen,", st.Score(m.none.Target), m.value(ranked[0], r)
	if m.leadingPosition() != nil {
		what, there = "the cell that leads without labels", m.value(place{c.Leads.K, c.Leads.KTilde}, r)
	}
	if math.IsNaN(there) {
		return lines
	}
	return append(lines, fmt.Sprintf("%s has %s on the target, the best cell %s: %.1f points apart", what,
		r.Format(st.Task(), there), r.Format(st.Task(), best), number.Fixed(100*best, 1)-number.Fixed(100*there, 1)))
}

// cellRatings returns the ratings of a cell without labels.
func (m *componentMap) cellRatings(p place) (groups []chart.Group) {
	at, cell := slices.Index(m.places(), p), m.cells[p]
	if cell.Descent[0].Diverges || m.choice == nil {
		return nil
	}
	groups = ratingGroups(cell.rating, m.noneRatings[slices.Index(m.kTilde, p.kTilde)])
	if change := m.changes[at]; !math.IsNaN(change) {
		groups = append(groups, chart.Named("a step changes ", chart.Dim, number.Percent(change, 1)))
	}
	return groups
}

// ratingGroups returns the ratings of a setting, each beside the rating of no adaptation.
func ratingGroups(rated, none labelfree.Rating) (groups []chart.Group) {
	add := func(name string, value, none float64) {
		groups = append(groups, chart.Group{chart.Styled(name, chart.Dim), chart.Styled(stage.LabelFreeMetric.Format(model.Binary, value), chart.Plain),
			chart.Styled(" ("+stage.NoAdaptation+" "+stage.LabelFreeMetric.Format(model.Binary, none)+")", chart.Dim)})
	}
	add("JLA ", rated.JLA, none.JLA)
	add("TA ", rated.TargetAlignment, none.TargetAlignment)
	if rated.Vetoed {
		groups = append(groups, chart.Group{chart.Styled("vetoed: a class is hardly predicted", chart.Bad)})
	}
	return groups
}
