package view

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"time"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
)

// A place is a k and k̃.
type place struct{ k, kTilde int }

// A componentMap is LAR over a grid of k and k̃ at otherwise equal parameters, as
// far as it is solved. It is immutable.
type componentMap struct {
	session *session.Session
	// params are those of every cell, without k and k̃.
	params model.Params
	// k names the rows, kTilde the columns, cells are what is solved of them, after as
	// many epochs as params have.
	k, kTilde []int
	cells     map[place]model.Cell
}

// A reading is a metric of a cell, in closed form or after the epochs.
type reading struct {
	metric
	closed bool
}

// places returns the places of the map, row by row.
func (m *componentMap) places() []place {
	var all []place
	for _, k := range m.k {
		for _, kTilde := range m.kTilde {
			all = append(all, place{k, kTilde})
		}
	}
	return all
}

// at returns the place of a row and column.
func (m *componentMap) at(p chart.Position) place { return place{m.k[p.Row], m.kTilde[p.Col]} }

// position returns the row and column of a place, nil where the map has none.
func (m *componentMap) position(p place) *chart.Position {
	row, inRows := slices.BinarySearch(m.k, p.k)
	col, inCols := slices.BinarySearch(m.kTilde, p.kTilde)
	if !inRows || !inCols {
		return nil
	}
	return &chart.Position{Row: row, Col: col}
}

// value returns a reading of a cell, NaN where it is not known: what diverges scores
// nothing.
func (m *componentMap) value(p place, r reading) float64 {
	cell, solved := m.cells[p]
	task := m.session.Problem.Task
	switch {
	case !solved || !r.closed && cell.Descent[0].Diverges:
		return math.NaN()
	case r.closed:
		return r.of(task, cell.Closed.Evaluation)
	}
	return r.of(task, cell.Descent[0].Evaluation)
}

// ranked returns the places of which a reading is known, the best ones first, equals row
// by row.
func (m *componentMap) ranked(r reading) []place {
	known := slices.DeleteFunc(m.places(), func(p place) bool { return math.IsNaN(m.value(p, r)) })
	worth := func(p place) float64 { return r.worth(m.session.Problem.Task, m.value(p, r)) }
	slices.SortStableFunc(known, func(a, b place) int { return cmp.Compare(worth(b), worth(a)) })
	return known
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
		cells:  map[place]model.Cell{},
	}
	if known == nil || known.session != s || known.params != m.params {
		return m
	}
	for _, p := range m.places() {
		if cell, ok := known.cells[p]; ok {
			m.cells[p] = cell
		}
	}
	return m
}

// solveMap solves the map around params on all cores and reports it as it fills,
// what known has of it at once.
func solveMap(ctx context.Context, s *session.Session, params model.Params, known *componentMap, report func(*componentMap)) error {
	begun := newComponentMap(s, params, known)
	report(begun)
	places, cells := begun.places(), maps.Clone(begun.cells)
	if len(cells) == len(places) {
		return nil
	}
	snapshot := func() {
		now := *begun
		now.cells = maps.Clone(cells)
		report(&now)
	}
	solved := func(i int) bool {
		_, ok := begun.cells[places[i]]
		return ok
	}
	grid := model.Grid{K: begun.k, KTilde: begun.kTilde, Lambda: []float64{params.Lambda}, Epochs: []int{params.Epochs}, Base: params}
	reported := time.Now()
	err := model.SweepEach(ctx, s.Problem, grid, solved, func(i int, cell model.Cell) {
		cell.Closed.Weights, cell.Descent[0].Weights = nil, nil // only scores are kept
		cells[places[i]] = cell
		if time.Since(reported) > session.ReportInterval {
			reported = time.Now()
			snapshot()
		}
	})
	// What is there is worth keeping where the rest is not wanted any more, too.
	snapshot()
	return err
}
