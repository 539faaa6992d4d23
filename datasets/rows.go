package datasets

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/table"
)

const defaultMemory = 128 << 20

// Bounds on the sample of a domain that does not fit into its memory: large enough to distinguish
// scores half a percent apart, and small enough to be scored between two frames.
const (
	fewestSampled, mostSampled = 10_000, 50_000
	sampledNumbers             = 2_000_000
)

// keptRows collects the rows of a table: all of them while they fit into the given memory,
// otherwise a uniform sample of them.
type keptRows struct {
	width  int
	x      []float64
	labels *labels
	// count is the number of all rows, most how many of them fit, and size the size of a sample.
	count, most, size int
	// origins are the row numbers of the sample, drawn by the reservoir method (Vitter 1985,
	// algorithm R). The draw starts at the first row, so that it depends on the seed and the number
	// of rows alone.
	origins []int
	random  *rand.Rand
	// sampled is true once only the sample is left. statistics then describe the first features
	// columns of all rows, unless features is 0.
	sampled    bool
	features   int
	statistics []feature
	// garbage is the number of bytes given up since the last collection.
	garbage int
}

// newKeptRows returns a keptRows for rows of width numbers and their labels that takes at most
// memory bytes.
func newKeptRows(width int, memory int64, random *rand.Rand, labels *labels) *keptRows {
	const label = 2 // memory for a label, in numbers
	most := int(max(1, memory/int64(8*(width+label))))
	size := min(max(sampledNumbers/width, fewestSampled), mostSampled, most)
	return &keptRows{width: width, most: most, size: size, random: random, labels: labels}
}

// matrix returns the rows as a matrix that shares the memory of k.
func (k *keptRows) matrix() *mat.Dense {
	return mat.NewDense(len(k.x)/k.width, k.width, k.x)
}

// read reads the rows of t.
func (k *keptRows) read(t *table.Table, r table.Pick) error {
	err := t.Each(r, func(b *table.Batch) error {
		if fits := k.makeRoom(t.In, b); !fits && t.Info() == nil && !t.InMemory() {
			return t.Fault(ErrTooLarge, "does not fit into %s of memory, and a larger table is read twice, which a pipe cannot be: save it to a file first", megabytes(8*k.most*(k.width+2)))
		}
		return k.take(t, r.Label, b)
	})
	if k.labels.known == nil && t.DroppedMark != "" {
		k.labels.marks = append(k.labels.marks, t.DroppedMark)
	}
	var told *FormatError
	switch gap := k.labels.gap(); {
	case gap != nil && (err == nil || errors.As(err, &told)):
		return t.LabelFault(r.Label, k.labels.missingLine, gap)
	case err != nil:
		return err
	case k.count == 0 && t.Dropped > 0:
		return t.In.Fault(ErrNoLabel, "no row has a label, so that all %d are left out", t.Dropped)
	case k.count == 0:
		return t.Fault(ErrEmpty, "has a header, but no rows")
	case k.labels.missing > 0 && k.labels.values != nil:
		k.sortLabelled()
	}
	return nil
}

// take adds the rows of b and their labels, which are in column label of t.
func (k *keptRows) take(t *table.Table, label int, b *table.Batch) error {
	for i, text := range b.Labels {
		if err := k.labels.add(text, b.Lines[i]); err != nil {
			return t.LabelFault(label, b.Lines[i], err)
		}
	}
	k.add(b)
	return nil
}

// makeRoom makes room for the rows of b. It reports whether all rows still fit.
func (k *keptRows) makeRoom(in *table.Input, b *table.Batch) bool {
	switch {
	case b.Whole, k.sampled:
	case k.count+len(b.Lines) > k.most:
		k.thin()
	case len(k.x)+len(b.X) > cap(k.x):
		k.grow(in, b)
	}
	return !k.sampled
}

