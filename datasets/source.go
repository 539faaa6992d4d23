package datasets

import (
	"slices"
	"strings"

	"larui/datasets/recipe"
	"larui/datasets/table"
)

// pickSource picks the label and the features of the source. It ignores columns in spec.Drop that
// the source lacks: they may belong to the other tables.
func pickSource(t *table.Table, spec Spec) (table.Pick, error) {
	r := table.Pick{Bias: spec.Bias}
	var err error
	r.Label, _, err = labelColumn(t, spec)
	if err != nil {
		return r, err
	}
	dropped := make([]bool, t.Width())
	dropped[r.Label] = true
	for i := range t.ColumnsNamed(spec.Drop) {
		dropped[i] = true
	}
	r.Carry, err = idColumns(t, spec, false)
	if err != nil {
		return r, err
	}
	for _, i := range r.Carry {
		if i == r.Label {
			return r, t.HeaderFault(i, ErrSpec, "column %s is the label, it cannot be an id too", t.ColumnName(i))
		}
		dropped[i] = true
	}
	for _, name := range spec.Features {
		i, ok := t.Column(name)
		switch {
		case !ok:
			return r, t.NoColumn(ErrNoColumn, "feature", name)
		case i == r.Label:
			return r, t.HeaderFault(i, ErrSpec, "column %s is the label, it cannot be a feature too", t.ColumnName(i))
		case slices.Contains(r.Features, i):
			return r, t.HeaderFault(i, ErrSpec, "column %s is named twice as a feature", t.ColumnName(i))
		}
		r.Features = append(r.Features, i)
	}
	if why := t.RowNames(); why != "" && r.Label != 0 && !dropped[0] && len(spec.Features) == 0 && t.Width() > 2 && spec.Index != "keep" {
		dropped[0] = true
		t.Guess(": %s, so it is left out as the names of rows (--index keep makes it a feature)", why)
		for i := 1; t.IsNameless(i) && t.IsNameless(i-1) && i != r.Label; i++ {
			dropped[i] = true // the other levels of pandas' MultiIndex
		}
	}
	for i, name := range t.Columns {
		if dropped[i] || len(spec.Features) > 0 || spec.Index == "keep" || !t.CountsRows(i) && !t.NumbersRows(i) {
			continue
		}
		if look := recipe.NewProfile(name, nil, ""); !look.HasIDName() {
			t.Guess(": column %s numbers its rows, and is a feature (--drop leaves it out, --index keep says that it is one)", t.ColumnName(i))
		} else {
			dropped[i] = true
			t.Guess(": column %s counts its rows, so it is left out (--index keep makes it a feature, --id puts it before predictions)", t.ColumnName(i))
		}
	}
	if i := namesake(t, r.Label, dropped); i >= 0 && (len(spec.Features) == 0 || slices.Contains(r.Features, i)) {
		return r, t.HeaderFault(i, ErrSpec, "column %d has the name of the label, %s: leave it out with --drop %d, or choose it with --label %d",
			i+1, t.ColumnName(r.Label), i+1, i+1)
	}
	for i := 0; len(spec.Features) == 0 && i < t.Width(); i++ {
		r.Features = append(r.Features, i)
	}
	r.Features = slices.DeleteFunc(r.Features, func(i int) bool { return dropped[i] })
	for _, i := range r.Features {
		if code := t.Code(i); code != "" && !t.IsNamed(spec.Encode, i) {
			t.Guess(": column %s has zeros before its numbers (%s), which are taken as numbers (--encode or --drop where they are codes)", t.ColumnName(i), code)
		}
	}
	switch {
	case len(r.Features) > 0:
		return r, nil
	case t.Width() > 1:
		return r, t.In.Fault(ErrNoColumn, "no column is left for the features: %s is the label", t.ColumnName(r.Label))
	case !t.IsText():
		return r, t.Fault(ErrNoColumn, "has a single column, the label: features are missing")
	}
	return r, t.In.Fault(ErrNoColumn, "has a single column, the label: fields have to be separated by comma, tab, semicolon or blanks")
}

// idColumns finds the id columns of t, which are copied to the predictions and are not features. A
// missing id column is an error if needed is true or t has no names.
func idColumns(t *table.Table, spec Spec, needed bool) (columns []int, err error) {
	for _, name := range spec.ID {
		i, ok := t.Column(name)
		switch {
		case ok && i < t.Cols:
			columns = append(columns, i)
		case needed || t.Columns == nil:
			return nil, t.NoColumn(ErrNoColumn, "id", name)
		}
	}
	return columns, nil
}

// namesake returns the first column that is not dropped and has the same name as the label column,
// or −1.
func namesake(t *table.Table, label int, dropped []bool) int {
	for i, name := range t.Columns {
		if i != label && name != "" && name == t.Columns[label] && !dropped[i] {
			return i
		}
	}
	return -1
}

// labelColumn returns the label column: the one that spec names, else the first usual label name,
// else the last column, or the first one if it has words and the last one has decimals. guessed is
// the reason when only the position of the column decides.
func labelColumn(t *table.Table, spec Spec) (at int, guessed string, err error) {
	switch name := spec.Label; {
	case t.Labels != nil:
		return t.Cols, "", nil
	case name == "" && t.Lacking != "":
		return 0, "", t.In.Fault(ErrNoLabel, "%s", t.Lacking)
	case name == "" && t.Sums != nil:
		return t.Sums.Width(), "", nil
	case name != "":
		i, ok := t.Column(name)
		if !ok {
			return 0, "", t.NoColumn(ErrNoLabel, "label", name)
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
		return 0, "the first, as that has a few words and the last one decimals", nil
	}
	return t.Cols - 1, "the last", nil
}
