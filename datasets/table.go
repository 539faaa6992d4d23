package datasets

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

const (
	// sniffed is how much of a table is looked at to find its delimiter.
	sniffed = inputBuffer
	// maxRow bounds the text of one row, so that a stray quote mark or a file
	// that is no table cannot pull everything into memory.
	maxRow = 64 << 20
)

// A table is a text file with one row per line and fields between delimiters
// (encoding/csv: quotes, CRLF, blank lines skipped). It is read row by row.
type table struct {
	*input
	records *csv.Reader
	guard   *rowGuard
	// names are those of the columns, nil where the file has no header, and
	// header is the line they are in.
	names  []string
	header int
	// width is the number of columns.
	width int
	// array holds what the file is, where it is no text.
	array *array
	// pending holds the rows that were read to tell whether there is a header,
	// and then an error, if that is how the reading went.
	pending    []row
	pendingErr error
	// rows counts the rows that next returned.
	rows int
}

// A row is one line of a table. Its fields last until the next row is read.
type row struct {
	fields []string
	line   int
}

// openTable opens the file at path and finds out its delimiter and whether its
// first row is a header. A first row with the field label is one. source is the
// table of the source, nil for the source itself.
func openTable(report *reporter, path, label string, source *table) (*table, error) {
	in, err := openInput(report, path)
	if err != nil {
		return nil, err
	}
	t, err := openFormat(in, label, source)
	if t == nil && err == nil {
		t, err = newTable(in, label)
	}
	if err != nil {
		in.Close()
		return nil, err
	}
	return t, nil
}

func newTable(in *input, label string) (*table, error) {
	start, err := in.Peek(sniffed)
	if err != nil && err != io.EOF {
		// What came before the error may be all that is wanted: it comes
		// again, where it matters, when the rows are read.
		if len(start) == 0 {
			return nil, err
		}
	}
	switch {
	case bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff")):
		return nil, in.fault(ErrSyntax, "is UTF-16 text: save it as UTF-8")
	case bytes.IndexByte(start, 0) >= 0:
		return nil, in.fault(ErrSyntax, "holds binary data of an unknown format: %s can be read", formats)
	}
	if mark := []byte("\xef\xbb\xbf"); bytes.HasPrefix(start, mark) {
		in.Discard(len(mark))
		start = start[len(mark):]
	}

	comma := sniffDelimiter(start)
	if isBlankSeparated(start) {
		in.Reader, comma = blanksAsTabs(in.Reader), '\t'
	}
	t := &table{input: in, guard: &rowGuard{path: in.path, source: in.Reader}}
	t.records = csv.NewReader(t.guard)
	t.records.Comma = comma
	t.records.TrimLeadingSpace = t.records.Comma != '\t'
	t.records.FieldsPerRecord = -1 // counted here, to name the line
	t.records.ReuseRecord = true
	if err := t.readHeader(label); err != nil {
		return nil, err
	}
	return t, nil
}

// readHeader reads up to two rows and takes the first as header if it is one.
func (t *table) readHeader(label string) error {
	for len(t.pending) < 2 && t.pendingErr == nil {
		r, err := t.read()
		if err != nil {
			t.pendingErr = err
			break
		}
		r.fields = slices.Clone(r.fields)
		t.pending = append(t.pending, r)
	}
	if len(t.pending) == 0 {
		if t.pendingErr == io.EOF {
			return &FormatError{File: t.path, Err: newFault(ErrEmpty, "is empty")}
		}
		return t.pendingErr
	}
	first := t.pending[0].fields
	t.width = len(first)
	var second []string
	if len(t.pending) > 1 {
		second = t.pending[1].fields
	}
	if isHeader(first, second, label) {
		t.names = make([]string, len(first))
		for i, name := range first {
			t.names[i] = strings.TrimSpace(name)
		}
		t.header = t.pending[0].line
		t.pending = t.pending[1:]
	}
	return nil
}