// add adds the rows of b. It needs room for them, and their labels must have been added before.
func (k *keptRows) add(b *table.Batch) {
	if k.labels.known == nil { // the source, whose rows are held out by groups
		k.labels.groups = append(k.labels.groups, groupsOf(b)...)
	}
	if b.Whole {
		k.x, k.count = b.X, len(b.Lines)
		return
	}
	before := len(k.x) / k.width // the index of the first label of b
	if !k.sampled {
		k.x = append(k.x, b.X...)
		k.collect(8 * len(b.X)) // the text of a number takes about as much memory
	}
	for i := range b.Lines {
		at := k.count + i
		if at < k.size {
			k.origins = append(k.origins, at)
			if k.sampled {
				k.x = append(k.x, b.X[i*k.width:(i+1)*k.width]...)
			}
			continue
		}
		slot := k.random.IntN(at + 1)
		if slot >= k.size {
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
		k.labels.truncate(min(k.count, k.size))
		k.describe(b.X)
	}
}

// thin keeps only the sample of the rows so far.
func (k *keptRows) thin() {
	k.describe(k.x)
	// A row of the sample is in its own slot or comes from behind all slots.
	for slot, origin := range k.origins {
		if slot != origin {
			copy(k.x[slot*k.width:(slot+1)*k.width], k.x[origin*k.width:])
			k.labels.move(slot, origin)
		}
	}
	kept := len(k.origins)
	k.labels.truncate(kept)
	k.x = append(make([]float64, 0, k.size*k.width), k.x[:kept*k.width]...)
	k.sampled = true
	k.collect(k.most * k.width * 8)
}

// collect counts bytes that were given up and runs the garbage collector once they are many. By
// itself the collector would let as much garbage pile up as the kept rows take.
func (k *keptRows) collect(bytes int) {
	const worth = 32 << 20
	k.garbage += bytes
	if k.garbage >= worth {
		runtime.GC()
		k.garbage = 0
	}
}

// describe adds rows x to the statistics.
func (k *keptRows) describe(x []float64) {
	if k.features == 0 || len(x) == 0 {
		return
	}
	for j, f := range describe(mat.NewDense(len(x)/k.width, k.width, x), k.features) {
		if j == len(k.statistics) {
			k.statistics = append(k.statistics, f)
		} else {
			k.statistics[j] = k.statistics[j].join(f)
		}
	}
}

// grow makes room for the rows of b and for the expected rest of the file, so that x is rarely
// copied and seldom much larger than needed. It assumes that the rest is like the part read so far.
// A file that is unlike its beginning makes x grow at most 64-fold at once.
func (k *keptRows) grow(in *table.Input, b *table.Batch) {
	const estimable = 500 // rows from which the number of rows is estimated
	rows := k.count + len(b.Lines)
	want := max(64, rows+rows/4+1)
	if rows >= estimable && in.Size > 0 && b.Done > 0 {
		expected := float64(rows) * float64(in.Size) / float64(b.Done) * 1.02
		want = max(want, int(min(expected, 64*float64(rows))))
	}
	if b.All > 0 {
		want = b.All
	}
	grown := make([]float64, len(k.x), max(rows, min(want, k.most))*k.width)
	copy(grown, k.x)
	k.x = grown
	if l := k.labels; len(b.Labels) > 0 {
		l.values = slices.Grow(l.values, cap(grown)/k.width-len(l.values))
	}
}

// numbersRows tells whether number j of each row is a whole one, and one more or one less than that of the row
// before it in the file.
func (k *keptRows) numbersRows(j int) bool {
	const few = 5 // rows, which say little
	rows := len(k.x) / k.width
	up, down := rows >= few, rows >= few
	var before, start float64
	for i := 0; i < rows && (up || down); i++ {
		at, v := float64(i), k.x[i*k.width+j]
		if k.sampled {
			at = float64(k.origins[i])
		}
		if i == 0 {
			before, start = at, v
		}
		whole := !isFraction(v)
		up, down = up && whole && v-start == at-before, down && whole && v-start == before-at
	}
	return up || down
}

// megabytes formats a size, such as "128 MiB", or in bytes if it is small.
func megabytes(bytes int) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d bytes", bytes)
	}
	return fmt.Sprintf("%d MiB", (bytes+1<<19)>>20)
}

// sortLabelled moves the rows without a label behind the others and keeps the order within both, as
// model.Domain.Y requires: it has fewer labels than rows.
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
		labelled-- // a sample that missed the unlabelled rows
	}
	k.x = inOrder(k.x, k.width, slices.Concat(order, rest))
	k.labels.values = nil
	if labelled > 0 {
		k.labels.values = inOrder(values, 1, order[:labelled])
	}
	if k.sampled {
		k.origins = inOrder(k.origins, 1, slices.Concat(order, rest))
	}
}

// inOrder returns rows of width values in the given order.
func inOrder[T any](values []T, width int, order []int) []T {
	ordered := make([]T, 0, len(order)*width)
	for _, i := range order {
		ordered = append(ordered, values[i*width:(i+1)*width]...)
	}
	return ordered
}
