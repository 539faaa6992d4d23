package table

import "path/filepath"

// AgreeOnWidth makes files of flexible width equally wide. LIBSVM files get the width of the widest file,
// with 0 for missing features; if one of them counts features from 0, all do. An array that may be
// transposed is transposed if only then it is as wide as the source.
func AgreeOnWidth(tables []*Table) error {
	first, width := 1, 1
	for _, t := range tables {
		if rows, ok := t.Rows.(*svmRows); ok && rows.hasZero {
			first = 0
		}
	}
	if err := checkNumbering(tables); err != nil {
		return err
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
			if i > 0 && rows.mayTranspose && t.Labels == nil && source.Labels != nil && t.Cols != source.Cols && t.N == source.Cols {
				rows.transpose(t)
				t.Note(" is transposed, to have a column for each feature of the source")
			}
		}
	}
	return nil
}

// checkNumbering returns an error if one LIBSVM file seems to count features from 1, and another one counts
// as many features from 0. If only some files have a feature 0, it adds a note to the others.
func checkNumbering(tables []*Table) error {
	for _, t := range tables {
		rows, ok := t.Rows.(*svmRows)
		if !ok || rows.hasZero {
			continue
		}
		for _, other := range tables {
			zero, ok := other.Rows.(*svmRows)
			switch {
			case !ok || !zero.hasZero:
			case rows.width == zero.width+1:
				return t.Fault(ErrSyntax, "numbers its features from 1 to %d, and %s from 0 to %d, so that they would be shifted: number both alike",
					rows.width-1, filepath.Base(other.Path), zero.width-1)
			default:
				t.Guess(": no feature is numbered 0, but %s has a feature 0, so features are taken to be numbered from 0", filepath.Base(other.Path))
			}
		}
	}
	return nil
}
