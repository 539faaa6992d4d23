package datasets

import (
	"fmt"
	"math/rand/v2"
	"runtime"

	"gonum.org/v1/gonum/mat"
)

// defaultMemory is the default of Spec.Memory.
const defaultMemory = 128 << 20

// The rows kept of a domain that does not fit into its memory: enough to tell
// scores half a percent apart, few enough to be scored between two frames.
const (
	fewestSampled, mostSampled = 10_000, 50_000
	sampledNumbers             = 2_000_000
)

// worthCollecting is how many bytes given up are worth a look at the whole heap.
const worthCollecting = 32 << 20

// A labelSink takes the labels of a table, row by row, as text. Its errors say
// what is wrong with a label; where it stands is added to them. Labels that have
// been taken can be moved over others, and all beyond the first count forgotten.
type labelSink interface {
	add(text string, line int) error
	move(to, from int)
	truncate(count int)
}

// keptRows are the rows of a table that are kept: all of them while they fit into
// a given memory, and else a sample of them, uniformly drawn.
type keptRows struct {
	width int
	x     []float64
	// count is that of all rows, most how many of them fit. A sample has size.
	count, most, size int
	// origins are the rows of the file that the sample consists of, by the
	// reservoir method (Vitter 1985, algorithm R). It runs from the first row on, so
	// that what it draws depends on the seed and the number of rows alone.
	origins []int
	random  *rand.Rand
	// sampled tells that only the sample is left; columns then describes the
	// first features columns of all rows, where features is not 0.
	sampled  bool
	features int
	columns  columns
}

// newKeptRows keeps rows of so many numbers, and their labels, in memory bytes.
func newKeptRows(width int, memory int64, random *rand.Rand) *keptRows {
	const label = 2 // a value and a code
	most := int(max(1, memory/int64(8*(width+label))))
	size := min(max(sampledNumbers/width, fewestSampled), mostSampled, most)
	return &keptRows{width: width, most: most, size: size, random: random}
}

// take keeps the rows of x, which are all there are.
func (k *keptRows) take(x *mat.Dense) {
	k.x, k.count = x.RawMatrix().Data, x.RawMatrix().Rows
}

// matrix returns the rows kept.
func (k *keptRows) matrix() *mat.Dense {
	return mat.NewDense(len(k.x)/k.width, k.width, k.x)
}

// read takes the rows of s that are left, and their labels to labels.
func (k *keptRows) read(s *scan, labels labelSink) error {
	err := s.each(func(b *block) error {
		if fits := k.makeRoom(s, b, labels); !fits && !s.regular {
			return s.fault(ErrTooLarge, "does not fit into %s of memory, and a larger table is read twice, which a pipe cannot be: save it to a file first", megabytes(8*k.most*(k.width+2)))
		}
		for i, label := range b.labels {
			if err := labels.add(label, b.lines[i]); err != nil {
				return s.faultAt(b.lines[i], s.label+1, err)
			}
		}
		k.add(b, labels)
		return nil
	})
	switch {
	case err != nil:
		return err
	case k.count == 0:
		return s.fault(ErrEmpty, "has a header, but no rows")
	}
	return nil
}

// makeRoom makes room for the rows of b. It tells whether all rows still fit.
func (k *keptRows) makeRoom(s *scan, b *block, labels labelSink) bool {
	switch {
	case k.sampled:
	case k.count+b.rows > k.most:
		k.thin(labels)
	case len(k.x)+len(b.x) > cap(k.x):
		k.grow(s, b)
	}
	return !k.sampled
}

// add takes the rows of b, for which there is room and whose labels have been
// taken.
func (k *keptRows) add(b *block, labels labelSink) {
	before := len(k.x) / k.width // where the labels of b begin
	if !k.sampled {
		k.x = append(k.x, b.x...)
	}
	for i := range b.rows {
		at := k.count + i
		if at < k.size {
			k.origins = append(k.origins, at)
			if k.sampled {
				k.x = append(k.x, b.x[i*k.width:(i+1)*k.width]...)
			}
			continue
		}
		slot := k.random.IntN(at + 1)
		if slot >= k.size {
			continue
		}
		k.origins[slot] = at
		if k.sampled {
			copy(k.x[slot*k.width:(slot+1)*k.width], b.x[i*k.width:])
			labels.move(slot, before+i)
		}
	}
	k.count += b.rows
	if k.sampled {
		labels.truncate(min(k.count, k.size))
		k.describe(b.x)
	}
}

// thin leaves only the sample of the rows so far.
func (k *keptRows) thin(labels labelSink) {
	k.describe(k.x)
	// A row of the sample is where it was, or comes from beyond all of them.
	for slot, origin := range k.origins {
		if slot != origin {
			copy(k.x[slot*k.width:(slot+1)*k.width], k.x[origin*k.width:])
			labels.move(slot, origin)
		}
	}
	kept := len(k.origins)
	labels.truncate(kept)
	k.x = append(make([]float64, 0, k.size*k.width), k.x[:kept*k.width]...)
	k.sampled = true
	if k.most*k.width*8 >= worthCollecting {
		// What was given up is most of the memory in use, and left to itself the
		// collector would let as much again be used before it takes that back.
		runtime.GC()
	}
}

// describe counts rows x in what columns says.
func (k *keptRows) describe(x []float64) {
	if k.features == 0 || len(x) == 0 {
		return
	}
	more := columnsOf(mat.NewDense(len(x)/k.width, k.width, x), k.features)
	if k.columns.n > 0 {
		more = k.columns.join(more)
	}
	k.columns = more
}

// grow makes room for more rows than those of b: as many as the file will have if
// the rest of it is like what has been read, so that x is rarely copied and
// seldom much larger than needed. A file that is unlike its beginning cannot make
// it grow more than 64-fold at once.
func (k *keptRows) grow(s *scan, b *block) {
	const estimable = 500 // rows that say enough about the others
	rows := k.count + b.rows
	want := max(64, rows+rows/4+1)
	if rows >= estimable && s.size > 0 && b.done > 0 {
		expected := float64(rows) * float64(s.size) / float64(b.done) * 1.02
		want = max(want, int(min(expected, 64*float64(rows))))
	}
	want = max(rows, min(want, k.most))
	grown := make([]float64, len(k.x), want*k.width)
	copy(grown, k.x)
	k.x = grown
}

// megabytes is "128 MiB", or bytes where they are few.
func megabytes(bytes int) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d bytes", bytes)
	}
	return fmt.Sprintf("%d MiB", (bytes+1<<19)>>20)
}

// explain adds the name of a feature column, and what can be done about text
// in it.
func (t *table) explain(err error, column int) error {
	hint := "leave it out with --drop " + t.columnFlag(column)
	if t.names != nil {
		hint = "column " + t.columnFlag(column) + "; " + hint
	}
	return &fault{text: err.Error() + " (" + hint + ")", kinds: []error{err}}
}
