package datasets

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/table"
	"larui/model"
)

// visitBlocks implements Domain.Blocks if only a sample of the rows is in memory. It reads the file again,
// rescales all rows, and leaves out rows of the validation set.
func (d *domainReader) visitBlocks(ctx context.Context, visit func(x *mat.Dense, y []float64) error) error {
	t, err := d.Reopen(ctx)
	if err != nil {
		return err
	}
	defer t.In.Close()
	t.Refine = d.rescaleBatch
	before := 0 // rows of earlier batches
	err = t.Each(d.pick, func(b *table.Batch) error {
		keep := make([]bool, len(b.Lines))
		for i := range keep {
			keep[i] = !d.setAside[before+i]
		}
		before += len(b.Lines)
		if !slices.Contains(keep, true) {
			return nil
		}
		block := keepRows(model.Domain{X: mat.NewDense(len(keep), d.pick.Width(), b.X), Y: b.Y}, keep)
		b.X = nil // block now uses its memory
		return visit(block.X, block.Y)
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !d.IsInMemory() && !table.IsSameFile(d.Info(), d.Path), err == nil && before != d.kept.count:
		return d.CheckUnchanged()
	}
	return err
}

// rescaleBatch also sets b.Y to the encoded labels, or to nil if labels are missing.
func (d *domainReader) rescaleBatch(b *table.Batch) (err error) {
	b.Y = nil
	if len(b.Lines) == 0 {
		return nil
	}
	x := mat.NewDense(len(b.Lines), d.pick.Width(), b.X)
	for _, change := range d.scaling.features {
		change.apply(x)
	}
	if !d.labels.isSet || d.labels.missing > 0 {
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
