package datasets

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"larui/datasets/table"
	"larui/datasets/wording"
)

func matchColumns(source *table.Table, sourcePick table.Pick, t *table.Table, spec Spec) (table.Pick, error) {
	r := table.Pick{Label: -1, Bias: sourcePick.Bias, Converters: sourcePick.Converters}
	var err error
	r.Carried, err = findIDColumns(t, spec, true)
	switch {
	case err != nil:
	case canMatchByName(source, t):
		err = matchByName(source, sourcePick, t, spec, &r)
	default:
		err = matchByOrder(source, sourcePick, t, spec, &r)
	}
	return r, err
}

func canMatchByName(source, t *table.Table) bool {
	return source.Labels == nil && t.Labels == nil && source.Columns != nil && t.Columns != nil
}

// matchByName sets the label and the features of r. t may lack the label column.
func matchByName(source *table.Table, sourcePick table.Pick, t *table.Table, spec Spec, r *table.Pick) error {
	positions := map[string]int{}
	for i, key := range numberRepeatedNames(t.Columns) {
		positions[key] = i
	}
	used := make([]bool, t.Cols)
	keys := numberRepeatedNames(source.Columns)
	if sourcePick.Label >= 0 {
		if i, ok := positions[keys[sourcePick.Label]]; ok {
			r.Label, used[i] = i, true
		}
	}
	for _, f := range sourcePick.Features {
		i, ok := positions[keys[f]]
		if !ok {
			return t.HeaderFault(-1, ErrWidth, "column %s of %s is missing%s",
				source.QuotedName(f), filepath.Base(source.Path), missingFeatureHint(source, sourcePick, t, f))
		}
		r.Features = append(r.Features, i)
	}
	for _, i := range r.Carried {
		used[i] = true
	}
	if len(spec.Features) > 0 {
		return nil
	}
	if why := t.ExplainRowNames(); why != "" && spec.Index != "keep" && !used[0] {
		used[0] = true
		t.Guess(": %s, so it is taken for row names, not for a feature", why)
	}
	// Columns that were left out of the source are left out of t too. Any other column that t has
	// and the source lacks is an error.
	for _, key := range keys {
		if i, ok := positions[key]; ok {
			used[i] = true
		}
	}
	for i := range t.FindColumns(spec.Drop) {
		used[i] = true
	}
	if extra := slices.Index(used, false); extra >= 0 {
		return t.HeaderFault(extra, ErrWidth, "column %s is not in %s, which has %[4]d columns, not %[3]d: leave it out with --drop %[5]s",
			t.QuotedName(extra), filepath.Base(source.Path), t.Cols, source.Cols, t.ColumnArgument(extra))
	}
	return nil
}

// matchByOrder sets the label and the features of r. t may have all columns of the source, all but the
// label, or only the features.
func matchByOrder(source *table.Table, sourcePick table.Pick, t *table.Table, spec Spec, r *table.Pick) (err error) {
	switch {
	case t.Labels != nil:
		r.Label = t.Cols
	case source.Labels == nil && t.Width() == source.Width():
		r.Label = sourcePick.Label
	case source.Labels != nil && t.Width() == source.Width() && !t.FeaturesOnly && t.MissingLabelText == "":
		if _, ok := t.FindColumn(spec.Label); !ok {
			spec.Label = "" // spec.Label names a column of the source
		}
		r.Label, _, err = chooseLabelColumn(t, spec)
		if err != nil {
			return err
		}
	}
	var columns []int // of t, without the label
	for i := range t.Width() {
		if i != r.Label {
			columns = append(columns, i)
		}
	}
	switch {
	case len(columns) == source.Width()-1:
		for _, f := range sourcePick.Features {
			if f > sourcePick.Label {
				f--
			}
			r.Features = append(r.Features, columns[f])
		}
	case len(columns) == len(sourcePick.Features):
		r.Features = columns
	case source.Labels != nil || t.Labels != nil:
		return t.In.Fault(ErrWidth, "has %s, but %s has %d",
			wording.Plural(len(columns), "feature"), filepath.Base(source.Path), source.Width()-1)
	default:
		return t.In.Fault(ErrWidth, "has %d columns, but %s has %d (%d of them features)",
			t.Cols, filepath.Base(source.Path), source.Cols, len(sourcePick.Features))
	}
	return nil
}

// missingFeatureHint returns the end of the error that t lacks feature f of the source: the numbers of
// features, and a similar name in t or a way to leave the feature out.
func missingFeatureHint(source *table.Table, sourcePick table.Pick, t *table.Table, f int) string {
	features, positions := len(t.Columns), map[string]int{}
	for i, name := range slices.Backward(source.Columns) {
		positions[name] = i
	}
	isFeature := map[int]bool{}
	for _, i := range sourcePick.Features {
		isFeature[i] = true
	}
	var unknown []string
	for _, name := range t.Columns {
		switch i, known := positions[name]; {
		case !known:
			unknown = append(unknown, name)
		case !isFeature[i]:
			features--
		}
	}
	text := fmt.Sprintf(" (%s here, %d in the source)", wording.Plural(features, "feature"), len(sourcePick.Features))
	if near, ok := wording.FindNearest(source.Columns[f], unknown); ok {
		return text + fmt.Sprintf(": did you mean %s?", wording.Excerpt(near))
	}
	return text + ": leave it out with --drop " + source.ColumnArgument(f)
}

func numberRepeatedNames(names []string) []string {
	seen := map[string]int{}
	keys := make([]string, len(names))
	for i, name := range names {
		keys[i] = name + "\x00" + strconv.Itoa(seen[name])
		seen[name]++
	}
	return keys
}
