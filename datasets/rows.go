package datasets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/phrase"
	"larui/model"
)

// defaultMemory is the default of Spec.Memory.
const defaultMemory = 128 << 20

// The rows kept of a domain that does not fit into its memory: enough to tell
// scores half a percent apart, few enough to be scored between two frames.
const (
	fewestSampled, mostSampled = 10_000, 50_000
	sampledNumbers             = 2_000_000
)

// keptRows are the rows of a table that are kept: all of them while they fit into
// a given memory, and else a sample of them, uniformly drawn.
type keptRows struct {
	width  int
	x      []float64
	labels *labels
	// count is that of all rows, most how many of them fit. A sample has size.
	count, most, size int
	// origins are the rows of the file that the sample consists of, by the
	// reservoir method (Vitter 1985, algorithm R). It runs from the first row on, so
	// that what it draws depends on the seed and the number of rows alone.
	origins []int
	random  *rand.Rand
	// sampled tells that only the sample is left; statistics then describe the
	// first features columns of all rows, where features is not 0.
	sampled    bool
	features   int
	statistics []feature
	// garbage is how many bytes have been given up since the last collection.
	garbage int
}

// newKeptRows keeps rows of so many numbers, and their labels, in memory bytes.
func newKeptRows(width int, memory int64, random *rand.Rand, labels *labels) *keptRows {
	const label = 2 // room for it, in numbers
	most := int(max(1, memory/int64(8*(width+label))))
	size := min(max(sampledNumbers/width, fewestSampled), mostSampled, most)
	return &keptRows{width: width, most: most, size: size, random: random, labels: labels}
}

// matrix returns the rows kept.
func (k *keptRows) matrix() *mat.Dense {
	return mat.NewDense(len(k.x)/k.width, k.width, k.x)
}

// read takes the rows of t.
func (k *keptRows) read(t *table, r roles) error {
	err := t.each(r, func(b *batch) error {
		if fits := k.makeRoom(t.in, b); !fits && t.in.info == nil && t.svm == nil {
			return t.fault(ErrTooLarge, "does not fit into %s of memory, and a larger table is read twice, which a pipe cannot be: save it to a file first", megabytes(8*k.most*(k.width+2)))
		}
		for i, label := range b.labels {
			if err := k.labels.add(label, b.lines[i]); err != nil {
				return t.labelFault(r, b.lines[i], err)
			}
		}
		k.add(b)
		return nil
	})
	var told *FormatError
	switch gap := k.labels.gap(); {
	case gap != nil && (err == nil || errors.As(err, &told)):
		return t.labelFault(r, k.labels.missingLine, gap)
	case err != nil:
		return err
	case k.count == 0 && t.dropped > 0:
		return t.in.fault(ErrNoLabel, "no row has a label, so that all %d are left out", t.dropped)
	case k.count == 0:
		return t.fault(ErrEmpty, "has a header, but no rows")
	case k.labels.missing > 0 && k.labels.values != nil:
		k.sortLabelled()
	}
	return nil
}

// makeRoom makes room for the rows of b. It tells whether all rows still fit.
func (k *keptRows) makeRoom(in *input, b *batch) bool {
	switch {
	case b.whole, k.sampled:
	case k.count+len(b.lines) > k.most:
		k.thin()
	case len(k.x)+len(b.x) > cap(k.x):
		k.grow(in, b)
	}
	return !k.sampled
}

// add takes the rows of b, for which there is room and whose labels have been
// taken.
func (k *keptRows) add(b *batch) {
	if b.whole {
		k.x, k.count = b.x, len(b.lines)
		return
	}
	before := len(k.x) / k.width // where the labels of b begin
	if !k.sampled {
		k.x = append(k.x, b.x...)
		k.collect(8 * len(b.x)) // the text of a number takes about as much
	}
	for i := range b.lines {
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
			k.labels.move(slot, before+i)
		}
	}
	k.count += len(b.lines)
	if k.sampled {
		k.labels.truncate(min(k.count, k.size))
		k.describe(b.x)
	}
}

// thin leaves only the sample of the rows so far.
func (k *keptRows) thin() {
	k.describe(k.x)
	// A row of the sample is where it was, or comes from beyond all of them.
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

// collect takes back memory that was given up, once it is worth that. Left to itself the
// collector would let as much pile up as the rows kept take.
func (k *keptRows) collect(bytes int) {
	const worth = 32 << 20
	if k.garbage += bytes; k.garbage >= worth {
		runtime.GC()
		k.garbage = 0
	}
}

// describe counts rows x in what the statistics say.
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

// grow makes room for more rows than those of b: as many as the file will have if
// the rest of it is like what has been read, so that x is rarely copied and
// seldom much larger than needed. A file that is unlike its beginning cannot make
// it grow more than 64-fold at once.
func (k *keptRows) grow(in *input, b *batch) {
	const estimable = 500 // rows that say enough about the others
	rows := k.count + len(b.lines)
	want := max(64, rows+rows/4+1)
	if rows >= estimable && in.size > 0 && b.done > 0 {
		expected := float64(rows) * float64(in.size) / float64(b.done) * 1.02
		want = max(want, int(min(expected, 64*float64(rows))))
	}
	if b.all > 0 {
		want = b.all
	}
	grown := make([]float64, len(k.x), max(rows, min(want, k.most))*k.width)
	copy(grown, k.x)
	k.x = grown
	if l := k.labels; len(b.labels) > 0 {
		l.values = slices.Grow(l.values, cap(grown)/k.width-len(l.values))
	}
}

// megabytes is "128 MiB", or bytes where they are few.
func megabytes(bytes int) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d bytes", bytes)
	}
	return fmt.Sprintf("%d MiB", (bytes+1<<19)>>20)
}

