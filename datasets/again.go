package datasets

import (
	"context"
	"os"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"
)

// again reads the rows of a table of text once more, all of them, and hands them out
// in blocks, with what was learned by the first reading applied to them.
type again struct {
	// table is that of the first reading, without its file.
	table    table
	roles    roles
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

func newAgain(d *loading, code labelCode) *again {
	a := &again{
		table: *d.table, roles: d.roles, code: code, labelled: d.domain.Y != nil,
		size: d.in.size, modified: d.in.modified, rows: d.kept.count,
	}
	a.table.in, a.table.text = nil, &text{comma: d.text.comma}
	return a
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
	defer t.in.Close()
	width, before := a.roles.width(), 0
	err = t.eachText(a.roles, func(b *batch) error { return a.refine(t, b) }, func(b *batch) error {
		rows := a.thin(b, before)
		before += len(b.lines)
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
		return a.changedError()
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
	t.in, t.text = in, &text{comma: a.table.text.comma, rows: newTextRows(in.part, in.Reader, a.table.text.comma)}
	if t.columns != nil {
		_, err = t.text.rows.next() // the header
	}
	if err != nil || in.size != a.size || !in.modified.Equal(a.modified) {
		in.Close()
		return nil, a.changedError()
	}
	return &t, nil
}

// changed tells whether the file at path is not the one that was read at first.
func (a *again) changed(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.Size() != a.size || !info.ModTime().Equal(a.modified)
}

func (a *again) changedError() error {
	return a.table.fault(ErrChanged, "has changed since it was opened: open it again")
}

// refine gives the rows of b their labels and scale.
func (a *again) refine(t *table, b *batch) error {
	if a.labelled {
		for i, label := range b.labels {
			y, err := a.code.parse(label)
			if err != nil {
				return t.labelFault(a.roles, b.lines[i], err)
			}
			b.y = append(b.y, y)
		}
		if a.labels != nil {
			a.labels.scale(b.y)
		}
	}
	if len(b.lines) > 0 {
		for _, change := range a.changes {
			change.apply(mat.NewDense(len(b.lines), a.roles.width(), b.x))
		}
	}
	return nil
}

// thin moves the rows of b together that are not left out, and returns how many
// they are; before of them came in earlier blocks.
func (a *again) thin(b *batch, before int) int {
	next, _ := slices.BinarySearch(a.without, before)
	width, rows := a.roles.width(), 0
	for i := range b.lines {
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
