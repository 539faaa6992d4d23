package scores

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"larui/model"
	"larui/model/labelfree"
	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
)

// A Place is a k and k̃.
type Place struct{ K, KTilde int }

// MarshalText writes the place as "k,k̃".
func (p Place) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d,%d", p.K, p.KTilde), nil }

// UnmarshalText reads what MarshalText writes.
func (p *Place) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(string(text), "%d,%d", &p.K, &p.KTilde)
	return err
}

// A ComponentMap is LAR over a grid of k and k̃ at otherwise equal parameters, as
// far as it is solved. It is immutable.
type ComponentMap struct {
	Session *session.Session
	// params are those of every cell, without k and k̃.
	params model.Params
	// K names the rows, KTilde the columns, cells are what is solved of them, after as
	// many epochs as params have.
	K, KTilde []int
	Cells     map[Place]mapCell
	// none is no adaptation and NoneRatings how it is rated at each of KTilde; changes,
	// row by row, and choice are what follows from all cells: the stability of each, and
	// what is chosen of them without labels. A regression has none of these.
	none        model.Descent
	NoneRatings []labelfree.Rating
	changes     []float64
	Choice      *session.Choice
}

// A Reading is a metric of a cell, in closed form or after the epochs.
type Reading struct {
	stage.Metric
	closed bool
}

// Places returns the Places of the map, row by row.
func (m *ComponentMap) Places() []Place {
	var all []Place
	for _, k := range m.K {
		for _, kTilde := range m.KTilde {
			all = append(all, Place{k, kTilde})
		}
	}
	return all
}

// At returns the place of a row and column.
func (m *ComponentMap) At(p chart.Position) Place { return Place{m.K[p.Row], m.KTilde[p.Col]} }

// Position returns the row and column of a place, nil where the map has none.
func (m *ComponentMap) Position(p Place) *chart.Position {
	row, inRows := slices.BinarySearch(m.K, p.K)
	col, inCols := slices.BinarySearch(m.KTilde, p.KTilde)
	if !inRows || !inCols {
		return nil
	}
	return &chart.Position{Row: row, Col: col}
}

// Value returns a reading of a cell, NaN where it is not known: what diverges scores
// nothing.
func (m *ComponentMap) Value(p Place, r Reading) float64 {
	cell, solved := m.Cells[p]
	task := m.Session.Problem.Task
	switch {
	case !solved || !r.closed && cell.Descent[0].Diverges:
		return math.NaN()
	case r.Metric == stage.LabelFreeMetric:
		return cell.Rating.JLA
	case r.closed:
		return r.Of(task, cell.Closed.Evaluation)
	}
	return r.Of(task, cell.Descent[0].Evaluation)
}

// Ranked returns the places of which a reading is known, the best ones first, equals row
// by row. Of judges without labels those count that they don't veto.
func (m *ComponentMap) Ranked(r Reading) []Place {
	known := slices.DeleteFunc(m.Places(), func(p Place) bool {
		return math.IsNaN(m.Value(p, r)) || r.Metric == stage.LabelFreeMetric && m.Cells[p].Rating.Vetoed
	})
	worth := func(p Place) float64 { return r.Worth(m.Session.Problem.Task, m.Value(p, r)) }
	slices.SortStableFunc(known, func(a, b Place) int { return cmp.Compare(worth(b), worth(a)) })
	return known
}

// EveryComponent is up to how many components a map shows each k.
const EveryComponent = 16

// mapParams returns what all cells of a map have in common.
func mapParams(p model.Params) model.Params {
	p.K, p.KTilde = 0, 0
	return p
}

// NewComponentMap returns the map around params, in which also the k and k̃ with
// which the pair opens have their place. Only cells of known, which may be nil, are
// solved.
func NewComponentMap(s *session.Session, params model.Params, known *ComponentMap) *ComponentMap {
	start := s.Start().Params
	m := &ComponentMap{
		Session: s, params: mapParams(params),
		K:      model.ComponentLadder(s.Problem.Src.Rank, EveryComponent, start.K, params.K),
		KTilde: model.ComponentLadder(s.Problem.Tgt.Rank, EveryComponent, start.KTilde, params.KTilde),
		Cells:  map[Place]mapCell{},
	}
	switch {
	case known == nil || known.Session != s || known.params != m.params:
		return m
	case slices.Equal(known.K, m.K) && slices.Equal(known.KTilde, m.KTilde):
		return known
	}
	for _, p := range m.Places() {
		if cell, ok := known.Cells[p]; ok {
			m.Cells[p] = cell
		}
	}
	return m
}

// Grid is that of the map around params.
func (m *ComponentMap) Grid(params model.Params) model.Grid {
	return model.Grid{K: m.K, KTilde: m.KTilde, Lambda: []float64{params.Lambda}, Epochs: []int{params.Epochs}, Base: params}
}

// Progress says how many cells are solved.
func (m *ComponentMap) Progress() (what string, done, all int64) {
	return "solving the map", int64(len(m.Cells)), int64(len(m.Places()))
}

// A mapCell is a cell without weights, with how its predictions are rated.
type mapCell struct {
	model.Cell
	Rating    labelfree.Rating
	predicted []int16 // the label of each row
}

// rateCell rates what a cell predicts.
func rateCell(judge *labelfree.Judge, cell model.Cell) (rated mapCell) {
	weights := cell.Descent[0].Weights
	if weights == nil {
		return mapCell{Rating: labelfree.Unrated()}
	}
	labels := judge.Predict(weights)
	rated.Rating, rated.predicted = judge.RatePredictions(labels, cell.KTilde), make([]int16, len(labels))
	for i, label := range labels {
		rated.predicted[i] = int16(label)
	}
	return rated
}
