package table

import "path/filepath"

// Agree gives the files of a pair whose width is not their own the one
// that they share: LIBSVM text is as wide as the widest of them, or as an array
// beside it, its missing features being 0, and numbers its features from 0 where
// any of them does; an array that may be turned is, if only so it fits the source.
func Agree(tables []*Table) error {
	first, width := 1, 1
	for _, t := range tables {
		if rows, ok := t.Rows.(*svmRows); ok && rows.zero {
			first = 0
		}
	}
	for i, t := range tables {
		if rows, ok := t.Rows.(*svmRows); ok {
			width = max(width, rows.width-first)
		} else if t.Labels != nil || i == 0 {
			width = max(width, t.Width()-1)
		}
	}
	source := tables[0]
	for i, t := range tables {
		switch rows := t.Rows.(type) {
		case *svmRows:
			if err := rows.widen(t, first, width); err != nil {
				return err
			}
		case *array:
			if i > 0 && rows.turnable && t.Labels == nil && source.Labels != nil && t.Cols != source.Cols && t.N == source.Cols {
				rows.transpose(t)
				t.Note("%s is transposed, to have a column for each feature of the source", filepath.Base(t.Path))
			}
		}
	}
	return nil
}
