package parquet

import (
	"errors"

	"github.com/parquet-go/parquet-go/format"
)

// A Column is a column of a file. Its values may be lists.
type Column struct {
	leaf
	// Width is the number of values in a row: the length of a list, otherwise 1.
	Width int
	at    int // index among all leaves
}

// IsNumber reports whether the values are numbers of any type. Otherwise they are texts.
func (c Column) IsNumber() bool { return c.kind.decodeNumbers != nil }

// IsList reports whether the values are lists.
func (c Column) IsList() bool { return c.repeated > 0 }

// A leaf is a column of the file. The schema of the file is a tree, and the columns are its leaves.
type leaf struct {
	// Name is the name of the column.
	Name string
	kind kind
	// defined is the definition level of a value that is not null, and repeated the repetition level of a
	// value that continues a list (Dremel: Melnik et al. 2010).
	defined, repeated int
	physical          format.Type
	// HasUTCTimes is true if the values are times in UTC, converted from any time zone.
	HasUTCTimes   bool
	whyUnreadable string
}

// listLeaves returns the leaves of a schema. The schema is a tree in depth-first order.
func listLeaves(schema []format.SchemaElement) ([]leaf, error) {
	if len(schema) == 0 {
		return nil, errors.New("the schema is empty")
	}
	w := &leafCollector{rest: schema[1:]}
	for range schema[0].NumChildren.V {
		if err := w.walk(leaf{}, 0); err != nil {
			return nil, err
		}
	}
	if len(w.rest) > 0 {
		return nil, errors.New("the schema has more columns than it says")
	}
	return w.leaves, nil
}

type leafCollector struct {
	rest   []format.SchemaElement
	leaves []leaf
}

// walk collects the leaves below the next schema element, which is depth levels below the root. l has
// the properties of the column so far.
func (w *leafCollector) walk(l leaf, depth int) error {
	const deepest, most = 2, 1 << 10
	if len(w.rest) == 0 || depth > most {
		return errors.New("the schema has fewer columns than it says")
	}
	e := w.rest[0]
	w.rest = w.rest[1:]
	if depth == 0 {
		l.Name = e.Name
	}
	l.raiseLevels(e)
	// A list is a group with one repeated child. This child is the value, or a group whose only child
	// is the value. Other groups are nested columns.
	children := e.NumChildren.V
	if children > 1 || children > 0 && depth == deepest {
		l.whyUnreadable = "is nested (a struct or map)"
	}
	for range children {
		if err := w.walk(l, depth+1); err != nil {
			return err
		}
	}
	switch {
	case children > 0:
		return nil
	case l.whyUnreadable != "":
	case l.repeated > 1:
		l.whyUnreadable = "is nested (lists of lists)"
	case !e.Type.Valid:
		return errors.New("a column has no type")
	default:
		l.readType(e)
	}
	w.leaves = append(w.leaves, l)
	return nil
}

func (l *leaf) readType(e format.SchemaElement) {
	l.physical = e.Type.V
	l.kind, l.whyUnreadable = findKind(e)
	if is, ok := findLogicalType(e).(*format.TimestampType); ok {
		l.HasUTCTimes = is.IsAdjustedToUTC
	}
	switch {
	case l.repeated == 0 && e.Name != l.Name:
		l.whyUnreadable = "is nested (a struct)"
	case l.repeated > 0 && l.whyUnreadable == "" && l.kind.decodeNumbers == nil:
		l.whyUnreadable = "has lists of texts"
	}
}

func (l *leaf) raiseLevels(e format.SchemaElement) {
	switch e.RepetitionType.V {
	case format.Optional:
		l.defined++
	case format.Repeated:
		l.defined++
		l.repeated++
	}
}
