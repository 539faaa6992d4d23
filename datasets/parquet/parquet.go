// Package parquet reads and writes the columns of Apache Parquet files: numbers, texts, dates,
// booleans, and lists of as many numbers in each row.
//
// What a file says of itself is decoded by the packages format and encoding of
// github.com/parquet-go/parquet-go, not by its root package: that reads into Go structs by
// reflection and would make the program half as large again.
//
//	parquet.go   a [File], what is in its footer
//	schema.go    its [Column]s
//	kind.go      what the bytes of a value mean
//	reader.go    a [Reader] of a column, page by page
//	page.go      a page, unpacked and decoded
//	levels.go    small whole numbers, as runs and packed in bits
//	write.go     a [Writer] of flat columns
//
// The format is that of parquet-format 2.10 (apache/parquet-format on GitHub). Encryption,
// compression by LZO, LZ4 and Brotli, and nested columns other than lists can't be read.
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
	magic = "PAR1"
	// encryptedMagic begins and ends files whose footer is encrypted.
	encryptedMagic = "PARE"
	// maxFooter bounds the footer, and usualMost is File.Most.
	maxFooter, usualMost = 64 << 20, 1 << 30
)

// An Error says what keeps a sound file from being read. Other errors are of damaged files, or
// of reading them.
type Error struct{ text string }

func (e *Error) Error() string { return e.text }

func refuse(text string, args ...any) error { return &Error{fmt.Sprintf(text, args...)} }

// Sniff tells a Parquet file by its first bytes.
func Sniff(start []byte) bool {
	return bytes.HasPrefix(start, []byte(magic)) || bytes.HasPrefix(start, []byte(encryptedMagic))
}

// A File is a Parquet file whose footer has been read.
type File struct {
	// Rows counts them.
	Rows int
	// Columns are those that can be read, in their order. LeftOut says why others can't be: a
	// sentence each, "column a is …".
	Columns []Column
	LeftOut []string
	// Index are the names of the columns that pandas wrote as the index of a frame.
	Index []string
	// Most bounds the bytes that all readers together hold of the pages they are at: 1 GiB by
	// default.
	Most int64

	held   int64
	in     io.ReaderAt
	size   int64
	groups []format.RowGroup
	// packed is room for a page as it lies in the file, of whichever reader, and unpacker
	// unpacks Zstandard.
	packed   []byte
	unpacker *zstd.Decoder
}

// Open reads the footer of a file of that size.
func Open(in io.ReaderAt, size int64) (*File, error) {
	f := &File{Most: usualMost, in: in, size: size}
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
	case encryptedMagic:
		return nil, refuse("is encrypted: write it without encryption")
	default:
		return nil, io.ErrUnexpectedEOF // the footer comes last
	}
	switch {
	case length > size-end-int64(len(magic)):
		return nil, io.ErrUnexpectedEOF
	case length > maxFooter:
		return nil, refuse("has a footer of %d MiB: at most %d can be read", length>>20, maxFooter>>20)
	}
	footer := make([]byte, length)
	if _, err := in.ReadAt(footer, size-end-length); err != nil {
		return nil, err
	}
	var about format.FileMetaData
	if _, err := decode(footer, &about); err != nil {
		return nil, err
	}
	if about.EncryptionAlgorithm.Value != nil {
		return nil, refuse("is encrypted: write it without encryption")
	}
	f.groups, f.Index = about.RowGroups, indexOf(about.KeyValueMetadata)
	return f, f.settle(about)
}

// indexOf is the index that pandas describes in its metadata: names, or what makes a range.
func indexOf(metadata []format.KeyValue) (index []string) {
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

// settle checks that the parts of the file fit each other, and lists the columns.
func (f *File) settle(about format.FileMetaData) error {
	leaves, err := leavesOf(about.Schema)
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
		return errors.New("the row groups have not as many rows as the file")
	}
	for i, l := range leaves {
		c := Column{leaf: l, at: i, Width: 1}
		if l.why == "" && l.repeated > 0 {
			c.Width, c.why = f.listWidth(i)
		}
		if c.why != "" {
			f.LeftOut = append(f.LeftOut, fmt.Sprintf("column %q %s", c.Name, c.why))
			continue
		}
		f.Columns = append(f.Columns, c)
	}
	return nil
}

// listWidth is how many numbers the lists of a column have, or why that can't be told.
func (f *File) listWidth(at int) (width int, why string) {
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

// decode reads a value at the beginning of text, and returns how many bytes that takes.
func decode(text []byte, value any) (int, error) {
	var protocol thrift.CompactProtocol
	r := &careful{BytesReader: protocol.NewReaderFromBytes(text), size: len(text)}
	err := thrift.NewDecoder(r).Decode(value)
	return r.BytesRead(), err
}

// A careful reader believes no size that the rest of the text can't hold, and no nesting that
// would take all of the stack.
type careful struct {
	thrift.BytesReader
	size, open int
}

// maxOpen bounds the structs that have begun, or are to come, and have not ended.
const maxOpen = 1 << 20

func (r *careful) Discard(n int) (int, error) {
	return r.BytesReader.(interface{ Discard(n int) (int, error) }).Discard(n)
}

func (r *careful) ReadList() (thrift.List, error) {
	l, err := r.BytesReader.ReadList()
	switch {
	case err != nil:
		return l, err
	case int(l.Size) > r.size-r.BytesRead():
		return l, io.ErrUnexpectedEOF
	case l.Type == thrift.LIST, l.Type == thrift.SET, l.Type == thrift.MAP:
		return l, errors.New("a list of lists")
	case l.Type == thrift.STRUCT:
		return l, r.begin(int(l.Size))
	}
	return l, nil
}

func (r *careful) ReadSet() (thrift.Set, error) { return thrift.Set{}, errors.New("a set") }
func (r *careful) ReadMap() (thrift.Map, error) { return thrift.Map{}, errors.New("a map") }

func (r *careful) ReadField() (thrift.Field, error) {
	field, err := r.BytesReader.ReadField()
	switch {
	case err != nil:
		return field, err
	case field.Type == thrift.STOP:
		r.open--
	case field.Type == thrift.STRUCT:
		return field, r.begin(1)
	}
	return field, nil
}

func (r *careful) begin(structs int) error {
	r.open += structs
	if r.open > maxOpen {
		return errors.New("too deep a structure")
	}
	return nil
}
