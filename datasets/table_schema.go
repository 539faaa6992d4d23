package datasets

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A schema says which columns of a table mean what.
type schema struct {
	// features are the positions of the feature columns, in the order of the
	// pair's features.
	features []int
	// label is the position of the label column, −1 where there is none.
	label int
}

// sourceSchema picks the label and the features of the source. Columns in
// spec.Drop that it does not have are left to the other tables.
func sourceSchema(t *table, spec Spec) (schema, error) {
	s := schema{}
	var err error
	if s.label, err = labelColumn(t, spec.Label); err != nil {
		return s, err
	}
	dropped := make([]bool, t.width)
	dropped[s.label] = true
	for _, name := range spec.Drop {
		if i, ok := t.column(name); ok {
			dropped[i] = true
		}
	}
	if len(spec.Features) > 0 {
		for _, name := range spec.Features {
			i, ok := t.column(name)
			switch {
			case !ok:
				return s, t.noColumn(ErrNoColumn, "feature", name)
			case i == s.label:
				return s, t.faultAt(t.header, i+1, newFault(ErrSpec, "column %s is the label, it cannot be a feature too", t.columnName(i)))
			case slices.Contains(s.features, i):
				return s, t.faultAt(t.header, i+1, newFault(ErrSpec, "column %s is named twice as a feature", t.columnName(i)))
			}
			if !dropped[i] {
				s.features = append(s.features, i)
			}
		}
	} else {
		for i := range t.width {
			if !dropped[i] {
				s.features = append(s.features, i)
			}
		}
	}
	if len(s.features) == 0 {
		switch {
		case t.array != nil && t.width == 1:
			return s, t.array.part.fault(ErrNoColumn, "has a single column, the label: features are missing")
		case t.width == 1:
			return s, t.faultAt(0, 0, newFault(ErrNoColumn, "has a single column, the label: fields have to be separated by comma, tab, semicolon or blanks"))
		}
		return s, t.faultAt(0, 0, newFault(ErrNoColumn, "no column is left for the features: %s is the label", t.columnName(s.label)))
	}
	return s, nil
}

// labelColumn finds the column that name means; by default the one with the
// likeliest name, else the last.
func labelColumn(t *table, name string) (int, error) {
	switch {
	case t.labelsApart():
		return t.width - 1, nil
	case name == "" && t.array != nil && t.array.lacking != "":
		return 0, t.faultAt(0, 0, newFault(ErrNoLabel, "%s", t.array.lacking))
	}
	if name != "" {
		i, ok := t.column(name)
		if !ok {
			return 0, t.noColumn(ErrNoLabel, "label", name)
		}
		return i, nil
	}
	for _, usual := range []string{"label", "y", "target", "class"} {
		for i, name := range t.names {
			if strings.EqualFold(name, usual) {
				return i, nil
			}
		}
	}
	return t.width - 1, nil
}

// matchSchema finds the columns of t that correspond to those of the source: by
// name where both tables have names, else by number. The label may be absent.
func matchSchema(source *table, from schema, t *table, spec Spec) (schema, error) {
	if source.labelsApart() || t.labelsApart() {
		return labelsApartSchema(source, from, t, spec)
	}
	if source.names == nil || t.names == nil {
		return matchByCount(source, from, t)
	}
	positions := map[string]int{}
	for i, key := range uniqueNames(t.names) {
		positions[key] = i
	}
	s := schema{label: -1}
	used := make([]bool, t.width)
	keys := uniqueNames(source.names)
	if i, ok := positions[keys[from.label]]; ok {
		s.label, used[i] = i, true
	}
	for _, f := range from.features {
		i, ok := positions[keys[f]]
		if !ok {
			return s, t.faultAt(t.header, 0, newFault(ErrWidth, "column %s of %s is missing (%d columns here, %d there)",
				source.columnName(f), filepath.Base(source.path), t.width, source.width))
		}
		s.features = append(s.features, i)
		used[i] = true
	}
	if len(spec.Features) > 0 {
		return s, nil
	}
	// A column that was left out of the source is left out here too; any
	// other would be a feature that the source does not have.
	for _, key := range keys {
		if i, ok := positions[key]; ok {
			used[i] = true
		}
	}
	for _, name := range spec.Drop {
		if i, ok := t.column(name); ok {
			used[i] = true
		}
	}
	if extra := slices.Index(used, false); extra >= 0 {
		return s, t.faultAt(t.header, extra+1, newFault(ErrWidth, "column %s is not in %s (%d columns here, %d there): leave it out with --drop %s",
			t.columnName(extra), filepath.Base(source.path), t.width, source.width, t.columnFlag(extra)))
	}
	return s, nil
}

