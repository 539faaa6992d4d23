package labelling

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// A Row is a row of the target with its place in a random order of all rows. The order is the same
// for every pair of models, so that rows labelled for one pair are useful for another.
type Row struct {
	// Number is the number of the row in the target, from 1.
	Number int
	place  float64
}

// NewRow returns a row with a place drawn by seed: an exponential variable divided by the weight.
// So each row comes next with a chance in proportion to its weight among the rows left.
func NewRow(number int, seed uint64, weight float64) Row {
	uniform := float64(rand.NewPCG(seed, uint64(number)).Uint64()>>11) / (1 << 53)
	return Row{number, -math.Log1p(-uniform) / weight}
}

// Before compares rows by the order of the draw.
func (r Row) Before(other Row) int {
	return cmp.Or(cmp.Compare(r.place, other.place), cmp.Compare(r.Number, other.Number))
}

// SortRows sorts rows by the order of the draw. The first t rows are a random draw of t rows.
func SortRows(rows []Row) { slices.SortFunc(rows, Row.Before) }
