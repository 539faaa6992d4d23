package moments

import (
	"cmp"
	"math"
	"slices"
)

// A Sample has the rows whose keys are below a bound. The key of a row is a uniform hash of the row, so
// that the sample does not depend on how the rows are divided among RowSummers. Equal rows would have
// equal keys, and be all in the sample or all out. So if the first call of RowSummer.Add has equal rows,
// the keys also depend on the positions of the rows.
type Sample struct {
	// Bound is larger than the keys of all rows in the sample. It is 1<<53 if the sample has all rows,
	// 0 if it has none.
	Bound uint64 `json:"bound"`
	// Keys are in ascending order.
	Keys []uint64 `json:"keys"`
	// Rows has the features of the rows in the sample, in the order of Keys.
	Rows Numbers `json:"rows"`
	// Labels has the labels of the rows in the sample as written, "" if one is missing; nil if there is no
	// label column.
	Labels []string `json:"labels"`
}

// wholeSample is larger than all keys. Keys are below 1<<53, because a double can represent all of
// these exactly.
const wholeSample = 1 << 53

// DefaultSample is the default size of a Sample, in rows.
const DefaultSample = 2000

// Scramble maps z to a number that looks random, by the output function of SplitMix64 (Steele, Lea
// and Flood 2014).
func Scramble(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func hashRow(row []float64, label string) uint64 {
	h := uint64(len(row))
	for _, v := range row {
		h = (h ^ math.Float64bits(v)) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	for i := range len(label) {
		h = (h ^ uint64(label[i])) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return Scramble(h)
}

// join adds the rows of o, of width numbers each. At most max(DefaultSample, len(s.Keys), len(o.Keys)) rows
// stay.
func (s *Sample) join(o *Sample, width int) {
	most := max(DefaultSample, len(s.Keys), len(o.Keys))
	s.Bound = min(s.Bound, o.Bound)
	s.Keys, s.Rows = append(s.Keys, o.Keys...), append(s.Rows, o.Rows...)
	s.Labels = append(s.Labels, o.Labels...)
	s.shrink(most, width)
}

// shrink sorts the rows by key and removes the rows whose key is not below Bound. If there are more than
// maxRows rows, it first lowers Bound so that at most maxRows stay.
func (s *Sample) shrink(maxRows, w int) {
	order := make([]int, len(s.Keys))
	for i := range order {
		order[i] = i
	}
	row := func(i int) []float64 { return s.Rows[i*w : (i+1)*w] }
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.Keys[a], s.Keys[b]), slices.Compare(row(a), row(b)))
	})
	if len(order) > maxRows {
		s.Bound = min(s.Bound, s.Keys[order[maxRows]])
	}
	count := 0
	for count < len(order) && s.Keys[order[count]] < s.Bound {
		count++
	}
	from := *s
	*s = Sample{Bound: s.Bound, Keys: make([]uint64, 0, count), Rows: make(Numbers, 0, count*w)}
	for _, i := range order[:count] {
		s.Keys, s.Rows = append(s.Keys, from.Keys[i]), append(s.Rows, from.Rows[i*w:(i+1)*w]...)
		if len(from.Labels) > 0 {
			s.Labels = append(s.Labels, from.Labels[i])
		}
	}
}
