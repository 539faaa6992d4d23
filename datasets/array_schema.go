package datasets

import (
	"fmt"
	"path/filepath"
	"slices"
)

// settleWidths gives the files of a pair whose width is not their own the one
// that they share: LIBSVM text is as wide as the widest of them, or as an array
// beside it, its missing features being 0, and numbers its features from 0 where
// any of them does; an array that may be turned is, if only so it fits the source.
func settleWidths(tables []*table) error {
	first, width := 1, 1
	for _, t := range tables {
		if t.array != nil && t.array.svm != nil && t.array.svm.zero {
			first = 0
		}
	}
	for i, t := range tables {
		switch {
		case t.array != nil && t.array.svm != nil:
			width = max(width, t.array.svm.width-first)
		case t.labelsApart(), i == 0:
			width = max(width, t.width-1)
		}
	}
	for i, t := range tables {
		a := t.array
		switch {
		case a == nil:
		case a.svm != nil:
			own := max(a.svm.width-first, 1)
			a.svm.first, a.cols = first, width
			if first == 0 {
				a.notes = append(a.notes, filepath.Base(t.path)+": features are numbered from 0")
			}
			if width > own {
				a.notes = append(a.notes, fmt.Sprintf("%s names features up to %d and is padded with zeros to %d", filepath.Base(t.path), own-1+first, width-1+first))
			}
			t.setWidth()
			if err := a.checkColumns(); err != nil {
				return err
			}
		case i > 0 && a.turnable && tables[0].labelsApart() && a.cols != tables[0].width-1 && a.rows == tables[0].width-1:
			a.transpose()
			a.notes = append(a.notes, filepath.Base(t.path)+" is transposed, to have a column for each feature of the source")
			t.setWidth()
		}
	}
	return nil
}

// labelsApartSchema is matchSchema where the labels of either table stand apart:
// columns are told by their order, and those of t may be all that the source
// has, with or without a label, or the features alone.
func labelsApartSchema(source *table, from schema, t *table, spec Spec) (schema, error) {
	s := schema{label: -1}
	columns := t.width
	switch {
	case t.labelsApart():
		columns--
		s.label = columns
	case t.width == source.width && !(t.array != nil && (t.array.featuresOnly || t.array.lacking != "")):
		label := spec.Label
		if _, ok := t.column(label); !ok {
			label = "" // it is about the source
		}
		var err error
		if s.label, err = labelColumn(t, label); err != nil {
			return s, err
		}
		columns--
	}
	position := func(f int) int {
		if s.label >= 0 && f >= s.label {
			f++
		}
		return f
	}
	switch columns {
	case source.width - 1:
		for _, f := range from.features {
			if f > from.label {
				f--
			}
			s.features = append(s.features, position(f))
		}
	case len(from.features):
		for i := range from.features {
			s.features = append(s.features, position(i))
		}
	default:
		return s, t.faultAt(0, 0, newFault(ErrWidth, "has %s, but %s has %d", plural(columns, "feature"), filepath.Base(source.path), source.width-1))
	}
	return s, nil
}

// labelText says where the labels of a source are.
func (t *table) labelText(s schema) string {
	if t.labelsApart() {
		return "the labels are " + t.array.labels.about
	}
	return "the label is column " + t.columnName(s.label)
}

// form says what has been told about a file by its content.
func (t *table) form() string {
	switch {
	case t.array != nil:
		return t.array.format
	case t.names != nil:
		return "with header"
	}
	return "no header"
}

// pictureShape is the shape of the pictures that the features of all tables
// form; zero where they form none.
func pictureShape(tables []*table, schemas []schema) Shape {
	var shape Shape
	for i, t := range tables {
		if t.array == nil || i > 0 && t.array.shape != shape || len(schemas[i].features) != t.array.cols {
			return Shape{}
		}
		shape = t.array.shape
		if !slices.IsSorted(schemas[i].features) {
			return Shape{}
		}
	}
	return shape
}

// noteArrays tells what was done to the arrays.
func (p *Pair) noteArrays(tables []*table) {
	for _, t := range tables {
		if t.array != nil {
			for _, note := range t.array.notes {
				p.note("%s", note)
			}
		}
	}
}
