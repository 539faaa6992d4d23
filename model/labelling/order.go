package labelling

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// A Row is a row of the target with its place in a random order of all rows. The order does not
// depend on the models, so that labels for one pair of models serve another pair too.
type Row struct {
	// Number is the position of the row in the target, from 1.
	Number int
	place  float64
}

// NewRow returns a row whose place is an exponential variable, determined by seed and number,
// divided by weight. At each position of the order, each remaining row has a probability
// proportional to its weight.
func NewRow(number int, seed uint64, weight float64) Row {
	uniform := float64(rand.NewPCG(seed, uint64(number)).Uint64()>>11) / (1 << 53)
	return Row{number, -math.Log1p(-uniform) / weight}
}

// Compare compares the places of two rows, as cmp.Compare does.
func (r Row) Compare(other Row) int {
	return cmp.Or(cmp.Compare(r.place, other.place), cmp.Compare(r.Number, other.Number))
}

// SortRows sorts rows by their places. The first t rows are then a random draw of t rows.
func SortRows(rows []Row) { slices.SortFunc(rows, Row.Compare) }
