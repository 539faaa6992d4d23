package datasets

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"larui/datasets/moments"
	"larui/datasets/table"
)

// A SumOptions says how the rows of a file are summed.
type SumOptions struct {
	// Like are sums whose columns and recipe the new sums take over; it may be nil. Rows without
	// that label then count as unlabelled, as in a target.
	Like *moments.Sums
	// NoLabel is true if no column is the label.
	NoLabel bool
	// Sample is the number of rows to keep of each part. PerClass sums each class apart, and Folds
	// sums that many folds apart.
	Sample   int
	PerClass bool
	Folds    int
}

// SumRows sums the rows of the file at spec.Source, or of standard input if that is "-", in little
// memory. It sums classes and folds apart if how asks for it. It sums and counts rows without a
// label unless spec.Missing is "drop". The notes report guesses and what was left out. Errors are
// as in Open.
func SumRows(ctx context.Context, spec Spec, how SumOptions, progress func(Progress)) (sums []*moments.Sums, notes []string, err error) {
	report := table.NewReporter(ctx, progress)
	spec.SourceOnly, spec.Bias, spec.Target, spec.Validation = true, false, "", ""
	t, err := table.Open(report, spec.Source, spec.Options)
	none := errors.Is(err, ErrEmpty) && (spec.Names != nil || how.Like != nil)
	switch {
	case none && how.Like != nil:
		return withoutRows(moments.NewSums(how.Like.Layout, how.Like.Width()), how), nil, nil
	case none:
		t, err = table.Description{File: spec.Source, Names: spec.Names, Width: len(spec.Names), Comma: ','}.Table(), nil
		t.In = &table.Input{Part: t.Part}
	case err == nil:
		defer t.In.Close()
	}
	if err != nil {
		return nil, nil, err
	}
	if t.Sums != nil {
		return nil, nil, t.Fault(ErrSpec, "holds sums: add them up by --merge")
	}
	r, layout, err := settleSums(report, t, spec, how)
	if err != nil {
		return nil, nil, err
	}
	if none {
		return withoutRows(moments.NewSums(layout, r.Width()), how), nil, nil
	}
	start := func() *moments.RowSummer { return moments.NewRowSummer(layout, r.Width(), how.Sample, spec.Parser()) }
	apart := how.PerClass && r.Label >= 0 || how.Folds > 0
	mark := "" // the first mark of a missing label
	whole, parts := start(), moments.NewPartSummer(start, how.PerClass && r.Label >= 0, how.Folds)
	err = t.Each(r, func(b *table.Batch) error {
		for i, label := range b.Labels {
			b.Labels[i] = strings.TrimSpace(label)
			if t.In.Options.LacksLabel(b.Labels[i]) {
				mark, b.Labels[i] = cmp.Or(mark, strings.Clone(b.Labels[i])), ""
			}
		}
		if r.Label < 0 {
			b.Labels = nil
		}
		if apart {
			if err := parts.Add(b.X, r.Width(), b.Labels, groupsIn(b, len(r.Carry))); err != nil {
				return t.Fault(ErrTooLarge, "has %s", err)
			}
			return nil
		}
		whole.Add(b.X, b.Labels)
		return nil
	})
	noteMade(t, r, how.Like == nil)
	err = cmp.Or(err, t.In.CheckUnchanged())
	if err != nil {
		return nil, nil, err
	}
	if t.N == 0 && spec.Names == nil && how.Like == nil {
		return nil, nil, t.Fault(ErrEmpty, "has a header, but no rows")
	}
	if apart {
		sums, err = parts.Sums()
	} else {
		sums = make([]*moments.Sums, 1)
		sums[0], err = whole.Sums()
	}
	if err != nil {
		return nil, nil, t.Fault(ErrNotFinite, "%s", err)
	}
	for _, s := range sums {
		if mark != "" && t.In.Options.NA == nil && slices.ContainsFunc(s.Classes, func(c moments.Class) bool { return !table.IsNumeric(c.Name) }) {
			return nil, nil, t.Fault(ErrNoLabel, "%s", ambiguousLabel(mark))
		}
	}
	if len(sums) > 0 {
		err = doubtMarks(report.Ctx, t, r, sums[0].Sample.Rows)
	}
	return sums, t.Guesses, err
}

// groupsIn joins the ids of each row into a text; nil if rows have no ids.
func groupsIn(b *table.Batch, ids int) (groups []string) {
	for i := 0; ids > 0 && i < len(b.Carried); i += ids {
		groups = append(groups, strings.Join(b.Carried[i:i+ids], "\x00"))
	}
	return groups
}

// withoutRows returns s, the sums of no rows, with the bound of the sample removed if no sample is
// wanted.
func withoutRows(s *moments.Sums, how SumOptions) []*moments.Sums {
	if how.Sample == 0 {
		s.Sample.Bound = 0
	}
	return []*moments.Sums{s}
}

