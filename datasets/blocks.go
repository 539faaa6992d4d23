package datasets

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/table"
	"larui/model"
)

// blocks is the Domain.Blocks of a domain that keeps only a sample of its rows. It reads the whole
// file again and passes on every row, with the labels and the changes of scale of the first
// reading.
func (d *domainReader) blocks(ctx context.Context, visit func(x *mat.Dense, y []float64) error) error {
	t, err := d.Reopen(ctx)
	if err != nil {
		return err
	}
	defer t.In.Close()
	t.Refine = d.refine
	before := 0 // rows of earlier batches
	err = t.Each(d.pick, func(b *table.Batch) error {
		left := make([]bool, len(b.Lines))
		for i := range left {
			left[i] = !d.without[before+i]
		}
		before += len(b.Lines)
		if !slices.Contains(left, true) {
			return nil
		}
		block := keepRows(model.Domain{X: mat.NewDense(len(left), d.pick.Width(), b.X), Y: b.Y}, left)
		b.X = nil // block uses the memory now
		return visit(block.X, block.Y)
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !d.InMemory() && !table.IsSameFile(d.Info(), d.Path), err == nil && before != d.kept.count:
		return d.CheckUnchanged()
	}
	return err
}

// refine parses the labels of b and rescales its rows.
func (d *domainReader) refine(b *table.Batch) (err error) {
	b.Y = nil
	if len(b.Lines) == 0 {
		return nil
	}
	x := mat.NewDense(len(b.Lines), d.pick.Width(), b.X)
	for _, change := range d.scaling.features {
		change.apply(x)
	}
	if !d.labels.noted || d.labels.missing > 0 {
		return nil
	}
	b.Y = make([]float64, len(b.Labels))
	for i, label := range b.Labels {
		b.Y[i], err = d.labels.known.parse(label)
		if err != nil {
			return d.LabelFault(d.pick.Label, b.Lines[i], err)
		}
	}
	if d.scaling.labels != nil {
		d.scaling.labels.scale(b.Y)
	}
	return nil
}
