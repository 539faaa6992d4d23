package scores

import (
	"context"
	"errors"
	"maps"
	"time"

	"larui/model"
	"larui/model/labelfree"
	"larui/tui/session"
)

// solveMap solves the map at params. It copies the cells that an earlier map has already; earlier
// may be nil. It calls report several times, each time with more cells.
func solveMap(ctx context.Context, s *session.Session, params model.Params, earlier *componentMap, report func(*componentMap)) error {
	begun := newComponentMap(s, params, earlier)
	if begun == earlier && len(begun.cells) == len(begun.places()) && (begun.choice != nil || s.Pair.Task == model.Regression) {
		report(begun)
		return nil
	}
	return begun.solve(ctx, params, report)
}

// solve solves the missing cells. It calls report several times, each time with more cells.
func (m *componentMap) solve(ctx context.Context, params model.Params, report func(*componentMap)) error {
	report(m)
	s, places, cells := m.session, m.places(), maps.Clone(m.cells)
	rater, err := s.LabelFreeRater(ctx)
	if err != nil && !errors.Is(err, labelfree.ErrRegression) {
		return err
	}
	none := m.none
	snapshot := func() componentMap {
		now := *m
		now.cells, now.none = maps.Clone(cells), none
		report(&now)
		return now
	}
	solved := func(i int) bool {
		_, ok := m.cells[places[i]]
		return ok
	}
	grid, rated := m.grid(params), make([]mapCell, len(places))
	if rater != nil {
		none = model.NewSolver(s.Problem).DescendWithoutAdaptation(params, grid.Epochs)[0]
		grid.Evaluate = func(i int, cell model.Cell) { rated[i] = rateCell(rater, cell) }
	}
	reported := time.Now()
	err = model.SweepEach(ctx, s.Problem, grid, solved, func(i int, cell model.Cell) {
		cell.Closed.Weights, cell.Descent[0].Weights = nil, nil // only scores are kept
		rated[i].Cell = cell
		cells[places[i]] = rated[i]
		if time.Since(reported) > session.ReportInterval && len(cells) < len(places) {
			reported = time.Now()
			snapshot()
		}
	})
	// Report the solved cells also after a cancellation.
	now := snapshot()
	if err == nil && rater != nil {
		err = now.rateAll(ctx, rater)
		report(&now)
	}
	return err
}
