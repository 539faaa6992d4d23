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

// solveMap solves the map around params on all cores and reports it as it fills,
// what known has of it at once.
func solveMap(ctx context.Context, s *session.Session, params model.Params, known *componentMap, report func(*componentMap)) error {
	begun := newComponentMap(s, params, known)
	if begun == known && len(begun.cells) == len(begun.places()) && (begun.choice != nil || s.Pair.Task == model.Regression) {
		report(begun)
		return nil
	}
	return begun.solve(ctx, params, report)
}

// solve solves what the map lacks, and reports it as it fills.
func (m *componentMap) solve(ctx context.Context, params model.Params, report func(*componentMap)) error {
	report(m)
	s, places, cells := m.session, m.places(), maps.Clone(m.cells)
	judge, err := s.Judge(ctx)
	if err != nil && !errors.Is(err, labelfree.ErrRegression) {
		return err
	}
	snapshot := func() componentMap {
		now := *m
		now.cells = maps.Clone(cells)
		report(&now)
		return now
	}
	solved := func(i int) bool {
		_, ok := m.cells[places[i]]
		return ok
	}
	grid, rated := m.grid(params), make([]mapCell, len(places))
	if judge != nil {
		m.none = model.NewSolver(s.Problem).NoneAt(params, grid.Epochs)[0]
		grid.Rate = func(i int, cell model.Cell) { rated[i] = rateCell(judge, cell) }
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
	// What is there is worth keeping where the rest is not wanted any more, too.
	now := snapshot()
	if err == nil && judge != nil {
		err = now.judge(ctx, judge)
		report(&now)
	}
	return err
}
