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

// A place is a k and k̃.
type place struct{ k, kTilde int }

// MarshalText writes the place as "k,k̃".
func (p place) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d,%d", p.k, p.kTilde), nil }

// UnmarshalText reads what MarshalText writes.
func (p *place) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(string(text), "%d,%d", &p.k, &p.kTilde)
	return err
}

// A componentMap is LAR over a grid of k and k̃ at otherwise equal parameters, as
// far as it is solved. It is immutable.
type componentMap struct {
	session *session.Session
	// params are those of every cell, without k and k̃.
	params model.Params
	// k names the rows, kTilde the columns, cells are what is solved of them, after as
	// many epochs as params have.
	k, kTilde []int
	cells     map[place]mapCell
	// none is no adaptation and NoneRatings how it is rated at each of KTilde; changes,
	// row by row, and choice are what follows from all cells: the stability of each, and
	// what is chosen of them without labels. A regression has none of these.
	none        model.Descent
	noneRatings []labelfree.Rating
	changes     []float64
	choice      *session.Choice
}

// A reading is a metric of a cell, in closed form or after the epochs.
type reading struct {
	stage.Metric
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
	case r.Metric == stage.LabelFreeMetric:
		return cell.rating.JLA
	case r.closed:
		return r.Of(task, cell.Closed.Evaluation)
	}
	return r.Of(task, cell.Descent[0].Evaluation)
}

// ranked returns the places of which a reading is known, the best ones first, equals row
// by row. Of judges without labels those count that they don't veto.
func (m *componentMap) ranked(r reading) []place {
	known := slices.DeleteFunc(m.places(), func(p place) bool {
		return math.IsNaN(m.value(p, r)) || r.Metric == stage.LabelFreeMetric && m.cells[p].rating.Vetoed
	})
	worth := func(p place) float64 { return r.Worth(m.session.Problem.Task, m.value(p, r)) }
	slices.SortStableFunc(known, func(a, b place) int { return cmp.Compare(worth(b), worth(a)) })
	return known
}

// everyComponent is up to how many components a map shows each k.
const everyComponent = 16

// mapParams returns what all cells of a map have in common.
func mapParams(p model.Params) model.Params {
	p.K, p.KTilde = 0, 0
	return p
}

// newComponentMap returns the map around params, in which also the k and k̃ with
// which the pair opens have their place. Only cells of known, which may be nil, are
// solved.
func newComponentMap(s *session.Session, params model.Params, known *componentMap) *componentMap {
	start := s.Start().Params
	m := &componentMap{
		session: s, params: mapParams(params),
		k:      model.ComponentLadder(s.Problem.Src.Rank, everyComponent, start.K, params.K),
		kTilde: model.ComponentLadder(s.Problem.Tgt.Rank, everyComponent, start.KTilde, params.KTilde),
		cells:  map[place]mapCell{},
	}
	switch {
	case known == nil || known.session != s || known.params != m.params:
		return m
	case slices.Equal(known.k, m.k) && slices.Equal(known.kTilde, m.kTilde):
		return known
	}
	for _, p := range m.places() {
		if cell, ok := known.cells[p]; ok {
			m.cells[p] = cell
		}
	}
	return m
}

// grid is that of the map around params.
func (m *componentMap) grid(params model.Params) model.Grid {
	return model.Grid{K: m.k, KTilde: m.kTilde, Lambda: []float64{params.Lambda}, Epochs: []int{params.Epochs}, Base: params}
}

// Progress says how many cells are solved.
func (m *componentMap) Progress() (what string, done, all int64) {
	return "solving the map", int64(len(m.cells)), int64(len(m.places()))
}

// A mapCell is a cell without weights, with how its predictions are rated.
type mapCell struct {
	model.Cell
	rating    labelfree.Rating
	predicted []int16 // the label of each row
}

// rateCell rates what a cell predicts.
func rateCell(judge *labelfree.Judge, cell model.Cell) (rated mapCell) {
	weights := cell.Descent[0].Weights
	if weights == nil {
		return mapCell{rating: labelfree.Unrated()}
	}
	labels := judge.Predict(weights)
	rated.rating, rated.predicted = judge.RatePredictions(labels, cell.KTilde), make([]int16, len(labels))
	for i, label := range labels {
		rated.predicted[i] = int16(label)
	}
	return rated
}
