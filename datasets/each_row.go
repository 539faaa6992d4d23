package datasets

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/table"
	"larui/datasets/wording"
)

// EachRow reads the file at spec.Target, or standard input if that is "-", as the target of a
// source with the given layout. It passes the rows to visit block by block and keeps none of a text
// file. lines has the line or the sample number of each row; ids has the fields of the Spec.ID
// columns, row by row. EachRow ignores labels and changes no scales. The notes report guesses and
// columns that were left out.
func EachRow(ctx context.Context, spec Spec, like Layout, progress func(Progress),
	visit func(x *mat.Dense, lines []int, ids []string) error) (notes []string, err error) {
	report := table.NewReporter(ctx, progress)
	notes, err = eachRow(report, spec, like, visit)
	if err != nil {
		err = cmp.Or(table.FindDamage(report, spec.Target), err)
	}
	return notes, err
}

func eachRow(report *table.Reporter, spec Spec, like Layout, visit func(x *mat.Dense, lines []int, ids []string) error) (notes []string, err error) {
	source := like.Table()
	t, err := table.Open(report, spec.Target, spec.Options, source)
	if err != nil {
		return nil, err
	}
	defer t.In.Close()
	if t.Sums != nil {
		return nil, t.Fault(ErrSpec, "holds sums, not rows to predict for: give larui predict a file of rows")
	}
	t.TakeNames(like.Names)
	for i, name := range t.Columns {
		t.Columns[i] = strings.ToValidUTF8(name, "\uFFFD") // names of the layout may be repaired in the same way
	}
	if err := table.AgreeOnWidth([]*table.Table{source, t}); err != nil {
		return nil, err
	}
	r, err := match(source, like.pick(), t, spec)
	if err != nil {
		return nil, err
	}
	noteLeftOut(source, t, r)
	t.Needed, r.Label = true, -1
	err = t.Each(r, func(b *table.Batch) error {
		if len(b.Lines) == 0 {
			return nil
		}
		for i, id := range b.Carried {
			if t.IsRounded(id) {
				line, column := b.Lines[i/len(r.Carry)], r.Carry[i%len(r.Carry)]
				return t.In.FaultAt(line, column+1, table.NewFault(ErrTooLarge, "the id %s is too large to be exact in an array: save the rows as CSV or Parquet", id))
			}
		}
		return visit(mat.NewDense(len(b.Lines), r.Width(), b.X), b.Lines, b.Carried)
	})
	noteMade(t, r, false)
	if err == nil && t.N == 0 {
		err = t.Fault(ErrEmpty, "has a header, but no rows")
	}
	return t.Guesses, cmp.Or(err, t.In.CheckUnchanged())
}

// noteLeftOut adds a guess about the columns of t that are not used, if features are matched by
// name, or about the order of the columns otherwise.
func noteLeftOut(source, t *table.Table, r table.Pick) {
	if t.Labels == nil && r.Label >= 0 && !slices.Contains(r.Carry, r.Label) {
		t.Guess(": column %s is the label, so it is left out", t.ColumnName(r.Label))
	}
	if !byName(source, t) {
		if t.Columns != nil || source.Columns != nil {
			t.Guess(": the features are taken in the order of their columns, as only one side names them")
		} else {
			t.Guess(": the features are taken in the order of their columns, which have no names")
		}
		return
	}
	var names []string
	used := make([]bool, t.Cols)
	for _, i := range slices.Concat(r.Features, r.Carry) {
		used[i] = true
	}
	for i, name := range t.Columns {
		if name != "" && i != r.Label && !used[i] {
			names = append(names, t.ColumnName(i))
		}
	}
	if len(names) > 0 {
		t.Guess(": %s left out, no feature of the model: %s", wording.Plural(len(names), "column"), wording.JoinFirst(names, 5))
	}
}
