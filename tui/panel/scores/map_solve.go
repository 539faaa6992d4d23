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

// SolveMap solves the map around params on all cores and reports it as it fills,
// what known has of it at once.
func SolveMap(ctx context.Context, s *session.Session, params model.Params, known *ComponentMap, report func(*ComponentMap)) error {
	begun := NewComponentMap(s, params, known)
	if begun == known && len(begun.Cells) == len(begun.Places()) {
		report(begun)
		return nil
	}
	return begun.solve(ctx, params, report)
}

// solve solves what the map lacks, and reports it as it fills.
func (m *ComponentMap) solve(ctx context.Context, params model.Params, report func(*ComponentMap)) error {
	report(m)
	s, places, cells := m.Session, m.Places(), maps.Clone(m.Cells)
	judge, err := s.Judge(ctx)
	if err != nil && !errors.Is(err, labelfree.ErrRegression) {
		return err
	}
	snapshot := func() {
		now := *m
		now.Cells = maps.Clone(cells)
		if judge != nil && len(cells) == len(places) {
			now.judge(judge)
		}
		report(&now)
	}
	solved := func(i int) bool {
		_, ok := m.Cells[places[i]]
		return ok
	}
	grid, rated := m.Grid(params), make([]mapCell, len(places))
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
	snapshot()
	return err
}