// settleSums returns the columns of t to sum and the layout of the sums.
func settleSums(report *table.Reporter, t *table.Table, spec Spec, how SumOptions) (r table.Pick, layout moments.Layout, err error) {
	if how.Like != nil {
		return columnsLike(t, spec, how)
	}
	tables := []*table.Table{t}
	switch {
	case how.NoLabel && t.Labels != nil:
		t.Labels = nil
	case !how.NoLabel && spec.Label == "" && t.Labels == nil && !slices.ContainsFunc(t.Columns, isUsualLabel):
		return r, layout, t.Fault(ErrNoLabel, "has no column with a usual label name: say --label NAME, or --no-label without a label")
	}
	if how.NoLabel {
		r, err = pickFeatures(t, spec)
	} else {
		var means []table.Pick
		means, err = settle(tables, spec)
		if err == nil {
			r = means[0]
			layout.Labelled = true
			if r.Label < len(t.Columns) {
				layout.Label = t.Columns[r.Label]
			}
		}
	}
	if err != nil {
		return r, layout, err
	}
	for _, i := range r.Carry {
		layout.IDs = append(layout.IDs, t.PlainName(i))
	}
	if how.Folds == 0 {
		r.Carry = nil
	}
	r.Drop = spec.Missing == "drop"
	if t.Columns != nil {
		for _, i := range r.Features {
			layout.Columns = append(layout.Columns, t.PlainName(i))
		}
	}
	means := []table.Pick{r}
	made, err := prepare(report, tables, means, spec, &readSource{})
	if err != nil {
		return r, layout, err
	}
	if made != nil {
		layout.Features = made.Names()
		layout.Recipe, err = json.Marshal(made)
	}
	return means[0], layout, err
}

// columnsLike finds the columns of how.Like in t.
func columnsLike(t *table.Table, spec Spec, how SumOptions) (r table.Pick, layout moments.Layout, err error) {
	layout = how.Like.Layout
	made, err := recipeOf(how.Like)
	if err != nil {
		return r, layout, t.Fault(ErrSpec, "%s", err)
	}
	if plans := len(spec.Encode) + len(spec.Dates) + len(spec.Impute); plans > 0 {
		return r, layout, t.Fault(ErrSpec, "takes the recipe of the other sums: leave out --encode, --dates and --impute")
	}
	from := layoutOf(how.Like)
	source := from.Table()
	source.Path = "the other sums"
	err = table.AgreeOnWidth([]*table.Table{source, t})
	if err != nil {
		return r, layout, err
	}
	spec.Drop, spec.ID = slices.Concat(spec.Drop, spec.ID, layout.IDs), nil
	r, err = match(source, from.pick(), t, spec)
	if err != nil {
		return r, layout, err
	}
	r.Make, r.Carry, r.Bias, r.Drop = made.FieldConverters(), nil, false, spec.Missing == "drop"
	if how.NoLabel || r.Label < 0 {
		r.Label = -1
		layout.Labelled, layout.Label = false, ""
	}
	for _, id := range layout.IDs {
		i, known := t.Column(id)
		switch {
		case how.Folds == 0:
		case !known:
			return r, layout, t.NoColumn(ErrNoColumn, "id", id)
		default:
			r.Carry = append(r.Carry, i)
		}
	}
	t.Needed = true
	return r, layout, nil
}

// pickFeatures picks all columns of t that are not left out. There is no label.
func pickFeatures(t *table.Table, spec Spec) (table.Pick, error) {
	r := table.Pick{Label: -1}
	ids, err := idColumns(t, spec, true)
	if err != nil {
		return r, err
	}
	for _, name := range spec.Features {
		if _, ok := t.Column(name); !ok {
			return r, t.NoColumn(ErrNoColumn, "feature", name)
		}
	}
	r.Carry = ids
	rowNames := t.RowNames() != "" && spec.Index != "keep"
	if rowNames {
		t.Guess(": %s, so it is left out as the names of rows (--index keep makes it a feature)", t.RowNames())
	}
	for i := range t.Width() {
		wanted := len(spec.Features) == 0 || t.IsNamed(spec.Features, i)
		if wanted && !t.IsNamed(spec.Drop, i) && !slices.Contains(ids, i) && !(i == 0 && rowNames) {
			r.Features = append(r.Features, i)
		}
	}
	if len(r.Features) == 0 {
		return r, t.Fault(ErrNoColumn, "has no column left for the features")
	}
	return r, checkDropped(spec.Drop, []*table.Table{t})
}

func isUsualLabel(name string) bool {
	return slices.ContainsFunc(table.UsualLabels(), func(usual string) bool { return strings.EqualFold(usual, name) })
}
