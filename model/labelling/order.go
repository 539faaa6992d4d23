package labelling

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// A Row is one of the target, with its place in a random order of all rows that is the same
// for every pair of models: rows to label that were drawn for others are not lost.
type Row struct {
	// Number counts the target's rows from 1.
	Number int
	place  float64
}

// NewRow returns a row with its place by seed, an exponential variable over its weight: each row comes
// next with a chance in proportion to its weight among the rows left.
func NewRow(number int, seed uint64, weight float64) Row {
	uniform := float64(rand.NewPCG(seed, uint64(number)).Uint64()>>11) / (1 << 53)
	return Row{number, -math.Log1p(-uniform) / weight}
}

// Before orders rows as they are drawn.
func (r Row) Before(other Row) int {
	return cmp.Or(cmp.Compare(r.place, other.place), cmp.Compare(r.Number, other.Number))
}

// Order sorts rows as they are drawn: the first t are a random draw of t.
func Order(rows []Row) { slices.SortFunc(rows, Row.Before) }
