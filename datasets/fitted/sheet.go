package fitted

import (
	"bufio"
	"encoding/csv"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"larui/datasets/parquet"
	"larui/datasets/phrase"
)

// A sheet takes the values of rows, one after another, each of the kind of its column.
type sheet interface {
	text(value string)
	number(value float64)
	whole(value int)
	truth(value bool)
	// end ends a row, and close the sheet.
	end() error
	close() error
}

// Parquet is a writer to which predictions are written as Parquet.
type Parquet struct{ io.Writer }

// As returns w as one for predictions in a file of that name.
func As(name string, w io.Writer) io.Writer {
	if strings.EqualFold(filepath.Ext(name), ".parquet") {
		return Parquet{w}
	}
	return w
}

// newSheet begins a sheet. The words are those that come often.
func newSheet(w io.Writer, header []parquet.Field, words []string) sheet {
	if p, ok := w.(Parquet); ok {
		return &parquetSheet{out: parquet.NewWriter(p.Writer, header)}
	}
	s := &csvSheet{out: bufio.NewWriterSize(w, 1<<16), words: map[string]string{}}
	for _, word := range words {
		s.words[word] = field(word)
	}
	for _, f := range header {
		s.text(f.Name)
	}
	_ = s.end() // close returns the error
	return s
}

// csvSheet writes CSV: numbers so that they are read back the same, and texts with what acts on a
// terminal as visible escapes.
type csvSheet struct {
	out   *bufio.Writer
	line  []byte
	words map[string]string // as fields
}

func (s *csvSheet) text(value string) {
	as, known := s.words[value]
	if !known {
		as = field(value)
	}
	s.line = append(append(s.line, as...), ',')
}

func (s *csvSheet) number(value float64) {
	s.line = append(strconv.AppendFloat(s.line, value, 'g', -1, 64), ',')
}

func (s *csvSheet) whole(value int) {
	s.line = append(strconv.AppendInt(s.line, int64(value), 10), ',')
}

func (s *csvSheet) truth(value bool) { s.line = append(strconv.AppendBool(s.line, value), ',') }

func (s *csvSheet) end() error {
	s.line[len(s.line)-1] = '\n'
	_, err := s.out.Write(s.line)
	s.line = s.line[:0]
	return err
}

func (s *csvSheet) close() error { return s.out.Flush() }

// field writes a text as a field of CSV.
func field(text string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write([]string{phrase.OneLine(text), ""}) // a Builder takes all
	w.Flush()
	return strings.TrimSuffix(b.String(), ",\n")
}

// parquetSheet writes Parquet; column is that of the next value.
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
func (s *parquetSheet) whole(value int)      { s.out.Whole(s.next(), value) }
func (s *parquetSheet) truth(value bool)     { s.out.Truth(s.next(), value) }

func (s *parquetSheet) end() error {
	s.column = 0
	return s.out.EndRow()
}

func (s *parquetSheet) close() error { return s.out.Close() }
