package modelfile

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"larui/datasets/parquet"
	"larui/datasets/wording"
)

// A sheet is a table of predictions that is written value by value, row by row. The caller calls the
// method for the type of the next column.
type sheet interface {
	text(value string)
	number(value float64)
	integer(value int)
	boolean(value bool)
	// end ends a row. close flushes the table and returns the first error.
	end() error
	close() error
}

// A ParquetWriter is a writer that makes Predictions write Parquet.
type ParquetWriter struct{ io.Writer }

// PredictionWriter returns the writer for predictions in a file with the given name: a ParquetWriter
// if the extension is .parquet, otherwise w.
func PredictionWriter(name string, w io.Writer) io.Writer {
	if strings.EqualFold(filepath.Ext(name), ".parquet") {
		return ParquetWriter{w}
	}
	return w
}

// newSheet returns a sheet with the given header.
func newSheet(w io.Writer, header []parquet.Field) sheet {
	if p, ok := w.(ParquetWriter); ok {
		return &parquetSheet{out: parquet.NewWriter(p.Writer, header)}
	}
	s := &csvSheet{out: bufio.NewWriterSize(w, 1<<16)}
	s.fields = csv.NewWriter(&s.field)
	for _, f := range header {
		s.text(f.Name)
	}
	_ = s.end() // close returns the error
	return s
}

// A csvSheet writes CSV. It writes numbers exactly, and replaces control characters in texts by
// escapes.
type csvSheet struct {
	out  *bufio.Writer
	line []byte
	// fields writes a text that needs quotes or escapes to field.
	fields *csv.Writer
	field  bytes.Buffer
}

func (s *csvSheet) text(value string) {
	if isPlain(value) {
		s.line = append(append(s.line, value...), ',')
		return
	}
	s.field.Reset()
	_ = s.fields.Write([]string{wording.OneLine(value), ""}) // a Buffer returns no error
	s.fields.Flush()
	s.line = append(s.line, bytes.TrimSuffix(s.field.Bytes(), []byte("\n"))...)
}

// isPlain reports whether a text is a CSV field without quotes or escapes.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c <= ' ' || c >= unicode.MaxASCII || c == '"' || c == ',' || c == '\\' {
			return false
		}
	}
	return true
}

func (s *csvSheet) number(value float64) {
	s.line = append(strconv.AppendFloat(s.line, value, 'g', -1, 64), ',')
}

func (s *csvSheet) integer(value int) {
	s.line = append(strconv.AppendInt(s.line, int64(value), 10), ',')
}

func (s *csvSheet) boolean(value bool) { s.line = append(strconv.AppendBool(s.line, value), ',') }

func (s *csvSheet) end() error {
	s.line[len(s.line)-1] = '\n'
	_, err := s.out.Write(s.line)
	s.line = s.line[:0]
	return err
}

func (s *csvSheet) close() error { return s.out.Flush() }

// A parquetSheet writes Parquet. column is the index of the next value's column.
type parquetSheet struct {
	out    *parquet.Writer
	column int
}

func (s *parquetSheet) next() int {
	s.column++
	return s.column - 1
}

func (s *parquetSheet) text(value string)    { s.out.Text(s.next(), strings.ToValidUTF8(value, "\uFFFD")) }
func (s *parquetSheet) number(value float64) { s.out.Number(s.next(), value) }
func (s *parquetSheet) integer(value int)    { s.out.Integer(s.next(), value) }
func (s *parquetSheet) boolean(value bool)   { s.out.Boolean(s.next(), value) }

func (s *parquetSheet) end() error {
	s.column = 0
	return s.out.EndRow()
}

func (s *parquetSheet) close() error { return s.out.Close() }