// next returns the next row of data, of t.width fields, or io.EOF.
func (t *table) next() (row, error) {
	r, err := t.readPending()
	if err != nil {
		return row{}, err
	}
	if len(r.fields) != t.width {
		text := strconv.Itoa(len(r.fields)) + " fields where " + strconv.Itoa(t.width) + " were expected"
		if len(r.fields) < t.width {
			if _, err := t.readPending(); err == io.EOF {
				text += ": the last line seems cut off"
			}
		}
		return row{}, t.faultAt(r.line, 0, newFault(ErrRagged, "%s", text))
	}
	t.rows++
	return r, nil
}

// readPending returns the next row, of whatever width, the pending ones first.
func (t *table) readPending() (row, error) {
	if len(t.pending) > 0 {
		r := t.pending[0]
		t.pending = t.pending[1:]
		return r, nil
	}
	if t.pendingErr != nil {
		return row{}, t.pendingErr
	}
	return t.read()
}

// read returns the next row of the file, of whatever width.
func (t *table) read() (row, error) {
	t.guard.left = maxRow
	fields, err := t.records.Read()
	if err == nil {
		line, _ := t.records.FieldPos(0)
		return row{fields, line}, nil
	}
	var syntax *csv.ParseError
	switch {
	case err == io.EOF:
		return row{}, err
	case t.guard.err != nil:
		return row{}, t.guard.err
	case errors.As(err, &syntax):
		what := "a quote mark stands inside a field: fields with quotes are quoted as a whole, quotes in them doubled"
		if errors.Is(err, csv.ErrQuote) {
			what = "a quoted field does not end where it should"
		}
		return row{}, t.faultAt(syntax.StartLine, 0, newFault(ErrSyntax, "%s", what))
	}
	return row{}, err
}

// A rowGuard passes on at most left bytes, and keeps the first error, which
// encoding/csv may otherwise hide behind one about quotes.
type rowGuard struct {
	path   string
	source io.Reader
	left   int
	err    error
}

func (g *rowGuard) Read(p []byte) (int, error) {
	if g.left <= 0 {
		g.err = &FormatError{File: g.path, Err: newFault(ErrTooLarge, "a row is longer than %d MiB", maxRow>>20)}
		return 0, g.err
	}
	n, err := g.source.Read(p[:min(len(p), g.left)])
	g.left -= n
	if err != nil && err != io.EOF {
		g.err = err
	}
	return n, err
}

// sniffDelimiter picks the delimiter of a table that begins with start: one that
// occurs equally often in every line. A semicolon goes before a comma, since
// where it delimits, commas may be decimal points.
func sniffDelimiter(start []byte) rune {
	const lines = 20
	delimiters := []byte{'\t', ';', ','}
	best, most := ',', 0
	counts := countPerLine(start, delimiters, lines)
	for i, delimiter := range delimiters {
		perLine := counts[i]
		if perLine[0] > 0 && slices.Min(perLine) == slices.Max(perLine) {
			return rune(delimiter)
		}
		if perLine[0] >= max(most, 1) {
			best, most = rune(delimiter), perLine[0]
		}
	}
	return best
}

// countPerLine counts each delimiter in each of the first lines of text that are
// not blank, outside quotes. A last line that may be cut off counts only where
// it is the sole one.
func countPerLine(text []byte, delimiters []byte, lines int) [][]int {
	counts := make([][]int, len(delimiters))
	current := make([]int, len(delimiters))
	blank, quoted := true, false
	flush := func() {
		for i := range counts {
			counts[i] = append(counts[i], current[i])
			current[i] = 0
		}
	}
	for _, c := range text {
		if len(counts[0]) == lines {
			break
		}
		switch i := bytes.IndexByte(delimiters, c); {
		case c == '"':
			quoted = !quoted
		case c == '\n' && !quoted:
			if !blank {
				flush()
			}
			blank = true
			continue
		case i >= 0 && !quoted:
			current[i]++
		}
		blank = blank && c == '\r'
	}
	if len(counts[0]) == 0 {
		flush()
	}
	return counts
}
