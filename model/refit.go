package model

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Refit returns the data whose source has the validation rows, all held and labelled, behind its
// own: what is fitted is the stack of both. No validation rows are left, since none of them is held
// out of the fit. Of a source that holds no rows the moments take them in. Rows of the source that are
// held out of a fit (Problem.Folds) are its own.
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
