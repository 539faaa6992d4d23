package scores

import (
	"context"
	"errors"
	"larui/model"
	"larui/model/labelfree"
	"larui/tui/session"
	"maps"
	"time"
)

// solveMap solves the map around params on all cores and reports it as it fills,
// what known has of it at once.
func solveMap(ctx context.Context, s *session.Session, params model.Params, known *componentMap, report func(*componentMap)) error {
	begun := newComponentMap(s, params, known)
	report(begun)
	places, cells := begun.places(), maps.Clone(begun.cells)
	if begun == known && len(cells) == len(places) {
		return nil
	}
	judge, err := s.Judge(ctx)
	if err != nil && !errors.Is(err, labelfree.ErrRegression) {
		return err
	}
	snapshot := func() {
		now := *begun
		now.cells = maps.Clone(cells)
		if judge != nil && len(cells) == len(places) {
			now.judge(judge)
		}
		report(&now)
	}
	solved := func(i int) bool {
		_, ok := begun.cells[places[i]]
		return ok
	}
	grid, rated := begun.grid(params), make([]mapCell, len(places))
	if judge != nil {
		begun.none = model.NewSolver(s.Problem).NoneAt(params, grid.Epochs)[0]
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
