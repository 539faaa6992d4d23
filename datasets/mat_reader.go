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

// The types of MAT data elements that are not numbers (MAT-File Format,
// Version 5, table 1-1).
const (
	matMatrix     = 14
	matCompressed = 15
)

// A matReader reads the data elements of a MAT file, or those within one.
type matReader struct {
	part
	// r ends where the elements do, as far as that is known.
	r     *io.LimitedReader
	order binary.ByteOrder
	// held tells that as much as r claims is known to be there.
	held bool
	// packed, within a compressed element, is what r unpacks.
	packed io.Reader
}

// A matTag begins a data element: its type, the size of its data in bytes, and
// the data themselves where the element is a small one.
type matTag struct {
	code, size uint32
	small      []byte
}

// tag reads the tag of the next data element; io.EOF at the end.
func (m *matReader) tag() (matTag, error) {
	var raw [8]byte
	if _, err := io.ReadFull(m.r, raw[:]); err != nil {
		return matTag{}, err
	}
	t := matTag{code: m.order.Uint32(raw[:]), size: m.order.Uint32(raw[4:])}
	if small := t.code >> 16; small != 0 {
		if small > 4 {
			return t, m.fault(ErrSyntax, "has a small data element of %d bytes, where 4 is the most", small)
		}
		t.code, t.size = t.code&0xffff, small
		t.small = raw[4 : 4+small]
	}
	return t, nil
}

// numbers returns the type and count of the numbers of the next data element and
// a reader of them. skip reads what follows them up to the next element.
func (m *matReader) numbers() (e element, count int64, data io.Reader, skip func() error, err error) {
	t, err := m.tag()
	if err != nil {
		return e, 0, nil, nil, noEOF(err)
	}
	e, known := findElement(m.order, func(e element) bool { return e.mat == t.code && t.code != 0 })
	switch {
	case !known:
		err = m.fault(ErrSyntax, "has a data element of type %d, where numbers belong", t.code)
	case int64(t.size)%int64(e.size) != 0:
		err = m.fault(ErrSyntax, "has a data element of %d bytes, which are no whole numbers of %d", t.size, e.size)
	case t.small != nil:
		return e, int64(t.size) / int64(e.size), bytes.NewReader(t.small), func() error { return nil }, nil
	case int64(t.size) > m.r.N:
		err = m.fault(ErrTruncated, "has a data element of %d bytes, where only %d are left", t.size, m.r.N)
	}
	if err != nil {
		return e, 0, nil, nil, err
	}
	limited := &io.LimitedReader{R: m.r, N: int64(t.size)}
	return e, int64(t.size) / int64(e.size), limited, func() error {
		// Elements end at a multiple of 8 bytes.
		return discard(m.r, min(limited.N+(8-int64(t.size)%8)%8, m.r.N))
	}, nil
}

// list reads a data element of at most most numbers.
func (m *matReader) list(most int64) ([]float64, error) {
	e, count, data, skip, err := m.numbers()
	if err != nil {
		return nil, err
	}
	if count > most {
		return nil, m.fault(ErrSyntax, "has a data element of %d numbers, where %d are the most", count, most)
	}
	// Memory grows with what is there.
	var values []float64
	if err := scanElements(data, e, 1, int(count), false, func(_, _ int, piece []float64) error {
		values = append(values, piece...)
		return nil
	}); err != nil {
		return nil, noEOF(err)
	}
	return values, skip()
}

// variable returns a reader of the data elements of the variable that t begins,
// and what remains of the file's data element behind it.
func (m *matReader) variable(t matTag) (inner *matReader, rest *io.LimitedReader, err error) {
	rest = &io.LimitedReader{R: m.r, N: int64(t.size)}
	inner = &matReader{part: m.part, r: rest, order: m.order, held: m.held}
	if t.code == matCompressed {
		packed, err := zlib.NewReader(rest)
		if err != nil {
			return nil, nil, noEOF(err)
		}
		compressed := int64(t.size)
		inner.r, inner.packed, inner.held = &io.LimitedReader{R: packed, N: math.MaxInt64}, packed, false
		if t, err = inner.tag(); err != nil {
			return nil, nil, noEOF(err)
		}
		if int64(t.size)/deflateRatio > compressed {
			return nil, nil, m.fault(ErrTooLarge, "claims that %d bytes are compressed to %d, more than they can hold", t.size, compressed)
		}
		inner.r.N = int64(t.size)
	}
	if t.code != matMatrix || t.small != nil {
		return nil, nil, m.fault(ErrSyntax, "has a data element of type %d, where variables belong", t.code)
	}
	return inner, rest, nil
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

// scanFull gives the columns of a full matrix, once they are known to be there.
func (m *matReader) scanFull(rows, cols int, piece pieceFunc) error {
	e, count, data, _, err := m.numbers()
	if err != nil {
		return err
	}
	if count != int64(rows)*int64(cols) {
		return m.fault(ErrSyntax, "is of size %d×%d, but holds %d numbers", rows, cols, count)
	}
	if !m.held {
		if data, err = spool(data, count*int64(e.size)); err != nil {
			return noEOF(err)
		}
	}
	return noEOF(scanElements(data, e, rows, cols, true, piece))
}

// scanSparse gives the values of a sparse matrix one by one. It is stored by
// columns: the rows of the values, where each column begins among them, and the
// values.
func (m *matReader) scanSparse(t *table, rows, cols int, piece pieceFunc) error {
	places, err := m.list(maxValues)
	if err != nil {
		return err
	}
	starts, err := m.list(int64(cols) + 1)
	if err != nil {
		return err
	}
	if len(starts) != cols+1 || starts[0] != 0 || !slices.IsSorted(starts) || starts[cols] > float64(len(places)) {
		return m.fault(ErrSyntax, "does not say where its %d columns begin", cols)
	}
	e, count, data, _, err := m.numbers()
	if err != nil {
		return err
	}
	stored := int(starts[cols])
	if int64(stored) > count {
		return m.fault(ErrSyntax, "is to hold %d values, but has %d", stored, count)
	}
	t.stored = stored
	if err := t.checkSize(t.cols); err != nil {
		return err
	}
	j, previous := 0, -1.0
	err = scanElements(data, e, 1, stored, false, func(_, from int, values []float64) error {
		for k := range values {
			at := from + k
			for starts[j+1] <= float64(at) {
				j++
				previous = -1
			}
			i := places[at]
			if !(i > previous && i < float64(rows)) { // nor NaN
				return m.fault(ErrSyntax, "has no place at row %v for value %d", i+1, at+1)
			}
			previous = i
			if err := piece(int(i), j, values[k:k+1]); err != nil {
				return err
			}
		}
		return nil
	})
	return noEOF(err)
}

// finish makes sure that what is left of a compressed element is whole.
func (m *matReader) finish() error {
	if m.packed == nil {
		return nil
	}
	if err := discard(m.r, m.r.N); err != nil {
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

// discard reads n bytes.
func discard(r io.Reader, n int64) error {
	_, err := io.CopyN(io.Discard, r, n)
	return noEOF(err)
}
