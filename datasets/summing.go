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

// SumOptions say how SumRows sums the rows of a file.
type SumOptions struct {
	// Like has the columns and the recipe for the new sums; it may be nil. With Like, the file may
	// lack the label column.
	Like *moments.Sums
	// NoLabel is true if no column is the label.
	NoLabel bool
	// SampleSize is the number of rows to keep beside each sum.
	SampleSize int
	// With PerClass, each class has sums of its own.
	PerClass bool
	// Folds, if positive, is the number of parts into which the rows are divided. Each part has sums of its
	// own.
	Folds int
}

// SumRows returns the sums of the rows of the file at spec.Source, or of standard input for "-". It does
// not keep the rows in memory. It includes rows without a label unless spec.Missing is "drop". The notes
// say what was guessed or left out. Errors are like those of Open.
func SumRows(ctx context.Context, spec Spec, how SumOptions, progress func(Progress)) (sums []*moments.Sums, notes []string, err error) {
	report := table.NewReporter(ctx, progress)
	spec.SourceOnly, spec.Bias, spec.Target, spec.Validation = true, false, "", ""
	t, err := table.Open(report, spec.Source, spec.Options)
	isEmpty := errors.Is(err, ErrEmpty) && (spec.Names != nil || how.Like != nil)
	switch {
	case isEmpty && how.Like != nil:
		return emptySums(moments.NewSums(how.Like.Layout, how.Like.Width()), how), nil, nil
	case isEmpty:
		t, err = table.Description{File: spec.Source, Names: spec.Names, Width: len(spec.Names), Comma: ','}.Table(), nil
		t.In = &table.Input{Part: t.Part}
	case err == nil:
		defer t.In.Close()
	}
	if err != nil {
		return nil, nil, err
	}
	if t.Sums != nil {
		return nil, nil, t.Fault(ErrSpec, "has sums, not rows: add sums up with --merge")
	}
	r, layout, err := pickSummedColumns(report, t, spec, how)
	if err != nil {
		return nil, nil, err
	}
	if isEmpty {
		return emptySums(moments.NewSums(layout, r.Width()), how), nil, nil
	}
	start := func() *moments.RowSummer {
		return moments.NewRowSummer(layout, r.Width(), how.SampleSize, spec.Parser())
	}
	mark := "" // the first label that may mean a missing label
	parts := moments.NewPartSummer(start, how.PerClass && r.Label >= 0, how.Folds)
	search, thousands := &rowNumberSearch{}, newThousandsSearch(t, r)
	err = t.Each(r, func(b *table.Batch) error {
		thousands.add(b.X)
		for row := range slices.Chunk(b.X, r.Width()) {
			if search.rows > 0 && len(search.candidates) == 0 {
				break
			}
			search.add(row, float64(search.rows))
		}
		for i, label := range b.Labels {
			b.Labels[i] = strings.TrimSpace(label)
			if t.In.Options.LacksLabel(b.Labels[i]) {
				mark, b.Labels[i] = cmp.Or(mark, strings.Clone(b.Labels[i])), ""
			}
		}
		if r.Label < 0 {
			b.Labels = nil
		}
		if err := parts.Add(b.X, r.Width(), b.Labels, joinIDs(b, len(r.Carried))); err != nil {
			return t.Fault(ErrTooLarge, "has %s", err)
		}
		return nil
	})
	noteRecipe(t, r, how.Like == nil)
	if how.Like == nil {
		noteSuspiciousColumns(t, r, search, spec)
	}
	err = cmp.Or(err, t.In.CheckUnchanged())
	if err != nil {
		return nil, nil, err
	}
	if t.N == 0 && spec.Names == nil && how.Like == nil {
		return nil, nil, t.Fault(ErrEmpty, "has a header, but no rows")
	}
	sums, err = parts.Sums()
	if err != nil {
		return nil, nil, t.Fault(ErrNotFinite, "%s", err)
	}
	for _, s := range sums {
		if mark != "" && t.In.Options.NA == nil && slices.ContainsFunc(s.Classes, func(c moments.Class) bool { return !table.IsNumeric(c.Name) }) {
			return nil, nil, t.Fault(ErrNoLabel, "%s", ambiguousLabelError(mark))
		}
	}
	return sums, t.Guesses, thousands.noteThousands(report.Ctx, t)
}

func joinIDs(b *table.Batch, ids int) (groups []string) {
	for i := 0; ids > 0 && i < len(b.Carried); i += ids {
		groups = append(groups, strings.Join(b.Carried[i:i+ids], "\x00"))
	}
	return groups
}

