package modelfile

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"larui/datasets/parquet"
	"larui/datasets/wording"
)

// A sheet is a table of predictions that is written row by row. A row has a string, float64, int or bool for each
// column.
type sheet interface {
	Write(row ...any) error
	// Close flushes the table and returns the first error.
	Close() error
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
		return parquet.NewWriter(p.Writer, header)
	}
	s := &csvSheet{out: bufio.NewWriterSize(w, 1<<16)}
	s.fields = csv.NewWriter(&s.field)
	var names []any
	for _, f := range header {
		names = append(names, f.Name)
	}
	_ = s.Write(names...) // Close returns the error
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

func (s *csvSheet) Write(row ...any) error {
	s.line = s.line[:0]
	for _, value := range row {
		switch v := value.(type) {
		case string:
			s.appendText(v)
		case float64:
			s.line = append(strconv.AppendFloat(s.line, v, 'g', -1, 64), ',')
		default:
			s.line = append(fmt.Append(s.line, v), ',')
		}
	}
	s.line[len(s.line)-1] = '\n'
	_, err := s.out.Write(s.line)
	return err
}

func (s *csvSheet) Close() error { return s.out.Flush() }

func (s *csvSheet) appendText(value string) {
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
