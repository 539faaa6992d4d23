package datasets

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"larui/datasets/phrase"
)

// maxRow bounds the text of one row, so that a stray quote mark or a file that is no
// table cannot pull everything into memory.
const maxRow = 64 << 20

// byteOrderMark begins texts that some programs write as UTF-8.
const byteOrderMark = "\xef\xbb\xbf"

// isText tells a table of text: what has no zero bytes is one, or is refused as one.
func isText(start []byte, _ bool) bool {
	return bytes.IndexByte(start, 0) < 0 || isUTF16(start)
}

func isUTF16(start []byte) bool {
	return bytes.HasPrefix(start, []byte("\xff\xfe")) || bytes.HasPrefix(start, []byte("\xfe\xff"))
}

// openText opens a table of text. Whether its first row is a header is not known yet.
func openText(in *input) ([]*table, error) {
	start, err := in.Peek(sniffed)
	if isUTF16(start) {
		return nil, in.fault(ErrSyntax, "is UTF-16 text: save it as UTF-8")
	}
	if slices.ContainsFunc(bytes.Fields(start[:min(len(start), 1<<12)]), func(word []byte) bool { return strings.EqualFold(string(word), "@relation") }) {
		return nil, in.fault(ErrSyntax, "is an ARFF file, as Weka writes: save it as CSV")
	}
	comma := sniffDelimiter(start, err == io.EOF)
	t := &table{in: in, part: in.part, form: "no header", text: newTextRows(in, comma)}
	switch err := t.text.lookAhead(); {
	case err == io.EOF:
		return nil, in.fault(ErrEmpty, "is empty")
	case err != nil:
		return nil, err
	}
	t.cols = len(t.text.ahead[0].fields)
	return []*table{t}, nil
}

// takeHeader makes the first row the names of the columns. NumPy writes it as a comment,
// and R leaves out the name of the first column where that has the names of the rows.
func (t *table) takeHeader() {
	header, _ := t.text.next()
	t.columns, t.header, t.form = header.fields, header.line, "with header"
	for i, name := range t.columns {
		t.columns[i] = strings.TrimSpace(name)
	}
	t.columns[0] = strings.TrimLeft(t.columns[0], "# ")
	if countUp(t.columns) {
		t.guess("%s: the first line, 0,1,2,…, is taken for a header", filepath.Base(t.path))
	}
	nameless := func(row textRow) bool { return len(row.fields) == t.cols+1 && row.fields[t.cols] != "" }
	if rows := t.text.ahead; len(rows) > 0 && !slices.ContainsFunc(rows, func(row textRow) bool { return !nameless(row) }) {
		t.columns, t.cols = slices.Insert(t.columns, 0, ""), t.cols+1
	}
}

// sniffDelimiter picks the delimiter of a table that begins with start: one that
// occurs equally often in every line. A semicolon goes before a comma, since
// where it delimits, commas may be decimal points. Blanks delimit where nothing else
// does, the first line has several fields, and at least half of the lines as many.
func sniffDelimiter(start []byte, whole bool) rune {
	if end := bytes.LastIndexByte(start, '\n'); !whole && end >= 0 {
		start = start[:end+1] // the line behind it may be cut off
	}
	best, most, delimited := ',', 2, false
	for _, comma := range []rune{'\t', ';', ','} {
		counts := countFields(start, comma)
		if counts[0] > 1 && slices.Min(counts) == slices.Max(counts) {
			return comma
		}
		if counts[0] >= most {
			best, most = comma, counts[0]
		}
		delimited = delimited || slices.Max(counts) > 1
	}
	if delimited {
		return best
	}
	counts := countFields(start, ' ')
	if rows := counts[1:]; counts[0] > 1 && len(rows) > 0 && slices.Min(rows) == counts[0]+1 && slices.Max(rows) == counts[0]+1 {
		return ' ' // rows with names, but no name for these
	}
	same := 0
	for _, count := range counts {
		if count == counts[0] {
			same++
		}
	}
	if counts[0] > 1 && 2*same >= len(counts) {
		return ' '
	}
	return best
}

// countFields counts the fields of each of the first rows of text, at least one of
// which there is taken to be.
func countFields(text []byte, comma rune) []int {
	const most = 20
	var counts []int
	rows := newTextRows(&input{Reader: bufio.NewReader(bytes.NewReader(text))}, comma)
	for len(counts) < most {
		row, err := rows.next()
		if err != nil {
			break
		}
		counts = append(counts, len(row.fields))
	}
	if len(counts) == 0 {
		return []int{0}
	}
	return counts
}

