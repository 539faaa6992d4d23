package moments

import (
	"cmp"
	"math"
	"slices"
)

// A Sample has the rows whose keys are below a bound. The key of a row is a uniform hash of the row
// alone, so that the sample does not depend on how the rows are divided among several Rows. If the
// first block of a Rows has equal rows, their keys also depend on their positions; otherwise equal
// rows would be sampled all or not at all.
type Sample struct {
	// Bound is the exclusive upper bound of the keys. It is 1<<53 if the sample has all rows.
	Bound uint64 `json:"bound"`
	// Keys are in ascending order. Rows has the row of each key (w numbers each), and Labels its
	// label as written, empty if missing. Labels is nil if there are no labels.
	Keys   []uint64 `json:"keys"`
	Rows   Numbers  `json:"rows"`
	Labels []string `json:"labels"`
}

// wholeSample is above all keys. Other programs can represent every key exactly as a double.
const wholeSample = 1 << 53

// DefaultSample is the default number of rows in a sample.
const DefaultSample = 2000

// Scramble is the output function of SplitMix64 (Steele, Lea and Flood 2014).
func Scramble(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// rowHash returns a hash of a row and its label.
func rowHash(row []float64, label string) uint64 {
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

func keyOf(hash uint64) uint64 { return hash >> 11 } // below wholeSample

// join adds the rows of o, of w numbers each. It keeps DefaultSample rows, or as many as the larger
// of both samples if that is more.
func (s *Sample) join(o *Sample, w int) {
	most := max(DefaultSample, len(s.Keys), len(o.Keys))
	s.Bound = min(s.Bound, o.Bound)
	s.Keys, s.Rows = append(s.Keys, o.Keys...), append(s.Rows, o.Rows...)
	s.Labels = append(s.Labels, o.Labels...)
	s.thin(most, w)
}

// thin sorts the rows by key and keeps those below the bound. If more than most rows are left, it
// lowers the bound to keep most rows.
func (s *Sample) thin(most, w int) {
	order := make([]int, len(s.Keys))
	for i := range order {
		order[i] = i
	}
	row := func(i int) []float64 { return s.Rows[i*w : (i+1)*w] }
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.Keys[a], s.Keys[b]), slices.Compare(row(a), row(b)))
	})
	if len(order) > most {
		s.Bound = min(s.Bound, s.Keys[order[most]])
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
