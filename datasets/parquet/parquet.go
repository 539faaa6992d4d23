// Package parquet reads and writes the columns of Apache Parquet files: numbers, texts, dates,
// booleans, and lists of numbers of equal length. [Open] reads the footer of a [File], a [Reader]
// reads a [Column] page by page, and a [Writer] writes columns without lists. To read another type,
// extend findKind; to read another encoding, extend Reader.beginPage.
//
// The packages format and encoding of github.com/parquet-go/parquet-go decode metadata and values.
// Its root package (0.32) can't replace this one: it panics at lists in pages of version 2 by pyarrow,
// allocates 4 GiB for a flipped bit in a small LZ4 page, writes warnings to standard error,
// and makes the program half as large again.
//
// The format is parquet-format 2.10 (apache/parquet-format on GitHub). The package can't read
// encryption, compression by LZO or the deprecated LZ4 (LZ4_RAW works), or nested
// columns other than lists.
package parquet

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

const (
	magic                               = "PAR1"
	encryptedFooterMagic                = "PARE"
	maxFooterBytes, defaultMaxPageBytes = 64 << 20, 1 << 30
)

// An Error says why a valid file can't be read. Other errors mean that the file is damaged or that
// reading it failed.
type Error struct{ text string }

func (e *Error) Error() string { return e.text }

func newError(text string, args ...any) error { return &Error{fmt.Sprintf(text, args...)} }

// HasMagic reports whether start begins a Parquet file.
func HasMagic(start []byte) bool {
	return bytes.HasPrefix(start, []byte(magic)) || bytes.HasPrefix(start, []byte(encryptedFooterMagic))
}

// A File is a Parquet file whose footer has been read.
type File struct {
	// Rows is the number of rows.
	Rows int
	// Columns are the readable columns in the order of the file. LeftOut has a sentence for each
	// other column, `column "a" is …`.
	Columns []Column
	LeftOut []string
	// Index are the names of the columns that pandas wrote as the index of a frame.
	Index []string
	// MaxPageBytes is the largest number of bytes that the pages of all readers may take in memory, 1 GiB by
	// default.
	MaxPageBytes int64

	countedBytes int64
	in           io.ReaderAt
	size         int64
	groups       []format.RowGroup
	// packedBuffer has the compressed page of any reader, so all readers share it.
	packedBuffer []byte
	zstdDecoder  *zstd.Decoder
}

// Open reads the footer of a file of the given size in bytes.
func Open(in io.ReaderAt, size int64) (*File, error) {
	f := &File{MaxPageBytes: defaultMaxPageBytes, in: in, size: size}
	const end = 8 // the length of the footer, and the magic word once more
	var tail [end]byte
	if size < int64(len(magic))+end {
		return nil, io.ErrUnexpectedEOF
	}
	if _, err := in.ReadAt(tail[:], size-end); err != nil {
		return nil, err
	}
	length := int64(binary.LittleEndian.Uint32(tail[:]))
	switch string(tail[4:]) {
	case magic:
	case encryptedFooterMagic:
		return nil, newError("is encrypted: write it without encryption")
	default:
		return nil, io.ErrUnexpectedEOF // the footer is the end of a file
	}
	switch {
	case length > size-end-int64(len(magic)):
		return nil, io.ErrUnexpectedEOF
	case length > maxFooterBytes:
		return nil, newError("has a footer of %d MiB: at most %d can be read", length>>20, maxFooterBytes>>20)
	}
	footer := make([]byte, length)
	if _, err := in.ReadAt(footer, size-end-length); err != nil {
		return nil, err
	}
	var about format.FileMetaData
	if _, err := decodeThrift(footer, &about); err != nil {
		return nil, err
	}
	if about.EncryptionAlgorithm.Value != nil {
		return nil, newError("is encrypted: write it without encryption")
	}
	f.groups, f.Index = about.RowGroups, readPandasIndex(about.KeyValueMetadata)
	return f, f.readSchema(about)
}