// textRows are those of a text with one row per line and fields between delimiters
// (encoding/csv: quotes, CRLF, blank lines skipped; so are those of delimiters alone,
// which Excel writes for rows that were emptied).
type textRows struct {
	part
	// comma is the delimiter; ' ' stands for any run of blanks.
	comma rune
	// before counts the lines before the first row.
	before  int
	records *csv.Reader
	guard   *rowGuard
	// ahead are rows that have been looked at, and broken is what ends the others.
	ahead  []textRow
	broken error
}

// A textRow is a row with the line that it begins in. Its fields last until the next
// row is read.
type textRow struct {
	fields []string
	line   int
}

// newTextRows reads a file from its first byte on.
func newTextRows(in *input, comma rune) *textRows {
	r := &textRows{part: in.part, comma: comma, before: in.skipMark(), guard: &rowGuard{part: in.part, source: in}}
	r.records = csv.NewReader(bufio.NewReaderSize(r.guard, inputBuffer))
	r.records.Comma = comma
	r.records.TrimLeadingSpace = comma != '\t'
	r.records.FieldsPerRecord = -1 // counted elsewhere, to name the line
	r.records.ReuseRecord = true
	return r
}

// lookAhead reads the first rows, which come again. Its error is about the first.
func (r *textRows) lookAhead() error {
	const most, wide = 20, 1 << 16
	var rows []textRow
	for len(rows) < most && (len(rows) < 2 || len(rows)*len(rows[0].fields) < wide) {
		row, err := r.next()
		if err != nil {
			if len(rows) == 0 {
				return err
			}
			break
		}
		rows = append(rows, textRow{slices.Clone(row.fields), row.line})
	}
	r.ahead = rows
	return nil
}

// next returns the next row, io.EOF behind the last one.
func (r *textRows) next() (textRow, error) {
	if len(r.ahead) > 0 {
		row := r.ahead[0]
		r.ahead = r.ahead[1:]
		return row, nil
	}
	for r.broken == nil {
		r.guard.left = maxRow
		fields, err := r.records.Read()
		if err != nil {
			r.broken = r.explain(err)
			break
		}
		if last := len(fields) - 1; r.comma == ' ' && fields[last] == "" {
			fields = fields[:last] // blanks at the end of the line
		}
		if len(fields) == 1 || len(fields) > 1 && (fields[0] != "" || strings.Join(fields, "") != "") {
			line, _ := r.records.FieldPos(0)
			return textRow{fields, r.before + line}, nil
		}
	}
	return textRow{}, r.broken
}

// explain puts an error of encoding/csv into the words of this package.
func (r *textRows) explain(err error) error {
	var syntax *csv.ParseError
	switch {
	case r.guard.err != nil:
		return r.guard.err
	case errors.As(err, &syntax):
		what := "a quote mark stands inside a field: fields with quotes are quoted as a whole, quotes in them doubled"
		if errors.Is(err, csv.ErrQuote) {
			what = "a quoted field does not end where it should"
		}
		return r.faultAt(r.before+syntax.StartLine, 0, newFault(ErrSyntax, "%s", what))
	}
	return err
}

// A rowGuard passes on at most left bytes, and keeps the first error, which
// encoding/csv may otherwise hide behind one about quotes.
type rowGuard struct {
	part
	source io.Reader
	left   int
	err    error
}

func (g *rowGuard) Read(p []byte) (int, error) {
	if g.left <= 0 {
		g.err = g.fault(ErrTooLarge, "a row is longer than %d MiB", maxRow>>20)
		return 0, g.err
	}
	n, err := g.source.Read(p[:min(len(p), g.left)])
	g.left -= n
	if err != nil && err != io.EOF {
		g.err = err
	}
	return n, err
}

// A batch of text has at most mostRows rows, few enough to be cancelled at once, and
// of a wide table fewer: mostFields fields.
const mostRows, mostFields = 1 << 10, 1 << 18

