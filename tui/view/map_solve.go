package view

import (
	"context"
	"math"
	"slices"
	"time"

	"larui/model"
	"larui/tui/session"
)

// A ComponentMap is LAR over a grid of k and k̃ at otherwise equal parameters, as
// far as it is solved. It is immutable.
type ComponentMap struct {
	session *session.Session
	// params are those of every cell, without k and k̃.
	params model.Params
	// k names the rows, kTilde the columns; cells go row by row.
	k, kTilde []int
	cells     []mapCell
	solved    int
}

// A mapCell scores one k and k̃. Where descent diverges it scores nothing.
type mapCell struct {
	solved, diverges bool
	closed, descent  model.Evaluation
}

// evaluation returns what the cell scores, in closed form or after the epochs;
// false where that is not known.
func (c mapCell) evaluation(closed bool) (model.Evaluation, bool) {
	if closed {
		return c.closed, c.solved
	}
	return c.descent, c.solved && !c.diverges
}

// at returns the cell of a row and column.
func (m *ComponentMap) at(row, col int) mapCell { return m.cells[row*len(m.kTilde)+col] }

// value returns a metric of a cell, NaN where it is not known.
func (m *ComponentMap) value(row, col int, of metric, closed bool) float64 {
	e, ok := m.at(row, col).evaluation(closed)
	if !ok {
		return math.NaN()
	}
	return of.of(m.session.Problem.Task, e)
}

// best returns the cell of the best value, the first of equals; false where none
// is known.
func (m *ComponentMap) best(of metric, closed bool) (row, col int, ok bool) {
	best := math.NaN()
	for r := range m.k {
		for c := range m.kTilde {
			if v := m.value(r, c, of, closed); of.better(m.session.Problem.Task, v, best) {
				best, row, col, ok = v, r, c, true
			}
		}
	}
	return row, col, ok
}

// everyComponent is up to how many components a map shows each k.
const everyComponent = 16

// componentLadder returns the k of a map, ascending: all of them up to a small
// rank, else the powers of two up to it, and those given beside.
func componentLadder(rank int, beside ...int) []int {
	ks := slices.Clone(beside)
	for k := 1; k <= max(1, rank); {
		ks = append(ks, k)
		if rank <= everyComponent {
			k++
		} else {
			k *= 2
		}
	}
	slices.Sort(ks)
	return slices.Compact(ks)
}

// mapParams returns what all cells of a map have in common.
func mapParams(p model.Params) model.Params {
	p.K, p.KTilde = 0, 0
	return p
}

// Jobs asks for the map of the present state. What the map on the screen
// knows already is not solved again.
func (view *mapView) Jobs(sc *Scene) []session.Job {
	params, known := sc.State.Params, session.ResultOf[*ComponentMap](sc.Update, "map")
	return []session.Job{{
		Name: "map",
		Key:  params,
		Run: func(ctx context.Context, s *session.Session, report func(any)) error {
			return solveMap(ctx, s, params, known, func(m *ComponentMap) {
				report(m)
			})
		},
	}}
}

// newComponentMap returns the map around params, in which also the k and k̃ with
// which the pair opens have their place. Only cells of known, which may be nil, are
// solved.
func newComponentMap(s *session.Session, params model.Params, known *ComponentMap) *ComponentMap {
	start := s.Start().Params
	m := &ComponentMap{
		session: s, params: mapParams(params),
		k:      componentLadder(s.Problem.Src.Rank, start.K, params.K),
		kTilde: componentLadder(s.Problem.Tgt.Rank, start.KTilde, params.KTilde),
	}
	m.cells = make([]mapCell, len(m.k)*len(m.kTilde))
	if known == nil || known.session != s || known.params != m.params {
		return m
	}
	for r, k := range m.k {
		for c, kTilde := range m.kTilde {
			row, inRows := slices.BinarySearch(known.k, k)
			col, inCols := slices.BinarySearch(known.kTilde, kTilde)
			if inRows && inCols && known.at(row, col).solved {
				m.cells[r*len(m.kTilde)+c] = known.at(row, col)
				m.solved++
			}
		}
	}
	return m
}

// solveMap solves the map around params on all cores and reports it as it fills,
// what known has of it at once.
func solveMap(ctx context.Context, s *session.Session, params model.Params, known *ComponentMap, report func(*ComponentMap)) error {
	begun := newComponentMap(s, params, known)
	report(begun)
	if begun.solved == len(begun.cells) {
		return nil
	}
	growing := *begun
	growing.cells = slices.Clone(begun.cells)
	snapshot := func() *ComponentMap {
		m := growing
		m.cells = slices.Clone(growing.cells)
		return &m
	}
	grid := model.Grid{K: begun.k, KTilde: begun.kTilde, Lambda: []float64{params.Lambda}, Epochs: []int{params.Epochs}, Base: params}
	reported := time.Now()
	err := model.SweepEach(ctx, s.Problem, grid, func(i int) bool { return begun.cells[i].solved }, func(i int, cell model.Cell) {
		after := cell.Descent[0]
		growing.cells[i] = mapCell{solved: true, diverges: after.Diverges, closed: cell.Closed.Evaluation, descent: after.Evaluation}
		growing.solved++
		if time.Since(reported) > session.ReportInterval {
			reported = time.Now()
			report(snapshot())
		}
	})
	// What is there is worth keeping where the rest is not wanted any more, too.
	report(snapshot())
	return err
}
