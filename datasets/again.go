package datasets

import (
	"context"
	"os"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"
)

// again reads the rows of a table once more, all of them, and hands them out in
// blocks, with what was learned by the first reading applied to them.
type again struct {
	// table is that of the first reading, without its file.
	table    table
	schema   schema
	bias     bool
	code     labelCode
	labelled bool
	// The file as it was then: its size, when it was modified, and its rows.
	size     int64
	modified time.Time
	rows     int
	// changes of scale are applied to the features in turn; labels, where not
	// nil, is mapped to [−1, 1].
	changes []rescaling
	labels  *labelRange
	// without lists the rows that are left out, ascending.
	without []int
}

func newAgain(p *loading, spec Spec, code labelCode, labelled bool) *again {
	t := *p.table
	t.input, t.rest = &input{path: p.path}, nil
	return &again{
		table: t, schema: p.schema, bias: spec.Bias, code: code, labelled: labelled,
		size: p.size, modified: p.modified, rows: p.kept.count,
	}
}

// leaveOut leaves out the rows of origins that are marked.
func (a *again) leaveOut(origins []int, marked []bool) {
	for i, yes := range marked {
		if yes {
			a.without = append(a.without, origins[i])
		}
	}
	slices.Sort(a.without)
}

// blocks is Domain.Blocks.
func (a *again) blocks(ctx context.Context, visit func(x *mat.Dense, y []float64) error) error {
	t, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer t.Close()
	width := len(a.schema.features)
	if a.bias {
		width++
	}
	s := &scan{table: t, schema: a.schema, bias: a.bias, refine: func(b *block) error { return a.refine(t, b, width) }}
	before := 0
	err = s.each(func(b *block) error {
		rows := a.thin(b, before, width)
		before += b.rows
		if rows == 0 {
			return nil
		}
		x, y := b.x[:rows*width], []float64(nil)
		if a.labelled {
			y = b.y[:rows]
		}
		b.x, b.y = nil, nil // they are the visitor's now
		return visit(mat.NewDense(rows, width, x), y)
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case a.changed(t.path), err == nil && before != a.rows:
		return a.changedError(t)
	}
	return err
}

// open opens the file where its rows of data begin.
func (a *again) open(ctx context.Context) (*table, error) {
	in, err := openInput(newReporter(ctx, nil), a.table.path)
	if err != nil {
		return nil, err
	}
	t := a.table
	if t.blanks {
		in.Reader = blanksAsTabs(in.Reader)
	}
	t.input, t.rest, t.rows = in, in, 0
	if in.size != a.size || !in.modified.Equal(a.modified) {
		in.Close()
		return nil, a.changedError(&t)
	}
	if _, err := in.Discard(t.offset); err != nil {
		in.Close()
		return nil, err
	}
	return &t, nil
}

// changed tells whether the file at path is not the one that was read at first.
func (a *again) changed(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.Size() != a.size || !info.ModTime().Equal(a.modified)
}

func (a *again) changedError(t *table) error {
	return t.fault(ErrChanged, "has changed since it was opened: open it again")
}

// refine gives the rows of b their labels and scale.
func (a *again) refine(t *table, b *block, width int) error {
	if a.labelled {
		for i, label := range b.labels {
			y, err := a.code.parse(label)
			if err != nil {
				return t.faultAt(b.lines[i], a.schema.label+1, err)
			}
			b.y = append(b.y, y)
		}
		if a.labels != nil {
			scaleRange(b.y, a.labels.low, a.labels.high)
		}
	}
	if b.rows > 0 {
		for _, change := range a.changes {
			change.apply(mat.NewDense(b.rows, width, b.x))
		}
	}
	return nil
}

// thin moves the rows of b together that are not left out, and returns how many
// they are; before of them came in earlier blocks.
func (a *again) thin(b *block, before, width int) int {
	next, _ := slices.BinarySearch(a.without, before)
	rows := 0
	for i := range b.rows {
		if next < len(a.without) && a.without[next] == before+i {
			next++
			continue
		}
		if rows < i {
			copy(b.x[rows*width:(rows+1)*width], b.x[i*width:(i+1)*width])
			if a.labelled {
				b.y[rows] = b.y[i]
			}
		}
		rows++
	}
	return rows
}
