package moments

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// RowSummer takes rows and sums them.
type RowSummer struct {
	sums *Sums
	// number parses a label that is a number.
	number func(string) (float64, error)
	most   int // rows of the sample
	gram   blas64.Symmetric
	block  []float64 // [x−s, 1] of the rows at hand
	labels map[string]*openClass
	// salt, if not 0, makes the keys of the sample depend on the position of a row.
	salt uint64
	// measured reports whether some label is a number with a fraction.
	measured bool
}

// An openClass is a class whose rows are still being added. number is its label as a number, if
// isNumber is set.
type openClass struct {
	Class
	number   float64
	isNumber bool
}

// NewRowSummer returns a Rows without rows, for w features. It keeps a sample of at most most rows.
// number parses a label and fails if the label is not a number.
func NewRowSummer(l Layout, w, most int, number func(string) (float64, error)) *RowSummer {
	r := &RowSummer{sums: NewSums(l, w), number: number, most: most, labels: map[string]*openClass{}}
	r.gram = blas64.Symmetric{N: w + 1, Stride: w + 1, Uplo: blas.Upper, Data: make([]float64, (w+1)*(w+1))}
	if most == 0 {
		r.sums.Sample.Bound = 0
	}
	return r
}

// Add adds rows x, of w numbers each, with their labels. An empty label means that the row has
// none. labels is nil if no row has a label. Add keeps neither x nor labels.
func (r *RowSummer) Add(x []float64, labels []string) {
	s, w := r.sums, r.sums.Width()
	n := len(x) / w
	if n == 0 {
		return
	}
	hashes := make([]uint64, n)
	for i := range n {
		label := ""
		if labels != nil {
			label = labels[i]
		}
		hashes[i] = rowHash(x[i*w:(i+1)*w], label)
	}
	first := s.N == 0
	if first {
		s.Shift = slices.Clone(x[:w])
		s.Low, s.High = slices.Clone(x[:w]), slices.Clone(x[:w])
		r.salt = saltOf(hashes)
	}
	r.block = slices.Grow(r.block[:0], n*(w+1))[:n*(w+1)]
	for i := range n {
		row, shifted := x[i*w:(i+1)*w], r.block[i*(w+1):(i+1)*(w+1)]
		for j, v := range row {
			shifted[j] = v - s.Shift[j]
			if v < s.Low[j] {
				s.Low[j] = v
			}
			if v > s.High[j] {
				s.High[j] = v
			}
		}
		shifted[w] = 1
		if labels == nil || labels[i] == "" {
			s.Unlabelled++
		} else {
			r.addLabel(labels[i], shifted[:w])
		}
		if r.salt != 0 {
			hashes[i] = Scramble(hashes[i] ^ Scramble(r.salt+uint64(s.N+i)))
		}
		r.keep(keyOf(hashes[i]), row, labels, i)
	}
	blas64.Syrk(blas.Trans, 1, blas64.General{Rows: n, Cols: w + 1, Stride: w + 1, Data: r.block}, 1, r.gram)
	s.N += n
	if first { // the shift is the first row, which may be far from the mean
		r.storeSums()
		s.shiftToMeans()
		r.loadGram()
	}
}

// saltOf returns 0 if all hashes differ, and otherwise a hash of all of them.
func saltOf(hashes []uint64) uint64 {
	sorted := slices.Sorted(slices.Values(hashes))
	if len(slices.Compact(sorted)) == len(hashes) {
		return 0
	}
	salt := uint64(len(hashes))
	for _, h := range hashes {
		salt = Scramble(salt ^ h)
	}
	return max(salt, 1)
}

// addLabel adds a row to the sums of its label.
func (r *RowSummer) addLabel(text string, shifted []float64) {
	s, w := r.sums, r.sums.Width()
	c := r.labels[text]
	if c == nil {
		c = &openClass{Class: Class{Name: strings.ToValidUTF8(strings.Clone(text), "\uFFFD")}}
		number, err := r.number(text)
		c.number, c.isNumber = number, err == nil
		if s.Regression != nil && c.isNumber && s.Regression.N == 0 {
			s.Regression.Shift, s.Regression.Low, s.Regression.High = number, number, number
		}
		r.measured = r.measured || hasFraction(text)
		if s.Classes != nil {
			c.Sum = make(Numbers, w)
			r.labels[c.Name] = c
			if count := len(r.labels); count > mostClasses || count > mostMeasured && r.measured {
				s.Classes = nil
				clear(r.labels)
			}
		}
	}
	if s.Classes != nil {
		c.N++
		addScaled(c.Sum, 1, shifted)
	}
	reg := s.Regression
	switch {
	case reg == nil:
	case !c.isNumber:
		s.Regression = nil
	default:
		y := c.number - reg.Shift
		for j, v := range shifted {
			reg.Sum[j] += v
			reg.Cross[j] += y * v
		}
		reg.Cross[w] += y
		reg.Cross[w+1] += y * y
		reg.N++
		reg.Low, reg.High = math.Min(reg.Low, c.number), math.Max(reg.High, c.number)
	}
}

// keep adds a row to the sample if its key is low enough.
func (r *RowSummer) keep(key uint64, row []float64, labels []string, i int) {
	s := &r.sums.Sample
	if key >= s.Bound {
		return
	}
	s.Keys, s.Rows = append(s.Keys, key), append(s.Rows, row...)
	if labels != nil {
		s.Labels = append(s.Labels, strings.ToValidUTF8(strings.Clone(labels[i]), "\uFFFD"))
	}
	if len(s.Keys) > 2*r.most {
		s.thin(r.most, len(row))
	}
}

func sortClasses(classes []Class) {
	slices.SortFunc(classes, func(a, b Class) int { return strings.Compare(a.Name, b.Name) })
}

// storeSums copies the Gram matrix and the classes into the sums.
func (r *RowSummer) storeSums() {
	s, w := r.sums, r.sums.Width()
	k := 0
	for i := range w + 1 {
		k += copy(s.Gram[k:], r.gram.Data[i*(w+1)+i:(i+1)*(w+1)])
	}
	if s.Classes != nil {
		s.Classes = []Class{}
		for _, c := range r.labels {
			s.Classes = append(s.Classes, c.Class)
		}
		sortClasses(s.Classes)
	}
}

func (r *RowSummer) loadGram() {
	s, w := r.sums, r.sums.Width()
	k := 0
	for i := range w + 1 {
		k += copy(r.gram.Data[i*(w+1)+i:(i+1)*(w+1)], s.Gram[k:])
	}
}

// Sums returns the sums of all rows. No rows may be added afterwards. It fails if the sums are not
// finite.
func (r *RowSummer) Sums() (*Sums, error) {
	s := r.sums
	r.storeSums()
	s.shiftToMeans()
	s.boundClasses()
	s.Sample.thin(r.most, s.Width())
	if err := s.checkFinite(); err != nil {
		return nil, err
	}
	s.setShard()
	return s, nil
}

// setShard sets the shard to a hash of the sums without the sample.
func (s *Sums) setShard() {
	s.Shards = nil
	if s.N == 0 {
		return
	}
	all := *s
	all.Sample, all.Checksum = Sample{}, ""
	text, _ := json.Marshal(&all) // all is finite
	s.Shards = []string{ShortHash(text)}
}
