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
func (c Column) IsNumber() bool { return c.kind.numbers != nil }

// IsList reports whether the values are lists.
func (c Column) IsList() bool { return c.repeated > 0 }

// A leaf is a column in the schema.
type leaf struct {
	// Name is the name of the column.
	Name string
	kind kind
	// defined is the level of a value that is not null, and repeated the level of a value that
	// continues a list (Melnik et al. 2010, Dremel).
	defined, repeated int
	physical          format.Type
	// HasInstants is true if the values are times in UTC, converted from any time zone.
	HasInstants bool
	// why is the reason why the column can't be read; empty if it can.
	why string
}

// leavesOf returns the leaves of a schema, a tree in depth-first order.
func leavesOf(schema []format.SchemaElement) ([]leaf, error) {
	if len(schema) == 0 {
		return nil, errors.New("the schema is empty")
	}
	w := &schemaWalk{rest: schema[1:]}
	for range schema[0].NumChildren.V {
		if err := w.field(); err != nil {
			return nil, err
		}
	}
	if len(w.rest) > 0 {
		return nil, errors.New("the schema has more columns than it says")
	}
	return w.leaves, nil
}

// A schemaWalk collects the leaves of a schema.
type schemaWalk struct {
	rest   []format.SchemaElement
	leaves []leaf
}

// next removes the next element from rest.
func (w *schemaWalk) next() (e format.SchemaElement, err error) {
	if len(w.rest) == 0 {
		return e, errors.New("the schema has fewer columns than it says")
	}
	e, w.rest = w.rest[0], w.rest[1:]
	return e, nil
}

// field reads a column and collects its leaves.
func (w *schemaWalk) field() error {
	e, err := w.next()
	if err != nil {
		return err
	}
	l := leaf{Name: e.Name}
	l.addLevels(e)
	// A list is a group with one repeated child, which is the value or a group with one child.
	// Other groups are nested columns.
	const deepest = 2
	for range deepest {
		if e.NumChildren.V != 1 {
			break
		}
		e, err = w.next()
		if err != nil {
			return err
		}
		l.addLevels(e)
	}
	switch {
	case e.NumChildren.V > 0, l.repeated > 1:
		return w.nested(l.Name, int(e.NumChildren.V))
	case !e.Type.Valid:
		return errors.New("a column has no type")
	}
	l.physical = e.Type.V
	l.kind, l.why = kindOf(e)
	if is, ok := logicalType(e).(*format.TimestampType); ok {
		l.HasInstants = is.IsAdjustedToUTC
	}
	switch {
	case l.repeated == 0 && e.Name != l.Name:
		l.why = "is nested (a struct)"
	case l.repeated > 0 && l.why == "" && l.kind.numbers == nil:
		l.why = "has lists of texts"
	}
	w.leaves = append(w.leaves, l)
	return nil
}

// addLevels adds the levels of e.
func (l *leaf) addLevels(e format.SchemaElement) {
	switch e.RepetitionType.V {
	case format.Optional:
		l.defined++
	case format.Repeated:
		l.defined++
		l.repeated++
	}
}

// nested collects the leaves of a column that can't be read, below an element with the given number
// of children.
func (w *schemaWalk) nested(name string, children int) error {
	if children == 0 {
		w.leaves = append(w.leaves, leaf{Name: name, why: "is nested (lists of lists)"})
	}
	for ; children > 0; children-- {
		e, err := w.next()
		if err != nil {
			return err
		}
		children += int(max(e.NumChildren.V, 0))
		if e.NumChildren.V <= 0 {
			w.leaves = append(w.leaves, leaf{Name: name, why: "is nested (a struct or map)"})
		}
	}
	return nil
}
