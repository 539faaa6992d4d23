package view

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
)

// A componentMap is LAR over a grid of k and k̃ at otherwise equal parameters, as
// far as it is solved. It is immutable.
type componentMap struct {
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

// A reading is a metric of a cell, in closed form or after the epochs.
type reading struct {
	metric
	closed bool
}

// value returns a reading, NaN where it is not known.
func (c mapCell) value(task model.Task, r reading) float64 {
	switch {
	case !c.solved || !r.closed && c.diverges:
		return math.NaN()
	case r.closed:
		return r.of(task, c.closed)
	}
	return r.of(task, c.descent)
}

// at returns the cell of a row and column.
func (m *componentMap) at(p chart.Position) mapCell { return m.cells[p.Row*len(m.kTilde)+p.Col] }

// place returns the k and k̃ of a cell.
func (m *componentMap) place(p chart.Position) place { return place{m.k[p.Row], m.kTilde[p.Col]} }

// position returns the cell of k and k̃, nil where the map has none.
func (m *componentMap) position(p place) *chart.Position {
	row, inRows := slices.BinarySearch(m.k, p.k)
	col, inCols := slices.BinarySearch(m.kTilde, p.kTilde)
	if !inRows || !inCols {
		return nil
	}
	return &chart.Position{Row: row, Col: col}
}

// value returns a reading of a cell, NaN where it is not known.
func (m *componentMap) value(p chart.Position, r reading) float64 {
	return m.at(p).value(m.session.Problem.Task, r)
}

// known returns the cells of which a reading is known, row by row.
func (m *componentMap) known(r reading) []chart.Position {
	var known []chart.Position
	for i := range m.cells {
		if p := (chart.Position{Row: i / len(m.kTilde), Col: i % len(m.kTilde)}); !math.IsNaN(m.value(p, r)) {
			known = append(known, p)
		}
	}
	return known
}

// ranking compares cells: what reads better is less.
func (m *componentMap) ranking(r reading) func(a, b chart.Position) int {
	sign := -1
	if r.isError(m.session.Problem.Task) {
		sign = 1
	}
	return func(a, b chart.Position) int { return sign * cmp.Compare(m.value(a, r), m.value(b, r)) }
}

// best returns the cell of the best value, the first of equals; nil where none is
// known.
func (m *componentMap) best(r reading) *chart.Position {
	known := m.known(r)
	if len(known) == 0 {
		return nil
	}
	best := slices.MinFunc(known, m.ranking(r))
	return &best
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

// current returns the map of the pair on the screen, nil before there is one. While
// another one is being solved, it may be that of an earlier state.
func (v *mapView) current(sc *Scene) *componentMap {
	if m := session.ResultOf[*componentMap](sc.Update, mapName); m != nil && m.session == sc.Update.Session {
		return m
	}
	return nil
}

// Jobs asks for the map of the present state. What the map on the screen knows already
// is not solved again.
func (v *mapView) Jobs(sc *Scene) []session.Job {
	params, known := sc.State.Params, session.ResultOf[*componentMap](sc.Update, mapName)
	return []session.Job{{Name: mapName, Key: params, Run: func(ctx context.Context, s *session.Session, report func(any)) error {
		return solveMap(ctx, s, params, known, func(m *componentMap) { report(m) })
	}}}
}

// newComponentMap returns the map around params, in which also the k and k̃ with
// which the pair opens have their place. Only cells of known, which may be nil, are
// solved.
func newComponentMap(s *session.Session, params model.Params, known *componentMap) *componentMap {
	start := s.Start().Params
	m := &componentMap{
		session: s, params: mapParams(params),
		k:      componentLadder(s.Problem.Src.Rank, start.K, params.K),
		kTilde: componentLadder(s.Problem.Tgt.Rank, start.KTilde, params.KTilde),
	}
	m.cells = make([]mapCell, len(m.k)*len(m.kTilde))
	if known == nil || known.session != s || known.params != m.params {
		return m
	}
	for i := range m.cells {
		if at := known.position(place{m.k[i/len(m.kTilde)], m.kTilde[i%len(m.kTilde)]}); at != nil && known.at(*at).solved {
			m.cells[i] = known.at(*at)
			m.solved++
		}
	}
	return m
}

// solveMap solves the map around params on all cores and reports it as it fills,
// what known has of it at once.
func solveMap(ctx context.Context, s *session.Session, params model.Params, known *componentMap, report func(*componentMap)) error {
	begun := newComponentMap(s, params, known)
	report(begun)
	if begun.solved == len(begun.cells) {
		return nil
	}
	growing := *begun
	growing.cells = slices.Clone(begun.cells)
	snapshot := func() *componentMap {
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
