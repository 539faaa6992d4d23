package datasets

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
)

// A matReader reads the data elements of a MAT file, or those within one.
type matReader struct {
	part
	order binary.ByteOrder
	// r ends where the elements do, as far as that is known; held tells that as much
	// as it claims is there.
	r    *io.LimitedReader
	held bool
	// packed, within a compressed element, is what r unpacks.
	packed io.Reader
}

// tag reads the type of the next data element and the size of its data in bytes;
// io.EOF at the end.
func (m *matReader) tag() (code uint32, size int64, err error) {
	var raw [8]byte
	if _, err := io.ReadFull(m.r, raw[:]); err != nil {
		return 0, 0, err
	}
	return m.order.Uint32(raw[:]), int64(m.order.Uint32(raw[4:])), nil
}

// numbers reads the next data element, which is one of numbers. A small one has its
// data in the tag, and their size beside its type.
func (m *matReader) numbers() (e element, data []byte, err error) {
	code, size, err := m.tag()
	if err != nil {
		return e, nil, noEOF(err)
	}
	small := int64(code >> 16)
	if small != 0 {
		var raw [4]byte
		m.order.PutUint32(raw[:], uint32(size))
		code, size, data = code&0xffff, small, raw[:min(small, 4)]
	}
	e, known := findElement(m.order, func(e element) bool { return e.mat == code && code != 0 })
	switch {
	case small > 4:
		return e, nil, m.fault(ErrSyntax, "has a small data element of %d bytes, where 4 is the most", small)
	case !known:
		return e, nil, m.fault(ErrSyntax, "has a data element of type %d, where numbers belong", code)
	case size%int64(e.size) != 0:
		return e, nil, m.fault(ErrSyntax, "has a data element of %d bytes, which are no whole numbers of %d", size, e.size)
	case small != 0:
		return e, data, nil
	case size > m.r.N:
		return e, nil, m.fault(ErrTruncated, "has a data element of %d bytes, where only %d are left", size, m.r.N)
	}
	if data, err = m.read(size); err != nil {
		return e, nil, noEOF(err)
	}
	return e, data, m.discard((8 - size%8) % 8) // elements end at a multiple of 8 bytes
}

// read returns the next size bytes. Memory grows with what is really there.
func (m *matReader) read(size int64) ([]byte, error) {
	if m.held {
		data := make([]byte, size)
		_, err := io.ReadFull(m.r, data)
		return data, err
	}
	var data bytes.Buffer
	_, err := io.CopyN(&data, m.r, size)
	return data.Bytes(), err
}

// discard skips n bytes, or as many as there are left.
func (m *matReader) discard(n int64) error {
	_, err := io.CopyN(io.Discard, m.r, min(n, m.r.N))
	return noEOF(err)
}

// list reads a data element of at most most numbers.
func (m *matReader) list(most int) ([]float64, error) {
	e, data, err := m.numbers()
	if err != nil {
		return nil, err
	}
	values := make([]float64, len(data)/e.size)
	if len(values) > most {
		return nil, m.fault(ErrSyntax, "has a data element of %d numbers, where %d are the most", len(values), most)
	}
	e.read(values, data)
	return values, nil
}

// The types of MAT data elements that are not numbers (MAT-File Format,
// Version 5, table 1-1).
const (
	matMatrix     = 14
	matCompressed = 15
)

// variable returns a reader of the data elements of the variable that m is all of,
// an element of type code.
func (m *matReader) variable(code uint32) (*matReader, error) {
	inner := m
	if code == matCompressed {
		compressed := m.r.N
		packed, err := zlib.NewReader(m.r)
		if err != nil {
			return nil, err
		}
		inner = &matReader{part: m.part, order: m.order, r: &io.LimitedReader{R: packed, N: math.MaxInt64}, packed: packed}
		if code, inner.r.N, err = inner.tag(); err != nil {
			return nil, err
		}
		if inner.r.N/deflateRatio > compressed {
			return nil, m.fault(ErrTooLarge, "claims that %d bytes are compressed to %d, more than they can hold", inner.r.N, compressed)
		}
	}
	switch {
	case code>>16 != 0:
		return nil, m.fault(ErrSyntax, "has a small data element, where variables belong")
	case code != matMatrix:
		return nil, m.fault(ErrSyntax, "has a data element of type %d, where variables belong", code)
	}
	return inner, nil
}

// describe reads flags, dimensions and name of a variable.
func (m *matReader) describe() (matVariable, error) {
	const maxDims, maxName = 32, 256
	var v matVariable
	flags, err := m.list(2)
	if err != nil {
		return v, err
	}
	if len(flags) != 2 {
		return v, m.fault(ErrSyntax, "has a variable whose flags are damaged")
	}
	v.flags, v.stored = uint32(flags[0]), int(flags[1])
	if v.flags&0xff == matOpaque {
		return v, nil
	}
	dims, err := m.list(maxDims)
	if err != nil {
		return v, err
	}
	for _, size := range dims {
		if size < 0 || size != float64(int32(size)) {
			return v, m.fault(ErrSyntax, "has a variable of size %v", size)
		}
		v.dims = append(v.dims, int(size))
	}
	if len(v.dims) < 2 {
		return v, m.fault(ErrSyntax, "has a variable of %s", plural(len(v.dims), "dimension"))
	}
	name, err := m.list(maxName)
	for _, c := range name {
		v.name += string(rune(int(c) & 0xff))
	}
	return v, err
}

// scanFull gives the columns of a full matrix.
func (m *matReader) scanFull(rows, cols int, piece pieceFunc) error {
	e, data, err := m.numbers()
	if err != nil {
		return err
	}
	if count := len(data) / e.size; int64(count) != int64(rows)*int64(cols) {
		return m.fault(ErrSyntax, "is of size %d×%d, but holds %d numbers", rows, cols, count)
	}
	return m.scanNumbers(bytes.NewReader(data), e, rows, cols, true, true, piece)
}

// scanSparse gives the values of a sparse matrix one by one. It is stored by
// columns: the rows of the values, where each column begins among them, and the
// values.
func (m *matReader) scanSparse(t *table, rows, cols int, piece pieceFunc) error {
	places, err := m.list(maxValues)
	if err != nil {
		return err
	}
	starts, err := m.list(cols + 1)
	if err != nil {
		return err
	}
	if len(starts) != cols+1 || starts[0] != 0 || !slices.IsSorted(starts) || starts[cols] > float64(len(places)) {
		return m.fault(ErrSyntax, "does not say where its %d columns begin", cols)
	}
	values, err := m.list(maxValues)
	if err != nil {
		return err
	}
	t.stored = int(starts[cols])
	if t.stored > len(values) {
		return m.fault(ErrSyntax, "is to hold %d values, but has %d", t.stored, len(values))
	}
	if err := t.checkSize(t.cols); err != nil {
		return err
	}
	for j := range cols {
		previous := -1.0
		for at := int(starts[j]); at < int(starts[j+1]); at++ {
			i := places[at]
			if !(i > previous && i < float64(rows)) { // nor NaN
				return m.fault(ErrSyntax, "has no place at row %v for value %d", i+1, at+1)
			}
			previous = i
			if err := piece(int(i), j, values[at:at+1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// finish makes sure that what is left of a compressed element is whole.
func (m *matReader) finish() error {
	if m.packed == nil {
		return nil
	}
	if err := m.discard(m.r.N); err != nil {
		return err
	}
	return m.atEnd(m.packed)
}

// noEOF turns an end that comes too early into an error.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
