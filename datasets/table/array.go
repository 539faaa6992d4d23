package table

import (
	"io"
	"path/filepath"

	"larui/datasets/phrase"
)

// An array holds the rows of a table of numbers.
type array struct {
	// read visits the rows, each of which lasts until the next one. The first comes
	// when the file is known to hold them all, so that memory can be reserved for them.
	read func(visit rowFunc) error
	// columnwise tells that the numbers are stored column after column; where turnable
	// is set, rows and columns may be exchanged, so as to fit.
	columnwise, turnable bool
}

// settle tells whether there are numbers, and a label for each row.
func (a *array) settle(t *Table, _ string) error {
	if t.Labels != nil && a.turnable && t.N != len(t.Labels.Texts) && t.Cols == len(t.Labels.Texts) {
		a.transpose(t)
		t.Note("%s: %s is transposed, as it has a column for each label", filepath.Base(t.Path), t.Array)
	}
	if t.N == 0 || t.Cols == 0 {
		return t.Fault(ErrEmpty, "is empty: its size is %d×%d", t.N, t.Cols)
	}
	if err := t.checkColumns(); err != nil {
		return err
	}
	if t.Labels != nil && len(t.Labels.Texts) != t.N {
		return t.Labels.Fault(ErrSyntax, "holds %s for %s", phrase.Plural(len(t.Labels.Texts), "label"), phrase.Plural(t.N, "row"))
	}
	return nil
}

// transpose exchanges rows and columns.
func (a *array) transpose(t *Table) { t.N, t.Cols, a.columnwise = t.Cols, t.N, !a.columnwise }

func (a *array) describe(*Description) {}

func (a *array) scan(_ *Table, visit rowFunc) error { return a.read(visit) }

// each reads the array at once.
func (a *array) each(t *Table, r Pick, visit func(*Batch) error) error {
	if err := t.checkSize(r.Width()); err != nil {
		return err
	}
	b := &Batch{Whole: true}
	sample := 0
	err := a.read(func(row []float64) error {
		if b.X == nil {
			b.X = make([]float64, 0, t.N*r.Width())
		}
		sample++
		label := ""
		switch {
		case t.Labels != nil:
			label = t.Labels.Texts[sample-1]
		case r.Label >= 0:
			label = NumberText(row[r.Label])
		}
		if r.Drop && r.Label >= 0 && IsUnlabelled(label) {
			t.Dropped++
			return nil
		}
		b.Lines = append(b.Lines, sample)
		var column int
		var err error
		b.X, column, err = r.appendRow(b.X, row)
		if err != nil {
			return t.FeatureFault(sample, column, err)
		}
		b.Carried = r.appendCarried(b.Carried, row)
		if r.Label >= 0 {
			b.Labels = append(b.Labels, label)
		}
		return nil
	})
	t.N -= t.Dropped
	if err != nil {
		return err
	}
	return visit(b)
}

// texts returns the numbers of an array that has one row or one column, as labels.
func (a *array) texts(t *Table) (texts []string, err error) {
	if t.N != 1 && t.Cols != 1 {
		return nil, t.Fault(ErrSyntax, "is of size %d×%d, but labels are one number per row", t.N, t.Cols)
	}
	if err := t.checkSize(t.Cols); err != nil {
		return nil, err
	}
	err = a.read(func(row []float64) error {
		for _, v := range row {
			texts = append(texts, NumberText(v))
		}
		return nil
	})
	return texts, err
}

// numbers makes a read the numbers of t, each an e, which begin what open returns and are
// all of it. The size of that in bytes is claimed, −1 where nothing is, and as much is there
// unless it is packed.
func (a *array) numbers(t *Table, e element, claimed int64, packed bool, open func() (io.ReadCloser, error)) error {
	if err := t.checkSize(t.Cols); err != nil {
		return err
	}
	switch size := int64(t.N) * int64(t.Cols) * int64(e.size); {
	case claimed < 0:
	case claimed < size:
		return t.Fault(ErrTruncated, "promises %d bytes of data, but holds %d", size, claimed)
	case claimed > size:
		return t.Fault(ErrSyntax, "holds more data than its header says: %d bytes, not %d", claimed, size)
	}
	a.read = func(visit rowFunc) error {
		r, err := open()
		if err != nil {
			return t.readError(err)
		}
		defer r.Close()
		return a.scanNumbers(t, r, e, claimed >= 0 && !packed, visit)
	}
	return nil
}

// scanNumbers visits the rows of an array whose numbers r holds, and nothing else. Where
// it is not known to hold them all they are kept until it does: the header may lie.
func (a *array) scanNumbers(t *Table, r io.Reader, e element, held bool, visit rowFunc) error {
	content := r
	if !held {
		spooled, err := spool(r, int64(t.N)*int64(t.Cols)*int64(e.size))
		if err != nil {
			return t.readError(err)
		}
		if err := t.atEnd(r); err != nil {
			return err
		}
		content = spooled
	}
	if a.columnwise {
		raw := make([]byte, t.N*t.Cols*e.size)
		if _, err := io.ReadFull(content, raw); err != nil {
			return t.readError(err)
		}
		if err := t.atEnd(r); err != nil {
			return err
		}
		return t.scanColumns(raw, e, visit)
	}
	row, raw := make([]float64, t.Cols), make([]byte, t.Cols*e.size)
	for range t.N {
		if _, err := io.ReadFull(content, raw); err != nil {
			return t.readError(err)
		}
		e.read(row, raw)
		if err := visit(row); err != nil {
			return err
		}
	}
	return t.atEnd(r)
}

// scanColumns visits the rows of an array whose columns follow each other in raw, a few
// rows of all of them at a time.
func (t *Table) scanColumns(raw []byte, e element, visit rowFunc) error {
	const most = 256
	column, rows := make([]float64, most), make([]float64, min(most, t.N)*t.Cols)
	for i := 0; i < t.N; i += most {
		part := column[:min(most, t.N-i)]
		for j := range t.Cols {
			e.read(part, raw[(j*t.N+i)*e.size:][:len(part)*e.size])
			for k, v := range part {
				rows[k*t.Cols+j] = v
			}
		}
		for k := range part {
			if err := visit(rows[k*t.Cols : (k+1)*t.Cols]); err != nil {
				return err
			}
		}
	}
	return nil
}
