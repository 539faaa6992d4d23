package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"larui/datasets/wording"
)

// Width returns the number of columns, plus 1 if Labels is not nil.
func (t *Table) Width() int {
	if t.Labels != nil {
		return t.Cols + 1
	}
	return t.Cols
}

// FindColumn returns the index of the column that ref names: by its name, by its name ignoring case, or by
// its position from 1, or from −1 backwards.
func (t *Table) FindColumn(ref string) (int, bool) {
	ref = strings.TrimSpace(ref)
	if n := len(t.Columns); n > 0 && (len(t.names.of) != n || &t.names.of[0] != &t.Columns[0]) {
		t.names = newNameIndex(t.Columns)
	}
	if i, ok := t.names.exact[ref]; ok {
		return i, true
	}
	if i, ok := t.names.folded[strings.ToLower(ref)]; ok {
		return i, true
	}
	position, err := strconv.Atoi(ref)
	if position < 0 {
		position += t.Width() + 1
	}
	if err != nil || position < 1 || position > t.Width() {
		return 0, false
	}
	return position - 1, true
}

// A nameIndex finds the first column of each name, exactly or ignoring case.
type nameIndex struct {
	of            []string
	exact, folded map[string]int
}

func newNameIndex(names []string) nameIndex {
	x := nameIndex{names, map[string]int{}, map[string]int{}}
	for i, name := range slices.Backward(names) {
		x.exact[name], x.folded[strings.ToLower(name)] = i, i
	}
	return x
}

// FindColumns returns the columns that refs name.
func (t *Table) FindColumns(refs []string) map[int]bool {
	meant := map[int]bool{}
	for _, ref := range refs {
		if i, ok := t.FindColumn(ref); ok {
			meant[i] = true
		}
	}
	return meant
}

// IsNamed reports whether one of refs names column i.
func (t *Table) IsNamed(refs []string, i int) bool {
	return slices.ContainsFunc(refs, func(ref string) bool {
		at, ok := t.FindColumn(ref)
		return ok && at == i
	})
}

// MissingColumnError returns an error that wraps kind: no column has the name ref. The error suggests a
// similar name or lists the columns. The argument what describes the column, for example "label column".
func (t *Table) MissingColumnError(kind error, what, ref string) error {
	if t.Columns == nil {
		return t.In.Fault(kind, "no %s %s: the file has no header, its columns are 1 to %d", what, wording.Excerpt(ref), t.Width())
	}
	if near, ok := wording.FindNearest(ref, t.Columns); ok {
		return t.HeaderFault(-1, kind, "no %s %s: did you mean %s?", what, wording.Excerpt(ref), wording.Excerpt(near))
	}
	var names []string
	for i := range t.Columns {
		names = append(names, t.QuotedName(i))
	}
	const most = 6
	if n := len(names); n > most {
		names = append(names[:most-1], "…", names[n-1]) // the last one is often the label
	}
	return t.HeaderFault(-1, kind, "no %s %s: there are %s", what, wording.Excerpt(ref), strings.Join(names, ", "))
}

// QuotedName returns the quoted name of column i for messages, or its position from 1 if it has no
// name.
func (t *Table) QuotedName(i int) string {
	if t.hasName(i) {
		return wording.Excerpt(t.Columns[i])
	}
	return t.PositionText(i)
}

// PlainName returns the name of column i, or its position from 1 if it has no name.
func (t *Table) PlainName(i int) string {
	if t.hasName(i) {
		return t.Columns[i]
	}
	return t.PositionText(i)
}

func (t *Table) hasName(i int) bool { return t.Columns != nil && t.Columns[i] != "" }

// PositionText returns the position of column i, from 1, as options use it.
func (t *Table) PositionText(i int) string { return strconv.Itoa(i + 1) }

// ColumnArgument returns the name of column i for the command line. It returns the position if a shell
// or a comma-separated list would change the name.
func (t *Table) ColumnArgument(i int) string {
	name := t.PlainName(i)
	if wording.OneLine(name) != name || strings.ContainsAny(name, " \t,;'\"$&|<>()*?!\\`#~") {
		return t.PositionText(i)
	}
	return name
}

// IsNameless reports whether column i of a table with a header has no name, or the name that pandas
// gives to such a column.
func (t *Table) IsNameless(i int) bool {
	return i < len(t.Columns) && (t.Columns[i] == "" || strings.HasPrefix(t.Columns[i], fmt.Sprintf("Unnamed: %d", i)))
}

// HeaderFault returns a *FormatError at the name of column i, or at the header if i is −1.
func (t *Table) HeaderFault(i int, kind error, format string, args ...any) error {
	return t.In.FaultAt(t.Header, i+1, NewFault(kind, format, args...))
}

// FeatureFault returns a *FormatError about a field of a feature column. It names the column, and the
// option that leaves the column out.
func (t *Table) FeatureFault(line, column int, err error) error {
	hint, drop := "column "+t.ColumnArgument(column), "leave it out with --drop "+t.ColumnArgument(column)
	switch {
	case t.NeedsAllFeatures:
	case t.Columns == nil:
		hint = drop
	default:
		hint += "; " + drop
	}
	return t.In.FaultAt(line, column+1, NewFault(err, "%s (%s)", err, hint))
}
