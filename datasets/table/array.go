package table

import (
	"bytes"
	"io"

	"larui/datasets/wording"
)

// An array reads the rows of a binary array of numbers.
type array struct {
	// read visits the rows. A row is valid until the next one. Before the first one, read has checked
	// that the file has all rows, so that the visitor can allocate memory.
	read func(visit rowFunc) error
	// columnwise is true if the numbers are stored column by column. turnable is true if the array may
	// be transposed to have the same width as the source.
	columnwise, turnable bool
	// batched is true if the rows can be read in batches, so that not all need to be in memory.
	// stored, if not nil, reads the numbers at any offset.
	batched bool
	stored  io.ReaderAt
}

// settle checks the size of the table and the number of labels.
func (a *array) settle(t *Table, _ string) error {
	if t.Labels != nil && a.turnable && t.N != len(t.Labels.Texts) && t.Cols == len(t.Labels.Texts) {
		a.transpose(t)
		t.Note(": %s is transposed, as it has a column for each label", t.Array)
	}
	if t.N == 0 || t.Cols == 0 {
		return t.Fault(ErrEmpty, "is empty: its size is %d×%d", t.N, t.Cols)
	}
	if err := t.checkColumns(); err != nil {
		return err
	}
	if t.Labels != nil && len(t.Labels.Texts) != t.N {
		return t.Labels.Fault(ErrSyntax, "holds %s for %s", wording.Plural(len(t.Labels.Texts), "label"), wording.Plural(t.N, "row"))
	}
	return nil
}

// A textColumn is an array of texts, which may be labels but not features. readTexts returns the
// texts.
type textColumn struct {
	array
	readTexts func(t *Table) ([]string, error)
}

func (w *textColumn) settle(t *Table, _ string) error {
	return t.Fault(ErrSyntax, "holds text, but features are numbers: save them with .astype(float)")
}

func (w *textColumn) texts(t *Table) ([]string, error) { return w.readTexts(t) }

func (a *array) transpose(t *Table) { t.N, t.Cols, a.columnwise = t.Cols, t.N, !a.columnwise }

func (a *array) scan(_ *Table, visit rowFunc) error { return a.read(visit) }

// each reads the array in batches if it can be read again, otherwise as one batch.
func (a *array) each(t *Table, r Pick, visit func(*Batch) error) error {
	sample := 0
	most := t.N
	if a.canReadInBatches(t) {
		most = batchRows(r.Width())
	}
	return t.eachNumbers(r, most, visit, func(add func(row []float64, label string, line int) error) error {
		return a.read(func(row []float64) error {
			sample++
			switch {
			case t.Labels != nil:
				return add(row, t.Labels.Texts[sample-1], sample)
			case r.Label >= 0:
				return add(row, wording.FormatField(row[r.Label]), sample)
			}
			return add(row, "", sample)
		})
	})
}

// canReadInBatches reports whether the rows can be read in batches.
func (a *array) canReadInBatches(t *Table) bool { return a.batched && t.In.info != nil }

// eachNumbers passes the rows that read returns to visit, with their labels and line numbers, in
// batches of at most maxRows rows. A batch with all rows is Whole.
func (t *Table) eachNumbers(r Pick, maxRows int, visit func(*Batch) error,
	read func(add func(row []float64, label string, line int) error) error,
) error {
	if err := t.checkSize(r.Width()); err != nil {
		return err
	}
	all := t.N
	b := &Batch{Whole: maxRows >= all, All: all}
	hand := func() (err error) {
		err = t.In.report.Ctx.Err()
		if err == nil && t.Refine != nil {
			err = t.Refine(b)
		}
		if err == nil {
			err = visit(b)
		}
		b.X, b.Labels, b.Lines, b.Carried = b.X[:0], b.Labels[:0], b.Lines[:0], b.Carried[:0]
		return err
	}
	handed := false
	err := read(func(row []float64, label string, line int) error {
		if r.Drop && r.Label >= 0 && t.In.Options.LacksLabel(label) {
			t.leaveOut(1, label)
			return nil
		}
		if b.X == nil {
			if err := t.In.checkMemory(t.Part, 8*int64(min(maxRows, all))*int64(r.Width())); err != nil {
				return err
			}
			b.X = make([]float64, 0, min(maxRows, all)*r.Width())
		}
		var column int
		var err error
		b.X, column, err = r.appendRow(b.X, row)
		if err != nil {
			return t.FeatureFault(line, column, err)
		}
		for _, from := range r.Carried {
			b.Carried = append(b.Carried, wording.FormatField(row[from]))
		}
		b.Lines = append(b.Lines, line)
		if r.Label >= 0 {
			b.Labels = append(b.Labels, label)
		}
		if b.Whole || len(b.Lines) < maxRows {
			return nil
		}
		handed = true
		return hand()
	})
	t.N -= t.Dropped
	if err == nil && (len(b.Lines) > 0 || !handed) {
		err = hand()
	}
	return err
}

