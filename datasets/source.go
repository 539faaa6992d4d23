package datasets

import (
	"slices"
	"strings"

	"larui/datasets/recipe"
	"larui/datasets/table"
)

// pickSource allows t to lack columns in spec.Drop and spec.ID, because other tables may have them.
func pickSource(t *table.Table, spec Spec) (table.Pick, error) {
	r := table.Pick{Bias: spec.Bias}
	var err error
	r.Label, _, err = chooseLabelColumn(t, spec)
	if err != nil {
		return r, err
	}
	dropped := make([]bool, t.Width())
	dropped[r.Label] = true
	for i := range t.FindColumns(spec.Drop) {
		dropped[i] = true
	}
	r.Carried, err = findIDColumns(t, spec, false)
	if err != nil {
		return r, err
	}
	for _, i := range r.Carried {
		if i == r.Label {
			return r, t.HeaderFault(i, ErrSpec, "column %s is the label, so it cannot be an id too", t.QuotedName(i))
		}
		dropped[i] = true
	}
	for _, name := range spec.Features {
		i, ok := t.FindColumn(name)
		switch {
		case !ok:
			return r, t.MissingColumnError(ErrNoColumn, "feature", name)
		case i == r.Label:
			return r, t.HeaderFault(i, ErrSpec, "column %s is the label, so it cannot be a feature too", t.QuotedName(i))
		case slices.Contains(r.Features, i):
			return r, t.HeaderFault(i, ErrSpec, "column %s is named twice as a feature", t.QuotedName(i))
		}
		r.Features = append(r.Features, i)
	}
	if why := t.ExplainRowNames(); why != "" && r.Label != 0 && !dropped[0] && len(spec.Features) == 0 && t.Width() > 2 && spec.Index != "keep" {
		dropped[0] = true
		t.Guess(": %s, so it is taken for row names, not for a feature (--index keep makes it a feature)", why)
		for i := 1; t.IsNameless(i) && t.IsNameless(i-1) && i != r.Label; i++ {
			dropped[i] = true // further levels of a pandas MultiIndex
		}
	}
	for i, name := range t.Columns {
		if dropped[i] || len(spec.Features) > 0 || spec.Index == "keep" || !t.HasRowCounter(i) && !t.HasRowNumbers(i) {
			continue
		}
		if look := recipe.NewProfile(name, nil, ""); !look.HasIDName() {
			noteRowNumbers(t, i)
		} else {
			dropped[i] = true
			t.Guess(": column %s numbers its rows, so it is left out (--index keep makes it a feature, --id copies it to predictions)", t.QuotedName(i))
		}
	}
	if i := findColumnNamedLikeLabel(t, r.Label, dropped); i >= 0 && (len(spec.Features) == 0 || slices.Contains(r.Features, i)) {
		return r, t.HeaderFault(i, ErrSpec, "column %d has the same name as the label, %s: leave it out with --drop %d, or make it the label with --label %d",
			i+1, t.QuotedName(r.Label), i+1, i+1)
	}
	for i := 0; len(spec.Features) == 0 && i < t.Width(); i++ {
		r.Features = append(r.Features, i)
	}
	r.Features = slices.DeleteFunc(r.Features, func(i int) bool { return dropped[i] })
	for _, i := range r.Features {
		if code := t.FindLeadingZeros(i); code != "" && !t.IsNamed(spec.Encode, i) {
			t.Guess(": column %s has numbers that begin with zeros (%s), which are read as numbers (use --encode or --drop if they are codes)", t.QuotedName(i), code)
		}
	}
	switch {
	case len(r.Features) > 0:
		return r, nil
	case t.Width() > 1:
		return r, t.In.Fault(ErrNoColumn, "no column is left for the features: %s is the label", t.QuotedName(r.Label))
	case !t.IsText():
		return r, t.Fault(ErrNoColumn, "has only one column, the label, and no features")
	}
	return r, t.In.Fault(ErrNoColumn, "has only one column, the label: separate fields by commas, tabs, semicolons or blanks")
}

func noteRowNumbers(t *table.Table, i int) {
	t.Guess(": column %s numbers its rows, and is a feature (--drop leaves it out, --index keep confirms that it is one)", t.QuotedName(i))
}

// findIDColumns returns the columns that spec.ID names. If t lacks such a column, findIDColumns leaves it
// out. If needed is true, or if the columns of t have no names, it returns an error instead.
func findIDColumns(t *table.Table, spec Spec, needed bool) (columns []int, err error) {
	for _, name := range spec.ID {
		i, ok := t.FindColumn(name)
		switch {
		case ok && i < t.Cols:
			columns = append(columns, i)
		case needed || t.Columns == nil:
			return nil, t.MissingColumnError(ErrNoColumn, "id", name)
		}
	}
	return columns, nil
}

func findColumnNamedLikeLabel(t *table.Table, label int, dropped []bool) int {
	for i, name := range t.Columns {
		if i != label && name != "" && name == t.Columns[label] && !dropped[i] {
			return i
		}
	}
	return -1
}

// chooseLabelColumn returns the column that spec names. Without a name in spec, it returns the column with
// a usual label name. Without such a column, it returns the first column if that has words and the last
// column has decimals, and otherwise the last column. guessed describes a column chosen by its position; it
// is empty for any other column.
func chooseLabelColumn(t *table.Table, spec Spec) (at int, guessed string, err error) {
	switch name := spec.Label; {
	case t.Labels != nil:
		return t.Cols, "", nil
	case name == "" && t.MissingLabelText != "":
		return 0, "", t.In.Fault(ErrNoLabel, "%s", t.MissingLabelText)
	case name == "" && t.Sums != nil:
		return t.Sums.Width(), "", nil
	case name != "":
		i, ok := t.FindColumn(name)
		if !ok {
			return 0, "", t.MissingColumnError(ErrNoLabel, "label", name)
		}
		return i, "", nil
	}
	for _, usual := range table.UsualLabels() {
		if i := slices.IndexFunc(t.Columns, func(name string) bool { return strings.EqualFold(name, usual) }); i >= 0 {
			return i, "", nil
		}
	}
	named := slices.Concat(spec.Encode, spec.Dates, spec.ID, spec.Drop, spec.Features)
	if t.Cols > 1 && t.HasWordsFirst() && !t.IsNamed(named, 0) {
		return 0, "the first, which has a few words while the last has decimals", nil
	}
	return t.Cols - 1, "the last", nil
}
