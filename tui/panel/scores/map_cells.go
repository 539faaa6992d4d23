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

type place struct{ k, kTilde int }

func placeOf(p model.Params) place { return place{p.K, p.KTilde} }

func (p place) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d,%d", p.k, p.kTilde), nil }

func (p *place) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(string(text), "%d,%d", &p.k, &p.kTilde)
	return err
}

// A componentMap has solutions for the values of k and k̃ in a grid, with all other parameters
// fixed. Cells that are not solved yet are missing. Once solve has passed a componentMap to its
// function report, the componentMap no longer changes.
type componentMap struct {
	session *session.Session
	// params are the parameters that all cells share, with k = k̃ = 0.
	params model.Params
	// k are the values of the rows, kTilde the values of the columns. Unsolved cells are not in
	// cells.
	k, kTilde []int
	cells     map[place]mapCell
	none      model.Descent // no adaptation
	// disagreements has one number per cell, in the order of places: the share of predictions that
	// differ between this cell and a neighbouring cell, averaged over the neighbouring cells.
	// choice is the setting chosen without labels. noneRatings has the rating of no adaptation for
	// each column. All three are nil in a regression, and until all cells are solved.
	disagreements []float64
	choice        *session.Choice
	noneRatings   []labelfree.Rating
}

// A cellMetric is a metric of the closed form if isClosedForm is true, else of LAR after the
// epochs.
type cellMetric struct {
	stage.Metric
	isClosedForm bool
}

// places returns the places row by row.
func (m *componentMap) places() []place {
	var all []place
	for _, k := range m.k {
		for _, kTilde := range m.kTilde {
			all = append(all, place{k, kTilde})
		}
	}
	return all
}

func (m *componentMap) placeAt(p chart.Position) place { return place{m.k[p.Row], m.kTilde[p.Col]} }

// position returns nil if the place is not on the map.
func (m *componentMap) position(p place) *chart.Position {
	row, inRows := slices.BinarySearch(m.k, p.k)
	col, inCols := slices.BinarySearch(m.kTilde, p.kTilde)
	if !inRows || !inCols {
		return nil
	}
	return &chart.Position{Row: row, Col: col}
}

// valueAt returns NaN if the cell is unsolved or diverges.
func (m *componentMap) valueAt(p place, r cellMetric) float64 {
	cell, solved := m.cells[p]
	switch {
	case !solved || !r.isClosedForm && cell.Descent[0].Diverges:
		return math.NaN()
	case r.Metric == stage.LabelFreeMetric:
		return cell.rating.JLA
	case r.isClosedForm:
		return r.ValueOf(cell.Closed.Evaluation)
	}
	return r.ValueOf(cell.Descent[0].Evaluation)
}

// rankPlaces returns the places at which the metric is not NaN, from the best value to the worst.
// Places with equal values are in the order of the method places. A ranking by label-free ratings
// leaves out the cells that these ratings veto.
func (m *componentMap) rankPlaces(r cellMetric) []place {
	known := slices.DeleteFunc(m.places(), func(p place) bool {
		return math.IsNaN(m.valueAt(p, r)) || r.Metric == stage.LabelFreeMetric && m.cells[p].rating.Vetoed
	})
	worth := func(p place) float64 { return r.Goodness(m.session.Problem.Task, m.valueAt(p, r)) }
	slices.SortStableFunc(known, func(a, b place) int { return cmp.Compare(worth(b), worth(a)) })
	return known
}

// maxFullRank is the largest rank of a domain for which the map has every k or k̃. For a larger
// rank the map has powers of two.
const maxFullRank = 16

func (m *componentMap) hasComponentsBeyondRank() bool {
	return slices.Max(m.k) > m.session.Problem.Src.Rank || slices.Max(m.kTilde) > m.session.Problem.Tgt.Rank
}

func withZeroComponents(p model.Params) model.Params {
	p.K, p.KTilde = 0, 0
	return p
}

// newComponentMap returns a map over k and k̃, with the values in params and in the session's start
// state. If earlier, which may be nil, differs only in k and k̃, its cells are used again.
func newComponentMap(s *session.Session, params model.Params, earlier *componentMap) *componentMap {
	start := s.StartState().Params
	m := &componentMap{
		session: s, params: withZeroComponents(params),
		k:      model.ComponentCounts(s.Problem.Src.Rank, maxFullRank, start.K, params.K),
		kTilde: model.ComponentCounts(s.Problem.Tgt.Rank, maxFullRank, start.KTilde, params.KTilde),
		cells:  map[place]mapCell{},
	}
	switch {
	case earlier == nil || earlier.session != s || earlier.params != m.params:
		return m
	case slices.Equal(earlier.k, m.k) && slices.Equal(earlier.kTilde, m.kTilde):
		return earlier
	}
	for _, p := range m.places() {
		if cell, ok := earlier.cells[p]; ok {
			m.cells[p] = cell
		}
	}
	return m
}

// grid takes all parameters besides k and k̃ from params.
func (m *componentMap) grid(params model.Params) model.Grid {
	return model.Grid{K: m.k, KTilde: m.kTilde, Lambda: []float64{params.Lambda}, Epochs: []int{params.Epochs}, Base: params}
}

// Progress returns the number of solved cells.
func (m *componentMap) Progress() (what string, done, all int64) {
	return "solving the map", int64(len(m.cells)), int64(len(m.places()))
}

// A mapCell is a solution without weights.
type mapCell struct {
	model.Cell
	rating    labelfree.Rating
	predicted []int16 // the label of each rated row
}

func rateCell(rater *labelfree.Rater, cell model.Cell) (rated mapCell) {
	weights := cell.Descent[0].Weights
	if weights == nil {
		return mapCell{rating: labelfree.UnknownRating()}
	}
	labels := rater.Predict(weights)
	rated.rating, rated.predicted = rater.RatePredictions(labels, cell.KTilde), make([]int16, len(labels))
	for i, label := range labels {
		rated.predicted[i] = int16(label)
	}
	return rated
}
