package table

import (
	"bytes"
	"io"

	"larui/datasets/wording"
)

type array struct {
	// read visits the rows. A row is valid until the next visit. If the array is not read in batches, read
	// checks that the file has all rows before it visits the first one, so that the visitor can allocate
	// memory for all.
	read func(visit rowFunc) error
	// mayTranspose is true if the array may be transposed so that it is as wide as the source.
	columnwise, mayTranspose bool
	// batched is true if the rows can be read in batches, so that not all need to be in memory.
	// stored, if not nil, reads the numbers at any offset.
	batched bool
	stored  io.ReaderAt
}

func (a *array) prepare(t *Table, _ string) error {
	if t.Labels != nil && a.mayTranspose && t.N != len(t.Labels.Texts) && t.Cols == len(t.Labels.Texts) {
		a.transpose(t)
		t.Note(": %s is transposed, as it has a column for each label", t.Array)
	}
	if t.N == 0 || t.Cols == 0 {
		return t.Fault(ErrEmpty, "is empty: its size is %d×%d", t.N, t.Cols)
	}
	if err := t.checkDimensions(); err != nil {
		return err
	}
	if t.Labels != nil && len(t.Labels.Texts) != t.N {
		return t.Labels.Fault(ErrSyntax, "holds %s for %s", wording.Plural(len(t.Labels.Texts), "label"), wording.Plural(t.N, "row"))
	}
	return nil
}

// A textArray is an array of texts, which may be labels but not features.
type textArray struct {
	array
	readTexts func(t *Table) ([]string, error)
}

func (w *textArray) prepare(t *Table, _ string) error {
	return t.Fault(ErrSyntax, "holds text, but features are numbers: save them with .astype(float)")
}

func (w *textArray) texts(t *Table) ([]string, error) { return w.readTexts(t) }

func (a *array) transpose(t *Table) { t.N, t.Cols, a.columnwise = t.Cols, t.N, !a.columnwise }

func (a *array) scan(t *Table, visit sampleFunc) error {
	sample := 0
	return a.read(func(row []float64) error {
		sample++
		label := ""
		if t.Labels != nil {
			label = t.Labels.Texts[sample-1]
		}
		return visit(row, label, sample)
	})
}

func (t *Table) canReadInBatches() bool {
	switch rows := t.Rows.(type) {
	case *array:
		return rows.batched && t.In.info != nil
	case *svmRows:
		return true // the text is in memory
	}
	return false
}

// visitNumbers implements Each for a table of numbers. It reads the rows in batches if they can be read again,
// otherwise as one batch.
func (t *Table) visitNumbers(rows numberRows, r Pick, visit func(*Batch) error) error {
	all, most := t.N, maxBatchRows(r.Width())
	if t.Sums != nil {
		all, r.DropUnlabelled = len(t.Sums.Sample.Keys), false
	} else if err := t.checkSize(r.Width()); err != nil {
		return err
	}
	if !t.canReadInBatches() {
		most = all
	}
	b := &Batch{HasAllRows: most >= all, RowTotal: all}
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
	err := rows.scan(t, func(row []float64, label string, line int) error {
		if 0 <= r.Label && r.Label < len(row) {
			label = wording.FormatField(row[r.Label])
		}
		if r.DropUnlabelled && r.Label >= 0 && t.In.Options.LacksLabel(label) {
			t.countDroppedRows(1, label)
			return nil
		}
		if b.X == nil {
			if err := t.In.checkMemory(t.Part, 8*int64(min(most, all))*int64(r.Width())); err != nil {
				return err
			}
			b.X = make([]float64, 0, min(most, all)*r.Width())
		}
		if column, err := b.addRow(r, row, label, line); err != nil {
			return t.FeatureFault(line, column, err)
		}
		if b.HasAllRows || len(b.Lines) < most {
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

func (b *Batch) addRow(r Pick, row []float64, label string, line int) (column int, err error) {
	b.X, column, err = r.appendRow(b.X, row)
	for _, from := range r.Carried {
		field := label
		if from < len(row) {
			field = wording.FormatField(row[from])
		}
		b.Carried = append(b.Carried, field)
	}
	b.Lines = append(b.Lines, line)
	if r.Label >= 0 {
		b.Labels = append(b.Labels, label)
	}
	return column, err
}

func (a *array) texts(t *Table) (texts []string, err error) {
	if t.N != 1 && t.Cols != 1 {
		return nil, t.Fault(ErrSyntax, "is of size %d×%d, but labels are one number per row", t.N, t.Cols)
	}
	if err := t.checkTextCount(t.N * t.Cols); err != nil {
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

// setReader makes a.read read the numbers of t, of type e, from the reader that open returns. dataSize is
// the number of bytes in this reader, or −1 if unknown; if compressed is true, dataSize may be wrong.
func (a *array) setReader(t *Table, e numberType, dataSize int64, compressed bool, open func() (io.ReadCloser, error)) error {
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
			return t.wrapReadError(err)
		}
		defer r.Close()
		return a.scanNumbers(t, r, e, dataSize >= 0 && !compressed, visit)
	}
	return nil
}

// scanNumbers visits the rows of the array in r. If complete is false, r may be shorter than the header
// claims. scanNumbers then finds this out before the first visit, except if it reads the array in batches.
func (a *array) scanNumbers(t *Table, r io.Reader, e numberType, complete bool, visit rowFunc) error {
	content := r
	if !complete && (a.columnwise || !t.canReadInBatches()) {
		spooled, err := t.In.readIntoMemory(t.Part, r, int64(t.N)*int64(t.Cols)*int64(e.size))
		if err != nil {
			return t.wrapReadError(err)
		}
		if err := t.checkEnd(r); err != nil {
			return err
		}
		content = spooled
	}
	if a.columnwise {
		stored := a.stored
		if stored == nil {
			raw := make([]byte, t.N*t.Cols*e.size)
			if _, err := io.ReadFull(content, raw); err != nil {
				return t.wrapReadError(err)
			}
			if err := t.checkEnd(r); err != nil {
				return err
			}
			stored = bytes.NewReader(raw)
		}
		return t.scanColumns(stored, e, visit)
	}
	row, raw := make([]float64, t.Cols), make([]byte, t.Cols*e.size)
	for range t.N {
		if _, err := io.ReadFull(content, raw); err != nil {
			return t.wrapReadError(err)
		}
		e.read(row, raw)
		if err := visit(row); err != nil {
			return err
		}
	}
	return t.checkEnd(r)
}

// scanColumns visits the rows of an array that is stored column by column. It reads a block of rows
// from all columns at a time.
func (t *Table) scanColumns(stored io.ReaderAt, e numberType, visit rowFunc) error {
	most := min(t.N, max(256, mostFields/max(1, t.Cols)))
	column, rows, raw := make([]float64, most), make([]float64, most*t.Cols), make([]byte, most*e.size)
	for i := 0; i < t.N; i += most {
		part := column[:min(most, t.N-i)]
		for j := range t.Cols {
			if _, err := stored.ReadAt(raw[:len(part)*e.size], (int64(j)*int64(t.N)+int64(i))*int64(e.size)); err != nil {
				return t.wrapReadError(err)
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
