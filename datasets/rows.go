package datasets

import (
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/table"
)

const defaultMemory = 128 << 20 // of Spec.Memory

// If a domain is too large for Spec.Memory, a sample is kept. It has about sampledNumbers numbers, but at
// least fewestSampled and at most mostSampled rows. This is enough rows for a standard error of the scores
// of at most half a percent, and few enough to compute scores while the screen is animated.
const (
	fewestSampled, mostSampled = 10_000, 50_000
	sampledNumbers             = 2_000_000
)

// keptRows collects the rows of a table: all rows if they fit into the memory, otherwise a uniform
// sample.
type keptRows struct {
	width  int
	x      []float64
	labels *labels
	// count is the number of all rows so far, capacity the number that fits into the memory, and
	// sampleSize the size of a sample.
	count, capacity, sampleSize int
	// origins are the numbers, from 0, of the rows in the sample. Algorithm R (Vitter 1985) draws them from
	// the first row on, so that they depend only on the seed and the number of rows.
	origins []int
	random  *rand.Rand
	// sampled is true if x has only the sample.
	sampled bool
	// features is the number of features, which are the first columns of x.
	features int
	// statistics has the statistics of each feature over all rows; nil unless sampled is true.
	statistics []featureStatistics
	freedBytes int
}

// newKeptRows returns keptRows without rows. width is the length of a row, and memory the bytes for all
// rows and labels. random draws the sample.
func newKeptRows(width int, memory int64, random *rand.Rand, labels *labels) *keptRows {
	const label = 2 // the memory of a label in doubles
	most := int(max(1, memory/int64(8*(width+label))))
	size := min(max(sampledNumbers/width, fewestSampled), mostSampled, most)
	return &keptRows{width: width, capacity: most, sampleSize: size, random: random, labels: labels}
}

// matrix shares the memory of x.
func (k *keptRows) matrix() *mat.Dense {
	return mat.NewDense(len(k.x)/k.width, k.width, k.x)
}

func (k *keptRows) read(t *table.Table, r table.Pick) error {
	err := t.Each(r, func(b *table.Batch) error {
		if fits := k.makeRoom(t.In, b); !fits && t.Info() == nil && !t.IsInMemory() {
			return t.Fault(ErrTooLarge, "does not fit into %d MiB of memory: a larger table is read twice, so save it to a file first", (8*k.capacity*(k.width+2)+1<<19)>>20)
		}
		return k.addLabelled(t, r.Label, b)
	})
	if k.labels.known == nil && t.DroppedMark != "" {
		k.labels.marks = append(k.labels.marks, t.DroppedMark)
	}
	var formatError *FormatError
	switch gap := k.labels.checkMissing(); {
	case gap != nil && (err == nil || errors.As(err, &formatError)):
		return t.LabelFault(r.Label, k.labels.missingLine, gap)
	case err != nil:
		return err
	case k.count == 0 && t.Dropped > 0:
		return t.In.Fault(ErrNoLabel, "no row has a label, so all %d are left out", t.Dropped)
	case k.count == 0:
		return t.Fault(ErrEmpty, "has a header, but no rows")
	case k.labels.missing > 0 && k.labels.values != nil:
		k.sortLabelled()
	}
	return nil
}

func (k *keptRows) addLabelled(t *table.Table, label int, b *table.Batch) error {
	for i, text := range b.Labels {
		if err := k.labels.add(text, b.Lines[i]); err != nil {
			return t.LabelFault(label, b.Lines[i], err)
		}
	}
	k.add(b)
	return nil
}

// makeRoom returns false if only a sample fits.
func (k *keptRows) makeRoom(in *table.Input, b *table.Batch) bool {
	switch {
	case b.HasAllRows, k.sampled:
	case k.count+len(b.Lines) > k.capacity:
		k.dropUnsampled()
	case len(k.x)+len(b.X) > cap(k.x):
		k.grow(in, b)
	}
	return !k.sampled
}

// Call makeRoom and labels.add before add.
func (k *keptRows) add(b *table.Batch) {
	if k.labels.known == nil { // the source
		k.labels.groups = append(k.labels.groups, hashIDs(b)...)
	}
	if b.HasAllRows {
		k.x, k.count = b.X, len(b.Lines)
		return
	}
	before := len(k.x) / k.width // the index of the first label of b
	if !k.sampled {
		k.x = append(k.x, b.X...)
		k.collectGarbage(8 * len(b.X)) // the text of a number takes about 8 bytes
	}
	for i := range b.Lines {
		at := k.count + i
		if at < k.sampleSize {
			k.origins = append(k.origins, at)
			if k.sampled {
				k.x = append(k.x, b.X[i*k.width:(i+1)*k.width]...)
			}
			continue
		}
		slot := k.random.IntN(at + 1)
		if slot >= k.sampleSize {
			continue
		}
		k.origins[slot] = at
		if k.sampled {
			copy(k.x[slot*k.width:(slot+1)*k.width], b.X[i*k.width:])
			k.labels.move(slot, before+i)
		}
	}
	k.count += len(b.Lines)
	if k.sampled {
		k.labels.truncate(min(k.count, k.sampleSize))
		k.updateStatistics(b.X)
	}
}

