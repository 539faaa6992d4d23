package table

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"larui/datasets/parquet"
	"larui/datasets/wording"
)

const parquetFormat = "Parquet"

// openParquet opens a Parquet file as a table with names. A column of lists of d numbers becomes d columns.
// Columns that can't be read, and the index that pandas writes, are left out.
func openParquet(in *Input) ([]member, error) {
	stored, size := in.raw, in.Size
	if stored == nil {
		content, err := in.readAll()
		if err != nil {
			return nil, err
		}
		stored, size = bytes.NewReader(content), int64(len(content))
	}
	file, err := parquet.Open(stored, size)
	if err != nil {
		return nil, wrapParquetError(in.Part, err)
	}
	file.MaxPageBytes = in.memoryLimit()
	in.disableMissingWords()
	rows := &parquetRows{file: file}
	t := in.newTable(parquetFormat, rows)
	t.N, t.Columns = file.Rows, []string{}
	for _, why := range file.LeftOut {
		t.Guess(": %s, so it is left out", why)
	}
	for _, c := range file.Columns {
		isIndex := strings.HasPrefix(c.Name, "__index_level_") || slices.Contains(file.Index, c.Name)
		if isIndex && in.Options.Index != "keep" && !in.Options.mentionsColumn(c.Name) {
			t.Guess(": column %s is the index of pandas, so it is left out as the names of rows (--index keep makes it a feature)", c.Name)
			continue
		}
		if len(t.Columns)+c.Width > maxColumns {
			return nil, in.Fault(ErrTooLarge, "has more than %d columns", maxColumns)
		}
		for i := range c.Width {
			rows.places = append(rows.places, columnPlace{c, i})
			name := c.Name
			if c.IsList() {
				name += "_" + strconv.Itoa(i)
			}
			t.Columns = append(t.Columns, name)
		}
	}
	t.Cols = len(t.Columns)
	return singleMember(t, nil)
}

func wrapParquetError(p Part, err error) error {
	if refused := new(parquet.Error); errors.As(err, &refused) {
		return p.Fault(ErrSyntax, "%s", refused)
	}
	return p.wrapReadError(err)
}

type parquetRows struct {
	file   *parquet.File
	places []columnPlace // of each column of the table
}

// A columnPlace says where the file has a column of the table: in a column of the file and, if that
// column has lists, at index offset of each list.
type columnPlace struct {
	parquet.Column
	offset int
}

func (r *parquetRows) prepare(t *Table, _ string) error {
	if t.N == 0 || t.Cols == 0 {
		return t.Fault(ErrEmpty, "is empty: it has %d rows of %d columns that can be read", t.N, t.Cols)
	}
	return nil
}

// HasUTCTimes reports whether column i has times in UTC.
func (t *Table) HasUTCTimes(i int) bool {
	r, ok := t.Rows.(*parquetRows)
	return ok && r.places[i].HasUTCTimes
}

func (r *parquetRows) readFirstFields(t *Table, i int) []string {
	const most = 200
	p := r.places[i]
	count := min(most, t.N) * p.Width
	if t.checkTextCount(count) != nil {
		return nil
	}
	texts := make([]string, count)
	reader := r.file.NewReader(p.Column)
	defer reader.Release()
	if reader.ReadTexts(texts) != nil {
		return nil
	}
	var fields []string
	for at := p.offset; at < count; at += p.Width {
		fields = append(fields, texts[at])
	}
	return fields
}

func (r *parquetRows) each(t *Table, pick Pick, visit func(*Batch) error) error {
	s := &parquetScan{t: t, pick: pick, rows: t.N, most: maxBatchRows(pick.Width())}
	for _, i := range pick.Features {
		s.features = append(s.features, s.openColumn(r, i, !r.places[i].IsNumber()))
	}
	for _, i := range pick.Carried {
		s.carried = append(s.carried, s.openColumn(r, i, true))
	}
	if pick.Label >= 0 {
		s.label = s.openColumn(r, pick.Label, true)
	}
	t.N = 0 // visitBatches counts the rows
	defer func() {
		for _, c := range s.columns {
			c.Release()
		}
	}()
	return t.visitBatches(s.split, s.convert, visit)
}

type parquetScan struct {
	t                 *Table
	pick              Pick
	rows, most        int
	next              int // the next row
	columns           []*parquetColumn
	features, carried []parquetField
	label             parquetField
}

