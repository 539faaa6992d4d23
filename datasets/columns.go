package datasets

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"larui/datasets/phrase"
)

// The roles of a table say what its columns mean.
type roles struct {
	// features are the positions of the feature columns, in the order of the
	// pair's features.
	features []int
	// label is the position of the label column, −1 where there is none.
	label int
	// bias appends a column of ones.
	bias bool
	// drop leaves out rows without a label, and comma tells that decimals have one.
	drop, comma bool
}

// width is the number of columns of X.
func (r roles) width() int {
	if r.bias {
		return len(r.features) + 1
	}
	return len(r.features)
}

// isHeader tells whether the first row of a table names the columns. It does if
// it holds the label column that was asked for, or no number at all, or a name
// above a number; but a number that cannot be a name makes it a row of data, a
// faulty one perhaps.
func isHeader(rows []textRow, label string) bool {
	var numbers, below []string
	if len(rows) > 1 {
		below = rows[1].fields
	}
	names, aboveNumber := 0, false
	for i, field := range rows[0].fields {
		field = strings.TrimSpace(field)
		switch {
		case isMissing(field):
		case isNumeric(field):
			numbers = append(numbers, field)
		case field == label:
			return true
		default:
			names++
			aboveNumber = aboveNumber || i < len(below) && isNumeric(strings.TrimSpace(below[i]))
		}
	}
	first := rows[0].fields[0]
	switch {
	case len(numbers) == 0:
		return names > 0
	case names > 0:
		return aboveNumber && countUp(numbers)
	}
	// Numbers alone: 0, 1, 2, … above others, where a row of data hardly says so.
	certain := strings.TrimSpace(first) == "" && len(numbers) == len(rows[0].fields)-1
	return len(rows) > 2 && countUp(numbers) && numbers[0] == "0" && len(below) == len(rows[0].fields) &&
		(certain || len(numbers) == len(below) && !follows(below) && (len(numbers) > 2 || strings.ContainsAny(below[0], ".eE")))
}

// follows tells whether numbers are whole and each is one more than that before it.
func follows(numbers []string) bool {
	start, err := strconv.Atoi(numbers[0])
	for i, number := range numbers {
		if err != nil || number != strconv.Itoa(start+i) {
			return false
		}
	}
	return true
}

// countUp tells whether numbers are 0, 1, 2, … or 1, 2, 3, …, as the columns of
// an array without names are called: two of them at least, for a lone 0 or 1
// is a label as a rule.
func countUp(numbers []string) bool {
	return len(numbers) > 1 && (numbers[0] == "0" || numbers[0] == "1") && follows(numbers)
}

// sourceRoles picks the label and the features of the source. Columns in
// spec.Drop that it does not have are left to the other tables.
func sourceRoles(t *table, spec Spec) (roles, error) {
	r := roles{bias: spec.Bias, comma: spec.Decimal == ","}
	var err error
	if r.label, err = labelColumn(t, spec.Label); err != nil {
		return r, err
	}
	dropped := make([]bool, t.width())
	dropped[r.label] = true
	for _, name := range spec.Drop {
		if i, ok := t.column(name); ok {
			dropped[i] = true
		}
	}
	for _, name := range spec.Features {
		i, ok := t.column(name)
		switch {
		case !ok:
			return r, t.noColumn(ErrNoColumn, "feature", name)
		case i == r.label:
			return r, t.in.faultAt(t.header, i+1, newFault(ErrSpec, "column %s is the label, it cannot be a feature too", t.columnName(i)))
		case slices.Contains(r.features, i):
			return r, t.in.faultAt(t.header, i+1, newFault(ErrSpec, "column %s is named twice as a feature", t.columnName(i)))
		}
		r.features = append(r.features, i)
	}
	if why := t.rowNames(); why != "" && r.label != 0 && !dropped[0] && len(spec.Features) == 0 && t.width() > 2 && spec.Index != "keep" {
		dropped[0] = true
		t.guess("%s: %s, so it is left out as the names of rows (--index keep makes it a feature)", filepath.Base(t.path), why)
		for i := 1; t.nameless(i) && t.nameless(i-1) && i != r.label; i++ {
			dropped[i] = true // the other levels of pandas' MultiIndex
		}
	}
	if i := t.namesake(r.label, dropped); i >= 0 && (len(spec.Features) == 0 || slices.Contains(r.features, i)) {
		return r, t.in.faultAt(t.header, i+1, newFault(ErrSpec, "column %d has the name of the label, %s: leave it out with --drop %d, or choose it with --label %d",
			i+1, t.columnName(r.label), i+1, i+1))
	}
	for i := 0; len(spec.Features) == 0 && i < t.width(); i++ {
		r.features = append(r.features, i)
	}
	r.features = slices.DeleteFunc(r.features, func(i int) bool { return dropped[i] })
	switch {
	case len(r.features) > 0:
		return r, nil
	case t.width() > 1:
		return r, t.in.fault(ErrNoColumn, "no column is left for the features: %s is the label", t.columnName(r.label))
	case t.text == nil:
		return r, t.fault(ErrNoColumn, "has a single column, the label: features are missing")
	}
	return r, t.in.fault(ErrNoColumn, "has a single column, the label: fields have to be separated by comma, tab, semicolon or blanks")
}

