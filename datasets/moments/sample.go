package moments

import (
	"cmp"
	"math"
	"slices"
)

// A Sample are those rows whose keys are below a bound. Keys are drawn uniformly by what is in
// a row alone, so that the sample doesn't depend on how rows are dealt out to those who sum
// them. Where rows come again, at the beginning of what one of these sums, that would draw all
// of the alike or none; there the keys are drawn by the place of the row as well.
type Sample struct {
	// Bound is one above the largest key possible where all rows are here.
	Bound uint64 `json:"bound"`
	// Keys ascend; Rows are theirs, one behind another (w long each), and Labels as written,
	// empty for none; nil where there are no labels.
	Keys   []uint64 `json:"keys"`
	Rows   Numbers  `json:"rows"`
	Labels []string `json:"labels"`
}

// wholeSample is the bound of all keys: a double in other programs holds each.
const wholeSample = 1 << 53

// DefaultSample is how many rows are kept by default.
const DefaultSample = 2000

// scramble is the output function of SplitMix64 (Steele, Lea and Flood 2014).
func scramble(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// rowHash is a number that goes by the row alone.
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
	return scramble(h)
}

func keyOf(hash uint64) uint64 { return hash >> 11 } // below wholeSample

// join takes the rows of o, of w numbers, and keeps as many as the larger of both samples has,
// or DefaultSample.
func (s *Sample) join(o *Sample, w int) {
	most := max(DefaultSample, len(s.Keys), len(o.Keys))
	s.Bound = min(s.Bound, o.Bound)
	s.Keys, s.Rows = append(s.Keys, o.Keys...), append(s.Rows, o.Rows...)
	s.Labels = append(s.Labels, o.Labels...)
	s.thin(most, w)
}

// thin sorts the rows and leaves those below the bound, and at most so many.
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
