package model

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Refit returns the data with the validation rows appended to the source, for a fit to both. All
// validation rows must be held and labelled. The result has no validation rows. If the source
// holds no rows, the validation rows are added to its moments. Problem.Folds holds out only
// original rows of the source.
func (d Data) Refit() Data {
	own, added := d.Source, d.Validation
	d.Validation, d.Refitted = Domain{}, added.Rows()
	if own.N > 0 {
		d.Source.N += added.Rows()
	}
	if !own.Rowless() {
		var x mat.Dense
		x.Stack(own.X, added.X)
		d.Source.X, d.Source.Y = &x, slices.Concat(own.Y, added.Y)
	}
	if own.Sums != nil {
		d.Source.Sums = own.Sums.and(d.sumsOf(added.X, added.Y, own.Sums.Shift))
	}
	if own.Blocks != nil {
		d.Source.Blocks = func(ctx context.Context, visit func(x *mat.Dense, y []float64) error) error {
			err := own.Blocks(ctx, visit)
			if err == nil {
				err = visit(added.X, added.Y)
			}
			return err
		}
	}
	return d
}
