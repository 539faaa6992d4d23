package datasets

import (
	"bytes"
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
	// Blocks of leastBlock bytes are small enough to be cancelled at once. Wide
	// tables get blockPerColumn bytes for each column, some hundred rows, up to
	// largestBlock: moments are summed faster over many rows at a time.
	leastBlock, largestBlock = 256 << 10, 2 << 20
	blockPerColumn           = 1 << 10
)

// A table is a text file with one row per line and fields between delimiters
// (encoding/csv: quotes, CRLF, blank lines skipped).
type table struct {
	*input
	comma rune
	// names are those of the columns, nil where the file has no header, and
	// header is the line they are in.
	names  []string
	header int
	// width is the number of columns.
	width int
	// array holds what the file is, where it is no text.
	array *array
	// blanks tells that runs of blanks stand between its fields, read as tabs.
	blanks bool
	// The rows of data begin in line first, offset bytes into the content, and
	// rest reads them.
	first, offset int
	rest          io.Reader
	// blockSize is how much text is handed to a parser at once.
	blockSize int
	// rows counts the rows that have been read.
	rows int
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
	t := &table{input: in}
	if mark := []byte("\xef\xbb\xbf"); bytes.HasPrefix(start, mark) {
		t.offset, _ = in.Discard(len(mark))
		start = start[len(mark):]
	}
	t.comma = sniffDelimiter(start)
	if isBlankSeparated(start) {
		in.Reader, t.comma, t.blanks = blanksAsTabs(in.Reader), '\t', true
	}
	if err := t.readHeader(label); err != nil {
		return nil, err
	}
	return t, nil
}

// readHeader looks at up to two rows and takes the first as header if it is one.
// What has been read beyond the header is left to be read again.
func (t *table) readHeader(label string) error {
	seen := &recorder{source: t.input}
	// The first row, then the second: what is wrong with that comes again.
	rows := newQuotedRows(t, seen, 1)
	rows.input.left = maxRow
	first, line, err := rows.next()
	if err == io.EOF {
		return t.fault(ErrEmpty, "is empty")
	}
	if err != nil {
		return err
	}
	names := make([]string, len(first))
	for i, name := range first {
		names[i] = string(name)
	}
	end := int(rows.records.InputOffset())
	var below []string
	rows.input.left = maxRow
	if second, _, err := rows.next(); err == nil {
		for _, field := range second {
			below = append(below, string(field))
		}
	}
	t.width, t.first = len(names), 1
	if isHeader(names, below, label) {
		for i, name := range names {
			names[i] = strings.TrimSpace(name)
		}
		t.names, t.header = names, line
		t.first += bytes.Count(seen.text[:end], []byte{'\n'})
		t.offset += end
		seen.text = seen.text[end:]
	}
	t.rest = seen.replay()
	t.blockSize = min(max(leastBlock, blockPerColumn*t.width), largestBlock)
	return nil
}

// A recorder keeps what it reads.
type recorder struct {
	source io.Reader
	text   []byte
	err    error
}

func (r *recorder) Read(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.source.Read(p)
	r.text, r.err = append(r.text, p[:n]...), err
	return n, err
}

// replay reads what has been recorded, then goes on as the source does.
func (r *recorder) replay() io.Reader {
	if r.err != nil {
		return &textThenError{text: r.text, err: r.err}
	}
	return io.MultiReader(bytes.NewReader(r.text), r.source)
}

// A textThenError reads a text and ends with an error.
type textThenError struct {
	text []byte
	err  error
}

func (r *textThenError) Read(p []byte) (int, error) {
	if len(r.text) == 0 {
		return 0, r.err
	}
	n := copy(p, r.text)
	r.text = r.text[n:]
	return n, nil
}

// ragged says that a row has count fields, too many or too few; cutOff that no
// row follows.
func (t *table) ragged(line, count int, cutOff bool) error {
	text := strconv.Itoa(count) + " fields where " + strconv.Itoa(t.width) + " were expected"
	if cutOff && count < t.width {
		text += ": the last line seems cut off"
	}
	return t.faultAt(line, 0, newFault(ErrRagged, "%s", text))
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
