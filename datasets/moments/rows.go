package moments

import (
	"encoding/json"
	"slices"
	"strings"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// A RowSummer computes the Sums of rows, which are added in blocks.
type RowSummer struct {
	sums       *Sums
	parseLabel func(string) (float64, error)
	sampleSize int
	gram       blas64.Symmetric // the Gram so far
	block      []float64        // the rows [x−s, 1] of the block that Add adds
	// labels has the labels seen so far, at most mostClasses of them.
	labels map[string]knownLabel
	// salt, unless 0, makes the sampling key of a row depend on the position of the row.
	salt uint64
}

// A knownLabel is the index of the class of a label, and the label as a number if isNumber is true.
type knownLabel struct {
	class    int
	number   float64
	isNumber bool
}

// NewRowSummer returns a RowSummer without rows, for w features. Its Sums will have a sample of at most
// sampleSize rows. parse returns a label as a number, or an error if the label is not a number.
func NewRowSummer(l Layout, w, sampleSize int, parse func(string) (float64, error)) *RowSummer {
	r := &RowSummer{sums: NewSums(l, w), parseLabel: parse, sampleSize: sampleSize, labels: map[string]knownLabel{}}
	r.gram = blas64.Symmetric{N: w + 1, Stride: w + 1, Uplo: blas.Upper, Data: make([]float64, (w+1)*(w+1))}
	if sampleSize == 0 {
		r.sums.Sample.Bound = 0
	}
	return r
}

// Add adds the rows of x (w numbers each) with their labels. A row without a label has the label ""; labels
// is nil if no row has a label. Add keeps no reference to x or labels.
func (r *RowSummer) Add(x []float64, labels []string) {
	s, w := r.sums, r.sums.Width()
	n := len(x) / w
	if n == 0 {
		return
	}
	hashes := make([]uint64, n)
	for i := range n {
		hashes[i] = hashRow(x[i*w:(i+1)*w], labelAt(labels, i))
	}
	first := s.N == 0
	if first {
		s.Shift = slices.Clone(x[:w])
		s.Low, s.High = slices.Clone(x[:w]), slices.Clone(x[:w])
		r.salt = computeSalt(hashes)
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
		label := labelAt(labels, i)
		if label == "" {
			s.Unlabelled++
		} else {
			r.addLabelledRow(label, shifted[:w])
		}
		if r.salt != 0 {
			hashes[i] = Scramble(hashes[i] ^ Scramble(r.salt+uint64(s.N+i)))
		}
		r.addToSample(hashes[i]>>11, row, label) // shifted below wholeSample
	}
	blas64.Syrk(blas.Trans, 1, blas64.General{Rows: n, Cols: w + 1, Stride: w + 1, Data: r.block}, 1, r.gram)
	s.N += n
	if first { // so far the shift is the first row, which may be far from the mean
		r.storeGram()
		s.shiftToMeans()
		r.loadGram()
	}
}

// labelAt returns the label of row i, or "" if labels is nil.
func labelAt(labels []string, i int) string {
	if labels == nil {
		return ""
	}
	return labels[i]
}

// computeSalt returns 0 if no two hashes are equal. Otherwise it returns a hash of all hashes.
func computeSalt(hashes []uint64) uint64 {
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

// addLabelledRow adds a shifted row to the class of label, and to the sums of the regression.
func (r *RowSummer) addLabelledRow(label string, shifted []float64) {
	s, w := r.sums, r.sums.Width()
	l, known := r.labels[label]
	switch {
	case !known:
		count := len(s.Classes)
		l.class = s.addClass(Class{strings.ToValidUTF8(label, "\uFFFD"), 1, shifted})
		if len(s.Classes) != count {
			clear(r.labels) // the indices of classes have changed
		}
		number, err := r.parseLabel(label)
		l.number, l.isNumber = number, err == nil
		if len(r.labels) < mostClasses {
			r.labels[strings.Clone(label)] = l
		}
	case s.Classes != nil:
		s.Classes[l.class].N++
		addScaled(s.Classes[l.class].Sum, 1, shifted)
	}
	reg := s.Regression
	if reg == nil {
		return
	}
	if !l.isNumber {
		s.Regression = nil
		return
	}
	number := l.number
	if reg.N == 0 {
		reg.Shift, reg.Low, reg.High = number, number, number
	}
	y := number - reg.Shift
	for j, v := range shifted {
		reg.Sum[j] += v
		reg.Cross[j] += y * v
	}
	reg.Cross[w] += y
	reg.Cross[w+1] += y * y
	reg.N++
	reg.Low, reg.High = min(reg.Low, number), max(reg.High, number)
}

// addToSample does nothing if key is not below the bound of the sample.
func (r *RowSummer) addToSample(key uint64, row []float64, label string) {
	s := &r.sums.Sample
	if key >= s.Bound {
		return
	}
	s.Keys, s.Rows = append(s.Keys, key), append(s.Rows, row...)
	if r.sums.Labelled {
		s.Labels = append(s.Labels, strings.ToValidUTF8(strings.Clone(label), "\uFFFD"))
	}
	if len(s.Keys) > 2*r.sampleSize {
		s.shrink(r.sampleSize, len(row))
	}
}

func (r *RowSummer) storeGram() {
	s, w := r.sums, r.sums.Width()
	k := 0
	for i := range w + 1 {
		k += copy(s.Gram[k:], r.gram.Data[i*(w+1)+i:(i+1)*(w+1)])
	}
}

func (r *RowSummer) loadGram() {
	s, w := r.sums, r.sums.Width()
	k := 0
	for i := range w + 1 {
		k += copy(r.gram.Data[i*(w+1)+i:(i+1)*(w+1)], s.Gram[k:])
	}
}

// Sums returns the Sums of all rows. No rows may be added afterwards. It fails if a sum is not finite.
func (r *RowSummer) Sums() (*Sums, error) {
	s := r.sums
	r.storeGram()
	s.shiftToMeans()
	s.Sample.shrink(r.sampleSize, s.Width())
	if err := s.checkFinite(); err != nil {
		return nil, err
	}
	s.setSingleShard()
	return s, nil
}

// setSingleShard sets Shards to a single hash, of everything in s except the sample. Without rows it
// sets Shards to nil.
func (s *Sums) setSingleShard() {
	s.Shards = nil
	if s.N == 0 {
		return
	}
	all := *s
	all.Sample, all.Checksum = Sample{}, ""
	text, _ := json.Marshal(&all) // all is finite
	s.Shards = []string{ShortHash(text)}
}