// nameless tells that a column of a table with a header has no name, or the one that
// pandas gives such a column.
func (t *table) nameless(i int) bool {
	return i < len(t.columns) && (t.columns[i] == "" || strings.HasPrefix(t.columns[i], fmt.Sprintf("Unnamed: %d", i)))
}

// rowNames says why the first column of a text is taken for names of its rows; empty where
// it is not.
func (t *table) rowNames() string {
	switch {
	case t.text == nil:
	case t.nameless(0):
		return "the first column has no name"
	case t.columns == nil && len(t.text.ahead) >= 5: // fewer say little
		var first []string
		for _, row := range t.text.ahead {
			first = append(first, strings.TrimSpace(row.fields[0]))
		}
		if countUp(first) {
			return "the first column counts its rows"
		}
	}
	return ""
}

// namesake returns the column, if it is not dropped, that has the name of the label, −1 where
// there is none.
func (t *table) namesake(label int, dropped []bool) int {
	for i, name := range t.columns {
		if i != label && name != "" && name == t.columns[label] && !dropped[i] {
			return i
		}
	}
	return -1
}

// labelColumn finds the column that name means; by default the one with the
// likeliest name, else the last.
func labelColumn(t *table, name string) (int, error) {
	switch {
	case t.apart != nil:
		return t.cols, nil
	case name == "" && t.lacking != "":
		return 0, t.in.fault(ErrNoLabel, "%s", t.lacking)
	case name != "":
		i, ok := t.column(name)
		if !ok {
			return 0, t.noColumn(ErrNoLabel, "label", name)
		}
		return i, nil
	}
	for _, usual := range []string{"label", "y", "target", "class"} {
		if i := slices.IndexFunc(t.columns, func(name string) bool { return strings.EqualFold(name, usual) }); i >= 0 {
			return i, nil
		}
	}
	return t.cols - 1, nil
}

// matchByName finds the columns of t that have the names of those of the source. The
// label may be absent.
func matchByName(source *table, from roles, t *table, spec Spec) (roles, error) {
	r := roles{label: -1, bias: from.bias, comma: from.comma}
	positions := map[string]int{}
	for i, key := range uniqueNames(t.columns) {
		positions[key] = i
	}
	used := make([]bool, t.cols)
	keys := uniqueNames(source.columns)
	if from.label >= 0 {
		if i, ok := positions[keys[from.label]]; ok {
			r.label, used[i] = i, true
		}
	}
	for _, f := range from.features {
		i, ok := positions[keys[f]]
		if !ok {
			return r, t.in.faultAt(t.header, 0, newFault(ErrWidth, "column %s of %s is missing%s",
				source.columnName(f), filepath.Base(source.path), t.instead(source, from, f)))
		}
		r.features = append(r.features, i)
	}
	if len(spec.Features) > 0 {
		return r, nil
	}
	if why := t.rowNames(); why != "" && spec.Index != "keep" && !used[0] {
		used[0] = true
		t.guess("%s: %s, so it is left out as the names of rows", filepath.Base(t.path), why)
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
		return r, t.in.faultAt(t.header, extra+1, newFault(ErrWidth, "column %s is not in %s (%d columns here, %d there): leave it out with --drop %s",
			t.columnName(extra), filepath.Base(source.path), t.cols, source.cols, t.columnFlag(extra)))
	}
	return r, nil
}

