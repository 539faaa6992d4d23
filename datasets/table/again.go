package table

import (
	"context"
	"io/fs"
	"path/filepath"

	"larui/datasets/phrase"
)

// Describe describes t.
func (t *Table) Describe() Description {
	d := Description{
		File: filepath.Base(t.Path), Names: t.Columns, Width: t.Cols, Apart: t.Labels != nil,
		Format: t.format, Array: t.Array, Compressed: t.In.compressed, Dropped: t.Dropped,
	}
	t.Rows.describe(&d)
	if d.Apart {
		d.LabelArray = t.Labels.array
		if t.Labels.Path != t.Path {
			d.LabelFile = filepath.Base(t.Labels.Path)
		}
	}
	return d
}

// Table returns a table without rows of that description.
func (d Description) Table() *Table {
	t := &Table{Part: Part{Path: d.File}, Columns: d.Names, Cols: d.Width, Rows: &array{}}
	switch {
	case d.FromZero:
		t.Rows = &svmRows{zero: true, width: d.Width}
	case d.Comma != 0 && !d.Apart:
		t.Rows = &textRows{}
	}
	if d.Apart {
		t.Labels = &Labels{}
	}
	return t
}

// IsText tells a table of text.
func (t *Table) IsText() bool {
	_, ok := t.Rows.(*textRows)
	return ok
}

// Held tells that the reader holds the rows, so that they can be read again even where the
// file can't.
func (t *Table) Held() bool {
	_, ok := t.Rows.(*svmRows)
	return ok
}

// LabelTexts returns the labels that stand apart.
func (t *Table) LabelTexts() []string {
	if rows, ok := t.Rows.(*svmRows); ok {
		return rows.texts()
	}
	return t.Labels.Texts
}

// Info is what the file looked like, nil where it can be read but once.
func (t *Table) Info() fs.FileInfo { return t.In.info }

// Again returns t before its first row, to be read once more as long as ctx lasts. Where the file has changed the error wraps ErrChanged.
// Its Input is to be closed.
func (t *Table) Again(ctx context.Context) (*Table, error) {
	again := *t
	if t.Held() {
		held := *t.In
		held.report, held.close = NewReporter(ctx, nil), func() error { return nil }
		again.In = &held
		return &again, nil
	}
	in, err := openInput(NewReporter(ctx, nil), t.Path, t.In.Options)
	if err != nil {
		return nil, err
	}
	if !t.IsText() {
		again.In = in
		again.Rows, err = in.rowsOf(t.Array)
		if err != nil || !LooksLike(t.In.info, t.Path) {
			in.Close()
			return nil, t.Changed()
		}
		return &again, nil
	}
	var rows *textRows
	if t.Rows.(*textRows).json {
		rows = newJSONRows(in)
	} else {
		before, _ := in.beginText()
		rows = newTextRows(in, t.Rows.(*textRows).comma, before)
	}
	again.In, again.Rows = in, rows
	if t.Columns != nil {
		_, err = rows.next() // the header
	}
	if err != nil || !LooksLike(t.In.info, t.Path) {
		in.Close()
		return nil, t.Changed()
	}
	return &again, nil
}

// rowsOf returns the rows of an array of the file.
func (in *Input) rowsOf(name string) (Rows, error) {
	f, err := in.format()
	if err != nil {
		return nil, err
	}
	held, err := f.open(in)
	if err != nil {
		return nil, err
	}
	for _, m := range held {
		if m.name == name {
			t, err := m.open()
			if err != nil {
				return nil, err
			}
			return t.Rows, nil
		}
	}
	return nil, in.Fault(ErrChanged, "holds no array %s any more", phrase.Excerpt(name))
}

// Changed is the error of a file that is not as it was.
func (t *Table) Changed() error {
	return t.Fault(ErrChanged, "has changed since it was opened: open it again")
}