func (k *keptRows) dropUnsampled() {
	k.updateStatistics(k.x)
	// Row origins[slot] moves to index slot. origins[slot] is slot itself or at least len(origins), so no
	// row is overwritten before it moves.
	for slot, origin := range k.origins {
		if slot != origin {
			copy(k.x[slot*k.width:(slot+1)*k.width], k.x[origin*k.width:])
			k.labels.move(slot, origin)
		}
	}
	kept := len(k.origins)
	k.labels.truncate(kept)
	k.x = append(make([]float64, 0, k.sampleSize*k.width), k.x[:kept*k.width]...)
	k.sampled = true
	k.collectGarbage(k.capacity * k.width * 8)
}

// collectGarbage runs the garbage collector when many bytes are freed. Without it, Go allows as much
// garbage as there are rows in memory.
func (k *keptRows) collectGarbage(bytes int) {
	const worth = 32 << 20
	k.freedBytes += bytes
	if k.freedBytes >= worth {
		runtime.GC()
		k.freedBytes = 0
	}
}

func (k *keptRows) updateStatistics(x []float64) {
	if k.features == 0 || len(x) == 0 {
		return
	}
	for j, f := range computeStatistics(mat.NewDense(len(x)/k.width, k.width, x), k.features) {
		if j == len(k.statistics) {
			k.statistics = append(k.statistics, f)
		} else {
			k.statistics[j] = k.statistics[j].join(f)
		}
	}
}

// grow makes room in x for the rows of b and for the rest of the file, so that x is seldom copied. It
// estimates the rest from the bytes per row so far, but lets x grow at most 64-fold.
func (k *keptRows) grow(in *table.Input, b *table.Batch) {
	const estimable = 500 // the number of rows that an estimate needs
	rows := k.count + len(b.Lines)
	want := max(64, rows+rows/4+1)
	if rows >= estimable && in.Size > 0 && b.Done > 0 {
		expected := float64(rows) * float64(in.Size) / float64(b.Done) * 1.02
		want = max(want, int(min(expected, 64*float64(rows))))
	}
	if b.RowTotal > 0 {
		want = b.RowTotal
	}
	grown := make([]float64, len(k.x), max(rows, min(want, k.capacity))*k.width)
	copy(grown, k.x)
	k.x = grown
	if l := k.labels; len(b.Labels) > 0 {
		l.values = slices.Grow(l.values, cap(grown)/k.width-len(l.values))
	}
}

// rowNumberSearch finds the feature columns that number the rows: integers that increase by one in each
// row, or decrease by one in each row.
type rowNumberSearch struct {
	rows       int
	candidates []rowNumbers
}

// rowNumbers is a column whose value in row i is start + i·step in all rows so far.
type rowNumbers struct {
	column      int
	start, step float64
}

// add removes the candidates that the next row contradicts; index is the number of this row, from 0.
func (s *rowNumberSearch) add(features []float64, index float64) {
	for j := 0; s.rows == 0 && j < len(features); j++ {
		if v := features[j]; !isFraction(v) {
			s.candidates = append(s.candidates, rowNumbers{j, v, 1}, rowNumbers{j, v, -1})
		}
	}
	s.rows++
	s.candidates = slices.DeleteFunc(s.candidates, func(c rowNumbers) bool { return features[c.column]-c.start != index*c.step })
}

func (s *rowNumberSearch) isRowNumber(j int) bool {
	const few = 5 // rows that may be in order by chance
	return s.rows >= few && slices.ContainsFunc(s.candidates, func(c rowNumbers) bool { return c.column == j })
}

func (k *keptRows) searchRowNumbers() *rowNumberSearch {
	s := &rowNumberSearch{}
	for i := range len(k.x) / k.width {
		index := i
		if k.sampled {
			index = k.origins[i] - k.origins[0]
		}
		s.add(k.x[i*k.width:(i+1)*k.width], float64(index))
	}
	return s
}

// sortLabelled moves the rows without a label behind the others, because model.Domain.Y has the labels of
// the first rows. It keeps the order within both groups.
func (k *keptRows) sortLabelled() {
	var order, rest []int
	values := k.labels.values
	for i, label := range values {
		if math.IsNaN(label) {
			rest = append(rest, i)
		} else {
			order = append(order, i)
		}
	}
	labelled := len(order)
	if len(rest) == 0 {
		labelled-- // the sample has no unlabelled row, but Y must be shorter than X
	}
	k.x = reorderRows(k.x, k.width, slices.Concat(order, rest))
	k.labels.values = nil
	if labelled > 0 {
		k.labels.values = reorderRows(values, 1, order[:labelled])
	}
	if k.sampled {
		k.origins = reorderRows(k.origins, 1, slices.Concat(order, rest))
	}
}

func reorderRows[T any](values []T, width int, order []int) []T {
	ordered := make([]T, 0, len(order)*width)
	for _, i := range order {
		ordered = append(ordered, values[i*width:(i+1)*width]...)
	}
	return ordered
}