// matchByOrder takes the columns of t to be those of the source in the same order,
// with or without the label, or the features alone.
func matchByOrder(source *table, from roles, t *table, spec Spec) (roles, error) {
	r := roles{label: -1, bias: from.bias, comma: from.comma}
	switch {
	case t.apart != nil:
		r.label = t.cols
	case source.apart == nil && t.width() == source.width():
		r.label = from.label
	case source.apart != nil && t.width() == source.width() && !t.featuresOnly && t.lacking == "":
		label := spec.Label
		if _, ok := t.column(label); !ok {
			label = "" // it is about the source
		}
		var err error
		if r.label, err = labelColumn(t, label); err != nil {
			return r, err
		}
	}
	var columns []int // but for the label
	for i := range t.width() {
		if i != r.label {
			columns = append(columns, i)
		}
	}
	switch {
	case len(columns) == source.width()-1:
		for _, f := range from.features {
			if f > from.label {
				f--
			}
			r.features = append(r.features, columns[f])
		}
	case len(columns) == len(from.features):
		r.features = columns
	case source.apart != nil || t.apart != nil:
		return r, t.in.fault(ErrWidth, "has %s, but %s has %d",
			phrase.Plural(len(columns), "feature"), filepath.Base(source.path), source.width()-1)
	default:
		return r, t.in.fault(ErrWidth, "has %d columns, but %s has %d (%d of them features)",
			t.cols, filepath.Base(source.path), source.cols, len(from.features))
	}
	return r, nil
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

// width is the number of columns, of which labels apart are one, the last.
func (t *table) width() int {
	if t.apart != nil {
		return t.cols + 1
	}
	return t.cols
}

// column returns the position of the column that ref means: its name, its name
// but for case, or its 1-based position, counted from the end if negative.
func (t *table) column(ref string) (int, bool) {
	ref = strings.TrimSpace(ref)
	if i := slices.Index(t.columns, ref); i >= 0 {
		return i, true
	}
	fold := func(name string) bool { return strings.EqualFold(name, ref) }
	if i := slices.IndexFunc(t.columns, fold); i >= 0 {
		return i, true
	}
	position, err := strconv.Atoi(ref)
	switch width := t.width(); {
	case err != nil:
		return 0, false
	case 1 <= position && position <= width:
		return position - 1, true
	case -width <= position && position <= -1:
		return width + position, true
	}
	return 0, false
}

// noColumn says that ref means no column, and which there are.
func (t *table) noColumn(kind error, what, ref string) error {
	if t.columns == nil {
		return t.in.fault(kind, "no %s %s: the file has no header, its columns are 1 to %d", what, phrase.Excerpt(ref), t.width())
	}
	if near, ok := phrase.Nearest(ref, t.columns); ok {
		return t.in.faultAt(t.header, 0, newFault(kind, "no %s %s: did you mean %s?", what, phrase.Excerpt(ref), phrase.Excerpt(near)))
	}
	var names []string
	for i := range t.columns {
		names = append(names, t.columnName(i))
	}
	const most = 6
	if n := len(names); n > most {
		names = append(names[:most-1], "…", names[n-1]) // the last is often the label
	}
	return t.in.faultAt(t.header, 0, newFault(kind, "no %s %s: there are %s", what, phrase.Excerpt(ref), strings.Join(names, ", ")))
}

// columnName names column i for people: "cnt", or its 1-based position.
func (t *table) columnName(i int) string {
	if t.columns == nil || t.columns[i] == "" {
		return strconv.Itoa(i + 1)
	}
	return phrase.Excerpt(t.columns[i])
}

// columnFlag names column i for the command line.
func (t *table) columnFlag(i int) string {
	// By its position where a shell or the comma of a list would read the name
	// otherwise.
	if t.columns == nil || t.columns[i] == "" || phrase.OneLine(t.columns[i]) != t.columns[i] ||
		strings.ContainsAny(t.columns[i], " \t,;'\"$&|<>()*?!\\`#~") {
		return strconv.Itoa(i + 1)
	}
	return t.columns[i]
}

// featureFault returns a *FormatError about a number of a feature column, and what can
// be done about it.
func (t *table) featureFault(line, column int, err error) error {
	hint, drop := "column "+t.columnFlag(column), "leave it out with --drop "+t.columnFlag(column)
	switch {
	case t.needed:
	case t.columns == nil:
		hint = drop
	default:
		hint += "; " + drop
	}
	return t.in.faultAt(line, column+1, &fault{text: err.Error() + " (" + hint + ")", kinds: []error{err}})
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

// instead says what t has instead of feature f of the source: how many features, and the
// name that f may have here.
func (t *table) instead(source *table, from roles, f int) string {
	features := len(t.columns)
	var strange []string
	for _, name := range t.columns {
		switch i := slices.Index(source.columns, name); {
		case i < 0:
			strange = append(strange, name)
		case !slices.Contains(from.features, i):
			features--
		}
	}
	text := fmt.Sprintf(" (%s here, %d there)", phrase.Plural(features, "feature"), len(from.features))
	if near, ok := phrase.Nearest(source.columns[f], strange); ok {
		text += fmt.Sprintf(": did you mean %s?", phrase.Excerpt(near))
	}
	return text
}