// emptySums makes s keep no sample of rows if how.SampleSize is 0.
func emptySums(s *moments.Sums, how SumOptions) []*moments.Sums {
	if how.SampleSize == 0 {
		s.Sample.Bound = 0
	}
	return []*moments.Sums{s}
}

func pickSummedColumns(report *table.Reporter, t *table.Table, spec Spec, how SumOptions) (r table.Pick, layout moments.Layout, err error) {
	if how.Like != nil {
		return pickColumnsLike(t, spec, how)
	}
	tables := []*table.Table{t}
	switch {
	case how.NoLabel && t.Labels != nil:
		t.Labels = nil
	case !how.NoLabel && spec.Label == "" && t.Labels == nil && !slices.ContainsFunc(t.Columns, table.IsUsualLabel):
		return r, layout, t.Fault(ErrNoLabel, "has no column with a usual label name: name the label with --label, or use --no-label if no column is the label")
	}
	if how.NoLabel {
		r, err = pickFeatures(t, spec)
	} else {
		var picks []table.Pick
		picks, err = pickColumns(tables, spec)
		if err == nil {
			r = picks[0]
			layout.Labelled = true
			if r.Label < len(t.Columns) {
				layout.Label = t.Columns[r.Label]
			}
		}
	}
	if err != nil {
		return r, layout, err
	}
	for _, i := range r.Carried {
		layout.IDs = append(layout.IDs, t.PlainName(i))
	}
	if how.Folds == 0 {
		r.Carried = nil
	}
	r.DropUnlabelled = spec.Missing == "drop"
	if t.Columns != nil {
		for _, i := range r.Features {
			layout.Columns = append(layout.Columns, t.PlainName(i))
		}
	}
	picks := []table.Pick{r}
	made, err := prepareRecipe(report, tables, picks, spec, &loadedSource{})
	if err != nil {
		return r, layout, err
	}
	if made != nil {
		layout.Features = made.Names()
		layout.Recipe, err = json.Marshal(made)
	}
	return picks[0], layout, err
}

func pickColumnsLike(t *table.Table, spec Spec, how SumOptions) (r table.Pick, layout moments.Layout, err error) {
	layout = how.Like.Layout
	made, err := recipeFromSums(how.Like)
	if err != nil {
		return r, layout, t.Fault(ErrSpec, "%s", err)
	}
	if plans := len(spec.Encode) + len(spec.Dates) + len(spec.Impute); plans > 0 {
		return r, layout, t.Fault(ErrSpec, "is summed with the recipe of the sums in --like: leave out --encode, --dates and --impute")
	}
	from := layoutFromSums(how.Like)
	source := from.Table()
	source.Path = "the sums in --like"
	err = table.AgreeOnWidth([]*table.Table{source, t})
	if err != nil {
		return r, layout, err
	}
	spec.Drop, spec.ID = slices.Concat(spec.Drop, spec.ID, layout.IDs), nil
	r, err = matchColumns(source, from.pick(), t, spec)
	if err != nil {
		return r, layout, err
	}
	r.Converters, r.Carried, r.Bias, r.DropUnlabelled = made.FieldConverters(), nil, false, spec.Missing == "drop"
	if how.NoLabel || r.Label < 0 {
		r.Label = -1
		layout.Labelled, layout.Label = false, ""
	}
	for _, id := range layout.IDs {
		i, known := t.FindColumn(id)
		switch {
		case how.Folds == 0:
		case !known:
			return r, layout, t.MissingColumnError(ErrNoColumn, "id", id)
		default:
			r.Carried = append(r.Carried, i)
		}
	}
	t.NeedsAllFeatures = true
	return r, layout, nil
}

func pickFeatures(t *table.Table, spec Spec) (table.Pick, error) {
	r := table.Pick{Label: -1}
	ids, err := findIDColumns(t, spec, true)
	if err != nil {
		return r, err
	}
	for _, name := range spec.Features {
		if _, ok := t.FindColumn(name); !ok {
			return r, t.MissingColumnError(ErrNoColumn, "feature", name)
		}
	}
	r.Carried = ids
	rowNames := t.ExplainRowNames() != "" && spec.Index != "keep"
	if rowNames {
		t.Guess(": %s, so it is taken for row names, not for a feature (--index keep makes it a feature)", t.ExplainRowNames())
	}
	for i := range t.Width() {
		wanted := len(spec.Features) == 0 || t.IsNamed(spec.Features, i)
		if wanted && !t.IsNamed(spec.Drop, i) && !slices.Contains(ids, i) && !(i == 0 && rowNames) {
			r.Features = append(r.Features, i)
		}
	}
	if len(r.Features) == 0 {
		return r, t.Fault(ErrNoColumn, "has no column for features, because all are left out")
	}
	return r, checkDroppedColumns(spec.Drop, []*table.Table{t})
}
