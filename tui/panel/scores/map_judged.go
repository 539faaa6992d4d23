package scores

import (
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

// judge finds what follows from all cells: of those that a search looks at, too, the
// choice.
func (m *ComponentMap) judge(by *labelfree.Judge) {
	var predictions [][]int16
	var cells []model.Cell
	var ratings, none []labelfree.Rating
	for _, p := range m.Places() {
		cell := m.Cells[p]
		predictions, cells, ratings = append(predictions, cell.predicted), append(cells, cell.Cell), append(ratings, cell.Rating)
	}
	for _, kTilde := range m.KTilde {
		none = append(none, by.Rate(m.none.Weights, kTilde))
	}
	params := m.params
	params.K, params.KTilde = 1, 1 // which every cell has of its own
	grid, searched := m.Grid(params), m.Session.Searched(params, session.LabelFree)
	searched.Lambda = grid.Lambda
	choice := m.Session.Judged(by, grid, cells, ratings, m.none, none).Among(searched).Choose(session.LabelFree, 0)
	m.changes, m.NoneRatings, m.Choice = labelfree.Stability(grid, predictions), none, &choice
}

// Chosen is the place of the choice, nil where that is no adaptation or not known.
func (m *ComponentMap) Chosen() *chart.Position {
	if m.Choice == nil || m.Choice.Cell < 0 || len(m.Cells) < len(m.Places()) {
		return nil
	}
	return m.Position(Place{m.Choice.Params.K, m.Choice.Params.KTilde})
}

// best is where a reading is best, or where that needs no labels the target's score; nil
// where no labels tell.
func (m *ComponentMap) best(st *stage.Stage, r Reading) *chart.Position {
	if r.Metric == stage.LabelFreeMetric || r.Metric == stage.SourceMetric {
		r.Metric = stage.TargetMetric
	}
	if ranked := m.Ranked(r); len(ranked) > 0 && st.Known(r.Metric) {
		return m.Position(ranked[0])
	}
	return nil
}

// vetoed are the cells that are solved but not to be chosen.
func (m *ComponentMap) vetoed() (at []chart.Position) {
	for _, p := range m.Places() {
		if cell, solved := m.Cells[p]; solved && cell.Rating.Vetoed && !cell.Descent[0].Diverges {
			at = append(at, *m.Position(p))
		}
	}
	return at
}

// Judged says what a map comes to without labels, a line each: why nothing is chosen,
// where the judges disagree, and how far what is chosen is from the best by labels.
func (m *ComponentMap) Judged(st *stage.Stage) (lines []string) {
	c := m.Choice
	if c == nil {
		return nil
	}
	if c.Cell < 0 {
		lines = append(lines, c.Why)
	}
	if c.Disagreement != "" {
		lines = append(lines, c.Disagreement)
	}
	r := Reading{stage.TargetMetric, false}
	ranked := m.Ranked(r)
	if !st.Known(stage.TargetMetric) || len(ranked) == 0 {
		return lines
	}
	what, there, best := "no adaptation, which stays here,", st.Score(m.none.Target), m.Value(ranked[0], r)
	if c.Cell >= 0 {
		what, there = "what is chosen without labels", m.Value(Place{c.Params.K, c.Params.KTilde}, r)
	}
	if math.IsNaN(there) {
		return lines
	}
	return append(lines, fmt.Sprintf("%s has %s on the target, the best here %s: %.1f points apart", what,
		r.Format(st.Task(), there), r.Format(st.Task(), best), number.Fixed(100*best, 1)-number.Fixed(100*there, 1)))
}

// opinions say how a cell is judged without labels.
func (m *ComponentMap) opinions(p Place) (groups []chart.Group) {
	at, cell := slices.Index(m.Places(), p), m.Cells[p]
	if cell.Descent[0].Diverges || m.Choice == nil {
		return nil
	}
	groups = ratingGroups(cell.Rating, m.NoneRatings[slices.Index(m.KTilde, p.KTilde)])
	if change := m.changes[at]; !math.IsNaN(change) {
		groups = append(groups, chart.Group{chart.Styled("a step changes ", chart.Dim), chart.Styled(number.Percent(change, 1), chart.Plain)})
	}
	return groups
}

// ratingGroups say how a setting is rated, beside no adaptation.
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
