package datasets

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
)

// A rowReader splits text into rows: the fields of the next one, which last until
// the one after it is read, and the line that it begins in; io.EOF at the end.
type rowReader interface {
	next() (fields [][]byte, line int, err error)
}

// readRowsOf returns the rows of a block.
func (t *table) readRowsOf(b *block) rowReader {
	if bytes.IndexByte(b.text, '"') < 0 {
		return &plainRows{text: b.text, comma: byte(t.comma), line: b.line, end: b.end}
	}
	rows := newQuotedRows(t, &textThenError{text: b.text, err: b.end}, b.line)
	rows.input.left = len(b.text) + 1
	return rows
}

// plainRows reads text without quotes as encoding/csv does, only faster.
type plainRows struct {
	text  []byte
	comma byte
	// line is the number of the line that text begins in; end follows text.
	line   int
	end    error
	fields [][]byte
}

func (r *plainRows) next() ([][]byte, int, error) {
	for {
		if len(r.text) == 0 {
			return nil, 0, r.end
		}
		var row []byte
		if i := bytes.IndexByte(r.text, '\n'); i >= 0 {
			row, r.text = r.text[:i], r.text[i+1:]
		} else if r.end == io.EOF {
			row, r.text = r.text, nil
		} else {
			return nil, 0, r.end // in the midst of a row
		}
		line := r.line
		r.line++
		if row = bytes.TrimSuffix(row, []byte{'\r'}); len(row) == 0 {
			continue
		}
		r.fields = r.fields[:0]
		for {
			i := bytes.IndexByte(row, r.comma)
			if i < 0 {
				break
			}
			r.fields = append(r.fields, row[:i])
			row = row[i+1:]
		}
		r.fields = append(r.fields, row)
		return r.fields, line, nil
	}
}

// quotedRows reads rows with encoding/csv.
type quotedRows struct {
	table   *table
	records *csv.Reader
	input   *rowGuard
	// line is the number of the line that the text begins in.
	line   int
	text   []byte
	fields [][]byte
}

func newQuotedRows(t *table, text io.Reader, line int) *quotedRows {
	r := &quotedRows{table: t, input: &rowGuard{path: t.path, source: text}, line: line}
	r.records = csv.NewReader(r.input)
	r.records.Comma = t.comma
	r.records.TrimLeadingSpace = t.comma != '\t'
	r.records.FieldsPerRecord = -1 // counted elsewhere, to name the line
	r.records.ReuseRecord = true
	return r
}

func (r *quotedRows) next() ([][]byte, int, error) {
	fields, err := r.records.Read()
	if err != nil {
		return nil, 0, r.explain(err)
	}
	r.text, r.fields = r.text[:0], r.fields[:0]
	for _, field := range fields {
		r.text = append(r.text, field...)
	}
	at := 0
	for _, field := range fields {
		r.fields = append(r.fields, r.text[at:at+len(field)])
		at += len(field)
	}
	line, _ := r.records.FieldPos(0)
	return r.fields, r.line + line - 1, nil
}

// explain puts an error of encoding/csv into the words of this package.
func (r *quotedRows) explain(err error) error {
	var syntax *csv.ParseError
	switch {
	case err == io.EOF:
		return err
	case r.input.err != nil:
		return r.input.err
	case errors.As(err, &syntax):
		what := "a quote mark stands inside a field: fields with quotes are quoted as a whole, quotes in them doubled"
		if errors.Is(err, csv.ErrQuote) {
			what = "a quoted field does not end where it should"
		}
		return r.table.faultAt(r.line+syntax.StartLine-1, 0, newFault(ErrSyntax, "%s", what))
	}
	return err
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
		g.err = rowTooLong(g.path)
		return 0, g.err
	}
	n, err := g.source.Read(p[:min(len(p), g.left)])
	g.left -= n
	if err != nil && err != io.EOF {
		g.err = err
	}
	return n, err
}

func rowTooLong(path string) error {
	return &FormatError{File: path, Err: newFault(ErrTooLarge, "a row is longer than %d MiB", maxRow>>20)}
}
