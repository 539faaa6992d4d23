package datasets

import (
	"cmp"
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/table"
	"larui/datasets/wording"
)

// VisitRows reads the file at spec.Target, or standard input for "-", as the target of a source with the
// given layout. It passes blocks of rows to visit: x has the features before rescaling, lines the line or
// the sample number of each row, and ids the fields of the Spec.ID columns, row by row. The notes say what
// was guessed and which columns were left out.
func VisitRows(ctx context.Context, spec Spec, layout Layout, progress func(Progress),
	visit func(x *mat.Dense, lines []int, ids []string) error) (notes []string, err error) {
	report := table.NewReporter(ctx, progress)
	defer func() {
		if err != nil {
			err = cmp.Or(table.FindDamage(report, spec.Target), err)
		}
	}()
	source := layout.Table()
	t, err := table.Open(report, spec.Target, spec.Options, source)
	if err != nil {
		return nil, err
	}
	defer t.In.Close()
	if t.Sums != nil {
		return nil, t.Fault(ErrSpec, "has sums, but predictions need rows: name a file of rows")
	}
	t.TakeNames(layout.Names)
	t.Columns = wording.ValidNames(t.Columns) // a Layout read from JSON has such names
	if err := table.AgreeOnWidth([]*table.Table{source, t}); err != nil {
		return nil, err
	}
	r, err := matchColumns(source, layout.pick(), t, spec)
	if err != nil {
		return nil, err
	}
	noteUnusedColumns(source, t, r)
	t.NeedsAllFeatures, r.Label = true, -1
	err = t.Each(r, func(b *table.Batch) error {
		if len(b.Lines) == 0 {
			return nil
		}
		for i, id := range b.Carried {
			if t.MayBeRounded(id) {
				line, column := b.Lines[i/len(r.Carried)], r.Carried[i%len(r.Carried)]
				return t.In.FaultAt(line, column+1, table.NewFault(ErrTooLarge, "the id %s is too large to be exact in an array of doubles: save the rows as CSV or Parquet", id))
			}
		}
		return visit(mat.NewDense(len(b.Lines), r.Width(), b.X), b.Lines, b.Carried)
	})
	noteRecipe(t, r, false)
	if err == nil && t.N == 0 {
		err = t.Fault(ErrEmpty, "has a header, but no rows")
	}
	return t.Guesses, cmp.Or(err, t.In.CheckUnchanged())
}

func noteUnusedColumns(source, t *table.Table, r table.Pick) {
	if t.Labels == nil && r.Label >= 0 && !slices.Contains(r.Carried, r.Label) {
		t.Guess(": column %s is the label, so it is left out", t.QuotedName(r.Label))
	}
	if !canMatchByName(source, t) {
		if t.Columns != nil || source.Columns != nil {
			t.Guess(": its columns are matched by their order, because only one of the files has column names")
		} else {
			t.Guess(": its columns are matched by their order, because they have no names")
		}
		return
	}
	var names []string
	used := make([]bool, t.Cols)
	for _, i := range slices.Concat(r.Features, r.Carried) {
		used[i] = true
	}
	for i, name := range t.Columns {
		if name != "" && i != r.Label && !used[i] {
			names = append(names, t.QuotedName(i))
		}
	}
	if len(names) > 0 {
		t.Guess(": %s left out, because the model has no such features: %s", wording.Plural(len(names), "column"), wording.JoinFirst(names, 5))
	}
}
