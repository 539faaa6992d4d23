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
	if first == 0 {
		if err := countAlike(tables); err != nil {
			return err
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

// countAlike refuses LIBSVM text that seems to number its features from 1 beside one that
// numbers as many from 0, and says where none is numbered 0 though others are.
func countAlike(tables []*Table) error {
	for _, t := range tables {
		rows, ok := t.Rows.(*svmRows)
		if !ok || rows.zero {
			continue
		}
		for _, other := range tables {
			zero, ok := other.Rows.(*svmRows)
			switch {
			case !ok || !zero.zero:
			case rows.width == zero.width+1:
				return t.Fault(ErrSyntax, "numbers its features from 1 to %d, and %s from 0 to %d, so that they would be shifted: number both alike",
					rows.width-1, filepath.Base(other.Path), zero.width-1)
			default:
				t.Guess("%s: no feature is numbered 0, but some of %s are, so they are taken to count from 0", filepath.Base(t.Path), filepath.Base(other.Path))
			}
		}
	}
	return nil
}
