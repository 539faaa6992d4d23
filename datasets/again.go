package datasets

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// blocks is Domain.Blocks where only a sample of the rows is kept: it reads the text
// once more, all of it, and hands its rows out with what was learned by the first
// reading applied to them.
func (d *loading) blocks(ctx context.Context, visit func(x *mat.Dense, y []float64) error) error {
	t, err := d.reopen(ctx)
	if err != nil {
		return err
	}
	defer t.in.Close()
	width, before := d.roles.width(), 0
	err = t.eachText(d.roles, d.refine, func(b *batch) error {
		rows := d.thin(b, before)
		before += len(b.lines)
		if rows == 0 {
			return nil
		}
		x, y := b.x[:rows*width], b.y
		if y != nil {
			y = y[:rows]
		}
		b.x, b.y = nil, nil // they are the visitor's now
		return visit(mat.NewDense(rows, width, x), y)
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !looksLike(d.in.info, d.path), err == nil && before != d.kept.count:
		return d.changed()
	}
	return err
}

// reopen opens the file where its rows of data begin.
func (d *loading) reopen(ctx context.Context) (*table, error) {
	in, err := openInput(newReporter(ctx, nil), d.path)
	if err != nil {
		return nil, err
	}
	t := *d.table
	t.in, t.text = in, &text{comma: d.text.comma, rows: newTextRows(in.part, in.Reader, d.text.comma)}
	if t.columns != nil {
		_, err = t.text.rows.next() // the header
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

// refine gives the rows of b their labels and scale.
func (d *loading) refine(b *batch) error {
	if d.labels.noted {
		for i, label := range b.labels {
			y, err := d.code.parse(label)
			if err != nil {
				return d.labelFault(d.roles, b.lines[i], err)
			}
			b.y = append(b.y, y)
		}
		if d.labelScale != nil {
			d.labelScale.scale(b.y)
		}
	}
	if len(b.lines) > 0 {
		for _, change := range d.changes {
			change.apply(mat.NewDense(len(b.lines), d.roles.width(), b.x))
		}
	}
	return nil
}

// leaveOut leaves those rows out of the blocks that are marked in the sample.
func (d *loading) leaveOut(marked []bool) {
	for i, yes := range marked {
		if yes {
			d.without = append(d.without, d.kept.origins[i])
		}
	}
	slices.Sort(d.without)
}

// thin moves the rows of b together that are not left out, and returns how many
// they are; before of them came in earlier batches.
func (d *loading) thin(b *batch, before int) int {
	next, _ := slices.BinarySearch(d.without, before)
	width, rows := d.roles.width(), 0
	for i := range b.lines {
		if next < len(d.without) && d.without[next] == before+i {
			next++
			continue
		}
		if rows < i {
			copy(b.x[rows*width:(rows+1)*width], b.x[i*width:(i+1)*width])
			if b.y != nil {
				b.y[rows] = b.y[i]
			}
		}
		rows++
	}
	return rows
}
