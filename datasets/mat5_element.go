package datasets

import (
	"compress/zlib"
	"encoding/binary"
	"errors"
	"io"
	"math"
)

// The types of MAT data elements that are not numbers (MAT-File Format,
// Version 5, table 1-1).
const (
	matMatrix     = 14
	matCompressed = 15
)

// matElement returns the number type that the type of a data element means.
func matElement(code uint32, order binary.ByteOrder) (element, bool) {
	e := element{order: order}
	switch code {
	case 1:
		e.kind, e.size = 'i', 1
	case 2:
		e.kind, e.size = 'u', 1
	case 3:
		e.kind, e.size = 'i', 2
	case 4:
		e.kind, e.size = 'u', 2
	case 5:
		e.kind, e.size = 'i', 4
	case 6:
		e.kind, e.size = 'u', 4
	case 7:
		e.kind, e.size = 'f', 4
	case 9:
		e.kind, e.size = 'f', 8
	case 12:
		e.kind, e.size = 'i', 8
	case 13:
		e.kind, e.size = 'u', 8
	}
	return e, e.size > 0
}

// A matReader reads the data elements of a MAT file, or those within one.
type matReader struct {
	// r ends where the elements do, as far as that is known.
	r     *io.LimitedReader
	order binary.ByteOrder
	part  part
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
			return t, m.part.fault(ErrSyntax, "has a small data element of %d bytes, where 4 is the most", small)
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
	e, known := matElement(t.code, m.order)
	if !known {
		return e, 0, nil, nil, m.part.fault(ErrSyntax, "has a data element of type %d, where numbers belong", t.code)
	}
	if int64(t.size)%int64(e.size) != 0 {
		return e, 0, nil, nil, m.part.fault(ErrSyntax, "has a data element of %d bytes, which are no whole numbers of %d", t.size, e.size)
	}
	count = int64(t.size) / int64(e.size)
	if t.small != nil {
		return e, count, &matSmall{t.small}, func() error { return nil }, nil
	}
	if int64(t.size) > m.r.N {
		return e, 0, nil, nil, m.part.fault(ErrTruncated, "has a data element of %d bytes, where only %d are left", t.size, m.r.N)
	}
	limited := &io.LimitedReader{R: m.r, N: int64(t.size)}
	return e, count, limited, func() error {
		// Elements end at a multiple of 8 bytes.
		return discard(m.r, min(limited.N+(8-int64(t.size)%8)%8, m.r.N))
	}, nil
}

// matSmall reads the data of a small element.
type matSmall struct{ data []byte }

func (s *matSmall) Read(p []byte) (int, error) {
	if len(s.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p, s.data)
	s.data = s.data[n:]
	return n, nil
}

// list reads a data element of at most most whole numbers.
func (m *matReader) list(most int64) ([]float64, error) {
	e, count, data, skip, err := m.numbers()
	if err != nil {
		return nil, err
	}
	if count > most {
		return nil, m.part.fault(ErrSyntax, "has a data element of %d numbers, where %d are the most", count, most)
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
	inner = &matReader{r: rest, order: m.order, part: m.part, held: m.held}
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
			return nil, nil, m.part.fault(ErrTooLarge, "claims that %d bytes are compressed to %d, more than they can hold", t.size, compressed)
		}
		inner.r.N = int64(t.size)
	}
	if t.code != matMatrix || t.small != nil {
		return nil, nil, m.part.fault(ErrSyntax, "has a data element of type %d, where variables belong", t.code)
	}
	return inner, rest, nil
}

// finish makes sure that what is left of a compressed element is whole.
func (m *matReader) finish() error {
	if m.packed == nil {
		return nil
	}
	if err := discard(m.r, m.r.N); err != nil {
		return err
	}
	return m.part.atEnd(m.packed)
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
	if _, err := io.CopyN(io.Discard, r, n); err != nil {
		return noEOF(err)
	}
	return nil
}
