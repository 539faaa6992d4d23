package modelfile

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"larui/datasets/parquet"
	"larui/datasets/wording"
)

// A sheet is a table that is written row by row. A row has a string, float64, int or bool for each column.
type sheet interface {
	Write(row ...any) error
	// Close flushes the table and returns the first error.
	Close() error
}

// A ParquetWriter is a writer that makes Predictions write Parquet.
type ParquetWriter struct{ io.Writer }

// NewPredictionWriter returns the writer for predictions in a file with the given name: a ParquetWriter
// if the extension is .parquet, otherwise w.
func NewPredictionWriter(name string, w io.Writer) io.Writer {
	if strings.EqualFold(filepath.Ext(name), ".parquet") {
		return ParquetWriter{w}
	}
	return w
}

func newSheet(w io.Writer, header []parquet.Field) sheet {
	if p, ok := w.(ParquetWriter); ok {
		return parquet.NewWriter(p.Writer, header)
	}
	s := csvSheet{csv.NewWriter(bufio.NewWriterSize(w, 1<<16))}
	var names []any
	for _, f := range header {
		names = append(names, f.Name)
	}
	_ = s.Write(names...) // Close returns the error
	return s
}

// A csvSheet writes numbers exactly, and replaces control characters in texts by escapes.
type csvSheet struct{ out *csv.Writer }

func (s csvSheet) Write(row ...any) error {
	fields := make([]string, len(row))
	for i, value := range row {
		switch v := value.(type) {
		case string:
			fields[i] = wording.OneLine(v)
		case float64:
			fields[i] = formatNumber(v)
		default:
			fields[i] = fmt.Sprint(v)
		}
	}
	return s.out.Write(fields)
}

func (s csvSheet) Close() error {
	s.out.Flush()
	return s.out.Error()
}
