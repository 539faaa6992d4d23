package table

import (
	"cmp"
	"context"
	"io/fs"
	"path/filepath"
	"slices"
)

func (t *Table) Describe() Description {
	d := Description{
		File: filepath.Base(t.Path), Names: t.Columns, Width: t.Cols, Apart: t.Labels != nil,
		Format: t.format, Array: t.Array, Compressed: t.In.compressed, Dropped: t.Dropped,
	}
	switch rows := t.Rows.(type) {
	case *svmRows:
		d.FromZero = rows.first == 0
	case *textRows:
		d.Comma, d.Before = rows.comma, rows.linesBefore
	}
	if d.Apart {
		d.LabelArray = t.Labels.array
		if t.Labels.Path != t.Path {
			d.LabelFile = filepath.Base(t.Labels.Path)
		}
	}
	return d
}

// Table returns a table with this description and without rows.
func (d Description) Table() *Table {
	t := &Table{Part: Part{Path: d.File}, Columns: d.Names, Cols: d.Width, Rows: &array{}}
	switch {
	case d.FromZero:
		t.Rows = &svmRows{hasZero: true, width: d.Width}
	case d.Comma != 0 && !d.Apart:
		t.Rows = &textRows{}
	}
	if d.Apart {
		t.Labels = &Labels{}
	}
	return t
}

// IsText reports whether t is a table of text.
func (t *Table) IsText() bool {
	_, ok := t.Rows.(*textRows)
	return ok
}

// IsInMemory reports whether the rows are in memory, so that they can be read again even if the file
// can't.
func (t *Table) IsInMemory() bool {
	_, ok := t.Rows.(*svmRows)
	return ok
}

// LabelTexts returns the labels in t.Labels, which must not be nil.
func (t *Table) LabelTexts() []string {
	if rows, ok := t.Rows.(*svmRows); ok {
		return rows.labelTexts()
	}
	return t.Labels.Texts
}

// Info returns the FileInfo of the file when it was opened; nil if the file can be read only once.
func (t *Table) Info() fs.FileInfo { return t.In.info }

// Reopen opens t again, to read it from the first row until ctx ends. If the file has changed, the error
// wraps ErrChanged. The caller must close the Input of the result.
func (t *Table) Reopen(ctx context.Context) (*Table, error) {
	again := *t
	if t.IsInMemory() {
		held := *t.In
		held.report, held.close = NewReporter(ctx, nil), func() error { return nil }
		again.In = &held
		return &again, nil
	}
	in, err := openInput(NewReporter(ctx, nil), t.Path, t.In.Options)
	if err != nil {
		return nil, err
	}
	again.In = in
	again.Rows, err = in.findRows(t.Array)
	if rows, ok := again.Rows.(*textRows); ok && t.Columns != nil {
		_, err = rows.next() // the header
	}
	if err != nil || !IsSameFile(t.In.info, t.Path) {
		in.Close()
		return nil, t.CheckUnchanged()
	}
	return &again, nil
}

func (in *Input) findRows(name string) (RowSource, error) {
	_, held, err := in.openMembers()
	at := slices.IndexFunc(held, func(m member) bool { return m.name == name })
	if err != nil || at < 0 {
		return nil, cmp.Or(err, ErrChanged)
	}
	t, err := held[at].open()
	if err != nil {
		return nil, err
	}
	return t.Rows, nil
}

// CheckUnchanged returns the error that says that the file has changed since it was opened.
func (t *Table) CheckUnchanged() error {
	return t.Fault(ErrChanged, "has changed since it was opened: open it again")
}