// matchByCount takes the columns of t to be those of the source in the same
// order, or the same without the label, or the features alone.
func matchByCount(source *table, from schema, t *table) (schema, error) {
	s := schema{label: -1}
	switch t.width {
	case source.width:
		return from, nil
	case source.width - 1:
		for _, f := range from.features {
			if f > from.label {
				f--
			}
			s.features = append(s.features, f)
		}
	case len(from.features):
		for i := range from.features {
			s.features = append(s.features, i)
		}
	default:
		return s, t.faultAt(0, 0, newFault(ErrWidth, "has %d columns, but %s has %d (%d of them features)",
			t.width, filepath.Base(source.path), source.width, len(from.features)))
	}
	return s, nil
}

// checkDropped makes sure that each name in spec.Drop means a column somewhere.
func checkDropped(drop []string, tables []*table) error {
	for _, name := range drop {
		known := slices.ContainsFunc(tables, func(t *table) bool {
			_, ok := t.column(name)
			return ok
		})
		if !known {
			return tables[0].noColumn(ErrNoColumn, "column to drop", name)
		}
	}
	return nil
}

// column returns the position of the column that ref means: its name, its name
// but for case, or its 1-based position, counted from the end if negative.
func (t *table) column(ref string) (int, bool) {
	ref = strings.TrimSpace(ref)
	if i := slices.Index(t.names, ref); i >= 0 {
		return i, true
	}
	fold := func(name string) bool { return strings.EqualFold(name, ref) }
	if i := slices.IndexFunc(t.names, fold); i >= 0 {
		return i, true
	}
	position, err := strconv.Atoi(ref)
	switch {
	case err != nil:
		return 0, false
	case 1 <= position && position <= t.width:
		return position - 1, true
	case -t.width <= position && position <= -1:
		return t.width + position, true
	}
	return 0, false
}

// noColumn says that ref means no column, and which there are.
func (t *table) noColumn(kind error, what, ref string) error {
	if t.names == nil {
		return t.faultAt(0, 0, newFault(kind, "no %s %s: the file has no header, its columns are 1 to %d", what, excerpt(ref), t.width))
	}
	if near, ok := nearest(ref, t.names); ok {
		return t.faultAt(t.header, 0, newFault(kind, "no %s %s: did you mean %s?", what, excerpt(ref), excerpt(near)))
	}
	const listed = 6
	names := make([]string, 0, listed+1)
	for i := range min(t.width, listed) {
		names = append(names, t.columnName(i))
	}
	if t.width > listed {
		names = append(names, "…")
	}
	return t.faultAt(t.header, 0, newFault(kind, "no %s %s: there are %s", what, excerpt(ref), strings.Join(names, ", ")))
}

// columnName names column i for people: "cnt", or its 1-based position.
func (t *table) columnName(i int) string {
	if t.names == nil || t.names[i] == "" {
		return strconv.Itoa(i + 1)
	}
	return excerpt(t.names[i])
}

// columnFlag names column i for the command line.
func (t *table) columnFlag(i int) string {
	// By its position where a shell or the comma of a list would read the name
	// otherwise.
	if t.names == nil || t.names[i] == "" || strings.ContainsAny(t.names[i], " \t,;'\"$&|<>()*?!\\`#~") {
		return strconv.Itoa(i + 1)
	}
	return t.names[i]
}

// uniqueNames tells columns of the same name apart by counting them.
func uniqueNames(names []string) []string {
	seen := map[string]int{}
	keys := make([]string, len(names))
	for i, name := range names {
		keys[i] = name + "\x00" + strconv.Itoa(seen[name])
		seen[name]++
	}
	return keys
}