// eachText is each for a table of text: one goroutine splits the rows, others
// convert them side by side. Whatever is wrong with a row is found after the rows before
// it were visited. No goroutine outlives the call.
func (t *table) eachText(r roles, visit func(*batch) error) error {
	ctx, cancel := context.WithCancel(t.in.report.ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()

	// The rows of a batch are split by this goroutine, in order, and then converted by
	// one of their own. No more batches are about than order has room for, and two.
	order := make(chan *batch, runtime.GOMAXPROCS(0)+1)
	idle := make(chan *batch, cap(order)+2)
	t.in.quiet = true // progress is reported from here, not from where it is read
	wg.Go(func() {
		defer close(order)
		for more := true; more && ctx.Err() == nil; {
			b := &batch{}
			select {
			case b = <-idle:
			default:
			}
			more = t.split(b)
			b.ready = make(chan struct{})
			wg.Go(func() {
				t.convert(b, r)
				close(b.ready)
			})
			select {
			case order <- b:
			case <-ctx.Done():
			}
		}
	})
	stage := "reading " + filepath.Base(t.in.path)
	for b := range order {
		<-b.ready
		if err := t.in.report.step(stage, b.done, t.in.size); err != nil {
			return err
		}
		t.rows += len(b.lines)
		t.dropped += b.dropped
		if err := visit(b); err != nil {
			return err
		}
		if b.err != nil {
			return b.err
		}
		idle <- b
	}
	return ctx.Err()
}

// split fills b with the fields of the next rows. It returns false when no others
// follow.
func (t *table) split(b *batch) bool {
	b.fields, b.lines, b.err = b.fields[:0], b.lines[:0], nil
	for len(b.lines) < mostRows && len(b.fields) <= mostFields-t.cols || len(b.lines) == 0 {
		row, err := t.text.next()
		if err == nil && len(row.fields) != t.cols {
			err = t.ragged(row.line, len(row.fields))
		}
		if b.done = t.in.done; err != nil {
			if err != io.EOF {
				b.err = err
			}
			return false
		}
		b.fields = append(b.fields, row.fields...)
		b.lines = append(b.lines, row.line)
	}
	return true
}

// ragged says that a row has count fields, too many or too few.
func (t *table) ragged(line, count int) error {
	text := phrase.Plural(count, "field") + " where " + strconv.Itoa(t.cols) + " were expected"
	if count < t.cols {
		if _, err := t.text.next(); err == io.EOF {
			text += ": the last line seems cut off"
		}
	}
	return t.faultAt(line, 0, newFault(ErrRagged, "%s", text))
}

// convert makes numbers and labels of the fields of b, up to the first that is none.
func (t *table) convert(b *batch, r roles) {
	b.x, b.labels, b.dropped = b.x[:0], b.labels[:0], 0
	if b.x == nil {
		b.x = make([]float64, 0, len(b.lines)*r.width())
	}
	kept := 0
	for i, line := range b.lines {
		fields := b.fields[i*t.cols : (i+1)*t.cols]
		if r.drop && r.label >= 0 && isUnlabelled(strings.TrimSpace(fields[r.label])) {
			b.dropped++
			continue
		}
		if column, err := b.addRow(fields, r); err != nil {
			b.err = t.fieldFault(line, column, r, err)
			if t.isHeader(fields) {
				b.err = t.in.faultAt(line, 1, newFault(ErrNotNumber, "this is the header again: take the line out"))
			}
			break
		}
		b.lines[kept] = line
		kept++
	}
	b.lines = b.lines[:kept]
	b.x = b.x[:kept*r.width()]
	if t.refine != nil {
		b.err = cmp.Or(t.refine(b), b.err)
	}
}

// isHeader tells whether fields are the names of the columns.
func (t *table) isHeader(fields []string) bool {
	return slices.EqualFunc(fields, t.columns, func(field, name string) bool { return strings.TrimSpace(field) == name })
}

// addRow converts a row. It returns the position of a field that is no number.
func (b *batch) addRow(fields []string, r roles) (column int, err error) {
	parse := parseNumber
	if r.comma {
		parse = parseComma
	}
	for _, column := range r.features {
		value, err := parse(fields[column])
		if err != nil {
			return column, err
		}
		b.x = append(b.x, value)
	}
	if r.bias {
		b.x = append(b.x, 1)
	}
	if r.label >= 0 {
		label := fields[r.label]
		if r.comma && isNumeric(strings.Replace(label, ",", ".", 1)) {
			if _, err := parseComma(label); err != nil {
				return r.label, err
			}
			label = strings.Replace(label, ",", ".", 1)
		}
		b.labels = append(b.labels, label)
	}
	return 0, nil
}
