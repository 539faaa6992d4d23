package parquet

import (
	"encoding/binary"
	"io"
	"math"
	"strings"

	"github.com/klauspost/compress/snappy"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// groupRows is the number of rows in a row group. A row group ends earlier if a column of texts reaches
// groupBytes bytes.
const groupRows, groupBytes = 1 << 17, 64 << 20

// A Writer writes rows that have a value in every column.
type Writer struct {
	out     io.Writer
	at      int64
	columns []*columnBuffer
	rows    int // rows in the current group
	about   format.FileMetaData
	err     error
}

type columnBuffer struct {
	name string
	kind Kind
	text []byte
	bit  int // the bit of the next boolean
}

// A Kind is the type of a column to write.
type Kind int

const (
	Text Kind = iota
	Number
	Integer
	Boolean
)

// physicalTypes has the type in the file for each Kind.
var physicalTypes = [...]format.Type{format.ByteArray, format.Double, format.Int64, format.Boolean}

// A Field is a column to write.
type Field struct {
	Name string
	Kind Kind
}

// NewWriter returns a writer of rows with these fields. Call Close after the last row.
func NewWriter(out io.Writer, fields []Field) *Writer {
	w := &Writer{out: out, about: format.FileMetaData{Version: 1, CreatedBy: "larui"}}
	w.about.Schema = append(w.about.Schema, format.SchemaElement{Name: "schema", NumChildren: thrift.New(int32(len(fields)))})
	for _, f := range fields {
		e := format.SchemaElement{Name: f.Name, Type: thrift.New(physicalTypes[f.Kind]), RepetitionType: thrift.New(format.Required)}
		if f.Kind == Text {
			e.ConvertedType = thrift.New(deprecated.UTF8)
			e.LogicalType.Value = &format.StringType{}
		}
		w.about.Schema = append(w.about.Schema, e)
		w.columns = append(w.columns, &columnBuffer{name: f.Name, kind: f.Kind})
	}
	w.writeBytes([]byte(magic))
	return w
}

// Write appends a row. row has a value for each column: a string, float64, int or bool, as the Kind of the
// column says.
func (w *Writer) Write(row ...any) error {
	for i, value := range row {
		c := w.columns[i]
		switch v := value.(type) {
		case string:
			v = strings.ToValidUTF8(v, "\uFFFD")
			c.text = append(binary.LittleEndian.AppendUint32(c.text, uint32(len(v))), v...)
		case float64:
			c.text = binary.LittleEndian.AppendUint64(c.text, math.Float64bits(v))
		case int:
			c.text = binary.LittleEndian.AppendUint64(c.text, uint64(v))
		case bool:
			if c.bit%8 == 0 {
				c.text = append(c.text, 0)
			}
			if v {
				c.text[len(c.text)-1] |= 1 << (c.bit % 8)
			}
			c.bit++
		}
	}
	w.rows++
	full := w.rows == groupRows
	for _, c := range w.columns {
		full = full || len(c.text) > groupBytes
	}
	if full {
		w.writeGroup()
	}
	return w.err
}

func (w *Writer) writeGroup() {
	group := format.RowGroup{NumRows: int64(w.rows), FileOffset: w.at}
	for _, c := range w.columns {
		group.Columns = append(group.Columns, w.writeChunk(c))
		group.TotalByteSize += group.Columns[len(group.Columns)-1].MetaData.TotalUncompressedSize
		c.text, c.bit = c.text[:0], 0
	}
	group.TotalCompressedSize = w.at - group.FileOffset
	w.about.RowGroups = append(w.about.RowGroups, group)
	w.about.NumRows += group.NumRows
	w.rows = 0
}

func (w *Writer) writeChunk(c *columnBuffer) format.ColumnChunk {
	packed := snappy.Encode(nil, c.text)
	start := w.at
	head := encodeThrift(&format.PageHeader{
		Type: format.DataPage, UncompressedPageSize: int32(len(c.text)), CompressedPageSize: int32(len(packed)),
		DataPageHeader: thrift.New(format.DataPageHeader{
			NumValues: int32(w.rows), Encoding: format.Plain, DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE,
		}),
	})
	w.writeBytes(head)
	w.writeBytes(packed)
	return format.ColumnChunk{FileOffset: start, MetaData: format.ColumnMetaData{
		Type: physicalTypes[c.kind], Encoding: []format.Encoding{format.Plain, format.RLE}, PathInSchema: []string{c.name}, Codec: format.Snappy,
		NumValues: int64(w.rows), TotalUncompressedSize: int64(len(head) + len(c.text)), TotalCompressedSize: w.at - start, DataPageOffset: start,
	}}
}

// Close writes the last row group and the footer.
func (w *Writer) Close() error {
	if w.rows > 0 {
		w.writeGroup()
	}
	footer := encodeThrift(&w.about)
	w.writeBytes(footer)
	w.writeBytes(binary.LittleEndian.AppendUint32(nil, uint32(len(footer))))
	w.writeBytes([]byte(magic))
	return w.err
}

func encodeThrift(value any) []byte {
	text, _ := thrift.Marshal(new(thrift.CompactProtocol), value) // cannot fail
	return text
}

func (w *Writer) writeBytes(text []byte) {
	if w.err == nil {
		_, w.err = w.out.Write(text)
	}
	w.at += int64(len(text))
}