// texts returns the numbers of an array with one row or one column as labels.
func (a *array) texts(t *Table) (texts []string, err error) {
	if t.N != 1 && t.Cols != 1 {
		return nil, t.Fault(ErrSyntax, "is of size %d×%d, but labels are one number per row", t.N, t.Cols)
	}
	if err := t.checkTexts(t.N * t.Cols); err != nil {
		return nil, err
	}
	err = a.read(func(row []float64) error {
		for _, v := range row {
			texts = append(texts, wording.FormatField(v))
		}
		return nil
	})
	return texts, err
}

// setReader sets a.read to read the numbers of t, of type e, from the reader that open returns. It
// has only these numbers, in dataSize bytes, −1 if unknown. If they are compressed, dataSize may be
// wrong.
func (a *array) setReader(t *Table, e element, dataSize int64, compressed bool, open func() (io.ReadCloser, error)) error {
	if err := t.checkSize(t.Cols); err != nil {
		return err
	}
	switch size := int64(t.N) * int64(t.Cols) * int64(e.size); {
	case dataSize < 0:
	case dataSize < size:
		return t.Fault(ErrTruncated, "promises %d bytes of data, but holds %d", size, dataSize)
	case dataSize > size:
		return t.Fault(ErrSyntax, "holds more data than its header says: %d bytes, not %d", dataSize, size)
	}
	a.read = func(visit rowFunc) error {
		r, err := open()
		if err != nil {
			return t.readError(err)
		}
		defer r.Close()
		return a.scanNumbers(t, r, e, dataSize >= 0 && !compressed, visit)
	}
	return nil
}

// scanNumbers visits the rows of the array in r. If complete is false, r may be shorter than the
// header claims, so scanNumbers reads all numbers before the visitor allocates memory for them.
func (a *array) scanNumbers(t *Table, r io.Reader, e element, complete bool, visit rowFunc) error {
	content := r
	if !complete && (a.columnwise || !a.canReadInBatches(t)) {
		spooled, err := t.In.spool(t.Part, r, int64(t.N)*int64(t.Cols)*int64(e.size))
		if err != nil {
			return t.readError(err)
		}
		if err := t.requireEnd(r); err != nil {
			return err
		}
		content = spooled
	}
	if a.columnwise {
		stored := a.stored
		if stored == nil {
			raw := make([]byte, t.N*t.Cols*e.size)
			if _, err := io.ReadFull(content, raw); err != nil {
				return t.readError(err)
			}
			if err := t.requireEnd(r); err != nil {
				return err
			}
			stored = bytes.NewReader(raw)
		}
		return t.scanColumns(stored, e, visit)
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
	return t.requireEnd(r)
}

// scanColumns visits the rows of an array that is stored column by column. It reads a block of rows
// from all columns at a time.
func (t *Table) scanColumns(stored io.ReaderAt, e element, visit rowFunc) error {
	most := min(t.N, max(256, mostFields/max(1, t.Cols)))
	column, rows, raw := make([]float64, most), make([]float64, most*t.Cols), make([]byte, most*e.size)
	for i := 0; i < t.N; i += most {
		part := column[:min(most, t.N-i)]
		for j := range t.Cols {
			if _, err := stored.ReadAt(raw[:len(part)*e.size], (int64(j)*int64(t.N)+int64(i))*int64(e.size)); err != nil {
				return t.readError(err)
			}
			e.read(part, raw)
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