// readPandasIndex returns the names of the index columns in the metadata of pandas. A range index has
// no column.
func readPandasIndex(metadata []format.KeyValue) (index []string) {
	var about struct {
		Columns []json.RawMessage `json:"index_columns"`
	}
	for _, pair := range metadata {
		if pair.Key != "pandas" || json.Unmarshal([]byte(pair.Value), &about) != nil {
			continue
		}
		for _, column := range about.Columns {
			var name string
			if json.Unmarshal(column, &name) == nil {
				index = append(index, name)
			}
		}
	}
	return index
}

// readSchema sets Rows, Columns and LeftOut, and checks that the row groups fit the schema.
func (f *File) readSchema(about format.FileMetaData) error {
	leaves, err := listLeaves(about.Schema)
	if err != nil {
		return err
	}
	for _, group := range f.groups {
		if group.NumRows < 0 || len(group.Columns) != len(leaves) || group.NumRows > about.NumRows {
			return errors.New("a row group does not fit the schema")
		}
		f.Rows += int(group.NumRows)
	}
	if int64(f.Rows) != about.NumRows {
		return errors.New("the row groups and the file have different numbers of rows")
	}
	for i, l := range leaves {
		c := Column{leaf: l, at: i, Width: 1}
		if l.whyUnreadable == "" && l.repeated > 0 {
			c.Width, c.whyUnreadable = f.findListWidth(i)
		}
		if c.whyUnreadable != "" {
			f.LeftOut = append(f.LeftOut, fmt.Sprintf("column %q %s", c.Name, c.whyUnreadable))
			continue
		}
		f.Columns = append(f.Columns, c)
	}
	return nil
}

func (f *File) findListWidth(at int) (width int, why string) {
	for _, group := range f.groups {
		values, rows := group.Columns[at].MetaData.NumValues, group.NumRows
		if rows == 0 {
			continue
		}
		if values <= 0 || values%rows != 0 || width > 0 && values/rows != int64(width) || values/rows > 1<<20 {
			return 0, "has lists of different lengths"
		}
		width = int(values / rows)
	}
	return max(width, 1), ""
}

// decodeThrift decodes a value at the beginning of text into value, and returns the number of bytes
// read.
func decodeThrift(text []byte, value any) (int, error) {
	var protocol thrift.CompactProtocol
	r := &boundedReader{BytesReader: protocol.NewReaderFromBytes(text), size: len(text)}
	err := thrift.NewDecoder(r).Decode(value)
	return r.BytesRead(), err
}

// A boundedReader fails if a size is larger than the rest of the text, or if nesting would exhaust the
// stack.
type boundedReader struct {
	thrift.BytesReader
	size, openStructs int
}

const maxOpenStructs = 1 << 20

func (r *boundedReader) Discard(n int) (int, error) {
	return r.BytesReader.(interface{ Discard(n int) (int, error) }).Discard(n)
}

func (r *boundedReader) ReadList() (thrift.List, error) {
	l, err := r.BytesReader.ReadList()
	switch {
	case err != nil:
		return l, err
	case int(l.Size) > r.size-r.BytesRead():
		return l, io.ErrUnexpectedEOF
	case l.Type == thrift.LIST, l.Type == thrift.SET, l.Type == thrift.MAP:
		return l, errors.New("a list of lists")
	case l.Type == thrift.STRUCT:
		return l, r.countStructs(int(l.Size))
	}
	return l, nil
}

func (r *boundedReader) ReadSet() (thrift.Set, error) { return thrift.Set{}, errors.New("a set") }
func (r *boundedReader) ReadMap() (thrift.Map, error) { return thrift.Map{}, errors.New("a map") }

func (r *boundedReader) ReadField() (thrift.Field, error) {
	field, err := r.BytesReader.ReadField()
	switch {
	case err != nil:
		return field, err
	case field.Type == thrift.STOP:
		r.openStructs--
	case field.Type == thrift.STRUCT:
		return field, r.countStructs(1)
	}
	return field, nil
}

func (r *boundedReader) countStructs(structs int) error {
	r.openStructs += structs
	if r.openStructs > maxOpenStructs {
		return errors.New("too deep a structure")
	}
	return nil
}