// A parquetColumn reads a column of the file, as numbers or as texts. In the table, its values take width
// columns, beginning at the column with the index first. number is the index of the parquetColumn in
// Batch.columns.
type parquetColumn struct {
	*parquet.Reader
	first, width, number int
	texts                bool
}

// A parquetField is a column of the table: the value at index offset in each row of a parquetColumn.
type parquetField struct {
	*parquetColumn
	offset int
}

type columnValues struct {
	numbers []float64
	texts   []string
}

// openColumn returns column i of the table. It opens the column of the file, unless the column is open
// already.
func (s *parquetScan) openColumn(r *parquetRows, i int, texts bool) parquetField {
	p := r.places[i]
	for _, c := range s.columns {
		if c.first == i-p.offset && c.texts == texts {
			return parquetField{c, p.offset}
		}
	}
	c := &parquetColumn{r.file.NewReader(p.Column), i - p.offset, p.Width, len(s.columns), texts}
	s.columns = append(s.columns, c)
	return parquetField{c, p.offset}
}

func (s *parquetScan) split(b *Batch) bool {
	n := min(s.most, s.rows-s.next)
	b.Lines, b.err, b.RowTotal = b.Lines[:0], nil, s.rows
	if b.columns == nil {
		b.columns = make([]columnValues, len(s.columns))
	}
	for i, c := range s.columns {
		to := &b.columns[i]
		var err error
		if c.texts {
			to.texts = slices.Grow(to.texts[:0], n*c.width)[:n*c.width]
			err = c.ReadTexts(to.texts)
		} else {
			to.numbers = slices.Grow(to.numbers[:0], n*c.width)[:n*c.width]
			err = c.ReadNumbers(to.numbers)
		}
		if err != nil {
			b.err = wrapParquetError(s.t.Part, err)
			return false
		}
	}
	for range n {
		s.next++
		b.Lines = append(b.Lines, s.next)
	}
	b.Done = s.t.In.done
	return s.next < s.rows
}

func (s *parquetScan) convert(b *Batch) {
	b.X = slices.Grow(b.X, len(b.Lines)*s.pick.Width())
	kept := 0
	for i, line := range b.Lines {
		label := ""
		if s.pick.Label >= 0 {
			label = s.label.text(b, i)
			if s.pick.DropUnlabelled && s.t.In.Options.LacksLabel(label) {
				b.dropped++
				continue
			}
		}
		if column, err := s.addRow(b, i); err != nil {
			b.err = s.t.FeatureFault(line, column, err)
			break
		}
		if s.pick.Label >= 0 {
			b.Labels = append(b.Labels, label)
		}
		for _, f := range s.carried {
			b.Carried = append(b.Carried, f.text(b, i))
		}
		b.Lines[kept] = line
		kept++
	}
	b.Lines = b.Lines[:kept]
	b.X = b.X[:kept*s.pick.Width()]
}

func (s *parquetScan) addRow(b *Batch, i int) (column int, err error) {
	for j, f := range s.features {
		made := s.pick.Converters != nil
		switch {
		case f.texts && made:
			b.X, err = s.pick.Converters[j].Append(b.X, f.text(b, i), ParseNumber)
		case f.texts:
			var v float64
			v, err = ParseNumber(f.text(b, i))
			b.X = append(b.X, v)
		case made:
			b.X, err = s.pick.Converters[j].AppendNumber(b.X, f.value(b, i))
		default:
			v := f.value(b, i)
			if v-v != 0 { // only NaN and infinities
				err = NewFault(ErrNotFinite, "%s", describeNonNumber(v))
			}
			b.X = append(b.X, v)
		}
		if err != nil {
			return s.pick.Features[j], err
		}
	}
	if s.pick.Bias {
		b.X = append(b.X, 1)
	}
	return 0, nil
}

func describeNonNumber(v float64) string {
	if v != v {
		return "the field is empty or NaN, a number belongs here"
	}
	return wording.FormatNumber(v) + " is not a finite number"
}

func (f parquetField) value(b *Batch, i int) float64 {
	return b.columns[f.number].numbers[i*f.width+f.offset]
}

func (f parquetField) text(b *Batch, i int) string {
	return b.columns[f.number].texts[i*f.width+f.offset]
}