// EachRow reads the file at Spec.Target, standard input where that is "-", as the target
// of a source of the layout given, and of the other fields that say how files are read,
// but keeps no rows of text: it hands them out block by block, to be kept by nobody, with
// the line, or the number of the sample, of each. Labels are not looked at, nor scales
// changed. The notes say what was left out or guessed.
func EachRow(ctx context.Context, spec Spec, like Layout, progress func(Progress),
	visit func(x *mat.Dense, lines []int) error) (notes []string, err error) {
	report := newReporter(ctx, progress)
	open := func() (*input, error) { return openInput(report, spec.Target) }
	if spec.Target == "-" {
		open = func() (*input, error) { return openStandardInput(report) }
	}
	in, err := open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	source, from := like.table(in, spec)
	held, err := in.tables()
	if err != nil {
		return nil, err
	}
	t, err := chooseTable(held, spec.Label, []*table{source})
	if err != nil {
		return nil, err
	}
	for i, name := range t.columns {
		t.columns[i] = strings.ToValidUTF8(name, "\uFFFD") // as those of the layout may be
	}
	if err := settleWidths([]*table{source, t}); err != nil {
		return nil, err
	}
	r, err := match(source, from, t, spec)
	if err != nil {
		return nil, err
	}
	t.leftOut(source, r)
	t.needed, r.label = true, -1
	err = t.each(r, func(b *batch) error {
		if len(b.lines) == 0 {
			return nil
		}
		return visit(mat.NewDense(len(b.lines), r.width(), b.x), b.lines)
	})
	if err == nil && t.rows == 0 {
		err = t.fault(ErrEmpty, "has a header, but no rows")
	}
	return t.guesses, cmp.Or(err, in.unchanged())
}

// leftOut notes which columns of t are no features, where these are found by their names,
// and else that they are not.
func (t *table) leftOut(source *table, r roles) {
	file := filepath.Base(t.path)
	if t.apart == nil && r.label >= 0 {
		t.guess("%s: column %s is the label, so it is left out", file, t.columnName(r.label))
	}
	if !byName(source, t) {
		if t.columns != nil || source.columns != nil {
			t.guess("%s: the features are taken in the order of their columns, as only one side names them", file)
		} else {
			t.guess("%s: the features are taken in the order of their columns, which have no names", file)
		}
		return
	}
	var names []string
	used := make([]bool, t.cols)
	for _, i := range r.features {
		used[i] = true
	}
	for i, name := range t.columns {
		if name != "" && i != r.label && !used[i] {
			names = append(names, t.columnName(i))
		}
	}
	if len(names) > 0 {
		t.guess("%s: %s left out, no feature of the model: %s", file, phrase.Plural(len(names), "column"), phrase.Listed(names, 5))
	}
}

// blocks is Domain.Blocks where only a sample of the rows is kept: it reads the text
// once more, all of it, and hands its rows out with what was learned by the first
// reading applied to them.
func (d *loading) blocks(ctx context.Context, visit func(x *mat.Dense, y []float64) error) error {
	t, err := d.reopen(ctx)
	if err != nil {
		return err
	}
	defer t.in.Close()
	before := 0 // rows of earlier batches
	err = t.each(d.roles, func(b *batch) error {
		left := make([]bool, len(b.lines))
		for i := range left {
			left[i] = !d.without[before+i]
		}
		before += len(b.lines)
		if !slices.Contains(left, true) {
			return nil
		}
		block := keepRows(b.refined, left)
		return visit(block.X, block.Y)
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case d.svm == nil && !looksLike(d.in.info, d.path), err == nil && before != d.kept.count:
		return d.changed()
	}
	return err
}

// reopen opens the file where its rows of data begin, unless it is held.
func (d *loading) reopen(ctx context.Context) (*table, error) {
	if t := *d.table; t.svm != nil {
		held := *t.in
		held.report, held.close = newReporter(ctx, nil), func() error { return nil }
		t.in, t.refine = &held, d.refineRows
		return &t, nil
	}
	in, err := openInput(newReporter(ctx, nil), d.path)
	if err != nil {
		return nil, err
	}
	t := *d.table
	t.in, t.text, t.refine = in, newTextRows(in, d.text.comma), d.refineRows
	if t.columns != nil {
		_, err = t.text.next() // the header
	}
	if err != nil || !looksLike(d.in.info, d.path) {
		in.Close()
		return nil, d.changed()
	}
	return &t, nil
}

func (d *loading) changed() error {
	return d.fault(ErrChanged, "has changed since it was opened: open it again")
}

// refineRows gives the rows of b their labels and scale. They are no longer those of b.
func (d *loading) refineRows(b *batch) (err error) {
	b.refined = model.Domain{}
	if len(b.lines) == 0 {
		return nil
	}
	b.refined.X = mat.NewDense(len(b.lines), d.roles.width(), b.x)
	b.x = nil
	for _, change := range d.changes {
		change.apply(b.refined.X)
	}
	if !d.labels.noted || d.labels.missing > 0 {
		return nil
	}
	b.refined.Y = make([]float64, len(b.labels))
	for i, label := range b.labels {
		if b.refined.Y[i], err = d.labels.known.parse(label); err != nil {
			return d.labelFault(d.roles, b.lines[i], err)
		}
	}
	if d.labelScale != nil {
		d.labelScale.scale(b.refined.Y)
	}
	return nil
}
